"""the order of the claim"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

CLAIMABLE = sa.text("state = 'planned' AND digest_id IS NULL")


def upgrade() -> None:
    op.create_index(
        "ix_outbox_claim",
        "outbox",
        ["lane", "not_before", "next_try_at", "id"],
        sqlite_where=CLAIMABLE,
        postgresql_where=CLAIMABLE,
    )
    op.create_index("ix_outbox_state", "outbox", ["state", "lane"])
    op.drop_index("ix_outbox_due", "outbox")


def downgrade() -> None:
    op.create_index(
        "ix_outbox_due", "outbox", ["state", "digest_id", "lane", "not_before", "next_try_at"], unique=False
    )
    op.drop_index("ix_outbox_state", "outbox")
    op.drop_index("ix_outbox_claim", "outbox")

"""a parcel taken back"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("instalment", schema=None) as batch_op:
        batch_op.add_column(sa.Column("state", sa.String(12), server_default="current", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("instalment", schema=None) as batch_op:
        batch_op.drop_column("state")

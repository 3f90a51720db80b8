"""what a draft of a revision was made from"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("norm_revision", schema=None) as batch_op:
        batch_op.add_column(sa.Column("made_from", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("norm_revision", schema=None) as batch_op:
        batch_op.drop_column("made_from")

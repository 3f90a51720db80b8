"""terms of a revision"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("broadcast", schema=None) as batch_op:
        batch_op.add_column(sa.Column("revision_id", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("norm_revision", schema=None) as batch_op:
        batch_op.add_column(sa.Column("terms", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("norm_revision", schema=None) as batch_op:
        batch_op.drop_column("terms")

    with op.batch_alter_table("broadcast", schema=None) as batch_op:
        batch_op.drop_column("revision_id")

"""what was undone is found"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("change", schema=None) as batch_op:
        batch_op.create_index("ix_change_undone_at", ["undone_at"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("change", schema=None) as batch_op:
        batch_op.drop_index("ix_change_undone_at")

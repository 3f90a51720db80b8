"""Alembic's entry: migrates over the connection it is given by `bot.migrate`."""

from typing import Any, Literal

from alembic import context
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import SQLModel

from bot.models import chat, delivery, fleet, reminders, staff  # noqa: F401  # their tables register in the metadata


def _plain_type(kind: str, item: Any, _autogen: Any) -> str | Literal[False]:
    """Revisions name plain SQL types, so that they outlive the code that drafted them."""
    if kind != "type" or not isinstance(item, TypeDecorator):
        return False
    plain: TypeEngine[Any] = item.impl_instance
    if type(plain).__name__ == "DateTime":
        return "sa.DateTime(timezone=True)"
    length = getattr(plain, "length", None)
    return f"sa.{type(plain).__name__}({length or ''})"


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
    render_item=_plain_type,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()

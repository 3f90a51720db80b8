"""Rules that hold for every line of the product, read from its source: no opaque store, no session kept about."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "handlers", "scheduler", "knowledge")
OPAQUE = {"pickle", "cPickle", "dill", "cloudpickle", "shelve", "marshal", "joblib", "dbm"}
OPAQUE_NAMES = {
    "PicklePersistence",
    "DictPersistence",
    "BasePersistence",
    "ConversationHandler",
    "PickleType",
}
SESSION_MAKERS = {"Session", "sessionmaker", "scoped_session", "async_scoped_session", "AsyncSession"}
SPREADERS = {
    "gather",
    "create_task",
    "ensure_future",
    "to_thread",
    "run_in_executor",
    "TaskGroup",
    "start_soon",
}
APART = "bot/local_telegram/"
DOORS = ["bot/database.py", "bot/writer.py"]

Found = Iterator[str]


def sources() -> dict[str, ast.Module]:
    """Every module of the product by its path."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def opaque_stores(tree: ast.Module) -> Found:
    """Imports and names by which objects would be stored as bytes nobody can read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names if a.name.split(".")[0] in OPAQUE)
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] in OPAQUE:
                yield node.module or ""
            yield from (a.name for a in node.names if a.name in OPAQUE_NAMES)
        elif isinstance(node, ast.Attribute) and node.attr in OPAQUE_NAMES:
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg == "allow_pickle" and _true(node.value):
            yield "allow_pickle"


def _true(node: ast.expr) -> bool:
    return not (isinstance(node, ast.Constant) and node.value is False)


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def sessions_made(tree: ast.Module) -> Found:
    """Every place that opens a session of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in SESSION_MAKERS:
            yield f"{called(node)} in line {node.lineno}"


def sessions_kept(tree: ast.Module) -> Found:
    """A session held by a module or class, put on an object, or handed to several tasks."""
    for scope in ast.walk(tree):
        if isinstance(scope, ast.Module | ast.ClassDef):
            for node in scope.body:
                if isinstance(node, ast.Assign | ast.AnnAssign) and _is_session(node):
                    yield f"kept in line {node.lineno}"
        elif isinstance(scope, ast.Global) and "session" in scope.names:
            yield f"global in line {scope.lineno}"
        elif isinstance(scope, ast.Assign) and _put_on_an_object(scope):
            yield f"kept in line {scope.lineno}"
        elif isinstance(scope, ast.Call) and called(scope) in SPREADERS and _mentions_session(scope):
            yield f"handed to a task in line {scope.lineno}"
        elif isinstance(scope, ast.AsyncFunctionDef) and _takes_session(scope):
            yield f"{scope.name} may wait with a session in hand (line {scope.lineno})"


def _is_session(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    named = any(getattr(target, "id", "") in {"session", "SESSION"} for target in targets)
    return node.value is not None and (
        named or (isinstance(node.value, ast.Call) and called(node.value) in SESSION_MAKERS)
    )


def _put_on_an_object(node: ast.Assign) -> bool:
    on_object = any(isinstance(target, ast.Attribute) for target in node.targets)
    return on_object and isinstance(node.value, ast.Name) and node.value.id == "session"


def _mentions_session(node: ast.Call) -> bool:
    given = [*node.args, *(k.value for k in node.keywords)]
    inner = (part for argument in given for part in _outside_lambdas(argument))
    return any(
        getattr(part, "id", "") == "session" or getattr(part, "attr", "") == "session" for part in inner
    )


def _outside_lambdas(node: ast.AST) -> Iterator[ast.AST]:
    """A lambda that receives its session from `database.run` holds its own."""
    if isinstance(node, ast.Lambda) and "session" in {a.arg for a in node.args.args}:
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _outside_lambdas(child)


def _takes_session(node: ast.AsyncFunctionDef) -> bool:
    return "session" in {a.arg for a in (*node.args.args, *node.args.kwonlyargs)}


@pytest.fixture(scope="module")
def product() -> dict[str, ast.Module]:
    """The source, read once."""
    found = sources()
    assert {*DOORS, "handlers/forms.py", "scheduler/sweep.py", "knowledge/library.py"} <= set(found)
    return found


def test_t24_nothing_is_stored_as_opaque_objects(product: dict[str, ast.Module]) -> None:
    assert {} == {path: found for path, tree in product.items() if (found := list(opaque_stores(tree)))}


@pytest.mark.parametrize(
    "planted",
    [
        "import pickle",
        "import shelve as s",
        "from pickle import dumps",
        "from telegram.ext import PicklePersistence",
        "import telegram.ext as t\nt.ConversationHandler([], {}, [])",
        "from sqlalchemy import PickleType",
        "np.load(file, allow_pickle=True)",
    ],
)
def test_t24_an_opaque_store_would_be_found(planted: str) -> None:
    assert 1 <= len(list(opaque_stores(ast.parse(planted))))


def test_t32_only_the_door_to_the_database_opens_sessions(product: dict[str, ast.Module]) -> None:
    made = {path: found for path, tree in product.items() if (found := list(sessions_made(tree)))}

    assert DOORS == sorted(made)


def test_t32_no_session_outlives_its_unit_of_work_or_is_shared_by_tasks(
    product: dict[str, ast.Module],
) -> None:
    kept = {path: found for path, tree in product.items() if (found := list(sessions_kept(tree)))}

    assert {} == {path: found for path, found in kept.items() if not path.startswith(APART)}


def test_t32_the_local_telegram_server_whose_sessions_are_of_http_has_no_orm(
    product: dict[str, ast.Module],
) -> None:
    imported = {
        name.split(".")[0]
        for path, tree in product.items()
        if path.startswith(APART)
        for node in ast.walk(tree)
        for name in (
            [a.name for a in node.names]
            if isinstance(node, ast.Import)
            else [getattr(node, "module", "") or ""]
        )
    }

    assert set() == imported & {"sqlmodel", "sqlalchemy"}


@pytest.mark.parametrize(
    "planted",
    [
        "session = Session(engine)",
        "SESSION = make()",
        "class Store:\n    held = sessionmaker(engine)",
        "class Store:\n    def __init__(self, session):\n        self.session = session",
        "async def f():\n    await asyncio.gather(one(session), two(session))",
        "async def f(turn):\n    asyncio.create_task(send(turn.session))",
        "async def f(session):\n    await send()",
        "def f():\n    global session",
    ],
)
def test_t32_a_session_kept_or_shared_would_be_found(planted: str) -> None:
    assert 1 == len(list(sessions_kept(ast.parse(planted))))


def test_t32_a_unit_of_work_of_its_own_for_each_task_is_no_fault() -> None:
    lawful = (
        "async def f(db):\n    await asyncio.gather(*(db.run(lambda session: add(session, n)) for n in x))"
    )

    assert [] == list(sessions_kept(ast.parse(lawful)))

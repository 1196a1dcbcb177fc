"""The engine's law: no I/O, no clock, no chance but its own, nothing from outside but msgspec."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "engine"

BANNED_MODULES = {
    *("random", "secrets", "uuid"),  # chance
    *("time", "datetime"),  # the clock
    *("os", "io", "shutil", "socket", "subprocess", "tempfile", "glob", "urllib", "http"),  # the machine
    *("threading", "asyncio", "multiprocessing", "concurrent", "signal", "logging"),
}
BANNED_CALLS = {"open", "print", "input", "__import__"}
BANNED_ATTRIBUTES = {"now", "utcnow", "today", "urandom", "environ", "write_text", "write_bytes"}


def faults(source: str) -> Iterator[str]:
    """What the law forbids in a module's text, one line each."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (fault for name in names for fault in imported(name.name))
            case ast.ImportFrom(level=0, module=str(module)):
                yield from imported(module)
            case ast.Call(func=ast.Name(id=name)) if name in BANNED_CALLS:
                yield f"calls {name}"
            case ast.Attribute(attr=name) if name in BANNED_ATTRIBUTES:
                yield f"says .{name}"


def imported(module: str) -> Iterator[str]:
    """Why the module must not be imported."""
    root = module.partition(".")[0]
    if root in BANNED_MODULES:
        yield f"imports {module}"
    elif root not in sys.stdlib_module_names and root not in ("msgspec", "engine"):
        yield f"imports {module}, which is neither the standard library nor msgspec"


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: str(path.relative_to(ENGINE)))
def test_the_engine_is_pure(path: Path) -> None:
    assert list(faults(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import random", "imports random"),
        ("from os.path import join", "imports os.path"),
        ("from datetime import datetime", "imports datetime"),
        ("def f():\n    import time", "imports time"),
        ("import redis", "imports redis, which is neither the standard library nor msgspec"),
        (
            "from service.store import keys",
            "imports service.store, which is neither the standard library nor msgspec",
        ),
        ("clock.now()", "says .now"),
        ("print(1)", "calls print"),
    ],
)
def test_the_law_sees_what_it_forbids(source: str, fault: str) -> None:
    assert list(faults(source)) == [fault]


def test_every_module_is_looked_at() -> None:
    assert len(list(ENGINE.rglob("*.py"))) > 20

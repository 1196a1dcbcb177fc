"""Clients speak HTTP: they take nothing from the service's own code."""

import ast
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
OURS = {"engine", "service", "tests"}


@pytest.mark.parametrize(
    "path", sorted(CLIENTS.rglob("*.py")), ids=lambda path: str(path.relative_to(CLIENTS))
)
def test_a_client_imports_nothing_of_the_service(path: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                imported |= {name.name.partition(".")[0] for name in names}
            case ast.ImportFrom(level=0, module=str(module)):
                imported.add(module.partition(".")[0])
    assert imported & OURS == set()

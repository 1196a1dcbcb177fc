"""The examples, run as a reader runs them: with the address and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"


@pytest.mark.parametrize(
    "command", [["sh", "play.sh"], [sys.executable, "-I", "play.py"]], ids=lambda words: str(words[-1])
)
def test_an_example_plays_a_game_and_verifies_its_record(
    root: str, tmp_path: Path, command: list[str]
) -> None:
    script = EXAMPLES / command.pop()
    path = (
        f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # the tests' own python3 comes first
    )
    ended = subprocess.run(
        [*command, script, root],
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[-1] == "Verified."
    assert len(lines) > 75, "a line a card at least"

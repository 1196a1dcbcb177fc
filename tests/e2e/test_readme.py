"""What the README shows in a terminal is what a terminal shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"
ADDRESS = "http://127.0.0.1:8000"
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BETWEEN = "--- the next command ---"
CHANCE = [  # what differs from run to run
    (re.compile(r"\bfd([shi])_[0-9A-Za-z]{22}_[0-9A-Za-z]{43}\b"), r"fd\1_TOKEN"),
    (re.compile(r"\breq_[0-9a-f]{16}\b"), "req_ID"),
    (re.compile(r'"(\d+)-[0-9A-Za-z]{8}-[0-9A-Za-z]{6}"'), r'"\1-NONCE"'),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), "TIME"),
    (re.compile(r"\b(?=[A-Za-z]*\d)[0-9A-Za-z]{22}\b"), "GAME"),
]


def sessions() -> list[tuple[str, str]]:
    """Each command of the README, with what is printed below it."""
    found: list[tuple[str, str]] = []
    for block in BLOCK.findall(README.read_text("utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines(keepends=True)
            last = next(at for at, line in enumerate(lines) if not line.endswith("\\\n"))
            found.append(("".join(lines[: last + 1]), "".join(lines[last + 1 :])))
    return found


def normal(text: str, root: str) -> str:
    """The text without ids, tokens, times and the address."""
    text = text.replace(root, ADDRESS)
    for pattern, name in CHANCE:
        text = pattern.sub(name, text)
    return text


def test_the_sessions_of_the_readme_are_true(root: str, tmp_path: Path) -> None:
    told = sessions()
    assert len(told) > 5
    script = "".join(f"{command}printf '%s\\n' '{BETWEEN}'\n" for command, _ in told)
    ended = subprocess.run(
        ["bash", "-u"],
        input=script.replace(ADDRESS, root),
        cwd=tmp_path,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    printed = ended.stdout.split(f"{BETWEEN}\n")
    assert printed.pop() == ""
    assert [(command, normal(text, root)) for (command, _), text in zip(told, printed, strict=True)] == [
        (command, normal(text, root)) for command, text in told
    ]


def test_the_two_commands_stand_at_the_top() -> None:
    top = README.read_text("utf-8").splitlines()[:14]
    assert any(line.startswith("make serve") for line in top)
    assert any(line.startswith("make test") for line in top)

"""`python -m tests.advisories`: whether a locked package has a known hole; pip-audit asks, in `make check`.

A hole that is known fails the check. That nobody could be asked fails nothing: it says nothing of the code,
and a check that needs the server of somebody else would fail at random. It is said plainly, with what was
left out; `AUDIT=required` makes a failure of it, for a release. An advisory that does not concern us stands
in pyproject.toml with the reason.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[1]
LOCKS: Final = ("requirements.txt", "requirements-dev.txt")
SOURCES: Final = ("osv", "pypi")  # asked in this order, until one answers
PATIENCE: Final = 90.0  # seconds for one source

Report = Mapping[str, Any]


class Verdict(msgspec.Struct, frozen=True):
    """What a source said of the packages: how many it judged, whom it did not know, and the holes."""

    judged: int
    unknown: tuple[str, ...]
    holes: tuple[str, ...]


def verdict(report: Report, accepted: Mapping[str, str]) -> Verdict:
    """What stands in a report of pip-audit. Of what it skips it says nothing, whatever its summary says."""
    judged, unknown, holes = 0, [], []
    for package in report["dependencies"]:
        if "skip_reason" in package:
            unknown.append(package["name"])
            continue
        judged += 1
        for hole in package["vulns"]:
            if accepted.keys().isdisjoint({hole["id"], *hole["aliases"]}):
                mended = ", ".join(hole["fix_versions"]) or "no version yet"
                holes.append(f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    return Verdict(judged, tuple(unknown), tuple(holes))


def said(lock: str, found: Verdict | None, required: bool) -> tuple[str, bool]:
    """The lines about a lock, and whether the check fails."""
    if found is None or not found.judged:
        text = f"{lock}: NOT AUDITED: no source of advisories could be reached ({', '.join(SOURCES)})"
        return f"{text}; nothing is known of its packages.", required
    text = f"{lock}: {found.judged} packages audited, {len(found.holes)} known holes"
    if found.unknown:
        text += f"; NOT AUDITED, as the source does not know them: {', '.join(found.unknown)}"
    lines = "".join(f"\n  {hole}" for hole in found.holes)
    return f"{text}.{lines}", bool(found.holes or (found.unknown and required))


def main() -> int:
    """Asks of each lock. The status: 1 for a known hole."""
    accepted = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["fairdeal"]["accepted-advisories"]
    failed = False
    for lock in LOCKS:
        found = next(filter(None, (_asked(lock, source, accepted) for source in SOURCES)), None)
        text, fails = said(lock, found, os.environ.get("AUDIT") == "required")
        print(text)
        failed |= fails
    return int(failed)


def _asked(lock: str, source: str, accepted: Mapping[str, str]) -> Verdict | None:
    """What the source says of the lock, None if it judged nothing."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / lock), "--require-hashes"]
    command += ["--disable-pip", "--format=json", "--progress-spinner=off", "--timeout=10"]
    try:
        run = subprocess.run(
            [*command, f"--vulnerability-service={source}"], capture_output=True, text=True, timeout=PATIENCE
        )
        found = verdict(json.loads(run.stdout), accepted)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None
    return found if found.judged else None


if __name__ == "__main__":
    sys.exit(main())

"""What Linux tells of running processes: their children, their memory and what they have open."""

import os
from pathlib import Path

KIB = 1024


def children(parent: int) -> list[int]:
    """The processes that it has started: gunicorn's workers."""
    return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def memory(process: int) -> tuple[int, int]:
    """Bytes of memory that it has: resident, and its share of those (what it has in common with others counts
    in part)."""
    sizes = {
        name: int(rest.split()[0]) * KIB
        for name, _, rest in (
            line.partition(":") for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
        )
    }
    return sizes["Rss"], sizes["Pss"]


def sockets(process: int) -> int:
    """How many sockets it has open."""
    found = 0
    for entry in os.scandir(f"/proc/{process}/fd"):
        try:
            found += os.readlink(entry.path).startswith("socket:")
        except FileNotFoundError:  # closed meanwhile
            continue
    return found


def cpu_seconds(process: int) -> float:
    """The time of a processor that it has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

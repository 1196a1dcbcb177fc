"""Pages shown in a real Chromium: what their script finds comes back, and no complaint of it goes unheard.

The browser is the one that CHROMIUM names, or the first of the usual names on the PATH.
"""

import html
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 120  # a machine may be slow; a page takes one or two
PATIENCE_MS = 20_000  # of the page's own time, which does not pass while it waits for nothing
LIGHT, DARK = 1, 0  # the scheme that a page prefers, as Blink counts them

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><body>{body}
<pre id="found"></pre><script>
(async () => {{ {script} }})().then(
  (found) => {{ document.getElementById("found").textContent = JSON.stringify(found); }},
  (fault) => {{ console.error(fault); }});
</script></body></html>
"""


class Complaint(AssertionError):
    """Something that the browser says on its console."""


def browser() -> str:
    """The command of the browser. FileNotFoundError if there is none."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError("These tests need Chromium: install it, or name one in CHROMIUM.")
    return found


def look(folder: Path, body: str, script: str, scheme: int = LIGHT) -> Any:
    """What the script of the page returns. Complaint if the console says anything."""
    page = folder / "page.html"
    page.write_text(_PAGE.format(body=body, script=script), encoding="utf-8")
    done = subprocess.run(
        [
            browser(),
            "--headless",
            "--no-sandbox",  # which root has not; the pages are our own
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--force-color-profile=srgb",
            f"--blink-settings=preferredColorScheme={scheme}",
            "--enable-blink-features=ComputedAccessibilityInfo",
            "--enable-logging=stderr",
            f"--user-data-dir={folder / 'profile'}",
            f"--virtual-time-budget={PATIENCE_MS}",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    complaints = list(_console(done.stderr))
    if complaints:
        raise Complaint("\n".join(complaints))
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    if found is None or not found[1]:
        raise Complaint(f"the page found nothing: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return json.loads(html.unescape(found[1]))


def _console(log: str) -> Iterator[str]:
    """The lines that a page wrote to the console, or the browser on its behalf."""
    return (line for line in log.splitlines() if "CONSOLE" in line)

"""The settings of the HTTP server are read before gevent patches what waits."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = "import runpy, sys; runpy.run_path('service/gunicorn.conf.py'); print(*sorted(sys.modules), sep='\\n')"


def test_they_import_nothing_that_gevent_has_to_patch_first() -> None:
    done = subprocess.run([sys.executable, "-c", READ], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"redis", "flask", "limits", "service.store"} & set(done.stdout.split())

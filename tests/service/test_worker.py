"""The worker of the HTTP server is loaded before gevent patches its process."""

import subprocess
import sys


def test_what_is_loaded_before_gevent_patches_holds_nothing_that_it_has_to_patch() -> None:
    """redis and flask would keep the sockets and the TLS that they have seen."""
    program = "import sys, service.worker; print(*sorted({'redis', 'flask', 'limits'} & {*sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert loaded.stdout == "\n"

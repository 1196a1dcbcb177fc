"""Settings of the HTTP server; `python -m service` adds the socket that it has bound already."""

import resource
import signal
import threading
import time
from pathlib import Path
from typing import Any

from service.config import Config
from service.handover import HANDOVER, PATIENCE
from service.server_log import FORMAT

_config = Config.from_environ()

wsgi_app = "service.wsgi:app"
chdir = str(Path(__file__).parent.parent)
bind = f"[{_config.host}]:{_config.port}" if ":" in _config.host else f"{_config.host}:{_config.port}"
workers = _config.workers
worker_class = "service.worker.Worker"
preload_app = False  # the store's connections and the listener belong to one process
control_socket_disable = True
limit_request_line = 8190  # bytes; a list may be asked for with twenty filters
worker_connections = 4000  # more than there is room for streams, so that calls get through
keepalive = 5  # seconds between requests, and within which the head of one has to come
# Nobody's word is taken for who he is or how he came, also not that of this machine: TRUSTED_PROXIES alone
# decides (service/app.py). gunicorn believes loopback unless it is told so, even about the path.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
graceful_timeout = 4  # seconds that a stop waits for requests under way and for connections kept alive
loglevel = _config.log_level
logger_class = "service.server_log.Log"
accesslog = "-" if _config.log_level in ("debug", "info") else None
access_log_format = FORMAT

_GLANCE = 0.2  # seconds
_FILES = 8192  # that a worker may have open, if the system lets it: each connection is one

_soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
_wanted = _FILES if _hard == resource.RLIM_INFINITY else min(_FILES, _hard)
if _soft != resource.RLIM_INFINITY and _soft < _wanted:
    resource.setrlimit(resource.RLIMIT_NOFILE, (_wanted, _hard))


def on_reload(server: Any) -> None:
    """New workers are going to be started."""
    HANDOVER.call()


def post_worker_init(worker: Any) -> None:
    """Starts what a worker does in the background, and ends it as soon as the worker is to end: when it is
    told to, or after a reload when a new one has taken over."""
    background = worker.wsgi.extensions["fairdeal-background"]
    told: list[float] = []
    signal.signal(signal.SIGTERM, lambda *_: told.append(time.monotonic()))
    signal.siginterrupt(signal.SIGTERM, False)  # as gunicorn has it: requests under way are not disturbed
    background.start()

    def watch() -> None:
        while worker.alive and not (told and (HANDOVER.done or time.monotonic() > told[0] + PATIENCE)):
            time.sleep(_GLANCE)
        worker.alive = False
        background.close()

    threading.Thread(target=watch, name="fairdeal-end", daemon=True).start()
    HANDOVER.serve()

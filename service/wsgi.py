"""The application of a worker, configured by the environment."""

from service.app import create_app
from service.config import Config

app = create_app(Config.from_environ())

"""How long what is tried at random is tried: short and the same in every run, or long and new each time."""

import os
from typing import Final

TIMES: Final = int(os.environ.get("FUZZ") or 1)  # as many as in the short form
SHORT: Final = TIMES == 1

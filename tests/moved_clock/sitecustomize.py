"""Moves the clock by MOVED_BY seconds: `make test CLOCK=…` puts this folder on the path of every process.

Python's clocks only: waits are as long as ever, and a browser keeps its own time.
"""

import datetime
import os

try:
    import time_machine
except ImportError:
    pass  # a Python without our packages, as tests of the engine make one, keeps the real time
else:

    def move() -> "time_machine.travel":
        now = datetime.datetime.now(datetime.UTC)
        moved = time_machine.travel(now + datetime.timedelta(seconds=int(os.environ["MOVED_BY"])))
        moved.start()
        return moved

    moved = move()

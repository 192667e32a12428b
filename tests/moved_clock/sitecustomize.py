"""Moves the clock by MOVED_BY seconds: `make test CLOCK=…` puts this folder on the path of every process.

Python's clocks only: waits are as long as ever, and a browser keeps its own time.
"""

import os
import time

try:
    import time_machine
except ImportError:
    pass  # a Python without our packages, as tests of the engine make one, keeps the real time
else:

    def move() -> "time_machine.travel":
        """All processes agree to the millisecond: what a busy machine loses on the way is added."""
        by, real, since = int(os.environ["MOVED_BY"]), time.time(), time.monotonic()
        moved = time_machine.travel(real + by)
        moved.start().shift(real + by + time.monotonic() - since - time.time())
        return moved

    moved = move()

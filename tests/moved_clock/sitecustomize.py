"""`make test CLOCK=…` puts this folder on the path of every process that the tests start.

Debian's libfaketime lets `time.sleep` fail where the monotonic clock is left alone; an event that never comes takes as
long.
"""

import threading
import time


def sleep(seconds: float) -> None:
    """By the name that it has elsewhere: `tests.holding` tells short sleeps by it."""
    threading.Event().wait(seconds)


time.sleep = sleep

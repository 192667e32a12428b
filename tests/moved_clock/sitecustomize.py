"""`make test CLOCK=…` puts this folder on the path of every process that the tests start.

With Debian's libfaketime, `time.sleep` fails if the monotonic clock is left alone. Waiting for an event that never
comes takes the same time.
"""

import threading
import time


def sleep(seconds: float) -> None:
    """Named like the original: `tests.holding` recognizes short sleeps by the name."""
    threading.Event().wait(seconds)


time.sleep = sleep

"""Waits until a web process of this machine serves again: `python -m deploy.answers 8001`.

It answers, and the proxy has noticed. Only then may the next one restart. Ends with 1 if it doesn't answer in a minute.
"""

import sys
import time
import urllib.error
import urllib.request

PATIENCE = 60  # seconds
UNNOTICED = 11  # seconds; our proxies leave a process alone for ten after it didn't answer


def answers(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{int(port)}/healthz", timeout=5):
            return True
    except urllib.error.HTTPError:  # such as 400, if ALLOWED_HOSTS lacks 127.0.0.1
        return True
    except OSError:
        return False


if __name__ == "__main__":
    late = time.monotonic() + PATIENCE
    while not answers(sys.argv[1]):
        if time.monotonic() > late:
            sys.exit(f"Nothing answers at port {sys.argv[1]}.")
        time.sleep(0.2)
    time.sleep(UNNOTICED)

"""Sends requests again where that is safe, and waits as long as the server says."""

import random
import time

import httpx

TRIES = 8
LONGEST = 60.0  # seconds between two tries


class Patient(httpx.BaseTransport):
    """Tries again after a 429. After a 503 or a lost connection, it repeats only what does no harm twice: a GET, PUT or
    DELETE, and a move, because that has a key.
    """

    def __init__(self, inner: httpx.BaseTransport, tries: int = TRIES) -> None:
        self._inner, self._tries = inner, tries

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        harmless = request.method != "POST" or request.url.path.endswith("/moves/")
        for tried in range(1, self._tries):
            wait = random.uniform(0, min(LONGEST, 2**tried))  # not all programs at once
            try:
                answer = self._inner.handle_request(request)
            except httpx.TransportError:
                if not harmless:
                    raise
            else:
                if answer.status_code != 429 and not (answer.status_code == 503 and harmless):
                    return answer
                wait = float(answer.headers.get("Retry-After", wait))
                answer.close()
            time.sleep(wait)
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()

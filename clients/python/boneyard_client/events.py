"""Streams of Server-Sent Events that connect again by themselves."""

import json
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any

import httpx

SILENCE = httpx.Timeout(30, read=60)  # the server sends a sign of life every 20 seconds
LONGEST = 60.0  # seconds between two tries
FINAL = {4401, 4403, 4404}  # close codes after which the same request can't work


class Closed(Exception):
    """The server ended the stream for good. *code*: see "Close codes" in docs/api.md."""

    def __init__(self, code: int) -> None:
        super().__init__(f"The server closed the stream: {code}.")
        self.code = code


def follow(client: httpx.Client, path: str) -> Iterator[Mapping[str, Any]]:
    """The messages of a stream, for ever. Raises `Closed`, and `httpx.HTTPStatusError` if the server refuses it."""
    last, failed = "", 0
    while True:
        try:
            headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
            with client.stream("GET", path, headers=headers, timeout=SILENCE) as answer:
                answer.raise_for_status()
                for line in answer.iter_lines():
                    name, _colon, value = line.partition(": ")
                    if name == "id":
                        last = value
                    elif name == "data":
                        message = json.loads(value)
                        if "type" in message:
                            failed = 0
                            yield message
                        elif message.get("code") in FINAL:
                            raise Closed(message["code"])
        except (httpx.TransportError, httpx.HTTPStatusError) as lost:
            if isinstance(lost, httpx.HTTPStatusError) and lost.response.status_code < 500:
                raise
            failed += 1
        time.sleep(random.uniform(0, min(LONGEST, 2**failed)))

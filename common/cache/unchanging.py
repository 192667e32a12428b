"""An in-process cache of expensive values that never change, such as a finished deal or a study.

Callers check access before they ask here. It isn't shared or stored, so a new release recomputes everything.
"""

import hashlib
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

from common import database

MOST = 32 * 1024 * 1024  # bytes of all values, compressed
BREATH = 0.00005  # seconds


def breathe() -> None:
    """Let other threads run. Call repeatedly in long computations, or others wait for Python's lock at every turn."""
    time.sleep(BREATH)


@dataclass(frozen=True, slots=True)
class Packed:
    """A compressed answer; *tag* is its ETag."""

    zipped: bytes
    tag: str

    @classmethod
    def of(cls, content: bytes) -> "Packed":
        return cls(zlib.compress(content), f'"{hashlib.sha256(content).hexdigest()[:32]}"')

    @property
    def content(self) -> bytes:
        return zlib.decompress(self.zipped)

    def answer(self, request: HttpRequest, content_type: str) -> HttpResponseBase:
        """The answer, or 304 if the reader has it. Browsers must revalidate each time, as access may have ended."""
        answer = HttpResponse(self.content, content_type=content_type)
        answer["ETag"], answer["Cache-Control"] = self.tag, "private, no-cache"
        return get_conditional_response(request, etag=self.tag, response=answer) or answer


class Kept:
    """Drops the least recently used values first."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._size = most, 0
        self._known: OrderedDict[Hashable, Sequence[Packed]] = OrderedDict()
        self._working: dict[Hashable, Future[Sequence[Packed]]] = {}
        self._lock, self._one_at_a_time = Lock(), Lock()

    def get(
        self, key: Hashable, work: Callable[[], Sequence[Packed]], charge: Callable[[], object] = lambda: None
    ) -> Sequence[Packed]:
        """The value under *key*, computed by *work* on the first request; simultaneous requests wait for it.

        Before it computes, it calls *charge*, which may raise a refusal. Otherwise a client could cycle through more
        values than fit, and make us compute at every request.
        """
        with self._lock:
            if (value := self._known.get(key)) is not None:
                self._known.move_to_end(key)
                return value
            first = key not in self._working
        if first:
            charge()
        with self._lock:
            first = key not in self._working
            coming = self._working.setdefault(key, Future())
        database.let_go()
        return self._work(key, work, coming) if first else coming.result()

    def lacks(self, keys: Iterable[Hashable]) -> set[Hashable]:
        """The keys that would have to be computed, so that callers can compute several at once."""
        with self._lock:
            return {key for key in keys if key not in self._known}

    def _work(
        self, key: Hashable, work: Callable[[], Sequence[Packed]], coming: "Future[Sequence[Packed]]"
    ) -> Sequence[Packed]:
        try:
            with self._one_at_a_time:
                value = work()
        except BaseException as error:
            with self._lock:
                del self._working[key]
            coming.set_exception(error)
            raise
        with self._lock:
            del self._working[key]
            self._known[key] = value
            self._size += _size(value)
            while self._size > self._most:
                self._size -= _size(self._known.popitem(last=False)[1])
        coming.set_result(value)
        return value

    def forget(self) -> None:
        """Drop everything, for tests that want a cold start."""
        with self._lock:
            self._known.clear()
            self._size = 0


def _size(several: Sequence[Packed]) -> int:
    return sum(len(each.zipped) for each in several)


kept_answers = Kept()

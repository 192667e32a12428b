"""What never changes and takes long to work out: worked out once for all who look, and kept in this process.

A finished deal, a study: each look would play the same moves again. Who may look is decided before anybody asks here.
A new release works everything out anew, as nothing is kept beyond the process.
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

MOST = 32 * 1024 * 1024  # bytes of all that is kept, as it is kept
BREATH = 0.00005  # seconds


def breathe() -> None:
    """Let other threads go on: said again and again by who computes for long, or each of them would wait for
    Python's lock at every turn.
    """
    time.sleep(BREATH)


@dataclass(frozen=True, slots=True)
class Packed:
    """Something to be sent, packed; *tag* says whether a reader has it already (an ETag)."""

    zipped: bytes
    tag: str

    @classmethod
    def of(cls, content: bytes) -> "Packed":
        return cls(zlib.compress(content), f'"{hashlib.sha256(content).hexdigest()[:32]}"')

    @property
    def content(self) -> bytes:
        return zlib.decompress(self.zipped)

    def answer(self, request: HttpRequest, content_type: str) -> HttpResponseBase:
        """The answer, or 304 to who has it. Whoever keeps it asks each time, as it may be no longer theirs to see."""
        answer = HttpResponse(self.content, content_type=content_type)
        answer["ETag"], answer["Cache-Control"] = self.tag, "private, no-cache"
        return get_conditional_response(request, etag=self.tag, response=answer) or answer


class Kept:
    """What hasn't been asked for longest goes first."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._size = most, 0
        self._known: OrderedDict[Hashable, Sequence[Packed]] = OrderedDict()
        self._working: dict[Hashable, Future[Sequence[Packed]]] = {}
        self._lock, self._one_at_a_time = Lock(), Lock()

    def get(
        self, key: Hashable, work: Callable[[], Sequence[Packed]], charge: Callable[[], object] = lambda: None
    ) -> Sequence[Packed]:
        """What is kept under *key*, by *work* if nobody has asked before; who comes meanwhile waits for the same.

        *charge* is called first by who is about to make us work, and may refuse: else who goes round through more than
        can be kept makes us work at every look.
        """
        with self._lock:
            if (found := self._known.get(key)) is not None:
                self._known.move_to_end(key)
                return found
            first = key not in self._working
        if first:
            charge()
        with self._lock:
            first = key not in self._working
            coming = self._working.setdefault(key, Future())
        database.let_go()
        return self._work(key, work, coming) if first else coming.result()

    def lacks(self, keys: Iterable[Hashable]) -> set[Hashable]:
        """Which of these would have to be worked out: who asks for several can do so for all of them at once."""
        with self._lock:
            return {key for key in keys if key not in self._known}

    def _work(
        self, key: Hashable, work: Callable[[], Sequence[Packed]], coming: "Future[Sequence[Packed]]"
    ) -> Sequence[Packed]:
        try:
            with self._one_at_a_time:
                found = work()
        except BaseException as error:
            with self._lock:
                del self._working[key]
            coming.set_exception(error)
            raise
        with self._lock:
            del self._working[key]
            self._known[key] = found
            self._size += _size(found)
            while self._size > self._most:
                self._size -= _size(self._known.popitem(last=False)[1])
        coming.set_result(found)
        return found

    def forget(self) -> None:
        """All of it: tests want a cold start."""
        with self._lock:
            self._known.clear()
            self._size = 0


def _size(several: Sequence[Packed]) -> int:
    return sum(len(each.zipped) for each in several)


kept = Kept()

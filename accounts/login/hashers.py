from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from common import database

_free = BoundedSemaphore(settings.PASSWORDS_AT_ONCE)


class FewAtOnce(Argon2PasswordHasher):
    """Argon2 deliberately uses 100 MB per password, so simultaneous logins queue instead of filling the memory."""

    def encode(self, *password: str) -> str:
        with _in_turn():
            return super().encode(*password)

    def verify(self, *password: str) -> bool:
        with _in_turn():
            return super().verify(*password)


@contextmanager
def _in_turn() -> Iterator[None]:
    database.let_go()
    with _free:
        yield

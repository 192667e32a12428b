"""A crowd at the door: passwords are checked a few at a time, as each takes 100 MB."""

import threading

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, identify_hasher, make_password

from tests.games.test_races import at_once

pytestmark = pytest.mark.any_database


def test_twenty_wrong_passwords_at_once_are_checked_a_few_at_a_time(db, monkeypatch):
    known = make_password("four-bones-and-ink")
    lock, two, now, most = threading.Lock(), threading.Barrier(2), 0, 0

    def verify(self, password, encoded):
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        two.wait(60)
        right = argon2(self, password, encoded)
        with lock:
            now -= 1
        return right

    argon2 = Argon2PasswordHasher.verify
    monkeypatch.setattr(Argon2PasswordHasher, "verify", verify)
    monkeypatch.setattr("accounts.hashers.database.let_go", lambda: None)
    answers = at_once(*[lambda: check_password("wrong", known)] * 20)
    assert answers == [False] * 20
    assert most == settings.PASSWORDS_AT_ONCE == 2


def test_a_password_that_is_known_goes_on_being_known(db):
    """The digests that are stored say argon2, whoever has made them."""
    before = Argon2PasswordHasher().encode("four-bones-and-ink", "a-salt-that-is-salt")
    assert check_password("four-bones-and-ink", before)
    assert identify_hasher(make_password("x")).algorithm == "argon2"


@pytest.mark.parametrize("fails", ["encode", "verify"])
def test_a_failure_keeps_nobody_from_the_door(db, monkeypatch, fails):
    known = make_password("four-bones-and-ink")
    with monkeypatch.context() as broken:
        broken.setattr(Argon2PasswordHasher, fails, lambda *_asked: 1 / 0)
        for _ in range(settings.PASSWORDS_AT_ONCE + 1):
            with pytest.raises(ZeroDivisionError):
                make_password("x") if fails == "encode" else check_password("x", known)
    assert check_password("four-bones-and-ink", known)

"""Many logins at once: passwords are checked a few at a time, because each check takes 100 MB."""

import threading

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, identify_hasher, make_password

from accounts.models import User
from tests.games.test_races import at_once


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
    monkeypatch.setattr("accounts.login.hashers.database.let_go", lambda: None)
    answers = at_once(*[lambda: check_password("wrong", known)] * 20)
    assert answers == [False] * 20
    assert most == settings.PASSWORDS_AT_ONCE == 2


def test_hashes_stored_by_argon2_still_work(db):
    """Stored hashes name argon2, whichever implementation made them."""
    before = Argon2PasswordHasher().encode("four-bones-and-ink", "a-salt-that-is-salt")
    assert check_password("four-bones-and-ink", before)
    assert identify_hasher(make_password("x")).algorithm == "argon2"


@pytest.mark.parametrize("fails", ["encode", "verify"])
def test_a_failing_hash_frees_its_place_for_the_next(db, monkeypatch, fails):
    known = make_password("four-bones-and-ink")
    with monkeypatch.context() as broken:
        broken.setattr(Argon2PasswordHasher, fails, lambda *_asked: 1 / 0)
        for _ in range(settings.PASSWORDS_AT_ONCE + 1):
            with pytest.raises(ZeroDivisionError):
                make_password("x") if fails == "encode" else check_password("x", known)
    assert check_password("four-bones-and-ink", known)


@pytest.fixture
def hashes(monkeypatch):
    """A list that grows by one entry per hashed password."""
    run: list[str] = []
    for name in ("encode", "verify"):
        real = getattr(Argon2PasswordHasher, name)
        monkeypatch.setattr(
            Argon2PasswordHasher, name, lambda self, *password, real=real: (run.append(""), real(self, *password))[1]
        )
    return run


@pytest.fixture
def known(db, ada, ben):
    """Ada has confirmed her address, Ben hasn't; ten accounts share an unconfirmed one."""
    for person, confirmed in ((ada, True), (ben, False)):
        _has(person, f"{person.username}@example.org", confirmed)
    crowd = [User.objects.create_user(f"crowd{n}") for n in range(10)]
    for person in crowd:
        _has(person, "all@example.org", False)
    return crowd


def _has(person, email, confirmed):
    person.email = email
    person.set_password("four-bones-and-ink")
    person.save()
    EmailAddress.objects.create(user=person, email=email, verified=confirmed, primary=True)


ANYBODY = ["ada", "nobody", "ada@example.org", "ben@example.org", "all@example.org", "nobody@example.org"]


@pytest.mark.parametrize("login", ANYBODY)
def test_a_failed_login_hashes_once_whether_the_account_exists_or_not(login, known, hashes, client):
    """Otherwise the time reveals whether the account exists, or many logins make everyone wait."""
    assert client.post("/accounts/login/", {"login": login, "password": "wrong"}).status_code == 200
    assert len(hashes) == 1


MEANT = {"ada": "ada", "ada@example.org": "ada", "BEN@example.org": "ben", "crowd3": "crowd3", "all@example.org": None}


@pytest.mark.parametrize(("login", "who"), MEANT.items())
def test_an_address_logs_in_the_only_account_or_the_one_that_confirmed_it(login, who, known, client):
    client.post("/accounts/login/", {"login": login, "password": "four-bones-and-ink"})
    assert client.get("/api/v1/me/").json().get("username") == who


def test_an_address_logs_in_only_the_account_that_confirmed_it(known, ada, ben, client):
    EmailAddress.objects.create(user=ben, email="ada@example.org", verified=False)
    client.post("/accounts/login/", {"login": "ada@example.org", "password": "four-bones-and-ink"})
    assert client.get("/api/v1/me/").json()["username"] == "ada"


def test_accounts_with_a_shared_address_can_confirm_their_login(known, ada, client):
    """… with their own password, even after another account confirmed the address."""
    crowd = known[0]
    client.force_login(crowd)
    EmailAddress.objects.filter(user=known[1]).update(verified=True)
    answer = client.post("/accounts/reauthenticate/", {"password": "four-bones-and-ink", "next": "/settings/access/"})
    assert answer.status_code == 302

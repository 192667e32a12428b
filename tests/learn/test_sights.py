"""Players aren't rated for solutions they have seen: a browser remembers those it showed, for every login."""

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import tokens
from accounts.models import User
from learn.models import Puzzle, Solver, Try
from learn.puzzles import sights, solving, stock
from tests.learn.test_puzzles import POSITION
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)
RIGHT, WRONG = "5-4>5-3", "6-5>5-3"
PASSWORD = "six tiles and a boneyard"


@pytest.fixture(autouse=True)
def passwords(ada, ben):
    for person in (ada, ben):
        person.set_password(PASSWORD)
        person.save()


@pytest.fixture
def today():
    """Today's puzzle, and another."""
    other, daily = stock.keep([POSITION, POSITION], timezone.now())
    Puzzle.objects.filter(pk=daily.pk).update(day=timezone.localdate())
    return daily, other


def play(browser, puzzle, move=RIGHT):
    return browser.post(reverse("solve_puzzle", args=[puzzle.public_id]), {"move": move}, follow=True)


def log_in(browser, name):
    said = browser.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert said.status_code == 302


def log_out(browser):
    assert browser.post(reverse("account_logout")).status_code == 302


def rated(person):
    """Whether any of their results changed."""
    solver = Solver.objects.filter(player=person).first() or Solver(player=person)
    return (solver.mu, solver.sigma, solver.streak, solver.best_streak, solver.last_day) != (
        1500, Solver().sigma, 0, 0, None,
    )  # fmt: skip


def as_stranger(browser, puzzle):
    play(browser, puzzle, WRONG)


def as_guest(browser, puzzle):
    """Seen with another account: a guest who plays nothing else and logs out."""
    browser.post(reverse("computers"), {"variant": "draw", "level": "solid"})
    assert User.objects.filter(is_guest=True).exists()
    play(browser, puzzle, WRONG)
    browser.post(reverse("account_logout"))


def as_another_account(browser, puzzle):
    log_in(browser, "ben")
    play(browser, puzzle, WRONG)
    log_out(browser)


def as_another_account_that_looks_again(browser, puzzle):
    play(elsewhere := Client(), puzzle, WRONG)
    log_in(elsewhere, "ben")
    play(elsewhere, puzzle)
    log_in(browser, "ben")
    browser.get(puzzle.get_absolute_url())
    log_out(browser)


def as_program(browser, puzzle):
    """The API address that the page uses, by session."""
    log_in(browser, "ben")
    address = f"/api/v1/puzzles/{puzzle.public_id}/"
    token = browser.get("/").cookies.get("csrftoken") or browser.cookies.get("csrftoken")
    told = browser.post(
        address, {"move": WRONG}, "application/json", headers={"X-CSRFToken": token.value if token else ""}
    )
    assert told.json()["solution"] == RIGHT
    log_out(browser)


def by_token(person, puzzle):
    """Their program finds the solution."""
    _token, secret = tokens.make(user=person, name="bot", scopes=["read", "play"], days=None, now=timezone.now())
    headers = {"Authorization": f"Bearer {secret}"}
    address = f"/api/v1/puzzles/{puzzle.public_id}/"
    return Client().post(address, {"move": RIGHT}, "application/json", headers=headers)


@pytest.mark.parametrize(
    "looks", [as_stranger, as_guest, as_another_account, as_another_account_that_looks_again, as_program]
)
@pytest.mark.parametrize("solves", ["at once", "elsewhere", "by a token"])
def test_seen_solutions_are_not_rated(today, ada, looks, solves):
    daily, other = today
    browser = Client()
    looks(browser, daily)
    before = Puzzle.objects.get(pk=daily.pk)
    log_in(browser, "ada")
    if solves == "by a token":
        told = by_token(ada, daily)
        assert (told.json()["tried"], told.json()["rated"]) == (RIGHT, False)
    else:
        if solves == "elsewhere":  # the account has seen it, not only this browser
            browser = Client()
            log_in(browser, "ada")
        assert "Not rated" in words_of(browser.get(daily.get_absolute_url()))
        assert "This try didn’t change your rating or streak" in words_of(play(browser, daily))
    assert Try.objects.get(player=ada).right
    assert not rated(ada)
    daily.refresh_from_db()
    assert (daily.mu, daily.sigma) == (before.mu, before.sigma)
    honest = Client()
    log_in(honest, "ada")
    assert "Your puzzle rating is now" in words_of(play(honest, other))
    assert rated(ada)


def test_unseen_puzzles_are_rated_and_continue_the_streak(today, ada):
    browser = Client()
    log_in(browser, "ada")
    assert "Not rated" not in words_of(browser.get(today[0].get_absolute_url()))
    play(browser, today[0])
    solver = Solver.objects.get(player=ada)
    assert solver.mu > 1500
    assert (solver.streak, solver.last_day) == (1, timezone.localdate())


def test_seen_solutions_neither_end_nor_continue_the_streak(today, ada):
    yesterday = timezone.localdate() - timedelta(days=1)
    Solver.objects.create(player=ada, streak=4, best_streak=4, last_day=yesterday)
    browser = Client()
    as_stranger(browser, today[0])
    log_in(browser, "ada")
    play(browser, today[0], WRONG)
    solver = Solver.objects.get(player=ada)
    assert (solver.streak, solver.last_day, solver.mu) == (4, yesterday, 1500)


def test_tries_by_token_are_not_rated_as_the_owner_may_have_seen_the_solution(today, ada):
    told = by_token(ada, today[0])
    assert (told.status_code, told.json()["rated"]) == (200, False)
    assert sights.COOKIE not in told.cookies
    assert not rated(ada)


def test_strangers_see_a_warning_before_the_solution(today):
    assert "it won’t be rated later either" in words_of(Client().get(today[0].get_absolute_url()))


@pytest.mark.both_databases
def test_seen_puzzles_are_not_offered_again(today, ada):
    browser = Client()
    as_stranger(browser, today[0])
    log_in(browser, "ada")
    assert solving.one_for(ada, rng=Random(1)) == today[1]


@pytest.mark.both_databases
@pytest.mark.parametrize("before", [None, {}, {"tries": 1, "mu": 1600}], ids=["nothing", "seen", "tried"])
def test_solutions_a_guest_has_seen_move_to_their_account(today, ada, before):
    if before is not None:
        Solver.objects.create(player=ada, **before)
    browser = Client()
    as_stranger(browser, today[0])
    browser.post(reverse("computers"), {"variant": "draw", "level": "solid"})
    play(browser, today[1])
    del browser.cookies[sights.COOKIE]
    log_in(browser, "ada")
    assert not User.objects.get(is_guest=True).seats.exists()
    solver = Solver.objects.get(player=ada)
    assert solver.tries == 1  # the guest's, unless the account had its own
    assert (solver.mu == 1600) == bool(before)
    play(browser, today[0])
    after = Solver.objects.get(player=ada)
    assert (after.tries, after.mu) == (2, solver.mu)


@pytest.mark.parametrize("forged", ["", "AAAA", "AAAA:AAAA", "\x00", ":", "x" * 4000])
def test_an_unsigned_cookie_is_ignored(today, rf, forged):
    request = rf.get("/")
    request.COOKIES[sights.COOKIE] = forged
    assert sights.of_browser(request) == 0


def test_the_cookie_stays_small_and_is_hidden_from_scripts(rf):
    request, response = rf.get("/"), None
    from django.http import HttpResponse

    for pk in (1, 2, 700, stock.MOST, sights.BITS - 1, sights.BITS + 5):
        response = HttpResponse()
        sights.note(request, response, Puzzle(pk=pk))
        request.COOKIES[sights.COOKIE] = response.cookies[sights.COOKIE].value
    cookie = response.cookies[sights.COOKIE]
    assert len(cookie.OutputString()) < 4_000
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert set(sights.puzzles_in(sights.of_browser(request))) == {1, 2, 5, 700, stock.MOST, sights.BITS - 1}
    assert stock.MOST < sights.BITS / 4

"""Today's puzzle: whose day it is, the streak of players and of strangers, and the card other pages show."""

import html
import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from learn.models import Puzzle, Solver
from learn.puzzles import daily, solving, stock
from tests.learn.test_puzzles import POSITION
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)
RIGHT, WRONG = "5-4>5-3", "6-5>5-3"
MONDAY = date(2026, 11, 23)


@pytest.fixture
def week():
    """Seven puzzles, the first for Monday."""
    made = stock.keep([POSITION] * 7, timezone.now())
    for number, puzzle in enumerate(made):
        Puzzle.objects.filter(pk=puzzle.pk).update(day=MONDAY + timedelta(days=number))
    return made


@pytest.fixture
def on(monkeypatch):
    """`on(2)`: it is Wednesday, for every reader."""
    return lambda days: monkeypatch.setattr(daily, "today_of", lambda _request: MONDAY + timedelta(days=days))


def card(client, reader=None):
    """The card of today's puzzle as the tag writes it, for the cookies and login of *client*."""
    request = RequestFactory().get("/")
    request.COOKIES = {name: cookie.value for name, cookie in client.cookies.items()}
    request.user = reader or AnonymousUser()
    return Template("{% load learning %}{% todays_puzzle %}").render(Context({"request": request}))


def play(client, puzzle, move=RIGHT):
    return client.post(reverse("solve_puzzle", args=[puzzle.public_id]), {"move": move}, follow=True)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("", 23),
        ("UTC", 23),
        ("Europe/Berlin", 24),
        ("America/Los_Angeles", 23),
        ("Pacific/Auckland", 24),
        ("Mars/X", 23),
    ],
)
def test_a_new_day_begins_at_the_readers_own_midnight(monkeypatch, ada, zone, day):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 23, 23, 30, tzinfo=UTC))
    request = RequestFactory().get("/")
    ada.time_zone, request.user = zone, ada
    assert daily.today_of(request) == date(2026, 11, day)
    request.user, request.COOKIES = AnonymousUser(), {"time_zone": zone}
    assert daily.today_of(request) == date(2026, 11, day)


def test_the_streak_is_over_once_a_day_was_missed(week, ada, on, browser_of):
    for day in (0, 1):
        on(day)
        solving.solve(
            public_id=week[day].public_id, person=ada, move=RIGHT, now=timezone.now(), today=daily.today_of(0)
        )
    counted = []
    for day in (1, 2, 3):
        on(day)
        page = words_of(browser_of(ada).get(reverse("puzzles")))
        counted.append(("2 days in a row" in page, "(best: 2)" in page))
    assert counted == [(True, False), (True, False), (False, True)]


def test_a_strangers_streak_grows_day_by_day_and_only_with_the_first_try(week, stranger, on):
    lines = []
    for day, moves in enumerate([[RIGHT], [RIGHT], [WRONG, RIGHT], [RIGHT], [], [RIGHT]]):
        on(day)
        for move in moves:
            play(stranger, week[day], move)
        shown = card(stranger)
        streak = re.search(r"<strong>(\d)</strong>", shown)
        lines.append((int(streak[1]) if streak else 0, "Solved." in shown, "Missed." in shown))
    assert lines == [
        (1, True, False), (2, True, False), (0, False, True), (1, True, False), (1, False, False), (1, True, False)
    ]  # fmt: skip
    assert not Solver.objects.exists()


def test_other_puzzles_and_forged_cookies_make_no_streak(week, stranger, on):
    on(0)
    play(stranger, week[3])
    assert "in a row" not in card(stranger)
    stranger.cookies[daily.COOKIE] = "99 2026-11-23"
    assert "in a row" not in card(stranger)


def test_the_card_draws_the_board_and_holds_no_solution(week, stranger, on):
    on(0)
    shown = card(stranger)
    board = json.loads(html.unescape(re.search(r'data-board="([^"]*)"', shown)[1]))
    assert [tile["tile"] for tile in board["layout"]] == ["5-3"]
    assert [end["value"] for end in board["ends"]] == [5, 3]
    assert week[0].get_absolute_url() in shown
    for secret in ("5-4&gt;", "5-4>", "9.5", "worth", "chance"):
        assert secret not in shown


@pytest.mark.both_databases
def test_the_card_needs_a_fixed_number_of_queries(week, ada, stranger, on, django_assert_num_queries):
    on(0)
    with django_assert_num_queries(1):  # the puzzle
        card(stranger)
    for move in (None, WRONG):
        if move:
            solving.solve(
                public_id=week[0].public_id, person=ada, move=move, now=timezone.now(), today=daily.today_of(0)
            )
        with django_assert_num_queries(1):  # their try and their streak; the puzzle is kept for a minute
            shown = card(stranger, ada)
    assert "Missed." in shown


def test_without_puzzles_there_is_no_card(stranger):
    assert card(stranger).strip() == ""

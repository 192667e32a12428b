"""Today's puzzle for a reader: which day it is for them, and their streak of days on which they solved it.

A player's streak is in `Solver`. A reader without a login has theirs in a signed cookie of this browser.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from accounts.models import User
from accounts.rest import zone_named
from games.shown.small_boards import SmallBoard
from learn.models import Puzzle
from learn.puzzles import solving
from mind import SeatView
from mind.seen import seen
from rulebook.facts import facts

COOKIE = "puzzle_streak"
SALT = "learn.daily"


@dataclass(frozen=True)
class Streak:
    """*days* in a row with the daily puzzle solved, up to the day *last*; 0 if the last try missed it."""

    days: int
    last: date

    def after(self, today: date, *, right: bool) -> "Streak":
        """The streak after the try of *today*."""
        follows = self.last == today - timedelta(days=1)
        return Streak((self.days + 1 if follows else 1) if right else 0, today)


NONE_YET = Streak(0, date.min)


@dataclass(frozen=True, slots=True)
class Today:
    """Today's puzzle as its card shows it. *result*: "" before the reader's try. *board* is its small board as JSON."""

    puzzle: Puzzle
    result: Literal["", "solved", "missed"]
    streak: int
    board: str
    hand: tuple[str, ...]


def today_of(request: HttpRequest) -> date:
    """The date in the time zone of the player, or of the browser; UTC if unknown."""
    user = request.user
    known = user.time_zone if isinstance(user, User) else ""
    return timezone.now().astimezone(zone_named(known or request.COOKIES.get("time_zone", ""))).date()


def shown(request: HttpRequest) -> Today | None:
    """The card of today's puzzle; None without puzzles. One query for players, and one a minute for everybody."""
    today = today_of(request)
    if (puzzle := solving.of_the_day(today)) is None:
        return None
    result: Literal["", "solved", "missed"] = ""
    if isinstance(user := request.user, User):
        tried, solver = solving.tried_by(user, puzzle)
        streak = solver.streak_on(today)
        if tried is not None:
            result = "solved" if tried.right else "missed"
    else:
        mine = streak_of_browser(request)
        streak = mine.days if mine.last >= today - timedelta(days=1) else 0
        if mine.last == today:
            result = "solved" if mine.days else "missed"
    view = solving.view_of(puzzle)
    hand = sorted(view.round.hand or (), key=lambda tile: [-int(half) for half in tile.split("-")])
    return Today(puzzle, result, streak, orjson.dumps(_board(puzzle, view)).decode(), tuple(hand))


def _board(puzzle: Puzzle, view: SeatView) -> SmallBoard:
    """Its layout, as lists of games draw theirs; over, as it never changes."""
    return SmallBoard(
        id=f"puzzle-{puzzle.public_id}",
        version=0,
        status="finished",
        seats=puzzle.seats,
        you=None,
        turn=None,
        sum=facts(seen(view).ruleset).sum,
        arms=facts(seen(view).ruleset).arms,
        rows=False,
        layout=view.round.layout,
        ends=view.round.ends,
        trains=view.round.trains,
        cover=view.round.cover,
        hand=None,
    )


def streak_of_browser(request: HttpRequest) -> Streak:
    """The streak in the browser's cookie; `NONE_YET` without one signed by us."""
    stored = str(request.get_signed_cookie(COOKIE, default="", salt=SALT))
    days, _, last = stored.partition(" ")
    try:
        return Streak(int(days), date.fromisoformat(last))
    except ValueError:
        return NONE_YET


def note(request: HttpRequest, response: HttpResponseBase, puzzle: Puzzle, *, right: bool) -> None:
    """Record a stranger's first try of today's puzzle in *response*; tries of other puzzles don't count."""
    today, before = today_of(request), streak_of_browser(request)
    if puzzle.day != today or before.last == today:
        return
    streak = before.after(today, right=right)
    response.set_signed_cookie(
        COOKIE,
        f"{streak.days} {streak.last.isoformat()}",
        salt=SALT,
        max_age=settings.SESSION_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )

"""Puzzles: today's, one that suits, a try at one, and a stock that never runs dry."""

import json
import logging
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from bots import minds
from common import refusals
from common.answering import Unanswered
from learn.models import Puzzle, Solver, Try
from standings.strength import MODEL

logger = logging.getLogger(__name__)
JSON = Mapping[str, Any]
STOCK = Path(__file__).parent / "stock.json"  # the puzzles that every server begins with
FEWEST_NEW, MOST = 30, 2_000  # that nobody has had as the daily one; of all
NEAR = 20  # of those nearest in difficulty one is chosen
PATIENCE = 30.0


@cache
def variants() -> frozenset[str]:
    """The games that there are puzzles of."""
    return frozenset(line["variant"] for line in json.loads(STOCK.read_bytes()))


def none_there() -> str:
    return _("There is no puzzle at this address.")


def find_puzzle(public_id: str) -> Puzzle:
    """Raises `NotFound`."""
    if (found := Puzzle.objects.filter(public_id=public_id).first()) is None:
        raise refusals.NotFound("unknown_puzzle", none_there())
    return found


def of_the_day(today: date) -> Puzzle | None:
    """Today's; the first who asks chooses it: the oldest that was nobody's yet. None while there are none at all."""
    for _attempt in range(3):
        if (found := Puzzle.objects.filter(day=today).first()) is not None:
            return found
        free = Puzzle.objects.filter(day=None).order_by("pk").first()
        if free is None:
            return Puzzle.objects.order_by("day").first()
        try:
            with transaction.atomic():
                Puzzle.objects.filter(pk=free.pk, day=None).update(day=today)
        except IntegrityError:  # somebody was quicker
            continue
    return None


def one_for(person: User | None, variant: str = "") -> Puzzle | None:
    """One that the person hasn't tried, about as hard as they are good, of a game if it is named."""
    left: QuerySet[Puzzle] = Puzzle.objects.filter(variant=variant) if variant else Puzzle.objects.all()
    mu = MODEL.mu
    if person is not None:
        left = left.exclude(pk__in=Try.objects.filter(player=person).values("puzzle"))
        mu = solver_of(person).mu
    harder, easier = left.filter(mu__gte=mu).order_by("mu", "pk"), left.filter(mu__lt=mu).order_by("-mu", "pk")
    near = [*harder[: NEAR // 2], *easier[: NEAR // 2]]
    return near[timezone.now().microsecond % len(near)] if near else None


def solver_of(person: User) -> Solver:
    """How well they solve; who hasn't tried any is as everybody begins. Not stored by asking."""
    return Solver.objects.filter(player=person).first() or Solver(player=person)


def try_of(puzzle: Puzzle, person: User) -> Try | None:
    return Try.objects.filter(puzzle=puzzle, player=person).first()


def solve(*, public_id: str, person: User, move: str, now: datetime, today: date) -> Try:
    """The person's one try; puzzle and person are rated by it. Whoever has tried it gets their first answer again.

    Raises `NotFound`, and `Unreadable` for what is no move there.
    """
    puzzle = find_puzzle(public_id)
    if move not in puzzle.view["round"]["legal"]:
        raise refusals.Unreadable("no_such_move", _("That isn't one of the moves there."))
    with transaction.atomic(durable=True):
        person = database.hold(person)
        if (before := try_of(puzzle, person)) is not None:
            return before
        puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        solver, right = solver_of(person), move == puzzle.solution
        one, other = MODEL.rating(solver.mu, solver.sigma), MODEL.rating(puzzle.mu, puzzle.sigma)
        [[one], [other]] = MODEL.rate([[one], [other]], ranks=[1.0, 2.0] if right else [2.0, 1.0])
        solver.mu, solver.sigma = one.mu, one.sigma
        solver.tries, solver.solved = solver.tries + 1, solver.solved + right
        if puzzle.day == today:
            _in_a_row(solver, today, right=right)
        solver.save()
        Puzzle.objects.filter(pk=puzzle.pk).update(
            mu=other.mu, sigma=other.sigma, tries=F("tries") + 1, solved=F("solved") + int(right)
        )
        return Try.objects.create(puzzle=puzzle, player=person, move=move, right=right, at=now, rating=solver.rating)


def _in_a_row(solver: Solver, today: date, *, right: bool) -> None:
    """Days on which the daily puzzle was solved."""
    yesterday = solver.last_day == today - timedelta(days=1)
    solver.streak = (solver.streak + 1 if yesterday else 1) if right else 0
    solver.best_streak = max(solver.best_streak, solver.streak)
    solver.last_day = today


# ---- The stock


def fill_stock(now: datetime) -> int:
    """A chore: every server begins with some puzzles; when few are new, minds play deals and look for more. Returns how
    many came.
    """
    if Puzzle.objects.filter(day=None).count() >= FEWEST_NEW or Puzzle.objects.count() >= MOST:
        return 0
    if not Puzzle.objects.exists():
        return len(keep(json.loads(STOCK.read_bytes()), now))
    if not settings.MINDS_FIND_PUZZLES:
        return 0
    number = Puzzle.objects.count()
    there = sorted(variants())
    variant = there[number % len(there)]
    seats = 4 if variant in {"partnership", "sport_goat"} else 2
    question = {"do": "puzzles", "variant": variant, "options": {}, "seats": seats, "seed": f"{number}/{now.date()}"}
    try:
        answer = minds.ask(question, owner="puzzles", urgent=False, patience=PATIENCE).result()
    except Unanswered:
        logger.warning("No mind could look for puzzles")
        return 0
    found = orjson.loads(answer).get("puzzles", [])
    return len(keep(({"variant": variant, "options": {}, "seats": seats, **each} for each in found), now))


def keep(found: Iterable[JSON], now: datetime) -> list[Puzzle]:
    """Store puzzles as minds tell them."""
    fields = ("variant", "options", "seats", "view", "solution", "margin", "moves")
    return Puzzle.objects.bulk_create([Puzzle(**{name: each[name] for name in fields}, made_at=now) for each in found])

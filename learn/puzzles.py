"""Puzzles: today's, a suitable one, tries, and the stock."""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import orjson
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import mere_note
from common.processes.background import OneAtATime
from games.models import Game, Seat
from games.queries import record
from learn import sights
from learn.models import Puzzle, PuzzleSource, Solver, Try
from minds import pool as minds
from minds.children import Unanswered
from standings.strength import MODEL

logger = logging.getLogger(__name__)
JSON = Mapping[str, Any]
STOCK = Path(__file__).parent / "stock.json"  # the first puzzles of every server
FEWEST_NEW, MOST = 30, 2_000  # not yet used as the daily puzzle; in all
NEAR = 20  # one of so many nearest in difficulty is chosen
PATIENCE = 30.0  # seconds per deal
LONGEST_WAIT = 600.0  # … including more urgent work
_seeker = OneAtATime("looking for puzzles")
AIMS = {"": 0, "easier": -200, "harder": 200}  # rating points added to the person's rating


@cache
def variants() -> frozenset[str]:
    """The games that have puzzles."""
    return frozenset(line["variant"] for line in json.loads(STOCK.read_bytes()))


def none_there() -> str:
    return _("We couldn’t find this puzzle. Check the address.")


def find_puzzle(public_id: str) -> Puzzle:
    """Raises `NotFound`."""
    if (found := Puzzle.objects.select_related("game").filter(public_id=public_id).first()) is None:
        raise refusals.NotFound("unknown_puzzle", none_there())
    return found


def of_the_day(today: date) -> Puzzle | None:
    """Today's puzzle; the first request of the day chooses the oldest unused one. None without any puzzles."""
    for _attempt in range(3):
        if (found := Puzzle.objects.filter(day=today).first()) is not None:
            return found
        free = Puzzle.objects.filter(day=None).order_by("pk").first()
        if free is None:
            return Puzzle.objects.order_by("day").first()
        try:
            with mere_note(), transaction.atomic():
                if not Puzzle.objects.filter(pk=free.pk, day=None).update(day=today):
                    continue
        except IntegrityError:  # another process was first
            continue
        free.day = today
        return free  # if it couldn't be stored, the next request chooses the same one
    return None


def one_for(person: User | None, variant: str = "", than: str = "", *, rng: Random) -> Puzzle | None:
    """A puzzle the person hasn't tried or seen solved, optionally of one game. Its difficulty is near their rating, or
    easier or harder *than* that (a key of `AIMS`).
    """
    left: QuerySet[Puzzle] = Puzzle.objects.filter(variant=variant) if variant else Puzzle.objects.all()
    mu = MODEL.mu
    if person is not None:
        left = left.exclude(pk__in=Try.objects.filter(player=person).values("puzzle"))
        solver = solver_of(person)
        left = left.exclude(pk__in=list(sights.puzzles_in(sights.of_person(solver))))
        mu = solver.mu
    mu += AIMS[than]
    harder, easier = left.filter(mu__gte=mu).order_by("mu", "pk"), left.filter(mu__lt=mu).order_by("-mu", "pk")
    near = [*harder[: NEAR // 2], *easier[: NEAR // 2]]
    return rng.choice(near) if near else None


def solver_of(person: User) -> Solver:
    """The person's puzzle rating; an unstored one with the initial values before their first try."""
    return Solver.objects.filter(player=person).first() or Solver(player=person)


def try_of(puzzle: Puzzle, person: User) -> Try | None:
    return Try.objects.filter(puzzle=puzzle, player=person).first()


def solve(*, public_id: str, person: User, move: str, now: datetime, today: date, seen: int | None = 0) -> Try:
    """The person's one try, which rates puzzle and person. A second try returns the first answer. A guest's try doesn't
    change the puzzle's rating.

    Ratings and streak don't change if the person played the game or knew the solution. *seen* are the solutions their
    browser has shown (`learn.sights`); None for programs, where we can't know.

    Raises `NotFound`, and `Unreadable` for text that isn't a legal move.
    """
    puzzle = find_puzzle(public_id)
    if move not in puzzle.view["round"]["legal"]:
        raise refusals.Unreadable("no_such_move", _("That move isn't possible here."))
    with transaction.atomic(durable=True):
        person = database.hold(person)
        if (before := try_of(puzzle, person)) is not None:
            return before
        puzzle = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        solver, right = solver_of(person), move == puzzle.solution
        rated = may_be_rated(puzzle, person, solver, seen)
        if rated:
            one, other = MODEL.rating(solver.mu, solver.sigma), MODEL.rating(puzzle.mu, puzzle.sigma)
            [[one], [other]] = MODEL.rate([[one], [other]], ranks=[1.0, 2.0] if right else [2.0, 1.0])
            solver.mu, solver.sigma = one.mu, one.sigma
            if not person.is_guest:
                puzzle.mu, puzzle.sigma = other.mu, other.sigma
        solver.tries, solver.solved = solver.tries + 1, solver.solved + right
        if rated and puzzle.day == today:
            _in_a_row(solver, today, right=right)
        solver.save()
        Puzzle.objects.filter(pk=puzzle.pk).update(
            mu=puzzle.mu, sigma=puzzle.sigma, tries=F("tries") + 1, solved=F("solved") + int(right)
        )
        made = {"move": move, "right": right, "at": now, "rating": solver.rating, "rated": rated}
        return Try.objects.create(puzzle=puzzle, player=person, **made)


def may_be_rated(puzzle: Puzzle, person: User, solver: Solver, seen: int | None) -> bool:
    """Whether the person would solve it by themselves; *seen* as in `solve`."""
    if seen is None or (seen | sights.of_person(solver)) & sights.bit(puzzle):
        return False
    return not Seat.objects.filter(game=puzzle.game_id, player=person).exists()


def _in_a_row(solver: Solver, today: date, *, right: bool) -> None:
    """The new streak of days with the daily puzzle solved."""
    yesterday = solver.last_day == today - timedelta(days=1)
    solver.streak = (solver.streak + 1 if yesterday else 1) if right else 0
    solver.best_streak = max(solver.best_streak, solver.streak)
    solver.last_day = today


# ---- The stock


def fill_stock(now: datetime) -> int:
    """A chore: add the first puzzles of a new server, and let minds search for more in a thread. Returns how many were
    added at once.
    """
    if not Puzzle.objects.exists():
        lines = json.loads(STOCK.read_bytes())
        stock = [_made(line, now, public_id=sha256(orjson.dumps(line)).hexdigest()[:12]) for line in lines]
        return len(Puzzle.objects.bulk_create(stock, ignore_conflicts=True))  # another process may start simultaneously
    if settings.MINDS_FIND_PUZZLES:
        _seeker.begin(look_for_more, now)
    return 0


def look_for_more(now: datetime) -> int:
    """Search a deal of consenting players, or, if few puzzles are new, one played by minds. Returns how many were
    found.
    """
    number = Puzzle.objects.count()
    if number >= MOST:
        PuzzleSource.objects.all().delete()
        return 0
    source = PuzzleSource.objects.select_related("game").order_by("pk").first()
    if source is not None:
        return _look_in(source, now)
    if Puzzle.objects.filter(day=None).count() < FEWEST_NEW:
        return _play_for_some(number, now)
    return 0


def agreed(seated: Iterable[Seat]) -> bool:
    """Whether all players allow puzzles from their games. Computers do, but at least one player must be a person."""
    players = [seat.player for seat in seated]
    people = [player for player in players if player is None or not player.bot_level]
    return bool(people) and all(person is not None and person.gives_puzzles for person in people)


def note_source(game: Game) -> None:
    """Queue a finished game for the search, with its seats and players loaded."""
    if game.status == Game.Status.FINISHED and game.is_public and agreed(game.seats.all()):
        PuzzleSource.objects.get_or_create(game=game)


def _look_in(source: PuzzleSource, now: datetime) -> int:
    """Search the game's next deal. Only one worker gets a deal; if it is killed, we skip the deal."""
    game, number = source.game, source.next_deal
    seats = game.seats.select_related("player")
    if number >= game.rounds.count() or game.annulled_at is not None or not agreed(seats):
        source.delete()
        return 0
    if not PuzzleSource.objects.filter(pk=source.pk, next_deal=number).update(next_deal=number + 1):
        return 0
    found = _ask({"record": record(game.public_id), "deal": number, "seed": game.public_id})
    return len(keep(_of(game.variant, game.options, game.seats_number, found), now, game))


def _play_for_some(number: int, now: datetime) -> int:
    there = sorted(variants())
    variant = there[number % len(there)]
    seats = 4 if variant in {"partnership", "sport_goat"} else 2
    found = _ask({"variant": variant, "options": {}, "seats": seats, "seed": f"{number}/{now.isoformat()}"})
    return len(keep(_of(variant, {}, seats, found), now))


def _ask(question: dict[str, Any]) -> list[JSON]:
    asked = {"do": "puzzles", **question}
    try:
        said = minds.answered(asked, owner="puzzles", urgent=False, patience=PATIENCE, wait=LONGEST_WAIT)
    except Unanswered as silent:
        logger.warning("No mind could look for puzzles: %s", silent)
        return []
    found: list[JSON] = said["puzzles"]
    return found


def _of(variant: str, options: JSON, seats: int, found: Iterable[JSON]) -> Iterator[JSON]:
    return ({"variant": variant, "options": options, "seats": seats, **each} for each in found)


def keep(found: Iterable[JSON], now: datetime, game: Game | None = None) -> list[Puzzle]:
    """Store puzzles as minds return them; *game*: their source."""
    return Puzzle.objects.bulk_create([_made(each, now, game=game) for each in found])


def _made(found: JSON, now: datetime, **more: Any) -> Puzzle:
    fields = ("variant", "options", "seats", "view", "solution", "margin", "moves")
    return Puzzle(**{name: found[name] for name in fields}, made_at=now, **more)

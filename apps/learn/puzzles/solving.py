"""Puzzles: today's, a suitable one, and tries."""

from datetime import date, datetime, timedelta
from random import Random

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

import mind
from accounts import database
from accounts.models import User
from common import refusals
from common.cache.recent import kept_for
from common.database import mere_note, tried_again
from common.joined import Joined
from games.models import Seat
from learn.models import Puzzle, Solver, Try
from learn.puzzles import sights
from mind import SeatView
from mind.analysis.findings import WeighedMove
from standings.strength import MODEL

LATEST = 12
NEAR = 20  # one of so many nearest in difficulty is chosen
AIMS = {"": 0, "easier": -200, "harder": 200}  # rating points added to the person's rating

TRIED = Joined(
    "accounts_user person LEFT JOIN learn_try tried ON tried.player_id = person.id AND tried.puzzle_id = %s"
    " LEFT JOIN learn_solver solver ON solver.player_id = person.id",
    tried=Try,
    solver=Solver,
)


def none_there() -> str:
    return _("We couldn’t find this puzzle. Check the address.")


def find_puzzle(public_id: str) -> Puzzle:
    """Raises `NotFound`."""
    if (puzzle := Puzzle.objects.select_related("game").filter(public_id=public_id).first()) is None:
        raise refusals.NotFound("unknown_puzzle", none_there())
    return puzzle


def view_of(puzzle: Puzzle) -> SeatView:
    """The view of the player to move."""
    return mind.read_view(puzzle.view)


def moves_of(puzzle: Puzzle) -> tuple[WeighedMove, ...]:
    """All legal moves with their worth."""
    return mind.from_json(tuple[WeighedMove, ...], puzzle.moves)


@kept_for(60)
def of_the_day(today: date) -> Puzzle | None:
    """Today's puzzle; the first request of the day chooses the oldest unused one. None without any puzzles."""
    for _attempt in range(3):
        if (puzzle := Puzzle.objects.filter(day=today).first()) is not None:
            return puzzle
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
        return free  # if it couldn't be stored, we choose the same one in a minute
    return None


def one_for(person: User | None, variant: str = "", than: str = "", *, rng: Random, seen: int = 0) -> Puzzle | None:
    """A puzzle the person hasn't tried or seen solved, optionally of one game. Its difficulty is near their rating, or
    easier or harder *than* that (a key of `AIMS`). *seen*: as in `solve`.
    """
    left: QuerySet[Puzzle] = Puzzle.objects.filter(variant=variant) if variant else Puzzle.objects.all()
    mu = MODEL.mu
    if person is not None:
        left = left.exclude(pk__in=Try.objects.filter(player=person).values("puzzle"))
        solver = solver_of(person)
        seen |= sights.of_person(solver)
        mu = solver.mu
    left = left.exclude(pk__in=list(sights.puzzles_in(seen)))
    mu += AIMS[than]
    harder, easier = left.filter(mu__gte=mu).order_by("mu", "pk"), left.filter(mu__lt=mu).order_by("-mu", "pk")
    near = [*harder[: NEAR // 2], *easier[: NEAR // 2]]
    return rng.choice(near) if near else None


def solver_of(person: User) -> Solver:
    """The person's puzzle rating; an unstored one with the initial values before their first try."""
    return Solver.objects.filter(player=person).first() or Solver(player=person)


def try_of(puzzle: Puzzle, person: User) -> Try | None:
    return Try.objects.filter(puzzle=puzzle, player=person).first()


def tried_by(person: User, puzzle: Puzzle) -> tuple[Try | None, Solver]:
    """`try_of` and `solver_of` in one query."""
    [(tried, solver)] = TRIED.rows("person.id = %s", [puzzle.pk, person.pk])
    return tried, solver or Solver(player=person)


def latest(person: User | AnonymousUser) -> list[Try]:
    """The person's last tries with their puzzles, the latest first. One query, none for strangers."""
    if not isinstance(person, User):
        return []
    return list(Try.objects.filter(player=person).select_related("puzzle").order_by("-at")[:LATEST])


def change_by(tried: Try) -> int:
    """By how much the try changed the player's rating."""
    earlier = Try.objects.filter(player=tried.player_id, at__lt=tried.at).order_by("-at")
    before = earlier.values_list("rating", flat=True).first()
    return tried.rating - (round(MODEL.mu) if before is None else before)


@tried_again
def solve(*, public_id: str, person: User, move: str, now: datetime, today: date, seen: int | None = 0) -> Try:
    """The person's one try, which rates puzzle and person. A second try returns the first answer. A guest's try doesn't
    change the puzzle's rating.

    Ratings and streak don't change if the person played the game or knew the solution. *seen* are the solutions their
    browser has shown (`learn.puzzles.sights`); None for programs, where we can't know.

    Raises `NotFound`, and `Unreadable` for text that isn't a legal move.
    """
    puzzle = find_puzzle(public_id)
    if move not in view_of(puzzle).round.legal:
        raise refusals.Unreadable("no_such_move", _("That move isn’t possible here."))
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

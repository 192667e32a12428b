"""Solutions that a browser has shown, to any login. Solving such a puzzle there later isn't rated.

A browser stores them in a signed cookie, which outlasts sessions; at each login the account gets them, too. A set of
puzzles is a number with a bit for each: 2,000 puzzles need 250 bytes. A browser without its cookies counts as a new
one.
"""

from collections.abc import Iterator

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

from accounts import database
from accounts.models import User
from learn.models import Puzzle, Solver

COOKIE = "puzzles_seen"
SIGNER = signing.Signer(salt="learn.sights")
BITS = 16_384  # far more than there are puzzles (`stock.MOST`); the cookie has at most 2.8 kB


def bit(puzzle: Puzzle) -> int:
    return 1 << puzzle.pk % BITS


def of_browser(request: HttpRequest) -> int:
    """The puzzles whose solutions the browser has shown; 0 without a cookie signed by us."""
    try:
        return _read(signing.b64_decode(SIGNER.unsign(request.COOKIES.get(COOKIE, "")).encode()))
    except (signing.BadSignature, ValueError):
        return 0


def of_person(solver: Solver) -> int:
    """Those a browser had shown before the person logged in."""
    return _read(bytes(solver.seen))


def puzzles_in(seen: int) -> Iterator[int]:
    """Their primary keys."""
    return (n for n in range(seen.bit_length()) if seen >> n & 1)


def note(request: HttpRequest, response: HttpResponseBase, puzzle: Puzzle) -> None:
    """Record in *response* that it shows the puzzle's solution."""
    seen = of_browser(request)
    if not seen & bit(puzzle):
        response.set_cookie(
            COOKIE,
            SIGNER.sign(signing.b64_encode(_written(seen | bit(puzzle))).decode()),
            max_age=settings.SESSION_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


def follow(person: User, seen: int) -> None:
    """Record that the person has seen these solutions. Call in a transaction."""
    if seen:
        database.hold(person)
        solver = Solver.objects.filter(player=person).first() or Solver(player=person)
        solver.seen = _written(of_person(solver) | seen)
        solver.save()


def _read(stored: bytes) -> int:
    return int.from_bytes(stored, "little")


def _written(seen: int) -> bytes:
    return seen.to_bytes((seen.bit_length() + 7) // 8, "little")

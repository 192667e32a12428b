"""Solutions that a browser has shown, to any login. Solving such a puzzle there later isn't rated.

A browser keeps them in a signed cookie, which outlasts sessions; an account has them from there whenever somebody logs
in. A set of puzzles is a number with a bit for each: 2,000 puzzles have 250 bytes. A browser that throws its cookies
away is another one.
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
BITS = 16_384  # far more than there are puzzles (`puzzles.MOST`); as a cookie 2.8 kB at most


def bit(puzzle: Puzzle) -> int:
    return 1 << puzzle.pk % BITS


def of_browser(request: HttpRequest) -> int:
    """The puzzles whose solutions the browser has shown; 0 where it says nothing that we have signed."""
    try:
        return _read(signing.b64_decode(SIGNER.unsign(request.COOKIES.get(COOKIE, "")).encode()))
    except (signing.BadSignature, ValueError):
        return 0


def of_person(solver: Solver) -> int:
    """Those that a browser had shown before the person logged in there."""
    return _read(bytes(solver.seen))


def puzzles_in(seen: int) -> Iterator[int]:
    """Their primary keys."""
    return (n for n in range(seen.bit_length()) if seen >> n & 1)


def note(request: HttpRequest, response: HttpResponseBase, puzzle: Puzzle) -> None:
    """The *response* shows the puzzle's solution."""
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
    """The person has seen these solutions, too. Called in a transaction."""
    if seen:
        database.hold(person)
        solver = Solver.objects.filter(player=person).first() or Solver(player=person)
        solver.seen = _written(of_person(solver) | seen)
        solver.save()


def _read(stored: bytes) -> int:
    return int.from_bytes(stored, "little")


def _written(seen: int) -> bytes:
    return seen.to_bytes((seen.bit_length() + 7) // 8, "little")

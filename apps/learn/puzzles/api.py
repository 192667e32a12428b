"""The API for puzzles: today's, the next one, one by its id, and trying a move."""

from dataclasses import asdict, dataclass
from random import SystemRandom
from typing import Annotated

from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from accounts.models import User
from common import limits as rates
from common import refusals
from common.api.documented import ANY_BODY, endpoint
from common.api.shapes import Shape
from common.wishes import Most, shape_of
from learn.analysis.api import Weighed
from learn.models import Puzzle, Try
from learn.puzzles import daily, sights, solving
from rulebook import choices


class PuzzleAnswer(Shape):
    id = serializers.CharField()
    variant = serializers.CharField()
    options = serializers.DictField()
    seats = serializers.IntegerField()
    tries = serializers.IntegerField()
    solved = serializers.IntegerField(help_text="How many of these tries solved it.")
    difficulty = serializers.IntegerField(help_text="On the scale of the solvers' ratings.")
    view = serializers.DictField(help_text="What the player to move sees. `round` is as in a game's view.")
    tried = serializers.CharField(allow_null=True, help_text="Your move, if you have tried.")
    solution = serializers.CharField(allow_null=True, help_text="The best move, once you have tried.")
    margin = serializers.FloatField(
        allow_null=True, help_text="By how many points the next best move is worse, once you have tried."
    )
    moves = Weighed(many=True, allow_null=True, help_text="The value of each move and why, once you have tried.")
    rating = serializers.IntegerField(allow_null=True, help_text="Your puzzle rating after the try.")
    rated = serializers.BooleanField(
        allow_null=True,
        help_text="Whether your try changed ratings and your streak of days, once you have tried. Tries with a token "
        "don't, nor if your browser had shown the solution before, or if you played in the game it comes from.",
    )
    game = serializers.CharField(allow_null=True, help_text="The game it comes from, if any, once you have tried.")


@dataclass(frozen=True, slots=True)
class Wanted:
    variant: Annotated[str, list(choices.catalogue()), "Only puzzles of this variant."] = ""
    than: Annotated[str, list(solving.AIMS), "Easier or harder than your level."] = ""


@dataclass(frozen=True, slots=True)
class Answered:
    move: Annotated[str, Most(80), "One of `view.round.legal`."]


class _Puzzles(View):
    def told(self, puzzle: Puzzle | None) -> Response:
        """The puzzle as the caller may see it. Raises `NotFound`."""
        if puzzle is None:
            raise refusals.NotFound("unknown_puzzle", solving.none_there())
        user = self.request.user
        tried = solving.try_of(puzzle, user) if isinstance(user, User) else None
        response = Response(PuzzleAnswer(_shown(puzzle, tried)).data)
        if tried and self.request.auth is None:
            sights.note(self.request._request, response, puzzle)
        return response


def _shown(puzzle: Puzzle, tried: Try | None) -> dict[str, object]:
    plain = {
        name: getattr(puzzle, name) for name in ("variant", "options", "seats", "tries", "solved", "difficulty", "view")
    }
    known = {name: getattr(puzzle, name) if tried else None for name in ("solution", "margin", "moves")}
    mine: dict[str, object] = {name: getattr(tried, name) if tried else None for name in ("rating", "rated")}
    mine["tried"] = tried.move if tried else None
    mine["game"] = puzzle.game.public_id if tried and puzzle.game else None
    return {"id": puzzle.public_id, **plain, **known, **mine}


class Today(_Puzzles):
    @endpoint("puzzles_today", "Get today's puzzle", PuzzleAnswer, 404)
    def get(self) -> Response:
        """Everyone gets the same puzzle on a date: yours in your time zone, or in UTC if we don't know it."""
        return self.told(solving.of_the_day(daily.today_of(self.request._request)))


class Next(_Puzzles):
    @endpoint("puzzles_next", "Get the next puzzle", PuzzleAnswer, 404)
    def get(self, wanted: Wanted) -> Response:
        """A puzzle at your level that you haven't tried."""
        person = self.request.user if isinstance(self.request.user, User) else None
        return self.told(solving.one_for(person, **asdict(wanted), rng=SystemRandom()))


class OnePuzzle(_Puzzles):
    @endpoint("puzzles_one", "Get a puzzle", PuzzleAnswer, 404)
    def get(self, public_id: str) -> Response:
        """The position as its player saw it, and the legal moves. The solution comes with your move."""
        return self.told(solving.find_puzzle(public_id))

    @endpoint("puzzles_solve", "Try a move in a puzzle", PuzzleAnswer, 404, 409, *ANY_BODY, request=shape_of(Answered))
    def post(self, public_id: str) -> Response:
        """Your first try counts. It changes the puzzle's rating and yours unless `rated` is false. A program's tries
        change no rating, because we can't know what its owner has seen.
        """
        request = self.request
        rates.check("replay", request)  # before the body, so that misspelled tries count, too
        move = self.body(Answered).move
        now, today = timezone.now(), daily.today_of(request._request)
        seen = sights.of_browser(request._request) if request.auth is None else None
        solving.solve(public_id=public_id, person=self.player, move=move, now=now, today=today, seen=seen)
        return self.told(solving.find_puzzle(public_id))

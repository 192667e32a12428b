"""The stock of puzzles: the first ones of every server, and those that minds find in games."""

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import cache, partial
from hashlib import sha256
from pathlib import Path

import orjson
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from bots.minds import pool as minds
from common.database import tried_again
from common.queues import Later, Meanwhile, Outcome, Queue
from games.models import Game, Seat
from games.queries import record
from learn.models import Puzzle, PuzzleSource
from rulebook import choices

STOCK = Path(__file__).parent / "stock.json"  # the first puzzles of every server
FEWEST_NEW, MOST = 30, 2_000  # not yet used as the daily puzzle; in all
PATIENCE = 30.0  # seconds per deal
OF_MINDS = 0  # the key of the source without a game, so that two workers don't create two


@cache
def variants() -> frozenset[str]:
    """The games that have puzzles."""
    return frozenset(line["variant"] for line in json.loads(STOCK.read_bytes()))


def agreed(seated: Iterable[Seat]) -> bool:
    """Whether all players allow puzzles from their games. Computers do, but at least one player must be a person."""
    players = [seat.player for seat in seated]
    people = [player for player in players if player is None or not player.bot_level]
    return bool(people) and all(person is not None and person.gives_puzzles for person in people)


def note_source(game: Game) -> None:
    """Queue a finished game for the search, with its seats and players loaded."""
    if game.status == Game.Status.FINISHED and game.is_public and agreed(game.seats.all()):
        PuzzleSource.objects.get_or_create(game=game)


class Sources(Queue[PuzzleSource]):
    """Games to search for puzzles, deal by deal."""

    name = "puzzles"
    model = PuzzleSource
    lease = timedelta(minutes=12)  # more urgent questions come first
    tries = 3
    most = 1
    order = ("pk",)

    def rows(self) -> QuerySet[PuzzleSource]:
        return PuzzleSource.objects.select_related("game")

    def claim(self, now: datetime) -> list[PuzzleSource]:
        """Fill the stock of a new server first. If few puzzles are new and no game waits, minds play one for the next
        look.
        """
        there = Puzzle.objects.count() or _add_the_first(now)
        if not settings.MINDS_FIND_PUZZLES:
            return []
        if there >= MOST:
            PuzzleSource.objects.all().delete()
        games = super().claim(now)
        waits = games or PuzzleSource.objects.exists()
        if not waits and there < MOST and Puzzle.objects.filter(day=None).count() < FEWEST_NEW:
            PuzzleSource.objects.get_or_create(pk=OF_MINDS, defaults={"due": now})
        return games

    def work(self, source: PuzzleSource, now: datetime, /) -> Outcome:
        game, deal = source.game, source.next_deal
        if game is None:
            about, number = _game_of_minds()
            return self._ask(source, about, about | {"seed": f"{number}/{now.isoformat()}"}, now)
        seats = game.seats.select_related("player")
        if deal >= game.rounds.count() or game.annulled_at is not None or not agreed(seats):
            self.held(source).delete()
            return None
        about = {"variant": game.variant, "options": game.options, "seats": game.seats_number}
        searched = {"record": record(game.public_id), "deal": deal, "seed": game.public_id}
        return self._ask(source, about, searched, now)

    def _ask(self, source: PuzzleSource, about: minds.Question, searched: minds.Question, now: datetime) -> Outcome:
        question = {"do": "puzzles", **searched}
        answer = minds.ask(question, owner="puzzles", urgent=False, patience=PATIENCE)
        return Meanwhile(partial(self._store, source, about, answer, now), answer)

    @tried_again
    def _store(self, source: PuzzleSource, about: minds.Question, answer: "Future[bytes]", now: datetime) -> Outcome:
        puzzles = [{**about, **each} for each in minds.answer_of(answer.result(timeout=0))["puzzles"]]
        with transaction.atomic():
            if self._go_on(source):
                keep(puzzles, now, source.game)
        return Later(now)

    def _go_on(self, source: PuzzleSource) -> int:
        """Go on to the next deal; a game of minds has one. How many rows were still ours."""
        if source.game is None:
            return self.held(source).delete()[0]
        return self.held(source).update(next_deal=source.next_deal + 1)

    def give_up(self, source: PuzzleSource, now: datetime, /) -> None:
        """Leave out the deal."""
        if self._go_on(source):
            self.put_off(source, now)


sources = Sources()


def _add_the_first(now: datetime) -> int:
    lines = json.loads(STOCK.read_bytes())
    first = [_made(line, now, public_id=sha256(orjson.dumps(line)).hexdigest()[:12]) for line in lines]
    return len(Puzzle.objects.bulk_create(first, ignore_conflicts=True))  # another process may start simultaneously


def _game_of_minds() -> tuple[dict[str, object], int]:
    """The next game for minds to play, and its number."""
    number, there = Puzzle.objects.count(), sorted(variants())
    variant = there[number % len(there)]
    return {"variant": variant, "options": {}, "seats": choices.catalogue()[variant].seats[0]}, number


def keep(puzzles: Iterable[Mapping[str, object]], now: datetime, game: Game | None = None) -> list[Puzzle]:
    """Store puzzles as minds return them; *game*: their source."""
    return Puzzle.objects.bulk_create([_made(each, now, game=game) for each in puzzles])


def _made(puzzle: Mapping[str, object], now: datetime, **more: object) -> Puzzle:
    fields = ("variant", "options", "seats", "view", "solution", "margin", "moves")
    return Puzzle(**{name: puzzle[name] for name in fields}, made_at=now, **more)

"""Tournaments in which chance decides nothing: a game ends as soon as people visit, with points that follow from who
plays. So two tournaments of equal people have equal tables, whatever happened to the server meanwhile.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from common.queues import Later, Meanwhile, Queue
from dominoes_site.followers import QUEUES
from games import actions, settling
from games.models import Game, Seat
from games.positions import memory
from tests.samples import ALL
from tests.tournaments.world import World
from tournaments import formats
from tournaments.life import steps
from tournaments.models import Entry, Place, TableOf, Tournament
from tournaments.rounds import results, scoring, standing
from tournaments.rounds.scoring import Score

MOST_PIPS = 60
STEP = 1 if ALL else 3  # statements between two kills
COLUMNS = ("points2", "played", "won", "effect", "deals", "tiebreaks", "place", "entry__place")


class Ruled:
    """*number*: of each person among those who came together, from 0."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.number: dict[int, int] = {}
        monkeypatch.setattr(results, "_score", self.score)
        monkeypatch.setattr(settling, "soon", lambda _game: None)  # the queue settles it

    def people(self, number: int) -> list[User]:
        people = self.world.people(number)
        self.number |= {each.pk: n for n, each in enumerate(people)}
        return people

    def score(self, tournament: Tournament, game: Game, seats: Sequence[Seat]) -> Score:
        """The points of each side are a number of its own for each company and game."""
        people = {seat.number: self.number[seat.player_id or 0] for seat in seats}
        company, number = sorted(people.values()), TableOf.objects.get(game=game).number
        sides = 1 + max(seat.side for seat in seats)
        points = [Random(f"{people[side]} of {company} in {number}").randrange(MOST_PIPS) for side in range(sides)]
        halves = 2 if tournament.kind.seating.changes_partners else 1
        return scoring.score(points, (), tournament.spread, low_wins=False, halves=halves)

    def visit(self) -> None:
        """All running games end in which somebody has the turn who is here."""
        waiting = Game.objects.filter(status=Game.Status.PLAYING, appointed=True).order_by("pk")
        for public_id, turn in list(waiting.values_list("public_id", "turn")):
            mover = User.objects.get(seats__game__public_id=public_id, seats__number=turn)
            if mover.pk not in self.world.absent:
                actions.resign_game(public_id=public_id, player=mover)

    def begun(self, people: int, **terms: Any) -> tuple[Tournament, list[User]]:
        """A tournament whose first games have begun, and its people."""
        there, players = self.world.open(**terms), self.people(people)
        self.world.enter(there, players)
        self.world.wait(days=1, seconds=10)
        there.refresh_from_db()
        assert there.is_running
        return there, players

    def play(self, tournament: Tournament, *, hours: float = 6, work: Callable[[], object] | None = None) -> Tournament:
        """The tournament, played to its end, with this *work* of the server after each visit."""
        work = work or self.world.work
        for _ in range(1_000):
            tournament.refresh_from_db()
            if tournament.state == Tournament.State.OVER:
                return tournament
            self.visit()
            self.world.now += timedelta(hours=hours)
            work()
        raise AssertionError("it never came to its end")

    def play_a_round(self, tournament: Tournament) -> None:
        """Everybody plays until another round or stage begins, or all is over."""
        before = (tournament.stage, tournament.round)
        for _ in range(40):
            self.visit()
            self.world.wait(hours=6)
            tournament.refresh_from_db()
            if (tournament.stage, tournament.round) != before or not tournament.is_running:
                return
        raise AssertionError("no other round was paired")

    def standings(self, tournament: Tournament) -> list[tuple[Any, ...]]:
        """All that the tables of its stages say, with people by their numbers."""
        people: dict[int, list[int]] = {}
        members = Entry.objects.filter(tournament=tournament).order_by("members__slot")
        for entry, player in members.values_list("pk", "members__player"):
            people.setdefault(entry, []).append(self.number[player])
        places = Place.objects.filter(tournament=tournament).order_by("stage", "group", "seed")
        return [
            (stage, group, people[entry], *row)
            for stage, group, entry, *row in places.values_list("stage", "group", "entry", *COLUMNS)
        ]


# ---- Processes that end in the middle of their work ----------------------------------------------


class Killed(BaseException):
    """No code of ours handles that."""


class Kills:
    """Kills the process that does this *work*, after so many statements, each time when it has begun again."""

    def __init__(self, world: World, after: Iterable[int]) -> None:
        self.world = world
        self.after = iter(after)
        self.left = next(self.after)
        self.number = 0

    def __call__(self, execute: Callable[..., Any], *statement: Any) -> Any:
        if self.left == 0:
            self.left = next(self.after)
            self.number += 1
            raise Killed
        self.left -= 1
        return execute(*statement)

    def work(self) -> None:
        """Everything that is due, by one process after the other."""
        while True:
            try:
                with connection.execute_wrapper(self):
                    self.world.work()
                return
            except Killed:
                as_another_process()
                self.world.now += steps.LEASE


def killed_at_every_statement(world: World, queues: Sequence[Queue[Any]]) -> int:
    """Do what is due, one row and one step of it at a time. Each process is killed STEP statements later than the one
    before, until the step is done; from step to step at other statements. Returns how often that was.
    """
    kills, statement = 0, 0
    while queue := next((queue for queue in queues if queue.any_due(world.now)), None):
        try:
            with connection.execute_wrapper(Kills(world, [statement, 1_000_000])):
                row, step = queue.begin(world.now)[0]
                outcome = step()
                while isinstance(outcome, Meanwhile):
                    outcome = outcome.then()
                if isinstance(outcome, Later):
                    queue.put_off(row, outcome.at)
            statement = kills % STEP
        except Killed:
            kills, statement = kills + 1, statement + STEP
        as_another_process()
        world.now += steps.LEASE
    return kills


def as_another_process() -> None:
    for queue in QUEUES:
        queue._under_way.clear()
    memory.remembered.forget()


# ---- Standings -----------------------------------------------------------------------------------


def recounted(tournament: Tournament) -> None:
    """Computed anew from the results, all standings are the same."""
    order = formats.of(tournament).tie_breaks
    for stage in range(1, tournament.stage + 1):
        standing.rank(tournament, stage, order)
        places = Place.objects.filter(tournament=tournament, stage=stage).order_by("pk")
        before = list(places.values())
        standing.recount(tournament, stage, order)
        assert list(places.values()) == before

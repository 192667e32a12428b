"""Tournaments in simulated time: a clock, workers that do what is due, and people who move when they visit."""

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from bots.thinking import turns
from common import queues
from common.refusals import NotNow
from games import actions
from games.clocks import clock
from games.models import Game
from games.positions import memory
from games.settling import ends
from tests.games.playing import legal
from tournaments.entries import entering, known
from tournaments.entries.withdrawing import departures
from tournaments.life import making
from tournaments.life.steps import steps
from tournaments.models import Entry, Place, Step, Tournament
from tournaments.rounds import standing
from tournaments.rounds.games import starts
from tournaments.rounds.rankings import rankings

BEGIN = datetime(2026, 12, 1, 12, tzinfo=UTC)  # a Tuesday
WORK = (ends, steps, starts, departures, rankings, turns)
CUP = {
    "format": "cup", "seating": "duel", "variant": "block", "seats": 2, "pace": "usual", "rated": False, "deals": 2,
    "round_days": 14, "group_size": 6, "least": 3, "most": 6, "end": "rounds:1",
}  # fmt: skip


class World:
    """*now* is the time that everybody sees. *absent*: people who never visit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.monkeypatch = BEGIN, monkeypatch
        self.chance = random.Random(1)
        self.absent: set[int] = set()
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        monkeypatch.setattr(standing, "SAMPLES", 2)  # how sure places are takes time

    def people(self, number: int) -> list[User]:
        first = User.objects.count()
        return [
            User.objects.create_user(username=f"player{first + n}", nickname=f"Player {first + n}")
            for n in range(number)
        ]

    def known_people(self, number: int) -> list[User]:
        """People who may play for a trophy."""
        self.monkeypatch.setattr(known, "GAMES_BEFORE", 0)
        people = self.people(number)
        EmailAddress.objects.bulk_create(
            EmailAddress(user=each, email=f"{each.username}@example.org", verified=True, primary=True)
            for each in people
        )
        return people

    def open(self, **terms: Any) -> Tournament:
        """A tournament that takes entries until tomorrow."""
        begins = terms.pop("entries_end", self.now + timedelta(days=1))
        return making.store(Tournament(**(CUP | {"entries_end": begins} | terms)), self.now)

    def enter(self, tournament: Tournament, people: Sequence[User]) -> list[Entry]:
        return [entering.enter(public_id=tournament.public_id, player=each, now=self.now) for each in people]

    def give_trophies(self) -> None:
        """From now on all tournaments give trophies to everybody, also unrated ones: rating takes many statements."""
        self.monkeypatch.setattr(Tournament, "gives_trophies", True)
        self.monkeypatch.setattr(known, "must_be_known", lambda _player, _now: None)

    def work(self) -> None:
        """Everything that is due, until nothing is."""
        for _ in range(50):
            if not sum(queues.drain(queue, self.now) for queue in WORK) and not clock.sweep(self.now):
                return
        raise AssertionError("the work never ends")

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)
        self.work()

    def visit(self, most: int = 10_000) -> int:
        """Everybody who is here makes their moves, once in each of their games."""
        made = 0
        waiting = Game.objects.filter(status=Game.Status.PLAYING, appointed=True).order_by("pk")
        for public_id in list(waiting.values_list("public_id", flat=True))[:most]:
            made += self.move(public_id)
        return made

    def move(self, public_id: str) -> bool:
        """One move in this game, by whoever has the turn; False if they aren't here."""
        table = memory.current(public_id)
        if table.turn is None or table.players[table.turn] in self.absent:
            return False
        try:
            text = self.chance.choice(legal(table))
            actions.play_move(public_id=public_id, seat=table.turn, text=text, version=table.version)
        except NotNow:
            return False
        return True

    def until(self, done: Callable[[], bool], *, hours: float = 6, most: int = 2_000) -> None:
        """Let time pass, with a visit of everybody each few hours."""
        for _ in range(most):
            if done():
                return
            self.visit()
            self.wait(hours=hours)
        raise AssertionError("it never came to its end")

    def play(self, tournament: Tournament, *, hours: float = 6) -> Tournament:
        """The tournament, played to its end."""

        def is_over() -> bool:
            tournament.refresh_from_db()
            return tournament.state in {Tournament.State.OVER, Tournament.State.CANCELLED}

        self.until(is_over, hours=hours)
        assert not Step.objects.filter(tournament=tournament).exists()
        return tournament


def table_of(tournament: Tournament, stage: int | None = None) -> list[tuple[int, int, int | None]]:
    """The standings of a stage: group, points × 2, place."""
    places = Place.objects.filter(tournament=tournament, stage=stage or tournament.stage)
    return list(places.order_by("group", "place", "seed").values_list("group", "points2", "place"))

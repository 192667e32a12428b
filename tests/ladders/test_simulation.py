"""A ladder for a season: random challenges, absences, vacations, departures. Its rules hold every day."""

import os
import random
from collections import Counter
from contextlib import suppress

import pytest

from accounts import farewell
from accounts.models import User, Vacation
from common.refusals import NotNow
from games import actions
from games.models import Game
from ladders import joining, looking, rules
from ladders.models import Challenge, Ladder, Rung
from tests.ladders.world import GAME, World, days, places

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
ALL = os.environ.get("BONEYARD_ALL") == "1"
PEOPLE, DAYS = (200, 90) if ALL else (12, 18)
CLOCK = days(5)  # nobody makes a move here, so the first turn of a game runs out


class Season:
    def __init__(self, world: World) -> None:
        self.world, self.chance = world, random.Random(7)
        self.people = world.known_people(PEOPLE)
        self.gone: set[int] = set()
        self.ladder = world.ladder(self.people)

    def pass_a_day(self) -> None:
        happens = [(self.challenge, PEOPLE / 8), (self.end, PEOPLE / 5), (self.vanish, PEOPLE / 400),
                   (self.rest, PEOPLE / 200), (self.leave, PEOPLE / 300), (self.come_back, PEOPLE / 100),
                   (self.delete, PEOPLE / 800)]  # fmt: skip
        todo = [what for what, often in happens for _ in range(self.how_often(often))]
        self.chance.shuffle(todo)
        for what in todo:
            with suppress(NotNow):
                what()
            self.look()
        self.world.wait(days=1)
        self.world.wait(seconds=3)
        self.look()

    def how_often(self, number: float) -> int:
        return int(number) + (self.chance.random() < number % 1)

    def somebody(self) -> User:
        return self.chance.choice(self.people)

    def challenge(self) -> None:
        here = places(self.ladder)
        place = self.chance.randrange(1, len(here))
        self.world.challenge(self.ladder, here[place], here[max(0, place - self.chance.randint(1, 12))])

    def end(self) -> None:
        """Somebody who is here resigns a game, so that chance decides."""
        playing = Game.objects.filter(status=Game.Status.PLAYING).order_by("pk")
        if game := self.chance.choice([*playing, None]):
            here = [seat.player for seat in game.seats.order_by("number") if seat.player_id not in self.world.absent]
            if here:
                actions.resign_game(public_id=game.public_id, player=self.chance.choice(here))

    def vanish(self) -> None:
        self.world.absent.add(self.somebody().pk)

    def rest(self) -> None:
        player = self.somebody()
        now = self.world.now
        if not Vacation.objects.filter(user=player).exists():
            Vacation.objects.create(user=player, starts=now, ends=now + days(self.chance.randint(2, 50)))
            looking.rest_changed(player, now)

    def leave(self) -> None:
        joining.leave(public_id=self.ladder.public_id, player=self.somebody(), now=self.world.now)

    def come_back(self) -> None:
        player = self.somebody()
        if player.pk not in self.gone:
            joining.join_site(variant=GAME, player=player, now=self.world.now)

    def delete(self) -> None:
        player = self.somebody()
        if player.pk not in self.gone:
            self.gone.add(player.pk)
            farewell.delete_account(user=player, now=self.world.now)

    def look(self) -> None:
        """Places are 1 to n, nobody has more than three challenges, and nobody waits for one who vanished."""
        places(self.ladder)
        running = list(Challenge.objects.filter(outcome="").values_list("challenger", "challenged", "at"))
        each_has = Counter(person for *both, _at in running for person in both)
        assert max(each_has.values(), default=0) <= rules.AT_ONCE
        assert all(at > self.world.now - CLOCK for *_both, at in running)


def test_a_season(world: World):
    season = Season(world)
    for _ in range(DAYS):
        season.pass_a_day()
    ended = Challenge.objects.exclude(outcome="")
    assert ended.filter(moved=True).exists()
    assert Rung.objects.filter(place=None).exists() or not ALL
    assert Ladder.objects.get().size > PEOPLE // 2

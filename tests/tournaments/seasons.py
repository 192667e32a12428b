"""Leagues without games: results come at once, so that tests of what follows from them are quick."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from accounts.models import User
from common import queues
from tests.tournaments.world import World
from tournaments import formats
from tournaments.life.calendar import calendar
from tournaments.life.steps import steps
from tournaments.models import Pairing, Series, Start, Tournament
from tournaments.rounds import standing

LEAGUE = {
    "format": "league", "seating": "duel", "variant": "block", "seats": 2, "pace": "usual", "rated": False, "deals": 1,
    "round_days": 14, "least": 6, "most": 1000, "end": "rounds:1", "every_days": 28, "lead_days": 14,
}  # fmt: skip
Wins = Callable[[User, User], bool]


def older(one: User, other: User) -> bool:
    return one.pk < other.pk


class Seasons:
    """A league of these people, of whom the older accounts win (*wins*)."""

    def __init__(self, world: World, *, wins: Wins = older, **terms: object) -> None:
        self.world, self.wins = world, wins
        self.series = Series.objects.create(
            **(LEAGUE | {"key": "league", "opens": world.now, "due": world.now} | terms)
        )
        self.look()

    def look(self) -> None:
        while queues.drain(calendar, self.world.now) + queues.drain(steps, self.world.now):
            pass

    def wait(self, **time: float) -> None:
        self.world.now += timedelta(**time)
        self.look()

    def number(self, number: int) -> Tournament:
        return Tournament.objects.get(series=self.series, number=number)

    def begin(self, number: int, people: Sequence[User]) -> Tournament:
        """This season, which takes entries and then begins on its day."""
        self.world.enter(there := self.number(number), people)
        self.world.now = max(self.world.now, there.entries_end + timedelta(seconds=1))
        self.look()
        return self.number(number)

    def play(self, season: Tournament) -> None:
        """All that is paired ends."""
        Start.objects.filter(pairing__round__tournament=season).delete()
        people = {entry.pk: entry.members.get().player for entry in season.entries.all()}
        for table in Pairing.objects.filter(round__tournament=season, over=False).prefetch_related("results"):
            one, other = sorted(table.results.all(), key=lambda result: result.side)
            first, second = people[one.entry_id], people[other.entry_id]
            won = first is not None and (second is None or self.wins(first, second))
            one.points2, other.points2 = (2, 0) if won else (0, 2)
            effect = 500 if won else -500
            score = {"gains": [effect / 10, -effect / 10], "effects": [effect, -effect], "left": []}
            table.scores, table.over = {str(n): score for n in range(table.deals)}, True
            for row in (one, other, table):
                row.save()
        standing.recount(season, season.stage, formats.of(season).tie_breaks)

    def half_time(self, season: Tournament) -> Tournament:
        """All of its first half is played, and the second begins."""
        self.play(season)
        assert season.starts_at is not None
        self.world.now = max(self.world.now, season.starts_at + timedelta(days=14, seconds=1))
        self.look()
        return self.number(season.number or 0)

    def end(self, season: Tournament) -> Tournament:
        """It's played to its end, on its last day."""
        season = self.half_time(season) if season.round == 1 else season
        self.play(season)
        assert season.last_day is not None
        self.world.now = max(self.world.now, season.last_day + timedelta(seconds=1))
        self.look()
        return self.number(season.number or 0)

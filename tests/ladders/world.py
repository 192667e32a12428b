"""A ladder in simulated time: a clock, a server that does what is due, and people whose games end as a test says."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from accounts.models import User
from common import queues
from games import actions, commit, settling
from games.clocks import clock
from games.models import Game
from games.settling import ends
from ladders import challenging, joining
from ladders.looking import looks
from ladders.models import Challenge, GameOf, Ladder, Rung
from tests.tournaments.world import World as TournamentWorld
from tournaments.entries import known

WORK = (ends, looks)
GAME = "block"


class World(TournamentWorld):
    """*now* is the time that everybody sees."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(monkeypatch)
        monkeypatch.setattr(known, "GAMES_BEFORE", 0)
        monkeypatch.setattr(settling, "soon", lambda _game: None)  # `work` settles it …
        monkeypatch.setattr(commit, "LEASE", timedelta())  # … at once

    def work(self) -> None:
        for _ in range(50):
            if not sum(queues.drain(queue, self.now) for queue in WORK) and not clock.sweep(self.now):
                return
        raise AssertionError("the work never ends")

    def ladder(self, people: Sequence[User]) -> Ladder:
        """The site's ladder of a game, on which these people have the places 1, 2, …"""
        for each in people:
            joining.join_site(variant=GAME, player=each, now=self.now)
        return Ladder.objects.get(variant=GAME, club=None)

    def challenge(self, ladder: Ladder, player: User, other: User) -> Challenge:
        return challenging.challenge(public_id=ladder.public_id, player=player, other=other, now=self.now)

    def end(self, challenge: Challenge, winner: User | None) -> None:
        """Both games are resigned: by the loser, or by each in one."""
        both = [challenge.challenger, challenge.challenged]
        for of in GameOf.objects.filter(challenge=challenge, game__status=Game.Status.PLAYING).select_related("game"):
            loser = both[of.number] if winner is None else next(each for each in both if each != winner)
            assert loser is not None
            actions.resign_game(public_id=of.game.public_id, player=loser)
        self.work()
        challenge.refresh_from_db()

    def beat(self, ladder: Ladder, winner: User, other: User) -> Challenge:
        """*winner* challenges *other*, and wins."""
        made = self.challenge(ladder, winner, other)
        self.end(made, winner)
        return made


def places(ladder: Ladder) -> list[User]:
    """The people of a ladder in order, after a look whether its places are 1 to n."""
    rungs = list(Rung.objects.filter(ladder=ladder, place__isnull=False).order_by("place").select_related("player"))
    ladder.refresh_from_db()
    assert [each.place for each in rungs] == list(range(1, ladder.size + 1))
    assert all(each.best <= (each.place or 0) for each in rungs)
    return [each.player for each in rungs]


def days(number: float) -> timedelta:
    return timedelta(days=number)

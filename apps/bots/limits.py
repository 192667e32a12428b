"""Limits how many games with computers a person may have at a time."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Running:
    """How many unfinished games with computers a person has created, and how many they may have."""

    games: int
    most: int

    @property
    def left(self) -> int:
        """How many more they may start now."""
        return max(0, self.most - self.games)


def running(person: User) -> Running:
    """Counts games that *person* created, not those that they joined."""
    return Running(_theirs(person), settings.COMPUTER_GAMES)


def check(person: User, game: Game) -> None:
    """Raises `NotNow` with the code `too_many_bot_games` if *game* is one too many. Call it with the person's row
    locked.
    """
    if _theirs(person, but=game.pk) >= settings.COMPUTER_GAMES:
        sentence = _("You already have %(n)d games with computers. Finish one first.")
        raise refusals.NotNow("too_many_bot_games", sentence % {"n": settings.COMPUTER_GAMES})


def _theirs(person: User, but: int = 0) -> int:
    computer = Seat.objects.filter(game=OuterRef("pk"), player__bot_level__gt="")
    return Game.objects.filter(Exists(computer), creator=person, status__in=Game.RUNNING).exclude(pk=but).count()

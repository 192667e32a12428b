"""How many games with computers somebody may have at a time."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Running:
    """How many games with computers somebody has set that aren't over, of how many at most."""

    games: int
    most: int

    @property
    def left(self) -> int:
        """How many more may begin now."""
        return max(0, self.most - self.games)


def running(person: User) -> Running:
    """Those that *person* has set; what others have set counts for them."""
    return Running(_theirs(person), settings.COMPUTER_GAMES)


def check(person: User, game: Game) -> None:
    """Raises `NotNow` with the code `too_many_bot_games` if *game* would be one too many. Said with the person's row
    held.
    """
    if _theirs(person, but=game.pk) >= settings.COMPUTER_GAMES:
        said = _("You already have %(n)d games with computers. Finish one first.")
        raise refusals.NotNow("too_many_bot_games", said % {"n": settings.COMPUTER_GAMES})


def _theirs(person: User, but: int = 0) -> int:
    computer = Seat.objects.filter(game=OuterRef("pk"), player__bot_level__gt="")
    return Game.objects.filter(Exists(computer), creator=person, status__in=Game.RUNNING).exclude(pk=but).count()

"""Why a game isn't rated, in words and for programs."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game
from rulebook.time_control import Clock
from standings import meetings


class Why(models.TextChoices):
    """The labels are what lists show."""

    COMPUTER = "computer", _("not rated, as a computer plays")
    GUEST = "guest", _("not rated, as a guest plays")
    NO_CLOCK = "no_clock", _("not rated, as it has no clock")
    TOO_SHORT = "too_short", _("not rated, as its time is too short")
    MET_ENOUGH = "met_enough", _("not rated, after three rated games that day")
    CHOSEN = "chosen", _("not rated")

    @property
    def sentence(self) -> str:
        sentences = {
            Why.COMPUTER: _("Not rated: games with computers change no rating."),
            Why.GUEST: _("Not rated: games with guests change no rating."),
            Why.NO_CLOCK: _("Not rated: without a clock nobody has to move when they are losing."),
            Why.TOO_SHORT: _("Not rated: a game needs time for ten turns, or for two full banks."),
            Why.MET_ENOUGH: _(
                "Not rated: of the games that two people play against each other, the first three of a day (UTC) are."
            ),
            Why.CHOSEN: _("Not rated: this game changes no rating."),
        }
        return str(sentences[self])


def why_unrated(game: Game) -> Why | None:
    """As things stand, of a game read with its seats and players; None: it is rated."""
    players = [seat.player for seat in game.seats.all() if seat.player is not None]
    if any(player.is_bot for player in players):
        return Why.COMPUTER
    if any(player.is_guest for player in players):
        return Why.GUEST
    if game.rated:
        return None
    if game.clock == Clock.NONE:
        return Why.NO_CLOCK
    if not game.time_control.may_be_rated:
        return Why.TOO_SHORT
    return Why.MET_ENOUGH if game.met_enough else Why.CHOSEN


def would_be_unrated(game: Game, reader: Any) -> Why | None:
    """The same; of an open game, if the *reader* and those whom seats are kept for play. One query more for it."""
    why = why_unrated(game)
    if why is not None or game.status != Game.Status.OPEN:
        return why
    seats = [(seat.player_id or seat.kept_for_id, seat.side) for seat in game.seats.all()]
    sides = {player: side for player, side in seats if player is not None}
    if isinstance(reader, User) and not reader.is_guest and reader.pk not in sides:
        free = [side for player, side in seats if player is None]
        others = set(sides.values())
        sides[reader.pk] = next((side for side in free if side not in others), free[0] if free else -1)
    return Why.MET_ENOUGH if len(sides) > 1 and meetings.have_met_enough(sides) else None

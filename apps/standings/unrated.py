"""Why a game is unrated, in words and as codes."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.readers import Reader
from games.listed import Listed, seats_of
from games.models import Game
from rulebook import ratable
from rulebook.time_control import Clock
from standings import meetings


class Why(models.TextChoices):
    """The reasons; lists show their labels."""

    COMPUTER = "computer", _("unrated (computer)")
    GUEST = "guest", _("unrated (guest)")
    NO_CLOCK = "no_clock", _("unrated (no clock)")
    HOUSE_RULES = "house_rules", _("unrated (house rules)")
    TOO_SHORT = "too_short", _("unrated (too little time)")
    MET_ENOUGH = "met_enough", _("unrated (three rated games that day)")
    CHOSEN = "chosen", _("unrated")

    @property
    def sentence(self) -> str:
        sentences = {
            Why.COMPUTER: _("Games with computers are unrated."),
            Why.GUEST: _("Games with guests are unrated."),
            Why.NO_CLOCK: _("Games without a clock are unrated: a losing player could simply stop moving."),
            Why.HOUSE_RULES: _(
                "Games with house rules are unrated. The lengths, partners and tile sets of the new-game page are no "
                "house rules."
            ),
            Why.TOO_SHORT: _(
                "Unrated: too little time. A time bank needs three seconds for each turn. Before its end time, a game "
                "needs at least ten times the time per move, or two full time banks."
            ),
            Why.MET_ENOUGH: _(
                "Unrated: two players can play at most three rated games against each other a day (UTC)."
            ),
            Why.CHOSEN: _("This game is unrated."),
        }
        return str(sentences[self])


def why_unrated(game: Game | Listed) -> Why | None:
    """The reason why this game is currently unrated, or None. Expects seats and players loaded."""
    players = [seat.player for seat in seats_of(game) if seat.player is not None]
    if any(player.is_bot for player in players):
        return Why.COMPUTER
    if any(player.is_guest for player in players):
        return Why.GUEST
    if game.rated and game.status != Game.Status.OPEN:
        return None
    control = game.time_control.until(game.last_moment, game.started_at or timezone.now())
    if control.kind == Clock.NONE:
        return Why.NO_CLOCK
    if not ratable.has_own_rules(game.rules, appointed=game.appointed):
        return Why.HOUSE_RULES
    if not ratable.has_time(game.rules, control, appointed=game.appointed):
        return Why.TOO_SHORT
    if game.rated:
        return None
    return Why.MET_ENOUGH if game.met_enough else Why.CHOSEN


def would_be_unrated(game: Game, reader: Reader) -> Why | None:
    """The same for an open game if the *reader* and the holders of reserved seats join. One more query for that."""
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

"""Seats of an open game that are reserved for one player."""

from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from games import after_move
from games.actions import namesakes
from games.actions.rows import announce_row, locked, must_be_open
from games.models import Game, Seat

announce = announce_row
held = locked


def my_open_table(public_id: str, host: User) -> Game:
    """The row of an open game that *host* created, locked until the transaction ends."""
    game = locked(public_id)
    must_be_open(game)
    if game.creator_id != host.pk:
        raise refusals.Forbidden("not_host", _("Only the host can invite players to this game."))
    return game


def keep_seat(game: Game, player: User, *, by: User, number: int | None = None) -> Seat:
    """Reserve the first free seat, or seat *number*, of a locked game. Raises for players who may not join."""
    seats = list(game.seats.select_related("player", "kept_for"))
    if any(player.pk == seat.player_id for seat in seats):
        raise refusals.NotNow("seated", _("%(name)s is already in this game.") % {"name": player.name})
    free = [seat for seat in seats if seat.player_id is None and seat.kept_for_id is None]
    if number is not None:
        free = [seat for seat in free if seat.number == number]
    if not free:
        raise refusals.NotNow("full", _("This game doesn’t have enough free seats."))
    seated = [seat.player_id for seat in seats if seat.player_id is not None]
    after_move.may_join(game, player, seated, by=by)
    namesakes.must_be_tellable_apart(player, [seat.holder for seat in seats])
    free[0].kept_for = player
    free[0].save(update_fields=["kept_for"])
    _changed(game)
    return free[0]


def free_seat(game: Game, player: User) -> None:
    """Free the seat that is reserved for *player*."""
    if game.seats.filter(kept_for=player, player=None).update(kept_for=None):
        _changed(game)


def release_seat(game_id: int, player_id: int | None) -> None:
    """Like `free_seat`, inside the transaction of a change that gives the game a new version anyway."""
    Seat.objects.filter(game=game_id, kept_for=player_id, player=None).update(kept_for=None)


def _changed(game: Game) -> None:
    game.version += 1
    game.save(update_fields=["version"])

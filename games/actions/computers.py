"""Adding computers to an open game and removing them, for its host."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again
from games import after_move, changes
from games.actions.keep_seats import my_open_table
from games.actions.offer import sit_computer, start_when_full
from games.actions.rows import announce_change, announce_rematch
from games.changes import Kind
from games.models import Game, Seat


def seat_computer(*, public_id: str, host: User, seat: int, level: str) -> Game:
    """Seat a computer on the free *seat* of the host's open game. The last seat starts the game."""
    return _fill(public_id, host, level, seat)


def fill_with_computers(*, public_id: str, host: User, level: str) -> Game:
    """Seat computers of this level on all free seats that aren't reserved. This starts the game if none is left."""
    return _fill(public_id, host, level, None)


@tried_again
def _fill(public_id: str, host: User, level: str, number: int | None) -> Game:
    with transaction.atomic(durable=True):
        host = database.hold(host)
        game = my_open_table(public_id, host)
        free = Seat.objects.filter(game=game, player=None, kept_for=None).order_by("number")
        numbers = list(free.values_list("number", flat=True)) if number is None else [number]
        if not numbers:
            raise refusals.NotNow("full", _("This game doesn’t have enough free seats."))
        for each in numbers:
            sit_computer(game, level, each, by=host)
        change = start_when_full(game, host)
    announce_change(change)
    announce_rematch(game.rematch_of)
    return game


@tried_again
def send_computer_away(*, public_id: str, host: User, seat: int) -> Game:
    """Remove a computer from a game that hasn't started."""
    with transaction.atomic(durable=True):
        game = my_open_table(public_id, host)
        sits_there = Seat.objects.filter(game=game, number=seat, player__bot_level__gt="")
        if not sits_there.update(player=None):
            raise refusals.NotNow("no_computer", _("There is no computer in that seat."))
        game.version += 1
        game.save(update_fields=["version"])
        change = after_move.stored(changes.of_row(Kind.LEFT, game, by=host.pk, now=timezone.now()))
    announce_change(change)
    return game

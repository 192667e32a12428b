"""Annulling a game, so that it no longer counts."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common import refusals
from common.database import tried_again
from games import after_move, changes
from games.actions.rows import announce_change, announce_rematch, close, locked
from games.changes import Kind
from games.models import Game


@tried_again
def annul_game(*, public_id: str, now: datetime, by: User | None = None) -> None:
    """Annul a finished game, or end a running one without a result; followers remove it from ratings and statistics.

    Raises `NotNow` with the code `annulled` if it is already annulled.
    """
    with transaction.atomic(durable=True):
        game = locked(public_id)
        if game.annulled_at is not None:
            raise refusals.NotNow("annulled", _("This game is already annulled."))
        if game.status not in {Game.Status.PLAYING, Game.Status.FINISHED}:
            raise refusals.NotNow("no_result", _("You can annul only a running or finished game."))
        before, game.annulled_at = game.rematch_of, now
        moderator = by.pk if by else None
        if game.status == Game.Status.PLAYING:
            change = close(game, Game.Status.ABORTED, by=moderator, now=now, kind=Kind.ANNULLED)
        else:
            before = None
            game.version += 1
            game.settle_at = None  # cancels the work that was due after its end
            game.save(update_fields=["annulled_at", "version", "settle_at"])
            change = after_move.stored(changes.of_row(Kind.ANNULLED, game, by=moderator, now=now))
    announce_change(change)
    announce_rematch(before)

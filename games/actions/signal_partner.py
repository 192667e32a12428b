"""Signals between partners. They are stored apart from the moves, and only the side that made them sees them."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

import rules
from common import refusals
from common.database import tried_again
from games import game_refusals
from games.actions.rows import Played
from games.models import Game, PartnerSignal
from games.positions import memory
from games.viewers import live
from rulebook import engine_refusals


def make_signal(*, public_id: str, seat: int, signal: rules.Move, version: int, key: str) -> Played:
    """Store a signal and show it to the partner. A seat can give each signal once in a deal.

    Other players can't notice it: version, ply and times stay the same. So any *version* of this deal is accepted.
    A repeated *key* gets the first answer again.
    """
    try:
        return Played(_make(public_id, seat, signal, version, key))
    except refusals.Refused:
        made = PartnerSignal.objects.filter(round__game__public_id=public_id, seat=seat, key=key)
        if key and (first := made.first()) is not None:
            return Played(first.version, repeated=True)
        raise


@tried_again
def _make(public_id: str, seat: int, signal: rules.Move, version: int, key: str) -> int:
    table = memory.current(public_id)
    if table.status != Game.Status.PLAYING or table.running is None:
        raise game_refusals.not_playing(table.status)
    if not table.running.first_version <= version <= table.version:
        raise game_refusals.stale()
    try:
        rules.play(table.running.position, signal, seat)  # only to check that it is allowed
    except rules.IllegalMove as refused:
        raise engine_refusals.refused(refused) from None
    try:
        with transaction.atomic(durable=True):
            PartnerSignal.objects.create(
                round_id=table.running.row_id, seat=seat, text=str(signal), version=table.version, key=key
            )
    except IntegrityError:
        raise refusals.NotNow("signalled", _("You already gave this signal. You can give it once a round.")) from None
    live.announce_again(table, table.frame.partners(seat))
    return table.version

"""Telling people: what happened between them goes to their notices, in the transaction that made it happen, and to
their programs once it is stored.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import transaction

from accounts.models import User
from games import live
from people.models import Invitation


def invited(invitation: Invitation) -> None:
    _tell(player=invitation.player, event="invited", now=invitation.at, game=invitation.game, by=invitation.by)


def declined(invitation: Invitation) -> None:
    """The reason that was chosen goes along, the words don't: they stand at the table alone."""
    assert invitation.answered_at is not None
    answer = {"answer": invitation.state, "reason": invitation.reason}
    _tell(
        player=invitation.by, event="answered", now=invitation.answered_at, game=invitation.game, by=invitation.player,
        **answer,
    )  # fmt: skip


def programs(invitations: Iterable[Invitation]) -> None:
    """How invitations (with both people) stand now, for the programs of both; the words of an answer stay at the table.

    Called inside the transaction.
    """
    told = [
        (user, {
            "type": "invitation",
            "id": each.game.public_id,
            "state": str(each.state),
            "by": each.by.username,
            "player": each.player.username,
        })
        for each in invitations
        for user in (each.player_id, each.by_id)
    ]  # fmt: skip
    if told:
        transaction.on_commit(lambda: live.tell_programs(told), robust=True)


def friend_asked(*, by: User, player: User, now: datetime) -> None:
    _tell(player=player, event="friend", now=now, by=by)


def friend_accepted(*, by: User, player: User, now: datetime) -> None:
    _tell(player=player, event="friend", now=now, by=by, accepted=True)


def _tell(**notice: Any) -> None:
    if not apps.is_installed("notices"):
        return
    from notices.services import tell

    tell(**notice)

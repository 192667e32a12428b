"""Telling people: what happened between them goes to their notices, in the transaction that made it happen."""

from datetime import datetime
from typing import Any

from django.apps import apps

from accounts.models import User
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


def friend_asked(*, by: User, player: User, now: datetime) -> None:
    _tell(player=player, event="friend", now=now, by=by)


def friend_accepted(*, by: User, player: User, now: datetime) -> None:
    _tell(player=player, event="friend", now=now, by=by, accepted=True)


def _tell(**notice: Any) -> None:
    if not apps.is_installed("notices"):
        return
    from notices.services import tell

    tell(**notice)

"""Notifications of this room, written in the transaction of the change; and events for programs, sent after its
commit.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.shown import events
from games.viewers import live
from notices import actions as notices
from notices.choices import Event
from people.models import Invitation


def invited(invitation: Invitation) -> None:
    game, by = invitation.game, invitation.by
    notices.tell(player=invitation.player, event=Event.INVITED, now=invitation.at, game=game, by=by)


def declined(invitation: Invitation) -> None:
    """Include the chosen reason. The player's own words appear only on the game's page."""
    assert invitation.answered_at is not None
    game, by = invitation.game, invitation.player
    answer = {"answer": invitation.state, "reason": invitation.reason}
    notices.tell(player=invitation.by, event=Event.ANSWERED, now=invitation.answered_at, game=game, by=by, **answer)


def programs(invitations: Iterable[Invitation]) -> None:
    """Send the state of these invitations to the programs of both players after the commit, without reason and words.

    Call inside the transaction. *invitations* have `game`, `by` and `player` loaded.
    """
    events_by_user = [(user, _event(each)) for each in invitations for user in (each.player_id, each.by_id)]
    if events_by_user:
        transaction.on_commit(lambda: live.tell_programs(events_by_user), robust=True)


def waiting(user_id: int) -> list[dict[str, object]]:
    """Events for the user's newest unanswered invitations, for a program that has just connected."""
    invitations = Invitation.objects.filter(player=user_id, state=Invitation.State.PENDING).order_by("-pk")
    return [_event(each) for each in invitations.select_related("game", "by", "player")[: events.MOST]]


def _event(invitation: Invitation) -> dict[str, object]:
    return {
        "type": "invitation",
        "id": invitation.game.public_id,
        "state": str(invitation.state),
        "by": invitation.by.username,
        "player": invitation.player.username,
    }


def friend_asked(*, by: User, player: User, now: datetime) -> None:
    notices.tell(player=player, event=Event.FRIEND, now=now, by=by)


def friend_accepted(*, by: User, player: User, now: datetime) -> None:
    notices.tell(player=player, event=Event.FRIEND, now=now, by=by, accepted=True)


def friend_removed(one: User, other: User) -> None:
    """Neither reads of a request or a friendship that is over."""
    notices.take_back(player=one, event=Event.FRIEND, by=other)
    notices.take_back(player=other, event=Event.FRIEND, by=one)


def blocked(*, by: User, person: User) -> None:
    """*by* keeps the person's messages, but we notify them of none any more, not in the daily mail either."""
    notices.take_back(player=by, event=Event.MESSAGE, by=person)

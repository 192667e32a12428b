"""Block and unblock people. We don't notify them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again
from people import notifications
from people.actions.friends import remove_friend
from people.actions.invitations import give_back
from people.models import Block, Invitation

MOST_BLOCKED = 1_000


@tried_again
def block(*, user: User, person: User, now: datetime) -> None:
    """Stop chat, invitations and new games between two people. Their games in progress go on.

    Ends their friendship and withdraws their invitations. Blocking again changes nothing. Raises `Forbidden`, `NotNow`.
    """
    if person.is_bot:
        sentence = _("You can’t block computers. They join only when a player adds them.")
        raise refusals.Forbidden("computer", sentence)
    if user.pk == person.pk:
        raise refusals.NotNow("yourself", _("You can’t block yourself."))
    with transaction.atomic():
        database.hold(user)
        if Block.objects.filter(by=user).count() >= MOST_BLOCKED:
            sentence = _("You’ve reached the limit of blocked players. Unblock one first.")
            raise refusals.NotNow("too_many_blocked", sentence)
        Block.objects.get_or_create(by=user, whom=person, defaults={"at": now})
        remove_friend(user=user, person=person)
        notifications.blocked(by=user, person=person)
    for invitation in Invitation.objects.filter(
        player__in=[user, person], by__in=[user, person], state=Invitation.State.PENDING
    ).select_related("game"):
        give_back(invitation, Invitation.State.WITHDRAWN, now)


def unblock(*, user: User, person: User) -> bool:
    """Remove a block. False if there was none."""
    return bool(Block.objects.filter(by=user, whom=person).delete()[0])

"""Send, accept and withdraw friend requests; end friendships."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again
from people import notifications, queries
from people.models import Friendship

MOST_FRIENDS, MOST_ASKED = 500, 50  # per person; unanswered requests per person


@tried_again
def ask_friend(*, user: User, person: User, now: datetime) -> Friendship:
    """Send a friend request, or accept the one that the other person sent. Repeating it changes nothing.

    Raises `Forbidden`, `NotNow`.
    """
    if user.is_guest or person.is_guest:
        raise refusals.Forbidden("guest", _("You both need an account to be friends."))
    if person.is_bot:
        raise refusals.Forbidden("computer", _("You can’t add a computer as a friend."))
    if user.pk == person.pk:
        raise refusals.NotNow("yourself", _("You can’t add yourself as a friend."))
    with transaction.atomic():
        return _asked(user, person, now)


def _asked(user: User, person: User, now: datetime) -> Friendship:
    """With both rows held: of two who ask at once, the second finds the request of the first."""
    held = {each.pk: database.hold(each) for each in sorted([user, person], key=lambda each: each.pk)}
    is_gone = not all(each.is_active for each in held.values())  # deleted just now
    if is_gone or queries.blocks_among(user.pk, [person.pk]):
        raise _not_welcome(person)
    between = Q(asker=user, asked=person) | Q(asker=person, asked=user)
    friendship = Friendship.objects.select_for_update().filter(between).first()
    if friendship is None:
        _must_have_room(user)
        friendship = Friendship.objects.create(asker=user, asked=person, at=now)
        notifications.friend_asked(by=user, player=person, now=now)
    elif friendship.since is None and friendship.asked_id == user.pk:
        _must_have_room(user)
        friendship.since = now
        friendship.save(update_fields=["since"])
        notifications.friend_accepted(by=user, player=person, now=now)
    return friendship


def _not_welcome(person: User) -> refusals.Forbidden:
    return refusals.Forbidden("not_welcome", _("You can’t send %(name)s a friend request.") % {"name": person.name})


def _must_have_room(user: User) -> None:
    if queries.friendships(user).count() >= MOST_FRIENDS:
        raise refusals.NotNow("too_many_friends", _("You’ve reached the friend limit. Remove one first."))
    if queries.requests_by(user).count() >= MOST_ASKED:
        sentence = _("You have too many unanswered friend requests. Withdraw some first.")
        raise refusals.NotNow("too_many_requests", sentence)


@tried_again
def remove_friend(*, user: User, person: User) -> bool:
    """End a friendship, or decline or withdraw a request. False if there was none."""
    between = Q(asker=user, asked=person) | Q(asker=person, asked=user)
    with transaction.atomic():
        if not Friendship.objects.filter(between).delete()[0]:
            return False
        notifications.friend_removed(user, person)
    return True

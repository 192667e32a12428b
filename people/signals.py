"""What happens elsewhere and matters here: somebody sits down, a table closes, a guest gets an account …"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

import limits
from accounts.models import User
from accounts.signals import deleted, guest_merged, leaving
from games import apart, changes, events, refusals
from games.changes import Change, Kind
from games.models import Game, Seat
from games.views import offering
from people import queries, services, told
from people.models import Block, Called, Friendship, Invitation, Profile, key_of
from people.naming import named

apart.questions.append(queries.blocked_ids)
events.waiting.append(told.waiting)
NAMES = {"username", "nickname", "is_guest", "is_active", "deleted_at"}


# ---- Blocks ------------------------------------------------------------------------------------
@receiver(changes.joining)
def keep_apart(player: User, seated: Sequence[int], by: User | None = None, **_kwargs: Any) -> None:
    """Nobody sits down with somebody who has blocked him, or whom he has blocked; only the latter is told why."""
    blocks = queries.blocks_among(player.pk, set(seated) - {player.pk})
    if not blocks:
        return
    reader = by or player
    for block in blocks:
        if block.by_id == reader.pk:
            said = _("You have blocked %(name)s: there is no table for you both.") % {"name": block.whom.name}
            raise refusals.Forbidden("blocked", said)
    raise refusals.Forbidden("not_welcome", _("You can't sit down at this table."))


# ---- Invitations -------------------------------------------------------------------------------
@receiver(changes.stored)
def follow_invitations(change: Change, **_kwargs: Any) -> None:
    """Who sits down has accepted; who stands up again has declined; a table that closes invites nobody."""
    if change.kind is Kind.MOVED:
        return
    here = Invitation.objects.filter(game=change.game_id)
    waiting = here.filter(state=Invitation.State.PENDING)
    if change.kind in {Kind.JOINED, Kind.STARTED, Kind.FINISHED} and change.by is not None:
        _stand_as(waiting.filter(player=change.by), Invitation.State.ACCEPTED, change.now)
    elif change.kind in {Kind.CANCELLED, Kind.EXPIRED}:
        _stand_as(waiting, Invitation.State.WITHDRAWN, change.now)
    elif change.kind is Kind.LEFT:
        theirs = here.filter(player=change.by, state=Invitation.State.ACCEPTED)
        if _stand_as(theirs, Invitation.State.DECLINED, change.now):
            Seat.objects.filter(game=change.game_id, kept_for=change.by, player=None).update(kept_for=None)


def _stand_as(invitations: QuerySet[Invitation], state: Invitation.State, now: datetime) -> bool:
    """They stand so, and the programs of both are told; False if there are none. The game's row is held."""
    found = list(invitations.select_related("game", "by", "player"))
    for each in found:
        each.state, each.answered_at = state, now
    if found:
        Invitation.objects.bulk_update(found, ["state", "answered_at"])
        told.programs(found)
    return bool(found)


@receiver(offering.checking)
def check_invited(request: HttpRequest, seats: int, **_kwargs: Any) -> None:
    """The form of a new table names people: all of them must be somebody who may be invited."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return
    players = named(request.POST)
    if len(players) >= seats:
        raise refusals.Unreadable("full", _("There are not enough free seats at this table."))
    services.invitations.must_be_invitable(players, user)


@receiver(offering.offered)
def invite_named(request: HttpRequest, game: Game, **_kwargs: Any) -> None:
    """… and once it is set, they are."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return
    try:
        if players := named(request.POST):
            limits.check("invite", request)
            services.invite(public_id=game.public_id, by=user, players=players, now=timezone.now())
    except refusals.Refused as refused:  # the table is set all the same
        messages.error(request, refused.message)


# ---- Names to be found by ----------------------------------------------------------------------
@receiver(post_save, sender=User)
def list_names(instance: User, update_fields: Any = None, raw: bool = False, **_kwargs: Any) -> None:
    """Keep the names that search looks through as they are; most saves of a user have nothing to do with them."""
    if raw or (update_fields is not None and not NAMES & set(update_fields)):
        return
    hidden = instance.is_guest or not instance.is_active or instance.deleted_at is not None
    keys = set() if hidden else {key_of(instance.username), key_of(instance.nickname)} - {b""}
    known = {bytes(row.key): row.pk for row in Called.objects.filter(user=instance)}
    if gone := [pk for key, pk in known.items() if key not in keys]:
        Called.objects.filter(pk__in=gone).delete()
    Called.objects.bulk_create(Called(user=instance, key=key) for key in sorted(keys - known.keys()))


# ---- Guests and goodbyes -----------------------------------------------------------------------
@receiver(guest_merged)
def people_come_along(guest: User, user: User, **_kwargs: Any) -> None:
    """What the guest has blocked or been invited to, and who has blocked him, is the account's from now on."""
    for model, one, other in (
        (Block, "by", "whom"), (Block, "whom", "by"), (Invitation, "player", "game"),
    ):  # fmt: skip
        _move(model, one, other, guest, user)
    Invitation.objects.filter(by=guest).update(by=user)


def _move(model: type[models.Model], one: str, other: str, guest: User, user: User) -> None:
    """Give the guest's rows to the account, but for those it has already or that would be about itself."""
    rows = model._default_manager.filter(**{one: guest})
    has = model._default_manager.filter(**{one: user}).values(other)
    twice = Q(**{f"{other}__in": has})
    if other in {"by", "whom"}:
        twice |= Q(**{other: user})
    rows.filter(twice).delete()
    rows.update(**{one: user})


@receiver(leaving)
def answer_for_who_leaves(user: User, **_kwargs: Any) -> None:
    """No table waits for an answer that can't come. Those he has invited are free when `games` closes his tables."""
    for invitation in queries.invitations_to(user):
        with suppress(refusals.NotNow):  # answered meanwhile
            services.invitations.give_back(invitation, Invitation.State.WITHDRAWN, timezone.now())


@receiver(deleted)
def let_go(user: User, **_kwargs: Any) -> None:
    """Nothing that links somebody who has gone to others stays."""
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    Block.objects.filter(Q(by=user) | Q(whom=user)).delete()
    for invitation in Invitation.objects.filter(Q(player=user) | Q(by=user), state=Invitation.State.PENDING):
        Seat.objects.filter(game=invitation.game_id, kept_for=invitation.player_id, player=None).update(kept_for=None)
    Invitation.objects.filter(Q(player=user) | Q(by=user)).delete()
    Profile.objects.filter(user=user).delete()
    Called.objects.filter(user=user).delete()

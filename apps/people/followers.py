"""Enforces blocks and updates invitations when something happens to games and accounts."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.followers import FollowsPeople
from accounts.models import User
from common import limits, refusals
from common.answers.attempts import attempt
from games.actions import keep_seats
from games.after_move import FollowsGames
from games.changes import Change, Kind
from games.models import Game
from people import actions, notifications, queries
from people.models import Announcement, Block, Called, Friendship, Invitation, Profile
from people.naming import named


class PeopleAfterMove(FollowsGames):
    kinds = frozenset(Kind) - {Kind.MOVED, Kind.TAKEN_BACK}

    def stored(self, changes: Sequence[Change]) -> None:
        """Joining accepts an invitation, leaving declines it, and a cancelled or expired game withdraws all. A new open
        game is posted to the host's webhook.
        """
        for change in changes:
            if change.kind is Kind.OFFERED:
                if settings.OPEN_GAMES_WEBHOOK and Game.objects.get(pk=change.game_id).is_public:
                    Announcement.objects.create(pk=change.game_id, since=change.now, due=change.now)
                continue
            if change.kind is Kind.FINISHED and not change.sat_down:
                continue
            here = Invitation.objects.filter(game=change.game_id)
            waiting = here.filter(state=Invitation.State.PENDING)
            if change.sat_down and change.by is not None:
                _stand_as(waiting.filter(player=change.by), Invitation.State.ACCEPTED, change.now)
            elif change.kind in {Kind.CANCELLED, Kind.EXPIRED}:
                _stand_as(waiting, Invitation.State.WITHDRAWN, change.now)
            elif change.kind is Kind.LEFT:
                theirs = here.filter(player=change.by, state=Invitation.State.ACCEPTED)
                if _stand_as(theirs, Invitation.State.DECLINED, change.now):
                    keep_seats.release_seat(change.game_id, change.by)

    def joining(self, game: Game, player: User, seated: Collection[int], by: User) -> None:
        """Refuse if a block exists between the player and anyone seated. Only the blocker learns the reason."""
        blocks = queries.blocks_among(player.pk, set(seated) - {player.pk})
        if not blocks:
            return
        if theirs := [whom for who, whom in blocks if who == by.pk]:
            name = User.objects.get(pk=theirs[0]).name
            sentence = _("You blocked %(name)s. Unblock them to play together.") % {"name": name}
            raise refusals.Forbidden("blocked", sentence)
        raise refusals.Forbidden("not_welcome", _("You can’t join this game."))

    def offering(self, request: HttpRequest, seats: int) -> None:
        """Refuse a new game if its form names people that the user can't invite, or too many."""
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return
        players = named(request.POST)
        if len(players) >= seats:
            raise refusals.Unreadable("full", _("This game doesn’t have enough free seats."))
        actions.invitations.must_be_invitable(players, user)

    def offered(self, request: HttpRequest, game: Game) -> None:
        """Invite the people that the form of the new game names."""
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return
        with attempt(request):  # an error must not undo the game
            if players := named(request.POST):
                limits.check("invite", request)
                actions.invite(public_id=game.public_id, by=user, players=players, now=timezone.now())

    def waiting_events(self, user_id: int) -> Iterable[dict[str, object]]:
        return notifications.waiting(user_id)


def _stand_as(invitations: QuerySet[Invitation], state: Invitation.State, now: datetime) -> bool:
    """Set the state and send events to the programs of both players. False if there were no invitations. The caller has
    locked the game's row.
    """
    waiting = list(invitations.select_related("game", "by", "player"))
    for each in waiting:
        each.state, each.answered_at = state, now
    if waiting:
        Invitation.objects.bulk_update(waiting, ["state", "answered_at"])
        notifications.programs(waiting)
    return bool(waiting)


class BondsOfPeople(FollowsPeople):
    def kept_apart(self, user: User) -> Iterable[int]:
        return queries.blocked_ids(user)

    def merged(self, guest: User, account: User) -> None:
        """Move the guest's blocks (in both directions) and invitations to the account."""
        for model, one, other in (
            (Block, "by", "whom"),
            (Block, "whom", "by"),
            (Invitation, "player", "game"),
        ):
            _move(model, one, other, guest, account)
        Invitation.objects.filter(by=guest).update(by=account)

    def leaving(self, user: User) -> None:
        """Withdraw the invitations to this person, so that no game waits for their answer. The invitations they sent
        end when their open games are cancelled.
        """
        for invitation in queries.invitations_to(user):
            with suppress(refusals.NotNow):  # answered in the meantime
                actions.invitations.give_back(invitation, Invitation.State.WITHDRAWN, timezone.now())

    def deleted(self, user: User) -> None:
        """Delete everything that links the deleted person to others."""
        Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
        Block.objects.filter(Q(by=user) | Q(whom=user)).delete()
        for invitation in Invitation.objects.filter(Q(player=user) | Q(by=user), state=Invitation.State.PENDING):
            keep_seats.release_seat(invitation.game_id, invitation.player_id)
        Invitation.objects.filter(Q(player=user) | Q(by=user)).delete()
        Profile.objects.filter(user=user).delete()
        Called.objects.filter(user=user).delete()

    def on_record(self, user: User) -> dict[str, object]:
        profile = queries.profile(user)
        asked = Friendship.objects.filter(Q(asker=user) | Q(asked=user)).select_related("asker", "asked").order_by("pk")
        blocked = Block.objects.filter(by=user).select_related("whom").order_by("pk")
        return {
            "profile": {"about": profile.about, "invites": profile.invites, "letters": profile.letters},
            "friends": [
                {
                    "player": (each.asked if each.asker_id == user.pk else each.asker).username,
                    "asked": each.asker_id == user.pk,
                    "at": each.at,
                    "since": each.since,
                }
                for each in asked
            ],
            "blocked": [{"player": each.whom.username, "at": each.at} for each in blocked],
        }


def _move(model: type[models.Model], one: str, other: str, guest: User, user: User) -> None:
    """Move the guest's rows to the account. Delete those that the account already has or that would refer to itself."""
    rows = model._default_manager.filter(**{one: guest})
    has = model._default_manager.filter(**{one: user}).values(other)
    twice = Q(**{f"{other}__in": has})
    if other in {"by", "whom"}:
        twice |= Q(**{other: user})
    rows.filter(twice).delete()
    rows.update(**{one: user})

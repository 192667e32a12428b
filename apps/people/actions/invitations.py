"""Invite players by name: send, accept, decline and withdraw invitations, each with a reserved seat.

Every change locks the game's row before it reads the invitation. When two people change the same one, the second gets
an error. `people.followers` marks an invitation as accepted when its player joins, also by the link.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db import transaction
from django.forms import RadioSelect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import database, names
from accounts.models import User
from common import refusals
from common.database import tried_again
from common.lines import Lines
from common.wishes import Most, Shown
from games.actions import Terms, create_game, join_game, keep_seats
from games.models import Game, Seat
from games.viewers import live
from people import notifications, queries
from people.models import LONGEST_WORDS, Invitation

MOST_PENDING = 50  # unanswered invitations per person


@dataclass(frozen=True, slots=True)
class Answer:
    """The reason for declining."""

    reason: Annotated[Invitation.Reason, Shown(gettext_lazy("Why not?"), RadioSelect, required=True)] = (
        Invitation.Reason.NOT_NOW
    )
    words: Annotated[str, Most(LONGEST_WORDS), Shown(gettext_lazy("Message (optional)"), Lines({"rows": 2}))] = ""


@tried_again
def invite(
    *, public_id: str, by: User, players: Sequence[User], now: datetime, seats: Sequence[int] = ()
) -> list[Invitation]:
    """Reserve a seat in *by*'s open game for each player, and notify them. Invites all of them or none.

    *seats*: seat numbers in the order of the players; by default the first free ones. Raises `Forbidden`, `NotFound`,
    `NotNow`.
    """
    if by.is_guest:
        sentence = _("You need an account to invite players by name. Send them the link instead.")
        raise refusals.Forbidden("guest", sentence)
    made = []
    with transaction.atomic(durable=True):
        database.hold(by)
        game = keep_seats.my_open_table(public_id, by)
        waiting = Invitation.objects.filter(by=by, state=Invitation.State.PENDING).count()
        if waiting + len(players) > MOST_PENDING:
            sentence = _("You have too many unanswered invitations. Withdraw some or wait for answers.")
            raise refusals.NotNow("too_many_invitations", sentence)
        must_be_invitable(players, by)
        for n, player in enumerate(players):
            _must_be_new(game, player)
            keep_seats.keep_seat(game, player, by=by, number=seats[n] if seats else None)
            again = {"by": by, "state": Invitation.State.PENDING, "reason": "", "words": "", "at": now}
            invitation, _made = Invitation.objects.update_or_create(
                game=game, player=player, defaults={**again, "answered_at": None}
            )
            made.append(invitation)
            notifications.invited(invitation)
        notifications.programs(made)
    keep_seats.announce(public_id)
    live.tell_desks([player.pk for player in players])
    return made


def must_be_invitable(players: Sequence[User], by: User) -> None:
    """Raise `Forbidden` about the first player that *by* can't invite. The error doesn't reveal a block."""
    willing = queries.invitable(players, by)
    for player in players:
        if player.pk not in willing:
            raise refusals.Forbidden("not_invitable", _("You can’t invite %(name)s.") % {"name": player.name})


def _must_be_new(game: Game, player: User) -> None:
    """Raise `NotNow` if the player is invited to this game already or has declined."""
    before = Invitation.objects.filter(game=game, player=player).values_list("state", flat=True).first()
    if before == Invitation.State.PENDING:
        raise refusals.NotNow("invited_already", _("%(name)s is already invited.") % {"name": player.name})
    if before == Invitation.State.DECLINED:
        raise refusals.NotNow("declined", _("%(name)s has declined this invitation.") % {"name": player.name})


def accept_invitation(*, public_id: str, player: User, shuffle_seed: str = "") -> Seat:
    """Join on the reserved seat. Raises `NotNow` once the invitation is answered or withdrawn."""
    return join_game(public_id=public_id, player=player, shuffle_seed=shuffle_seed, kept=True)


def decline_invitation(
    *, public_id: str, player: User, now: datetime, reason: str = Invitation.Reason.NOT_NOW, words: str = ""
) -> None:
    """Decline with a reason that the host sees. Frees the seat. Raises `NotFound`, `NotNow`."""
    invitation = _waiting(public_id, player)
    words = names.tidy(words)[:LONGEST_WORDS]
    give_back(invitation, Invitation.State.DECLINED, now, reason=reason, words=words)


def withdraw(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """Withdraw an invitation that *by* sent. Frees the seat. Raises `NotFound`, `Forbidden`, `NotNow`."""
    invitation = _waiting(public_id, player)
    if invitation.by_id != by.pk:
        raise refusals.Forbidden("not_host", _("Only the player who sent this invitation can withdraw it."))
    give_back(invitation, Invitation.State.WITHDRAWN, now)


def _waiting(public_id: str, player: User) -> Invitation:
    invitation = Invitation.objects.select_related("game").filter(game__public_id=public_id, player=player).first()
    if invitation is None:
        raise refusals.NotFound("no_invitation", _("There’s no invitation to this game."))
    return invitation


@tried_again
def give_back(invitation: Invitation, state: Invitation.State, now: datetime, **answer: str) -> None:
    """End a pending invitation and free its seat. *answer*: `reason` and `words` of the player.

    Raises `NotNow` if the invitation isn't pending any more.
    """
    with transaction.atomic():
        game = keep_seats.held(invitation.game.public_id)
        changed = Invitation.objects.filter(pk=invitation.pk, state=Invitation.State.PENDING).update(
            state=state, answered_at=now, **answer
        )
        if not changed:
            raise refusals.NotNow("answered", _("This invitation was already answered or withdrawn."))
        keep_seats.free_seat(game, invitation.player)
        invitation.refresh_from_db()
        if state == Invitation.State.DECLINED:
            notifications.declined(invitation)
        notifications.programs([invitation])
    keep_seats.announce(invitation.game.public_id)
    live.tell_desks([invitation.player_id, invitation.by_id])


def challenge_again(
    *, public_id: str, by: User, players: Sequence[User], now: datetime
) -> tuple[Game, refusals.Refused | None]:
    """Create a game with the rules and clock of an old one, and invite its players. Computers join at once.

    All keep their places relative to *by*, so partners stay partners. Answers the game, and the error if it exists but
    the players couldn't be invited. Raises `Forbidden`, `NotFound`, `NotNow`.
    """
    old = queries.played(public_id, by)
    must_be_invitable(players, by)
    sat = {seat.player: seat.number for seat in old.seats.all() if seat.player is not None}
    seats = {player: (number - sat[by]) % old.seats_number for player, number in sat.items()}
    computers = {number: player.bot_level for player, number in seats.items() if player.is_bot}
    terms = Terms(rated=old.rated, computers=computers)
    game = create_game(creator=by, ruleset=old.rules, control=old.time_control, terms=terms)
    places = [seats[player] for player in players]
    try:
        if players:
            invite(public_id=game.public_id, by=by, players=players, now=now, seats=places)
    except refusals.Refused as refused:
        return game, refused
    return game, None

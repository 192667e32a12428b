"""A seat kept for somebody: offered, taken, declined, taken back.

The game's row is held first and the invitation is read after it, so of two who change the same one there is
one winner and the other is told. That somebody has sat down, however they came, `people.signals` writes.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database, names
from accounts.models import User
from common import refusals
from games import live
from games.actions import create_game, join_game, keep_seats
from games.models import Game, Seat
from people import queries, telling
from people.models import LONGEST_WORDS, Invitation

MOST_PENDING = 50  # invitations of one person without an answer


def invite(
    *, public_id: str, by: User, players: Sequence[User], now: datetime, seats: Sequence[int] = ()
) -> list[Invitation]:
    """Keep a seat at one's own open table for each of the players, and tell them. All of them, or none.

    *seats*: which seat is whose, in the order of the players; without it the first free ones.
    """
    if by.is_guest:
        said = _("You need an account to invite players by name. Send them the link instead.")
        raise refusals.Forbidden("guest", said)
    made = []
    with transaction.atomic(durable=True):
        database.hold(by)
        game = keep_seats.my_open_table(public_id, by)
        waiting = Invitation.objects.filter(by=by, state=Invitation.State.PENDING).count()
        if waiting + len(players) > MOST_PENDING:
            said = _("You have too many unanswered invitations. Withdraw some or wait for answers.")
            raise refusals.NotNow("too_many_invitations", said)
        must_be_invitable(players, by)
        for n, player in enumerate(players):
            _must_be_new(game, player)
            keep_seats.keep_seat(game, player, by=by, number=seats[n] if seats else None)
            again = {"by": by, "state": Invitation.State.PENDING, "reason": "", "words": "", "at": now}
            invitation, _made = Invitation.objects.update_or_create(
                game=game, player=player, defaults={**again, "answered_at": None}
            )
            made.append(invitation)
            telling.invited(invitation)
        telling.programs(made)
    keep_seats.announce(public_id)
    live.tell_desks([player.pk for player in players])
    return made


def must_be_invitable(players: Sequence[User], by: User) -> None:
    willing = queries.invitable(players, by)
    for player in players:
        if player.pk not in willing:
            raise refusals.Forbidden("not_invitable", _("You can't invite %(name)s.") % {"name": player.name})


def _must_be_new(game: Game, player: User) -> None:
    """Who has been asked to this table and declined isn't asked again."""
    before = Invitation.objects.filter(game=game, player=player).values_list("state", flat=True).first()
    if before == Invitation.State.PENDING:
        raise refusals.NotNow("invited_already", _("%(name)s is already invited.") % {"name": player.name})
    if before == Invitation.State.DECLINED:
        raise refusals.NotNow("declined", _("%(name)s has declined this invitation.") % {"name": player.name})


def accept_invitation(*, public_id: str, player: User, shuffle_seed: str = "") -> Seat:
    """Sit down on the seat that is kept; refused once the invitation has been answered or taken back."""
    return join_game(public_id=public_id, player=player, shuffle_seed=shuffle_seed, kept=True)


def decline_invitation(
    *, public_id: str, player: User, now: datetime, reason: str = Invitation.Reason.NOT_NOW, words: str = ""
) -> None:
    """Say no, and why; the seat is free again, and who has invited reads the answer."""
    invitation = _waiting(public_id, player)
    words = names.tidy(words)[:LONGEST_WORDS]
    give_back(invitation, Invitation.State.DECLINED, now, reason=reason, words=words)


def withdraw(*, public_id: str, by: User, player: User, now: datetime) -> None:
    """Take an invitation back; the seat is free again."""
    invitation = _waiting(public_id, player)
    if invitation.by_id != by.pk:
        raise refusals.Forbidden("not_host", _("Only the player who sent this invitation can withdraw it."))
    give_back(invitation, Invitation.State.WITHDRAWN, now)


def _waiting(public_id: str, player: User) -> Invitation:
    found = Invitation.objects.select_related("game").filter(game__public_id=public_id, player=player).first()
    if found is None:
        raise refusals.NotFound("no_invitation", _("There's no invitation to this game."))
    return found


def give_back(invitation: Invitation, state: Invitation.State, now: datetime, **answer: Any) -> None:
    """End an invitation that waits and free its seat. Raises `NotNow` if it waits no more."""
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
            telling.declined(invitation)
        telling.programs([invitation])
    keep_seats.announce(invitation.game.public_id)
    live.tell_desks([invitation.player_id, invitation.by_id])


def challenge_again(
    *, public_id: str, by: User, players: Sequence[User], now: datetime
) -> tuple[Game, refusals.Refused | None]:
    """The same game once more, with the same rules and clock, its seats kept for the players of the old one.

    Everybody sits where they sat, seen from who asks; so partners are partners again. Computers sit down at once. With
    the table comes why no seat could be kept, if none could: it is set all the same.
    """
    old = queries.played(public_id, by)
    must_be_invitable(players, by)
    sat = {seat.player: seat.number for seat in old.seats.all() if seat.player is not None}
    seats = {player: (number - sat[by]) % old.seats_number for player, number in sat.items()}
    computers = {number: player.bot_level for player, number in seats.items() if player.is_bot}
    game = create_game(creator=by, computers=computers, **queries.same_again(old))
    places = [seats[player] for player in players]
    try:
        if players:
            invite(public_id=game.public_id, by=by, players=players, now=now, seats=places)
    except refusals.Refused as refused:
        return game, refused
    return game, None

"""Before the game: creating, joining, leaving, cancelling and expiring it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts import computers as computer_accounts
from accounts import database
from accounts.models import User
from common import refusals
from common.chances import new_player_seed, new_secret
from common.database import tried_again
from games import after_move, changes, commit, game_refusals
from games.actions import namesakes
from games.actions.namesakes import show_names
from games.actions.rows import (
    announce_change,
    announce_rematch,
    announce_row,
    close,
    locked,
    must_be_open,
    must_begin_in_time,
)
from games.changes import Change, Kind
from games.models import Game, Seat
from games.seating import with_seats
from rulebook import time_control
from rulebook.ratable import may_be_rated
from rulebook.time_control import TimeControl

OPEN_OFFERS = 20  # of one person at a time
MOST_ROUNDS = 1_000  # in a game; a longer one would never end


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The host's decisions about a new game besides its rules and its clock.

    *last_moment*: when the scores decide, unless the clock says how long the game lasts (`TimeControl.lasts`). *rated*
    is ignored where the rules or the clock allow no rating (`rulebook.ratable`). *computers* are levels by seat.
    """

    rated: bool = True
    visibility: str = Game.Visibility.LINK
    offer_days: int = 14
    last_moment: datetime | None = None
    computers: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointed:
    """A game between opponents whom the server chose, as in a tournament, which its players entered together.

    Blocks don't prevent it, alike names neither, and nobody can abort it. We send no notification of its start: that's
    up to the caller. *lead* is the seat that leads where the rules leave it to the host (`lead_first: host`).
    *last_moment*: when the scores decide. *visibility*: whether lists and profiles show it to everyone.
    """

    lead: int = 0
    last_moment: datetime | None = None
    visibility: str = Game.Visibility.PUBLIC


@tried_again
def create_game(
    *, creator: User, ruleset: rules.RuleSet, control: TimeControl, terms: Terms, shuffle_seed: str = ""
) -> Game:
    """Create a game with its creator on seat 0, and with the computers of its terms. It starts if no seat stays free.

    *shuffle_seed* is the creator's share in the shuffle. Raises `Unreadable`, `NotNow`.
    """
    _must_end(ruleset)
    now = timezone.now()
    offer_ends = now + timedelta(days=terms.offer_days)
    if terms.last_moment is not None:
        _must_be_to_come(terms.last_moment, now, control.lasts)
        offer_ends = min(offer_ends, terms.last_moment)
    with transaction.atomic(durable=True):
        database.hold(creator)
        if Game.objects.filter(creator=creator, status=Game.Status.OPEN).count() >= OPEN_OFFERS:
            raise refusals.NotNow("too_many_offers", _("You have too many open invitations. Cancel one first."))
        game = Game.objects.create(
            variant=ruleset.key,
            options=dict(ruleset.options),
            seats_number=ruleset.seats,
            **control.fields(),
            last_moment=terms.last_moment,
            rated=terms.rated and may_be_rated(ruleset, control.until(terms.last_moment, now)),
            visibility=terms.visibility,
            creator=creator,
            offer_ends=offer_ends,
            totals=[0] * ruleset.sides,
        )
        Seat.objects.bulk_create(
            Seat(game=game, number=number, side=ruleset.side_of(number), player=creator if number == 0 else None)
            for number in range(ruleset.seats)
        )
        _share_in_shuffle(game, 0, shuffle_seed)
        happened = [after_move.stored(changes.of_row(Kind.OFFERED, game, by=creator.pk, now=timezone.now()))]
        for number, level in sorted(terms.computers.items()):
            sit_computer(game, level, number, by=creator)
        if terms.computers:
            happened.append(start_when_full(game, creator))
    after_move.committed(*happened)
    return game


def sit_computer(game: Game, level: str, number: int, *, by: User) -> None:
    """Seat a computer of this level on the free seat *number* of a locked game. *by* is the person who adds it."""
    if level not in User.Level:
        raise refusals.Unreadable("unknown_level", _("There is no computer at that level."))
    seated = game.seats.filter(player__isnull=False).values_list("player_id", flat=True)
    sit(game, computer_accounts.free_computer(level, list(seated)), number, "", by=by)


def _must_end(ruleset: rules.RuleSet) -> None:
    kind, number = ruleset.ends_at
    if kind == "rounds" and number > MOST_ROUNDS:  # the rules limit points
        raise refusals.Unreadable("too_long", _("A game can have up to 1,000 rounds. This one would never end."))


def _must_be_to_come(last_moment: datetime, now: datetime, lasts: int | None) -> None:
    if lasts is not None:
        raise refusals.Unreadable("bad_clock", _("Set either a time limit or an end time for the game, not both."))
    span = (last_moment - now).total_seconds()
    if not time_control.SHORTEST_GAME <= span <= time_control.LONGEST_GAME:
        raise refusals.Unreadable("bad_clock", _("A game must end between 5 minutes and 365 days from now."))


def _share_in_shuffle(game: Game, seat: int, seed: str) -> None:
    """Store the player's share in the shuffle. Without one, the server's random share stays."""
    if not seed:
        return
    if len(seed) > 64 or not seed.isalnum() or not seed.isascii():
        raise refusals.Unreadable("bad_seed", _("A shuffle seed can have up to 64 letters and digits."))
    Seat.objects.filter(game=game, number=seat).update(shuffle_seed=seed)


@tried_again
def join_game(
    *, public_id: str, player: User, seat: int | None = None, shuffle_seed: str = "", kept: bool = False
) -> Seat:
    """Join at *seat*, or at the first free one. The game starts when the last seat is taken.

    *kept*: take only a seat that is reserved for this player, as for an invitation.
    """
    with transaction.atomic(durable=True):
        player = database.hold(player)
        game = locked(public_id)
        if game.status == Game.Status.PLAYING and game.seats.filter(player=player).exists():
            raise _sits_there()  # a clearer error than "full"
        must_be_open(game)
        if kept and not game.seats.filter(kept_for=player, player=None).exists():
            raise refusals.NotNow("not_kept", _("This game no longer has a seat reserved for you."))
        taken = sit(game, player, seat, shuffle_seed)
        change = start_when_full(game, player)
    announce_joined(game, change)
    return taken


@tried_again
def join_instead(*, public_id: str, own: str, player: User, shuffle_seed: str = "") -> None:
    """Join a game, and cancel the player's *own* open one unless others joined it: both, or neither.

    So one game begins if two hosts join each other's game at once.
    """
    cancelled = None
    with transaction.atomic(durable=True):
        player = database.hold(player)
        named = Q(public_id=public_id) | Q(public_id=own, creator=player)
        games = {each.public_id: each for each in Game.objects.select_for_update().filter(named).order_by("pk")}
        mine, game = games.get(own), games.get(public_id)
        if game is None:
            raise game_refusals.unknown_game()
        if mine is not None and mine.status not in {Game.Status.OPEN, *Game.UNPLAYED}:
            raise refusals.NotNow("own_game", _("Your own game has started."))
        must_be_open(game)
        sit(game, player, None, shuffle_seed)
        joined = start_when_full(game, player)
        if mine is not None and mine.status == Game.Status.OPEN and not _others_sit_at(mine, player):
            cancelled = close(mine, Game.Status.CANCELLED, by=player.pk, now=timezone.now())
    announce_joined(game, joined)
    if mine is not None and cancelled is not None:
        announce_change(cancelled)
        announce_rematch(mine.rematch_of)


def _others_sit_at(game: Game, player: User) -> bool:
    return game.seats.exclude(player=None).exclude(player=player).exists()


def join(public_id: str, player: User) -> tuple[Game, Change]:
    """Like `join_game`, inside the caller's transaction, which has locked the player's row.

    After the commit, the caller passes both to `announce_joined`.
    """
    game = locked(public_id)
    must_be_open(game)
    sit(game, player, None, "")
    return game, start_when_full(game, player, tell_them=True)


def announce_joined(game: Game, change: Change) -> None:
    announce_change(change)
    announce_rematch(game.rematch_of)


def _sits_there() -> refusals.NotNow:
    return refusals.NotNow("own_game", _("You’re already in this game."))


def sit(game: Game, player: User, number: int | None, shuffle_seed: str, *, by: User | None = None) -> Seat:
    """Let *player* take a seat of a locked game. *by* is the person who seats them, if another one."""
    seats = list(game.seats.select_related("player", "kept_for"))
    if any(seat.player_id == player.pk for seat in seats):
        raise _sits_there()
    if any(seat.player is not None and not seat.player.is_active for seat in seats):
        raise refusals.NotNow("player_gone", _("A player left, so this game can’t start."))
    free = [seat for seat in seats if seat.player_id is None and seat.kept_for_id in {None, player.pk}]
    free.sort(key=lambda seat: seat.kept_for_id != player.pk)  # a seat reserved for the player comes first
    if number is not None:
        free = [seat for seat in free if seat.number == number]
    if not free:
        if any(seat.player_id is None for seat in seats):
            raise refusals.NotNow("taken", _("That seat is taken or reserved for another player."))
        raise refusals.NotNow("full", _("This game is full."))
    after_move.may_join(game, player, [seat.player_id for seat in seats if seat.player_id is not None], by=by or player)
    called_anew = namesakes.make_way(player, [seat.holder for seat in seats])
    transaction.on_commit(lambda: show_names(called_anew), robust=True)
    # Give the seat a new key and shuffle seed, because an earlier player may know the old ones.
    free[0].player, free[0].token, free[0].shuffle_seed = player, new_secret(), new_player_seed()
    free[0].save(update_fields=["player", "token", "shuffle_seed"])
    _share_in_shuffle(game, free[0].number, shuffle_seed)
    game.version += 1
    game.save(update_fields=["version"])
    return free[0]


def start_when_full(game: Game, player: User, *, tell_them: bool = False) -> Change:
    """Start the game if *player*, who has just joined, took the last seat. *tell_them*: notify them of it, because they
    aren't looking.
    """
    now = timezone.now()
    if game.seats.filter(player=None).exists():
        return after_move.stored(changes.of_row(Kind.JOINED, game, by=player.pk, now=now))
    must_begin_in_time(game, now)
    return _begin(game, now, by=None if tell_them else player.pk)


def _begin(game: Game, now: datetime, *, by: int | None, seated: Game | None = None) -> Change:
    commit.begin(game, now, seated)
    kind = Kind.FINISHED if game.status == Game.Status.FINISHED else Kind.STARTED  # a game can end with its deal
    return after_move.stored(changes.of_row(kind, game, by=by, now=now))


def start_table(
    *,
    players: Sequence[User],
    ruleset: rules.RuleSet,
    control: TimeControl,
    rated: bool,
    now: datetime,
    appointed: Appointed | None = None,
    visibility: str = Game.Visibility.PUBLIC,
) -> Change:
    """Seat these players, in the order of the seats, and start their game. *appointed* has its own *visibility*.

    Call inside a transaction that has locked the players' rows, and pass the change to `after_move.committed` after the
    commit. The number of statements depends only on the number of seats. Raises `Forbidden`, `NameTaken`.
    """
    game = Game.objects.create(
        variant=ruleset.key,
        options=dict(ruleset.options),
        seats_number=ruleset.seats,
        **control.fields(),
        rated=rated,
        visibility=appointed.visibility if appointed else visibility,
        offer_ends=now,
        totals=[0] * ruleset.sides,
        version=1,  # its players have sat down
        appointed=appointed is not None,
        host=appointed.lead if appointed else 0,
        last_moment=appointed.last_moment if appointed else None,
    )
    if appointed is None:
        _must_get_along(game, players)
    bank = time_control.milliseconds(control.bank)
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=number, side=ruleset.side_of(number), player=player, bank_left=bank)
        for number, player in enumerate(players)
    )
    prefetch_related_objects(players, "vacations")
    return _begin(game, now, by=None, seated=with_seats(game, seats))


def _must_get_along(game: Game, players: Sequence[User]) -> None:
    """Raise `Forbidden` or `NameTaken` if two of these players can't sit at one table."""
    for number, player in enumerate(players[1:], start=1):
        after_move.may_join(game, player, [other.pk for other in players[:number]], by=player)
    guests_last = sorted(players, key=lambda player: player.is_guest)
    for number, player in enumerate(guests_last):
        namesakes.must_be_tellable_apart(player, guests_last[:number])


def leave_game(*, public_id: str, player: User) -> None:
    """Leave a game that hasn't started. The host must cancel instead."""
    after_move.committed(leave(public_id, player))


@tried_again
def leave(public_id: str, player: User) -> Change:
    """Like `leave_game`, but notify only the boards. The caller passes the change to `after_move.committed`."""
    with transaction.atomic(durable=True):
        game = locked(public_id)
        must_be_open(game)
        if game.creator_id == player.pk:
            raise refusals.NotNow("own_game", _("You host this game. Cancel it instead."))
        if not game.seats.filter(player=player).update(player=None):
            raise game_refusals.not_seated()
        game.version += 1
        game.save(update_fields=["version"])
        before = game.rematch_of
        change = after_move.stored(changes.of_row(Kind.LEFT, game, by=player.pk, now=timezone.now()))
    announce_row(public_id)
    announce_rematch(before)
    return change


def cancel_game(*, public_id: str, player: User) -> None:
    """Cancel an open game."""
    after_move.committed(cancel(public_id, player))


@tried_again
def cancel(public_id: str, player: User) -> Change:
    """Like `cancel_game`, but notify only the boards. The caller passes the change to `after_move.committed`."""
    with transaction.atomic(durable=True):
        game = locked(public_id)
        must_be_open(game)
        if game.creator_id != player.pk:
            raise refusals.Forbidden("not_host", _("Only the host can cancel this game."))
        before = game.rematch_of
        change = close(game, Game.Status.CANCELLED, by=player.pk, now=timezone.now())
    announce_row(public_id)
    announce_rematch(before)
    return change


@tried_again
def expire_offer(*, public_id: str, now: datetime) -> bool:
    """Close an expired offer; False if another process was faster."""
    with transaction.atomic(durable=True):
        game = locked(public_id)
        if game.status != Game.Status.OPEN or game.offer_ends is None or game.offer_ends > now:
            return False
        before = game.rematch_of
        change = close(game, Game.Status.EXPIRED, by=None, now=now)
    announce_change(change)
    announce_rematch(before)
    return True

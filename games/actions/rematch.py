"""Rematches, seen versions, and guests who log in or create an account."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again, write_rows
from games import after_move, changes, commit, game_refusals
from games.actions import depart, namesakes
from games.actions.offer import sit, start_when_full
from games.actions.rows import announce_newest, announce_row, close, locked, must_be_open, renew
from games.changes import Change, Kind
from games.models import Game, Seat
from rulebook.ratable import may_be_rated

REMATCH_FOR = timedelta(days=7)
SEEN = """
    UPDATE games_seat SET seen_version = %s WHERE number = %s AND seen_version < %s
    AND game_id = (SELECT id FROM games_game WHERE public_id = %s AND version >= %s)
"""


@tried_again
def offer_rematch(*, public_id: str, player: User) -> Game:
    """Create a rematch, with every player one seat further so that the lead rotates. If it exists, join it.

    The other seats are reserved for the same players for seven days after the first game. Computers join at once. A
    seat is free if its player has deleted their account; if all others have, there is no rematch.
    """
    now = timezone.now()
    with transaction.atomic(durable=True):
        player = database.hold(player)
        game = locked(public_id)
        seats = list(game.seats.select_related("player"))
        if all(seat.player_id != player.pk for seat in seats):
            raise game_refusals.not_seated()
        if game.status != Game.Status.FINISHED or game.finished_at is None:
            raise refusals.NotNow("not_finished", _("You can ask for a rematch once the game is finished."))
        again = Game.objects.filter(rematch_of=game).first()
        happened: list[Change] = []
        if again is None:
            if now > game.finished_at + REMATCH_FOR:
                raise refusals.NotNow(
                    "too_late",
                    _("You can ask for a rematch for seven days. Create a new game and share its link instead."),
                )
            if all(seat.player is None or not seat.player.is_active for seat in seats if seat.player_id != player.pk):
                raise refusals.NotNow(
                    "player_gone", _("Everyone else in this game has left the site. Create a new game instead.")
                )
            again = _rematch_of(game, seats, player)
            happened.append(after_move.stored(changes.of_row(Kind.OFFERED, again, by=player.pk, now=now)))
        else:
            again = locked(again.public_id)
        if not again.seats.filter(player=player).exists():
            must_be_open(again)
            sit(again, player, None, "")
            happened.append(start_when_full(again, player))
            game.version += 1  # the boards of the old game show the rematch and its state
            game.save(update_fields=["version"])
    announce_row(public_id)
    announce_row(again.public_id)
    for change in happened:
        after_move.committed(change)
    return again


@tried_again
def drop_rematch(*, public_id: str, player: User) -> None:
    """Withdraw or decline the open rematch of a game.

    Its host cancels it. A player who has accepted leaves, and may accept again. A player who was asked declines, which
    frees their seat; if only the host would be left, it cancels the rematch. Raises `NotNow` if there is no offer.
    """
    now = timezone.now()
    with transaction.atomic(durable=True):
        player = database.hold(player)
        game = locked(public_id)
        again = Game.objects.filter(rematch_of=game).first()
        if again is None:
            raise refusals.NotNow("no_rematch", _("There is no offer of a rematch any more."))
        again = locked(again.public_id)
        must_be_open(again)
        seats = list(again.seats.select_related("player", "kept_for"))
        mine = next((seat for seat in seats if seat.holder == player), None)
        if mine is None:
            raise game_refusals.not_seated()
        people = [seat.holder for seat in seats if seat.holder is not None and not seat.holder.is_bot]
        if again.creator_id == player.pk:
            change = close(again, Game.Status.CANCELLED, by=player.pk, now=now)
        elif mine.player_id is None and len(people) == 2:
            change = close(again, Game.Status.CANCELLED, by=player.pk, now=now, kind=Kind.DECLINED)
        else:
            kind = Kind.DECLINED if mine.player_id is None else Kind.LEFT
            mine.kept_for = None if kind is Kind.DECLINED else player
            mine.player = None
            mine.save(update_fields=["player", "kept_for"])
            again.version += 1
            again.save(update_fields=["version"])
            change = after_move.stored(changes.of_row(kind, again, by=player.pk, now=now))
        game.version += 1  # the boards of the old game show the rematch and its state
        game.save(update_fields=["version"])
    announce_row(public_id)
    announce_row(again.public_id)
    after_move.committed(change)


def _rematch_of(game: Game, seats: list[Seat], player: User) -> Game:
    after = {seat.number: seats[(seat.number + 1) % len(seats)] for seat in seats}
    again = Game.objects.create(
        variant=game.variant,
        options=game.options,
        seats_number=game.seats_number,
        **game.time_control.fields(),
        rated=(game.rated or game.met_enough) and may_be_rated(game.rules, game.time_control),
        visibility=Game.Visibility.LINK,
        creator=player,
        host=next(number for number, seat in after.items() if seat.player_id == player.pk),
        rematch_of=game,
        offer_ends=(game.finished_at or timezone.now()) + REMATCH_FOR,
        totals=[0] * game.rules.sides,
    )
    Seat.objects.bulk_create(_seat_again(again, seat, after[seat.number].player) for seat in seats)
    for seat in seats:
        if seat.player not in {None, player}:
            after_move.may_join(again, seat.player, [player.pk], by=player)
    return again


def _seat_again(again: Game, seat: Seat, player: User | None) -> Seat:
    """The seat of the rematch for *player*: a computer has it at once; for an active person it is reserved."""
    there = player if player is not None and player.is_bot else None
    kept_for = player if player is not None and player.is_active and not player.is_bot else None
    return Seat(game=again, number=seat.number, side=seat.side, player=there, kept_for=kept_for)


def mark_seen(*, public_id: str, seat: int, version: int) -> None:
    """Store that the player at *seat* has seen this version. Older versions than the stored one are ignored.

    In SQL: every visit does it, and the ORM takes as long as a whole move.
    """
    write_rows(SEEN, [(version, seat, version, public_id, version)])


@tried_again
def merge_guest(*, guest: User, account: User) -> None:
    """Give the seats of a guest who logged in to their account.

    In games where both play, the guest leaves, because one person mustn't play two hands.
    """
    with transaction.atomic():
        account = database.hold(account)
        theirs = Q(seats__player=guest) | Q(seats__kept_for=guest) | Q(creator=guest)
        # Locked, because the account may be joining one right now. Its own games are included in case it is renamed.
        games = renew(Game.objects.filter(theirs | Q(seats__player=account, status__in=Game.RUNNING)))
        both = Seat.objects.filter(player=account).values("game_id")
        Seat.objects.filter(player=guest).exclude(game_id__in=both).update(player=account)
        Seat.objects.filter(kept_for=guest).update(kept_for=account)
        hosts = Seat.objects.filter(player=account, game__creator=guest, game__status=Game.Status.OPEN)
        for game, number in hosts.values_list("game", "number"):
            Game.objects.filter(pk=game).update(host=number)
        commit.change_creator(guest, account)
        namesakes.settle(account)
        transaction.on_commit(lambda: announce_newest(games), robust=True)
        transaction.on_commit(lambda: namesakes.make_guests_way(account), robust=True)
        transaction.on_commit(lambda: depart.leave_all_games(player=guest), robust=True)


@tried_again
def make_account(*, player: User) -> None:
    """A guest has created an account: update the boards of their games, and rename guests with the same name."""
    with transaction.atomic():
        player = database.hold(player)
        games = renew(Game.objects.filter(seats__player=player, seats__over_at=None, status__in=Game.RUNNING))
        namesakes.settle(player)
    announce_newest(games)
    namesakes.make_guests_way(player)

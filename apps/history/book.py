"""Writes the `Meeting` lines of a finished game: one for each player about each player."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby, product

from django.db import transaction

from accounts.models import User
from common.database import tried_again
from common.texts import folded
from games.models import Game, Seat
from games.shown.rows import Row
from history import balances
from history.balances import Line, Pair
from history.models import LONGEST_KEY, Balance, KnownAs, Meeting

BATCH = 1_000  # rows written at once
OVER = [Game.Status.FINISHED, Game.Status.ABORTED]


def write(games: Iterable[int]) -> None:
    """Write the lines of finished games that have none yet."""
    balances.recount({line.pair for line in _write(games) if line.result in balances.FINISHED})


def _write(games: Iterable[int]) -> list[Line]:
    seats = Seat.objects.filter(game__in=games, game__status__in=OVER, player__isnull=False)
    return write_seats(seats.select_related("game", "player").order_by("game", "number"))


def write_seats(taken: Iterable[Seat]) -> list[Line]:
    """The same for these seats, grouped by game and loaded with game and player. Doesn't add the lines up."""
    tables = [list(table) for _game, table in groupby(taken, key=lambda seat: seat.game_id)]
    pairs = [(mine, theirs, table) for table in tables for mine, theirs in product(table, repeat=2)]
    lines = [_line(mine, theirs, table) for mine, theirs, table in pairs if _has_book(mine)]
    Meeting.objects.bulk_create([Meeting(**line._asdict()) for line in lines], batch_size=BATCH)
    write_names({seat.player for table in tables for seat in table if seat.player is not None})
    return lines


@tried_again
def rewrite(games: Iterable[int]) -> None:
    """Write the lines again for games that have changed since.

    Locks their rows, so that of two concurrent calls the second sees the changes of the first.
    """
    with transaction.atomic():
        balances.recount(write_anew(games))


@tried_again
@transaction.atomic
def write_anew(games: Iterable[int]) -> set[Pair]:
    """Like `rewrite`, and return the pairs whose lines changed and need a recount."""
    again = list(games)
    list(Game.objects.select_for_update().filter(pk__in=again).order_by("pk").values_list("pk"))
    written = Meeting.objects.filter(game__in=again)
    before = {Line(*row) for row in written.values_list(*Line._fields)}
    written.delete()
    return {line.pair for line in before.symmetric_difference(_write(again))}


def _has_book(seat: Seat) -> bool:
    """False for deleted accounts and computers, which have no history."""
    return seat.player is None or (seat.player.deleted_at is None and not seat.player.is_bot)


def _line(mine: Seat, theirs: Seat, table: Sequence[Seat]) -> Line:
    """The line of the first seat's player about the second's; *table*: all seats."""
    game = mine.game
    assert mine.player_id is not None
    assert theirs.player_id is not None
    assert game.finished_at is not None
    together = mine.pk != theirs.pk and mine.side == theirs.side
    computers = any(seat.player is not None and seat.player.is_bot for seat in (table if mine is theirs else [theirs]))
    return Line(
        mine.player_id, theirs.player_id, game.pk, game.finished_at, game.variant, result(mine), result(theirs),
        together, game.rated, computers, margin(mine, theirs),
    )  # fmt: skip


def result(seat: Seat) -> str:
    return _result(seat.game.annulled_at, seat.result)


def result_in(row: Row) -> str:
    """The same for the player whose list the row is in."""
    return _result(row.game.annulled_at, row.mine.result if row.mine else "")


def _result(annulled_at: datetime | None, result: str) -> str:
    if annulled_at is not None:
        return Meeting.Result.ANNULLED
    return result or Meeting.Result.ABORTED


def keys_of(person: User) -> set[bytes]:
    """Search keys: the person's name and a user name they chose, from each word on."""
    if person.deleted_at is not None:
        return set()
    names = [person.nickname] if person.is_guest else [person.nickname, person.username]
    all_words = [folded(name).split() for name in names]
    return {" ".join(words[begin:]).encode()[:LONGEST_KEY] for words in all_words for begin in range(len(words))}


def write_names(people: Iterable[User]) -> None:
    """Write in one order everywhere, because two games of the same people may end simultaneously."""
    keys = sorted((person.pk, key) for person in people for key in keys_of(person))
    rows = [KnownAs(person_id=person, key=key) for person, key in keys]
    KnownAs.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


@tried_again
def call_anew(person: User) -> None:
    """Update search keys after a new name."""
    with transaction.atomic():
        KnownAs.objects.filter(person=person).delete()
        write_names([person])


def merge(guest: User) -> None:
    """Rewrite the lines of a guest's games after their seats moved to an account."""
    rewrite(Meeting.objects.filter(player=guest, other=guest).values_list("game", flat=True))


def forget(person: User) -> None:
    """Delete the person's own lines and search keys. The lines of their opponents stay."""
    Meeting.objects.filter(player=person).delete()
    Balance.objects.filter(player=person).delete()
    KnownAs.objects.filter(person=person).delete()


GIVEN_UP = {"resigned", "timeout"}
MOST = 10**12  # points in a game: house rules allow more than a sum could store


def margin(mine: Seat, theirs: Seat) -> int | None:
    """Points by which the first seat's side is ahead of the other's, or, for oneself, of the best other side. Negative
    if it is behind. In games with low goals, points fewer.

    None if points don't matter: the game wasn't played to its end, one of the two left, or they are partners.
    """
    game: Game = mine.game
    if game.status != Game.Status.FINISHED or game.annulled_at is not None or game.reason in GIVEN_UP:
        return None
    if mine.left or theirs.left or (mine.pk != theirs.pk and mine.side == theirs.side):
        return None
    sign = -1 if game.rules.goal == "low" else 1
    points = [sign * total for total in game.totals]
    others = [total for side, total in enumerate(points) if side != mine.side]
    best = points[theirs.side] if mine.pk != theirs.pk else max(others)
    ahead: int = points[mine.side] - best
    return max(-MOST, min(MOST, ahead))

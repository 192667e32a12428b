"""Writing the books: a line for everybody about everybody, when a game is over."""

from collections.abc import Iterable
from itertools import groupby, product
from typing import Any

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from common.database import write_rows
from games.models import Game, Seat
from history.models import Acquaintance, Meeting, folded

MEET = """
    INSERT INTO history_meeting (player_id, other_id, game_id, over_at, variant, result, theirs, together, rated)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
GET_ACQUAINTED = """
    INSERT INTO history_acquaintance (player_id, other_id, known_as) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING
"""
OVER = [Game.Status.FINISHED, Game.Status.ABORTED]


def write(games: Iterable[int]) -> None:
    """Write down these games, which are over and stand in no book yet."""
    seats = Seat.objects.filter(game__in=games, game__status__in=OVER, player__isnull=False)
    write_seats(seats.select_related("game", "player").order_by("game", "number"))


def write_seats(taken: Iterable[Any]) -> None:
    """The same of these seats, which are taken, game by game: each found with its game and its player."""
    tables = [list(table) for _game, table in groupby(taken, key=lambda seat: seat.game_id)]
    pairs = [pair for table in tables for pair in product(table, repeat=2)]
    own = [pair for pair in pairs if _has_book(pair[0])]
    write_rows(MEET, [_meeting_row(*pair) for pair in own])
    # In one order for all: two games of the same people may end at the same moment.
    known = {(mine.player_id, theirs.player_id): theirs.player for mine, theirs in own if mine is not theirs}
    write_rows(GET_ACQUAINTED, [(*pair, known_as(known[pair])) for pair in sorted(known)])


def rewrite(games: Iterable[int]) -> None:
    """The same of games that stand in the books already, where something about them has changed.

    Their rows are held: of two who rewrite the same ones, the second finds what the first has written.
    """
    again = list(games)
    with transaction.atomic():
        list(Game.objects.select_for_update().filter(pk__in=again).order_by("pk").values_list("pk"))
        Meeting.objects.filter(game__in=again).delete()
        write(again)


def _has_book(seat: Seat) -> bool:
    """Neither who has deleted their account nor a computer looks back."""
    return seat.player is None or (seat.player.deleted_at is None and not seat.player.is_bot)


def _meeting_row(mine: Seat, theirs: Seat) -> tuple[Any, ...]:
    """As `MEET` takes it: the line about the game in the book of who sits at the first seat, about the second."""
    game = mine.game
    over_at = connection.ops.adapt_datetimefield_value(game.finished_at)
    together = mine.pk != theirs.pk and mine.side == theirs.side
    people, results = (mine.player_id, theirs.player_id), (result(mine), result(theirs))
    return *people, game.pk, over_at, game.variant, *results, together, game.rated


def result(seat: Seat) -> str:
    if seat.game.annulled_at is not None:
        return Meeting.Result.ANNULLED
    return seat.result or Meeting.Result.ABORTED


def known_as(person: User) -> str:
    """What they can be found by: the words of their name, and a login name they have chosen themselves."""
    if person.deleted_at is not None:
        return ""
    names = [person.nickname] if person.is_guest else [person.nickname, person.username]
    return "".join(f" {word}" for word in dict.fromkeys(folded(" ".join(names)).split()))


def call_anew(person: User) -> None:
    """They have another name: those who have met them find them by that one."""
    Acquaintance.objects.filter(other=person).update(known_as=known_as(person))


def merge(guest: User) -> None:
    """A guest's seats have become an account's: the lines about those games are written anew."""
    with transaction.atomic():
        rewrite(Meeting.objects.filter(player=guest, other=guest).values_list("game", flat=True))
        met = Meeting.objects.filter(player=OuterRef("player"), other=OuterRef("other"))
        Acquaintance.objects.filter(Q(player=guest) | Q(other=guest)).exclude(Exists(met)).delete()


def forget(person: User) -> None:
    """They go: their own book is thrown away; in those of others their games stay, but can't be found by their name."""
    Meeting.objects.filter(player=person).delete()
    Acquaintance.objects.filter(player=person).delete()
    Acquaintance.objects.filter(other=person).update(known_as="")

"""The two statements of a move, and a third for a bank of time, as SQL: here the ORM costs more than the database.

Through the ORM each takes five to eleven times the CPU time on SQLite, and two to four on PostgreSQL: together a third
of a millisecond more, where a whole move takes two thirds. So it is with `notices.store`, `plans.actions` and
`standings.tallies`, whose statements the ORM can't say in one. Everything else is plain Django.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection

from games.referee import Made
from games.tables import Running, Table

SWAP = """
    UPDATE games_game SET version = %s, turn = %s, deadline = %s, moved_at = %s
    WHERE id = %s AND version = %s AND status = 'playing'
"""
ADD = """
    INSERT INTO games_move (game_id, round_id, version, ply, seat, text, by, key, made_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
KEEP_BANK = "UPDATE games_seat SET bank_left = %s WHERE game_id = %s AND number = %s"


def swap_version(before: Table, after: Table, now: datetime) -> bool:
    """Take the game's row from one version to the next; False if it no longer has that version.

    The row stays locked until the transaction ends, so what follows has it alone. Where a deal is over with it, the
    one who was on turn stays so until `commit.end_deal` knows who leads the next.
    """
    standing = before if after.turn is None else after
    stamp = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.execute(
            SWAP,
            [after.version, standing.turn, stamp(standing.deadline), stamp(now), before.game_id, before.version],
        )
        return bool(cursor.rowcount == 1)


def add_moves(before: Table, running: Running, made: Sequence[Made], now: datetime) -> None:
    """Keep the moves that follow *before* in its running deal."""
    made_at = connection.ops.adapt_datetimefield_value(now)
    version, ply = before.version, len(running.by)
    rows = [
        (before.game_id, running.row_id, version + n, ply + n, move.seat, move.text, move.by, move.key, made_at)
        for n, move in enumerate(made, start=1)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(ADD, rows)


def keep_bank(before: Table, after: Table) -> None:
    """The time that who has moved has left in their bank."""
    with connection.cursor() as cursor:
        for number, (old, new) in enumerate(zip(before.banks, after.banks, strict=True)):
            if old != new:
                cursor.execute(KEEP_BANK, [new, before.game_id, number])

"""The one statement that a move costs, as SQL: a game's notice of a turn, written over the one before."""

from datetime import datetime

from django.db import connection

from games.changes import Change
from notices.times import HELD_BACK

KEEP_TURN = """
    INSERT INTO notices_notice (player_id, game_id, version, event, also, at, deadline, due)
    VALUES (%s, %s, %s, 'turn', %s, %s, %s, %s)
    ON CONFLICT (game_id) WHERE event = 'turn' DO UPDATE SET
        player_id = excluded.player_id, version = excluded.version, also = excluded.also, at = excluded.at,
        deadline = excluded.deadline, stage = 0, due = excluded.due, read_at = NULL
"""


def keep_turn(change: Change, player: int, also: str) -> None:
    """A turn has begun for *player*; whatever was still to be told of the game's turn before isn't any more."""

    def stamp(when: datetime | None) -> str | None:
        return connection.ops.adapt_datetimefield_value(when)

    row: list[str | int | None] = [
        player, change.game_id, change.version, also,
        stamp(change.now), stamp(change.deadline), stamp(change.now + HELD_BACK),
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(KEEP_TURN, row)

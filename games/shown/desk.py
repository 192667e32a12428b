"""The counts in the header of every page: games where it's the reader's turn, and counts of other rooms."""

import orjson

from games import queries
from games.after_move import followers


def desk_message(user_id: int, *, whole: bool = True) -> str:
    message: dict[str, object] = {"type": "games", "waiting": queries.waiting_count(user_id)}
    for follower in followers() if whole else ():
        message |= follower.desk(user_id)
    return orjson.dumps(message).decode()

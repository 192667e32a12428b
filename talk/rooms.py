"""Who reads and who speaks where.

The seated talk at their table. It is theirs: watchers never read it, not even when the game is over, as it may say
things about hands. There is no way to write to one's partner alone; that would be cheating.

Watchers talk apart. The seated read that only when the game is over, and may then answer there. While the game runs
it is for people with an account: a player must not read it by just logging out.
"""

from typing import Any

from games import queries
from games.models import Game
from talk.models import Message

SEATED, WATCHERS = Message.Room.SEATED, Message.Room.WATCHERS


def readable(game: Game, user: Any) -> list[Message.Room]:
    """The rooms of a game (found by `find_game`) that the user may read."""
    over = game.status not in Game.RUNNING
    if queries.seat_of(game, user) is not None:
        return [SEATED, WATCHERS] if over else [SEATED]
    return [WATCHERS] if over or _has_account(user) else []


def speakable(game: Game, user: Any) -> list[Message.Room]:
    """The rooms the user may speak in, the usual one first. Before the start nobody watches; computers don't listen."""
    if queries.seat_of(game, user) is not None:
        return [room for room in readable(game, user) if room != SEATED or not queries.only_computers(game)]
    return [WATCHERS] if _has_account(user) and game.started_at is not None else []


def _has_account(user: Any) -> bool:
    return bool(user.is_authenticated) and not user.is_guest

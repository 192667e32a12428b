"""Access to the chats of a game.

Players write in the player chat. Spectators never read it, even after the game, because it may give away hands.
Players can't write to their partner alone; that would be cheating.

Spectators have their own chat. Players may read and write there only after the game. During the game it requires an
account, so that a player can't read it by logging out.
"""

from accounts.login.admission import has_account
from accounts.readers import Reader
from games import queries
from games.models import Game
from talk.models import Message

SEATED, WATCHERS = Message.Room.SEATED, Message.Room.WATCHERS


def readable(game: Game, user: Reader) -> list[Message.Room]:
    """The rooms of *game* (from `find_game`) that *user* may read."""
    over = game.status not in Game.RUNNING
    if queries.seat_of(game, user) is not None:
        return [SEATED, WATCHERS] if over else [SEATED]
    return [WATCHERS] if over or has_account(user) else []


def speakable(game: Game, user: Reader) -> list[Message.Room]:
    """The rooms that *user* may write in, the default one first.

    There are no spectators before the start, and no player chat against computers alone.
    """
    if queries.seat_of(game, user) is not None:
        return [room for room in readable(game, user) if room != SEATED or not queries.only_computers(game)]
    return [WATCHERS] if has_account(user) and game.started_at is not None else []

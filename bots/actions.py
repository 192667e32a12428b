"""Games with computers: set, and their seats filled. What a computer does at the table is `bots.thinking`."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from games import actions
from games.actions import fill_with_computers, seat_computer, send_computer_away
from games.models import Game
from rulebook.time_control import Clock

__all__ = ["fill_with_computers", "play_computer", "seat_computer", "send_computer_away", "set_table"]


def set_table(*, creator: User, computers: Mapping[int, str], **settings: Any) -> Game:
    """A table with *computers* (their levels by seat) where people may still sit down; without a free seat it begins.

    *settings* are those of `games.actions.create_game`. Raises what that does, and `NotNow` with the code
    `too_many_bot_games`.
    """
    return actions.create_game(creator=creator, computers=computers, **settings)


def play_computer(
    *,
    player: User,
    variant: str,
    seats: int = 2,
    level: str = "",
    levels: Mapping[int, str] | None = None,
    options: dict[str, Any] | None = None,
    **settings: Any,
) -> Game:
    """A game that begins at once, without a clock: *player* on seat 0, computers of one *level* on all others, or of
    other *levels* by seat. Raises as `set_table`.
    """
    wanted = dict.fromkeys(range(1, seats), level) | dict(levels or {})
    settings = {"clock": Clock.NONE, "turn_seconds": None, "rated": False} | settings
    return set_table(creator=player, computers=wanted, variant=variant, seats=seats, options=options, **settings)

"""Starts games against computers. `bots.thinking` plays the computers' turns."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from games import actions
from games.models import Game
from rulebook.time_control import Clock


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
    """Start a game at once, without a clock. *player* has seat 0; the others are computers of one *level*, or of other
    *levels* by seat. *settings* are those of `games.actions.create_game`.

    Raises what that raises, and `NotNow` with the code `too_many_bot_games`.
    """
    computers = dict.fromkeys(range(1, seats), level) | dict(levels or {})
    settings = {"clock": Clock.NONE, "turn_seconds": None, "rated": False} | settings
    return actions.create_game(
        creator=player, computers=computers, variant=variant, seats=seats, options=options, **settings
    )

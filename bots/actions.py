"""A game against computers, begun at once. What a computer does at the table is `bots.thinking`."""

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
    """A game that begins at once, without a clock: *player* on seat 0, computers of one *level* on all others, or of
    other *levels* by seat. *settings* are those of `games.actions.create_game`.

    Raises what that does, and `NotNow` with the code `too_many_bot_games`.
    """
    computers = dict.fromkeys(range(1, seats), level) | dict(levels or {})
    settings = {"clock": Clock.NONE, "turn_seconds": None, "rated": False} | settings
    return actions.create_game(
        creator=player, computers=computers, variant=variant, seats=seats, options=options, **settings
    )

"""Starts games against computers. `bots.thinking` plays the computers' turns."""

from collections.abc import Mapping

from accounts.models import User
from games import actions
from games.models import Game
from rulebook.choices import chosen_rules
from rulebook.time_control import TimeControl


def play_computer(
    *,
    player: User,
    variant: str,
    seats: int = 2,
    level: str = "",
    levels: Mapping[int, str] | None = None,
    options: dict[str, object] | None = None,
) -> Game:
    """Start a game at once, unrated and without a clock. *player* has seat 0; the others are computers of one *level*,
    or of other *levels* by seat.

    Raises what `games.actions.create_game` raises, `rules.ImpossibleRules`, and `NotNow` with the code
    `too_many_bot_games`.
    """
    computers = dict.fromkeys(range(1, seats), level) | dict(levels or {})
    return actions.create_game(
        creator=player,
        ruleset=chosen_rules(variant, options, seats),
        control=TimeControl(),
        terms=actions.Terms(rated=False, computers=computers),
    )

"""Any game of dominoes in OpenSpiel: import this, then `pyspiel.load_game("boneyard_dominoes(game=muggins,seats=4)")`.

A game of OpenSpiel is one round here, or a whole game with ``length=game``. Tiles are dealt one by one by chance.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np
import pyspiel

import rules

from .episodes import Episode

_PARAMETERS = {"game": "block", "seats": 2, "length": "round"}
_POINTS = 10_000.0  # no round is worth more
_MOVES = 2_000  # no round has more; those of Sausage end after a thousand
_TYPE = pyspiel.GameType(
    short_name="boneyard_dominoes",
    long_name="Boneyard's domino games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class Dominoes(pyspiel.Game):
    """The rules of one table."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.chosen = {**_PARAMETERS, **(parameters or {})}
        episode = self.episode()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(episode.moves),
            max_chance_outcomes=len(episode.rules.tiles),
            num_players=episode.rules.seats,
            min_utility=-_POINTS,
            max_utility=_POINTS,
            utility_sum=0.0,
            max_game_length=_MOVES * (1 if episode.length == "round" else rules.LONGEST_GAME),
        )
        super().__init__(_TYPE, info, parameters or {})

    def episode(self) -> Episode:
        """A new episode of this table."""
        return Episode(self.chosen["game"], self.chosen["seats"], None, self.chosen["length"])

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":  # noqa: ARG002
        return Observer(self.episode().size)


class State(pyspiel.State):
    """One moment. Before each deal chance draws the tiles of the shuffles that it needs, one by one."""

    def __init__(self, game: Dominoes) -> None:
        super().__init__(game)
        self.episode = game.episode()
        self.episode.start()
        self._drawn: list[int] = []

    def current_player(self) -> int:
        if self.episode.done:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.episode.waits else self.episode.turn

    def is_terminal(self) -> bool:
        return self.episode.done

    def returns(self) -> list[float]:
        return self.episode.rewards() if self.episode.done else [0.0] * self.episode.rules.seats

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.episode.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = len(self.episode.rules.tiles)
        left = sorted(set(range(number)).difference(self._drawn[len(self._drawn) // number * number :]))
        return [(tile, 1 / len(left)) for tile in left]

    def _apply_action(self, action: int) -> None:
        if self.episode.waits is None:
            self.episode.move(action)
            return
        self._drawn.append(action)
        tiles, drawn = self.episode.rules.tiles, iter(self._drawn)

        def order(_purpose: str, _tiles: Sequence[rules.Tile]) -> list[rules.Tile]:
            shuffled = [tiles[number] for number in islice(drawn, len(tiles))]
            if len(shuffled) < len(tiles):
                raise _TooFew
            return shuffled

        with suppress(_TooFew):
            self.episode.deal(rules.make_deal(self.episode.waits, order))
            self._drawn = []

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.episode.rules.tiles[action] if player < 0 else self.episode.moves.move(action))

    def information_state_string(self, player: int) -> str:
        """All that *player* may know: the view of its seat as JSON."""
        return "" if self.is_chance_node() else json.dumps(rules.to_json(self.episode.view(player)))

    def observation_string(self, player: int) -> str:
        return self.information_state_string(player)

    def __str__(self) -> str:
        return f"dealt {self._drawn}" if self.episode.waits else str(self.episode.position)


class Observer:
    """The knowledge of a seat as a tensor (`Episode.observation`)."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = 0 if state.is_chance_node() else state.episode.observation(player)

    def string_from(self, state: State, player: int) -> str:
        return state.observation_string(player)


class _TooFew(Exception):
    """Another tile has to be drawn."""


pyspiel.register_game(_TYPE, Dominoes)

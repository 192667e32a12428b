"""Any game of dominoes in OpenSpiel: import this, then `pyspiel.load_game("boneyard_dominoes(game=muggins,seats=4)")`.

A game of OpenSpiel is one round here, or a whole game with ``length=game``. Tiles are dealt one by one by chance.
``reward`` is "scaled", "sign" or "points" (`Episode.rewards`). ``options`` are house rules as docs/formats.md writes
them; as OpenSpiel reads "=" and "," itself, write ":" and "%2C" there: ``options=hand:5 end:target:150``.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from typing import Any
from urllib.parse import unquote

import numpy as np
import pyspiel

import rules

from .episodes import Episode
from .observations import COLUMNS, LARGEST

_PARAMETERS = {"game": "block", "seats": 2, "length": "round", "reward": "scaled", "options": ""}
_MOVES = 2_000  # no round has more; those of Sausage end after a thousand


def _type(utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="boneyard_dominoes",
        long_name="Boneyard's domino games",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


_ZERO_SUM = _type(pyspiel.GameType.Utility.ZERO_SUM)
_GENERAL_SUM = _type(pyspiel.GameType.Utility.GENERAL_SUM)


class Dominoes(pyspiel.Game):
    """The rules of one table."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = parameters or {}
        if "options" in given:
            given = {**given, "options": _quoted(given["options"])}
        self.chosen = {**_PARAMETERS, **given}
        episode = self.episode()
        points = episode.reward == "points"
        # Won or lost by several sides, it adds up to 0 for two alone.
        adds_up = points or episode.rules.sides == 2 or (episode.length == "round" and episode.reward == "scaled")
        info = pyspiel.GameInfo(
            num_distinct_actions=len(episode.actions),
            max_chance_outcomes=len(episode.rules.tiles),
            num_players=episode.rules.seats,
            min_utility=-LARGEST if points else -1.0,
            max_utility=LARGEST if points else 1.0,
            utility_sum=0.0 if adds_up else None,
            max_game_length=_MOVES * (1 if episode.length == "round" else rules.LONGEST_GAME),
        )
        super().__init__(_ZERO_SUM if adds_up else _GENERAL_SUM, info, given)

    def episode(self) -> Episode:
        """A new episode of this table."""
        chosen = self.chosen
        options = _plain(chosen["options"])
        return Episode(chosen["game"], chosen["seats"], options, chosen["length"], chosen["reward"])

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":  # noqa: ARG002
        return Observer(self.episode(), iig_obs_type is not None and iig_obs_type.perfect_recall)


def _plain(options: str) -> str:
    """*options* as docs/formats.md writes them."""
    return " ".join(re.sub(r"^(\w+):", r"\1=", word) for word in unquote(options).split())


def _quoted(options: str) -> str:
    """The same with no sign that OpenSpiel reads itself, in its text of a game."""
    words = (re.sub(r"^(\w+)=", r"\1:", word) for word in unquote(options).split())
    return " ".join(words).translate({ord(sign): f"%{ord(sign):X}" for sign in "%=,()"})


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
        return self.episode.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = len(self.episode.rules.tiles)
        left = sorted(set(range(number)).difference(self._drawn[len(self._drawn) // number * number :]))
        return [(tile, 1 / len(left)) for tile in left]

    def _apply_action(self, action: int) -> None:
        if self.episode.waits is None:
            self.episode.act(action)
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
        return str(self.episode.rules.tiles[action]) if player < 0 else self.episode.actions.text(action)

    def information_state_string(self, player: int) -> str:
        """All that *player* has seen (`Episode.text`)."""
        return "" if self.is_chance_node() else self.episode.text(player)

    def observation_string(self, player: int) -> str:
        return self.information_state_string(player)

    def __str__(self) -> str:
        return f"dealt {self._drawn}" if self.episode.waits else str(self.episode.position)


class Observer:
    """What a seat may know now as a tensor (`Episode.observation`), and with *recall* the history of its round, too.

    Of earlier rounds it has the score; the string has them whole.
    """

    def __init__(self, episode: Episode, recall: bool) -> None:
        size, rows = episode.observer.size, episode.observer.rows if recall else 0
        self.tensor = np.zeros(size + rows * COLUMNS, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if recall:
            self.dict["history"] = self.tensor[size:].reshape(rows, COLUMNS)

    def set_from(self, state: State, player: int) -> None:
        self.tensor[:] = 0
        if state.is_chance_node():
            return
        self.dict["observation"][:] = state.episode.observation(player)
        if "history" in self.dict and (rows := state.episode.history(player)):
            self.dict["history"][: len(rows)] = rows

    def string_from(self, state: State, player: int) -> str:
        return state.information_state_string(player)


class _TooFew(Exception):
    """Another tile has to be drawn."""


pyspiel.register_game(_ZERO_SUM, Dominoes)

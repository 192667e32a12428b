"""Any game for two as a Gymnasium environment: you play one seat, a computer player or your function the other."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

import rules
from mind import LEVELS, SeatView, choose

from .episodes import LARGEST, Episode, Length

ILLEGAL = -1.0  # the reward of an illegal move, which ends the episode

Opponent = str | Callable[[SeatView], str]
"""A level of `mind.LEVELS`, or a function from what its seat may know to the text of its move."""


class Dominoes(gymnasium.Env[dict[str, Any], np.int64]):
    """A round (or with ``length="game"`` a whole game) against *opponent*. Who sits where changes at random.

    An observation has ``observation``, as `Episode.observation` describes it, and ``action_mask``. Rewards come at the
    end (`Episode.rewards`). Raises RulesError for an impossible game, and ValueError for an unknown level.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "brettspielnetz",
        options: Mapping[str, object] | None = None,
        opponent: Opponent = "casual",
        length: Length = "round",
        render_mode: str | None = None,
    ) -> None:
        if isinstance(opponent, str) and opponent not in LEVELS:
            raise ValueError(f"there is no level {opponent!r}, but: {', '.join(LEVELS)}")
        self.episode = Episode(game, 2, options, length)
        self.opponent = opponent
        self.render_mode = render_mode
        moves = len(self.episode.moves)
        self.action_space = Discrete(moves)
        self.observation_space = Dict(
            {
                "observation": Box(-LARGEST, LARGEST, (self.episode.size,), np.float32),
                "action_mask": Box(0, 1, (moves,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal. ``options`` may have a ``position`` to begin at (docs/formats.md) and your ``seat``."""
        super().reset(seed=seed)
        chosen = options or {}
        rng = Random(int(self.np_random.integers(1 << 62)))
        self._seed = rng.getrandbits(32)
        self.seat = int(chosen.get("seat", rng.randrange(2)))
        self.episode.begin(rng, chosen.get("position"))
        self._let_play()
        return self._observed(), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if int(action) not in self.episode.legal():
            self.episode.done = True
            return self._observed(), ILLEGAL, True, False, {"illegal": True}
        self.episode.play(int(action))
        self._let_play()
        reward = self.episode.rewards()[self.seat] if self.episode.done else 0.0
        return self._observed(), reward, self.episode.done, False, {}

    def _let_play(self) -> None:
        """The opponent's moves until it is your turn or the end."""
        while not self.episode.done and self.episode.turn != self.seat:
            view = self.episode.view(self.episode.turn)
            text = choose(view, self.opponent, self._seed) if isinstance(self.opponent, str) else self.opponent(view)
            self.episode.play(self.episode.moves.number(rules.parse_move(text)))

    def _observed(self) -> dict[str, Any]:
        mask = np.zeros(len(self.episode.moves), np.int8)
        mask[self.episode.legal()] = 1
        return {"observation": np.array(self.episode.observation(self.seat), np.float32), "action_mask": mask}

    def view(self) -> SeatView:
        """All that you may know (`SeatView`)."""
        return self.episode.view(self.seat)

    def render(self) -> str | None:
        return rules.drawing(self.episode.position) if self.render_mode == "ansi" else None

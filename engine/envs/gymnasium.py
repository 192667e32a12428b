"""Any game for two as a Gymnasium environment: you play one seat, a computer player or your function the other.

To import this registers the environments: `gymnasium.make("boneyard/Dominoes-v1", game="muggins")`, and one for each
game, such as `gymnasium.make("boneyard/FivesThrees-v1")`.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

import rules
from mind import LEVELS, SeatView, choose

from .episodes import Episode, Length
from .rewards import LEAST, Reward
from .spaces import observation_space, observed

Opponent = str | Callable[[SeatView], str]
"""A level of `mind.LEVELS`, or a function from what its seat may know to the text of its move."""


class Dominoes(gymnasium.Env[dict[str, Any], np.int64]):
    """A round (or with ``length="game"`` a whole game) against *opponent*. Who sits where changes at random.

    An action is one of `Actions`, an observation one of `observed`. Rewards come at the end (`Episode.rewards`). An
    illegal action ends the episode with -1, the least there is; with ``reward="points"``, which has no least, it raises
    IllegalMove. Raises RulesError for an impossible game, and ValueError for an unknown level, length or reward.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "brettspielnetz",
        options: Mapping[str, object] | str | None = None,
        opponent: Opponent = "casual",
        length: Length = "round",
        reward: Reward = "scaled",
        render_mode: str | None = None,
    ) -> None:
        if isinstance(opponent, str) and opponent not in LEVELS:
            raise ValueError(f"there is no level {opponent!r}, but: {', '.join(LEVELS)}")
        self.episode = Episode(game, 2, options, length, reward)
        self.opponent = opponent
        self.render_mode = render_mode
        self.action_space = Discrete(len(self.episode.actions))
        self.observation_space = observation_space(self.episode)

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
        return observed(self.episode, self.seat), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.episode.reward != "points" and int(action) not in self.episode.legal():
            self.episode.done = True
            return observed(self.episode, self.seat), LEAST, True, False, {"illegal": True}
        self.episode.play(int(action))
        self._let_play()
        reward = self.episode.rewards()[self.seat] if self.episode.done else 0.0
        return observed(self.episode, self.seat), reward, self.episode.done, False, {}

    def _let_play(self) -> None:
        """The opponent's moves until it is your turn or the end."""
        while not self.episode.done and self.episode.turn != self.seat:
            view = self.episode.view(self.episode.turn)
            text = choose(view, self.opponent, self._seed) if isinstance(self.opponent, str) else self.opponent(view)
            self.episode.move(rules.parse_move(text))
            self.episode.shuffle()

    def view(self) -> SeatView:
        """All that you may know (`SeatView`)."""
        return self.episode.view(self.seat)

    def render(self) -> str | None:
        return rules.drawing(self.episode.position) if self.render_mode == "ansi" else None


gymnasium.register("boneyard/Dominoes-v1", f"{__name__}:Dominoes")
for _key, _variant in rules.VARIANTS.items():
    if 2 in _variant.seats:
        _name = _key.title().replace("_", "")
        gymnasium.register(f"boneyard/{_name}-v1", f"{__name__}:Dominoes", kwargs={"game": _key})

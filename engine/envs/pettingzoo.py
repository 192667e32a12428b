"""Any game of dominoes as a PettingZoo environment (AEC): `env(game="muggins", seats=4)`."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import rules

from .episodes import LARGEST, Episode, Length


def env(**arguments: Any) -> AECEnv[str, Any, Any]:
    """`Dominoes` with PettingZoo's usual wrappers: an illegal move costs 1 and ends the episode."""
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(Dominoes(**arguments), illegal_reward=-1))


class Dominoes(AECEnv[str, Any, Any]):
    """A round (or with ``length="game"`` a whole game). The agents are ``seat_0`` …; partners are agents of their own.

    An observation has ``observation``, as `Episode.observation` describes it, and ``action_mask``. `view` has the rest
    that an agent may know.
    """

    metadata = {"name": "dominoes_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = "block",
        seats: int = 2,
        options: Mapping[str, object] | None = None,
        length: Length = "round",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.episode = Episode(game, seats, options, length)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        moves = len(self.episode.moves)
        self._actions = {agent: Discrete(moves) for agent in self.possible_agents}
        self._observations = {
            agent: Dict(
                {
                    "observation": Box(-LARGEST, LARGEST, (self.episode.size,), np.float32),
                    "action_mask": Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._rng = Random()

    def observation_space(self, agent: str) -> Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal. ``options={"position": TEXT}`` begins at that position (docs/formats.md)."""
        if seed is not None:
            self._rng = Random(seed)
        self.episode.begin(self._rng, (options or {}).get("position"))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.episode.turn]

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.episode.play(int(action or 0))
        if self.episode.done:
            self.rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.episode.turn]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.episode.moves), np.int8)
        if not self.episode.done and seat == self.episode.turn:
            mask[self.episode.legal()] = 1
        return {"observation": np.array(self.episode.observation(seat), np.float32), "action_mask": mask}

    def view(self, agent: str) -> Any:
        """All that *agent* may know, for example for `mind.choose` (`SeatView`)."""
        return self.episode.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        return rules.drawing(self.episode.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

"""Any game of dominoes in PettingZoo: `dominoes_v1.env(game="muggins", seats=4)`, and `parallel_env` with the same."""

from collections.abc import Mapping
from random import Random
from typing import Any

from gymnasium.spaces import Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import rules
from mind import SeatView

from .episodes import Episode, Length
from .rewards import LEAST, Reward
from .spaces import observation_space, observed


def env(**arguments: Any) -> AECEnv[str, Any, Any]:
    """`raw_env` with PettingZoo's usual wrapper."""
    return OrderEnforcingWrapper(raw_env(**arguments))


class _Seats:
    """The agents of an episode: ``seat_0`` …; partners are agents of their own."""

    waits = False

    def __init__(
        self,
        game: str = "block",
        seats: int = 2,
        options: Mapping[str, object] | str | None = None,
        length: Length = "round",
        reward: Reward = "scaled",
        render_mode: str | None = None,
    ) -> None:
        self.episode = Episode(game, seats, options, length, reward)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._spaces = {
            agent: (observation_space(self.episode, self.waits), Discrete(len(self.episode.actions) + self.waits))
            for agent in self.possible_agents
        }
        self._rng = Random()

    def observation_space(self, agent: str) -> Dict:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent][1]

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        self.episode.begin(self._rng, (options or {}).get("position"))
        self.agents = self.possible_agents.copy()

    def _play(self, action: int) -> dict[str, float]:
        """The rewards by agent after *action*. An illegal one ends the episode, at the cost of the whole side."""
        episode = self.episode
        if episode.reward != "points" and action not in episode.legal():
            episode.done = True
            side = episode.rules.side_of(episode.turn)
            rewards = [LEAST if side == other else 0.0 for other in episode.rules.side_by_seat]
        else:
            episode.play(action)
            rewards = episode.rewards() if episode.done else [0.0] * len(self.possible_agents)
        return dict(zip(self.possible_agents, rewards, strict=True))

    def observe(self, agent: str) -> dict[str, Any]:
        return observed(self.episode, self.possible_agents.index(agent), self.waits)

    def view(self, agent: str) -> SeatView:
        """All that *agent* may know, for example for `mind.choose`."""
        return self.episode.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        return rules.drawing(self.episode.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


class raw_env(_Seats, AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name
    """A round (or with ``length="game"`` a whole game), in which one agent acts at a time.

    An action is one of `Actions`, an observation one of `observed`. Rewards come at the end (`Episode.rewards`). An
    illegal action ends the episode: its side gets -1, the least there is, and the others 0; with ``reward="points"``,
    which has no least, it raises IllegalMove.
    """

    metadata = {"name": "dominoes_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal. ``options={"position": TEXT}`` begins at that position (docs/formats.md)."""
        self._begin(seed, options)
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
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = self._play(-1 if action is None else int(action))
        if self.episode.done:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.episode.turn]
        self._accumulate_rewards()


class parallel_env(_Seats, ParallelEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name
    """The same for libraries in which all agents act at once.

    There is one more action, the last: to wait. It is the only legal one of the agents that aren't to move, and what
    they do is ignored.
    """

    metadata = {"name": "dominoes_v1", "render_modes": ["ansi"]}
    waits = True

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal, as `raw_env.reset` does."""
        self._begin(seed, options)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        agents = self.agents
        rewards = self._play(int(actions[agents[self.episode.turn]]))
        observations = {agent: self.observe(agent) for agent in agents}
        if self.episode.done:
            self.agents = []
        ended, going_on = dict.fromkeys(agents, self.episode.done), dict.fromkeys(agents, False)
        return observations, rewards, ended, going_on, {agent: {} for agent in agents}

"""Observations as Gymnasium and PettingZoo want them."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from .episodes import Episode
from .observations import COLUMNS, LARGEST


def observation_space(episode: Episode, waits: bool = False) -> Dict:
    """The space of `observed`."""
    return Dict(
        {
            "observation": Box(-LARGEST, LARGEST, (episode.observer.size,), np.float32),
            "history": Box(0, LARGEST, (episode.observer.rows, COLUMNS), np.int32),
            "action_mask": Box(0, 1, (len(episode.actions) + waits,), np.int8),
        }
    )


def observed(episode: Episode, seat: int, waits: bool = False) -> dict[str, Any]:
    """What *seat* may know: ``observation`` (`Observer.numbers`), ``history`` (`Observer.history`, filled up with
    rows of 0), and ``action_mask``, 1 for each legal action.

    *waits* gives it one more action, the only one of a seat that isn't to move.
    """
    history = np.zeros((episode.observer.rows, COLUMNS), np.int32)
    if rows := episode.history(seat):
        history[: len(rows)] = rows
    mask = np.zeros(len(episode.actions) + waits, np.int8)
    if not episode.done and seat == episode.turn:
        mask[episode.legal()] = 1
    elif waits:
        mask[-1] = 1
    return {
        "observation": np.array(episode.observation(seat), np.float32), "history": history, "action_mask": mask,
    }  # fmt: skip

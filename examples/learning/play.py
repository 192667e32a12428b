"""The trained nets as an engine for Block and Draw (docs/engines.md): it reads a line, and writes one with its move.

    python -m mind league --variant block --deals 100 --player good --player "python examples/learning/play.py"

On a site it plays by `python examples/first_bot.py http://localhost:8000 --engine "python examples/learning/play.py"`.
"""

import json
import os
import sys
from functools import cache
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from knowledge import features, observation, read_move
from net import Net

HERE = Path(__file__).parent
net_for = cache(lambda game: Net.load(HERE / f"{game}.npz"))


def choose(view):
    """The legal move that the net thinks is worth most. Raises ValueError for a game that no net has learned."""
    if view["variant"] not in ("block", "draw") or len(view["seats"]) != 2 or "set" in view["options"]:
        raise ValueError("I know only Block and Draw for two, with the double-six set")
    legal = view["round"]["legal"]
    tile, meet = np.array([read_move(move) for move in legal]).T
    seen = np.repeat(observation(view)[None], len(legal), axis=0)
    return legal[net_for(view["variant"]).worth(features(seen, tile, meet)).argmax()]


def answer(question):
    """The answer to a question of protocol 1."""
    if question["protocol"] != 1:
        return {"error": "I know only protocol 1"}
    try:
        return {"move": choose(question)}
    except ValueError as unknown:
        return {"error": str(unknown)}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)

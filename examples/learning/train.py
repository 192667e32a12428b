"""Train a net for Block or Draw by self-play, on one processor (README.md beside this).

PYTHONPATH=. python examples/learning/train.py block
"""

import argparse
import json
import os
from pathlib import Path
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from knowledge import NO_TILE, PIPS, SIZE, features
from net import Net

from engine.envs.batches import Batch

LAYERS = (128, 64)
ROUNDS = 1024  # played at once
LESSON = 512  # moves of a step of learning
RATE = 0.001  # of learning, at first
DEALS = 2000  # of a match for the curve


class Learner:
    """Plays by a net; with a chance of *explore* it makes any move."""

    def __init__(self, net, rng, explore=0.0):
        self.net, self.rng, self.explore = net, rng, explore

    def worth(self, batch, row, action):
        """How much moves are worth: *action* in the rounds at *row*. And their features."""
        seen = features(batch.observations[row], batch.tile[action], batch.meet[action])
        tries = self.rng.random(len(batch.rows)) < self.explore
        return np.where(tries[row], self.rng.random(len(row)), self.net.worth(seen)), seen


class Heaviest:
    """Plays the heaviest tile that fits, as the level `greedy` does."""

    def worth(self, batch, _row, action):
        tile = batch.tile[action]
        return np.where(tile == NO_TILE, -1, PIPS[tile]), None


def move(batch, player, keep=None, mine=None):
    """The moves of *player* for the rounds of *mine* (all). Adds what it chose to *keep*."""
    chosen = batch.masks.argmax(1)
    open_ = batch.masks.sum(1) > 1
    if mine is not None:
        open_ &= mine
    choices = np.flatnonzero(open_)
    if not len(choices):
        return chosen
    place, action = np.divmod(np.flatnonzero(batch.masks[choices]), batch.moves)
    row = choices[place]
    worth, seen = player.worth(batch, row, action)
    best = np.lexsort((worth, row))[np.append(np.flatnonzero(np.diff(row)), len(row) - 1)]
    chosen[choices] = action[best]
    if keep is not None:
        keep.append((batch.rows[choices], batch.turn[choices], seen[best]))
    return chosen


def target(points):
    """What a net learns to expect: half for winning the round, half for the points."""
    return np.sign(points) / 2 + points / 40


def self_play(batch, learner):
    """The features of all moves of a batch of rounds, and what came of them."""
    made = []
    batch.deal()
    while len(batch.rows):
        batch.step(move(batch, learner, made))
    rounds, seats, seen = (np.concatenate(parts) for parts in zip(*made, strict=True))
    return seen, target(batch.rewards[rounds, seats]).astype(np.float32)


def duel(game, first, second, rounds, seed):
    """The share of wins of *first* and its points a round, on *rounds* deals that are played from both sides."""
    batch, rewards = Batch(game, rounds, seed=seed), []
    rng = np.random.default_rng(seed)
    piles = rng.permuted(np.tile(np.arange(28, dtype=np.int8), (rounds, 1)), axis=1)
    leaders = rng.integers(0, 2, rounds, np.int8)
    for seat in (0, 1):
        batch.deal(piles, leaders)
        while len(batch.rows):
            mine = batch.turn == seat
            batch.step(np.where(mine, move(batch, first, mine=mine), move(batch, second, mine=~mine)))
        rewards.append(batch.rewards[:, seat])
    share = (np.sign(rewards) + 1) / 2
    return float(share.mean()), float(share.mean(0).std() / rounds**0.5), float(np.mean(rewards))


def train(game, rounds, seed, report=print):
    """A net after so many *rounds* of self-play, and its curve against the heaviest tile."""
    begun = process_time()
    rng = np.random.default_rng(seed)
    net, batch = Net.fresh((SIZE, *LAYERS, 1), rng), Batch(game, ROUNDS, seed=seed)
    curve, due = [], 0.0
    for played in range(0, rounds + ROUNDS, ROUNDS):
        part = min(played / rounds, 1)
        if part >= due:
            share, error, points = duel(game, Learner(net, rng), Heaviest(), DEALS, seed=0)
            spent = process_time() - begun
            curve.append({"rounds": played, "seconds": round(spent), "share": share, "error": error, "points": points})
            report(f"{spent:5.0f} s {played:9,} rounds {share:7.1%} ± {error:.1%} {points:+6.2f} points", flush=True)
            due = max(2 * part, 0.01) if part < 0.3 else part + 0.2
        if part == 1:
            break
        seen, results = self_play(batch, Learner(net, rng, explore=0.1 * (1 - part)))
        order = rng.permutation(len(seen))
        for cut in range(0, len(seen), LESSON):
            some = order[cut : cut + LESSON]
            net.learn(seen[some], results[some], RATE * (1 - part))
    return net, curve


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["block", "draw"])
    parser.add_argument("--rounds", type=int, default=1200 * ROUNDS, help="of self-play (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=Path(__file__).parent, help="the folder for the net and its curve")
    chosen = parser.parse_args()
    net, curve = train(chosen.game, chosen.rounds, chosen.seed)
    net.save(chosen.to / f"{chosen.game}.npz")
    (chosen.to / f"{chosen.game}.json").write_text(json.dumps(curve, indent=1) + "\n")


if __name__ == "__main__":
    main()

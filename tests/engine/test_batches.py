"""Rounds in batches: the same rounds as `rules` plays, move for move."""

import numpy as np
import pytest

import rules
from engine.envs.batches import Batch, at_random
from engine.envs.episodes import Episode
from rules import Deal

TABLES = [
    ("block", 2, {}),
    ("draw", 2, {}),
    ("block", 6, {}),
    ("draw", 4, {"hand": 3, "reserve": 0}),
    ("block", 3, {"draw": "2", "reserve": 3}),
    ("draw", 2, {"draw_when_able": False, "out_wins": "out"}),
]


def deals_of(batch, seed):
    """Random deals for *batch*, and the same for `rules`."""
    rng, ruleset = np.random.default_rng(seed), batch.rules
    piles = rng.permuted(np.tile(np.arange(28, dtype=np.int8), (batch.rounds, 1)), axis=1)
    leaders = rng.integers(0, ruleset.seats, batch.rounds, np.int8)
    deals, size = [], ruleset.hand
    for pile, leader in zip(piles, leaders, strict=True):
        tiles = tuple(ruleset.tiles[number] for number in pile)
        hands = tuple(tiles[seat * size : (seat + 1) * size] for seat in range(ruleset.seats))
        deals.append(Deal(hands, tiles[size * ruleset.seats :], lead=int(leader)))
    return piles, leaders, deals


@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=str)
def test_a_batch_plays_as_the_rules_do(game, seats, options):
    rounds = 40
    batch = Batch(game, rounds, seats, options)
    piles, leaders, deals = deals_of(batch, seed=seats)
    batch.deal(piles, leaders)
    episodes = [Episode(game, seats, options, reward="points") for _ in deals]
    for episode, deal in zip(episodes, deals, strict=True):
        episode.start()
        episode.deal(deal)
    rng = np.random.default_rng(7)
    while len(batch.rows):
        running = [number for number, episode in enumerate(episodes) if not episode.done]
        assert batch.rows.tolist() == running
        assert batch.turn.tolist() == [episodes[number].turn for number in running]
        for number, mask in zip(running, batch.masks, strict=True):
            assert np.flatnonzero(mask).tolist() == sorted(episodes[number].legal())
        actions = at_random(batch.masks, rng)
        batch.step(actions)
        for number, action in zip(running, actions, strict=True):
            episodes[number].act(int(action))
    assert batch.over.all()
    assert all(episode.done for episode in episodes)
    for rewards, episode in zip(batch.rewards, episodes, strict=True):
        assert rewards.tolist() == pytest.approx(episode.rewards())


def test_an_illegal_move_and_other_rules_are_refused():
    batch = Batch("block", 3, seed=1)
    with pytest.raises(ValueError, match="legal"):
        batch.step(np.full(3, batch.moves - 1))  # pass
    with pytest.raises(ValueError, match="spinner"):
        Batch("muggins")
    assert rules.numbered_moves(batch.rules).move(batch.moves - 1) == rules.parse_move("pass")


def test_the_same_seed_deals_the_same():
    one, other, third = (Batch("draw", 5, seed=seed).hands.tolist() for seed in (4, 4, 5))
    assert one == other != third

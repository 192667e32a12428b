"""The environments for learning: they pass their libraries' own tests, and tell no hidden tile."""

import json
from random import Random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import engine.envs.openspiel
import rules
from engine.envs import gymnasium as for_two
from engine.envs import pettingzoo
from engine.envs.episodes import Episode
from tests.rules.worlds import worlds
from tests.samples import TABLES, some, some_tables

some_of_each_kind = pytest.mark.parametrize(("key", "seats"), some_tables(16), ids=str)


# A mask beside the observation is PettingZoo's own way for games with illegal moves.
@pytest.mark.filterwarnings("ignore:Observation space for each agent", "ignore:Observation is not a NumPy array")
@some_of_each_kind
def test_pettingzoo_finds_nothing_wrong(key, seats, capsys):
    api_test(pettingzoo.env(game=key, seats=seats), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def test_the_same_seed_deals_the_same():
    seed_test(lambda: pettingzoo.env(game="goat", seats=4, length="game"), num_cycles=300)


@pytest.mark.parametrize("key", ["brettspielnetz", "muggins", "sausage", "mexican_train"])
def test_gymnasium_finds_nothing_wrong(key):
    check_env(for_two.Dominoes(key, opponent="beginner"), skip_render_check=True)


@pytest.mark.parametrize(
    "table",
    some(
        ["game=muggins,seats=4", "game=sausage", "game=general,seats=6", "game=mexican_train,seats=3", "length=game"], 1
    ),
)
def test_openspiel_finds_nothing_wrong(table):
    game = pyspiel.load_game(f"boneyard_dominoes({table})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@some_of_each_kind
def test_an_observation_is_the_same_in_every_world_that_the_seat_cant_tell_apart(key, seats):
    rng = Random(f"{key} {seats}")
    episode, other = Episode(key, seats), Episode(key, seats)
    episode.begin(rng)
    compared = 0
    while not episode.done:
        position = episode.position
        seat = rng.randrange(seats)
        moves = [f"{at.seat} {at.move}" for at in position.positions()[1:]]
        for deal in worlds(position.game, position.table.deal, moves, seat, rng=rng, tries=5):
            other.position = rules.start_round(position.game, deal)
            for move in moves:
                its, _, text = move.partition(" ")
                other.position = rules.play(other.position, text, int(its))
            assert other.observation(seat) == episode.observation(seat)
            if episode.turn == seat:
                assert other.legal() == episode.legal()
            compared += 1
        episode.play(rng.choice(episode.legal()))
    assert compared > 5 or (key, seats) == ("cut_throat", 2)  # all tiles are dealt, so each knows the other hand


def test_an_observation_by_hand():
    episode = Episode("block", 2, {"hand": 2, "set": 3})
    deal = "3-3 2-0 / 2-2 1-0 + 0-0 1-1 2-1 3-0 3-1 3-2 lead=0"
    episode.begin(Random(1), f"block seats=2 set=3 hand=2 | round=1 | {deal} | 0 2-0; 1 2-2>2-0; 0 pass")
    tiles = ["0-0", "1-0", "1-1", "2-0", "2-1", "2-2", "3-0", "3-1", "3-2", "3-3"]
    assert [str(tile) for tile in episode.rules.tiles] == tiles
    seen = iter(episode.observation(1))

    def next_of(number):
        return [next(seen) for _ in range(number)]

    assert [tile for tile, there in zip(tiles, next_of(10), strict=True) if there] == ["1-0"]
    assert [tile for tile, there in zip(tiles, next_of(10), strict=True) if there] == ["2-0", "2-2"]
    assert next_of(10) == [0] * 10
    assert next_of(4) == [1, 0, 1, 0]  # open: 0 and 2
    assert next_of(1) == [0]  # Block has no count
    assert next_of(2) == [1, 1]
    assert next_of(1) == [6]
    assert next_of(2) == [0, 0]
    assert next_of(8) == [0, 0, 0, 0, 1, 0, 1, 0]  # seat 0 passed on 0 and 2
    assert list(seen) == []


def test_an_observation_tells_which_ends_wait_for_a_double_to_be_filled():
    """2-2 has three ends left to fill; the end of 2-1 waits."""
    episode = Episode("sebastopol", 4, {"set": 3, "hand": 2, "lead_first": "host"})
    deal = "2-2 0-0 / 2-1 1-0 / 3-2 3-3 / 3-1 1-1 + 2-0 3-0 lead=0"
    table = f"sebastopol seats=4 set=3 hand=2 lead_first=host | round=1 | {deal} | 0 2-2; 1 2-1>2-2"
    episode.begin(Random(1), table)
    assert episode.observation(2)[30:38] == [0, 0, 3, 0, 0, 1, 0, 0]


def test_an_observation_tells_of_every_train():
    """Seat 0 has passed; then seat 1 has played 6-4 on the Mexican train and 4-4, which must be covered."""
    episode = Episode("mexican_train", 2, {"set": 6, "hand": 2})
    rest = "0-0 5-3 5-5 1-0 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 5-0 5-1 5-2 6-0 6-1 6-2 6-3 6-5"
    deal = f"5-4 1-1 / 6-4 4-4 + {rest} start=6-6 lead=0"
    episode.begin(Random(1), f"mexican_train seats=2 set=6 hand=2 | round=1 | {deal} | 0 draw; 0 pass; 1 6-4>M")
    own, left, mexican = [0] * 6 + [1, 0, 0], [0] * 6 + [1, 1, 0], [0, 0, 0, 0, 1, 0, 0, 1, 0]
    assert episode.observation(1)[-27:] == [*own, *left, *mexican]
    assert episode.observation(0)[-27:] == [*left, *own, *mexican]
    assert episode.observation(1)[-34:-27] == [0, 0, 0, 0, 0, 0, 1]  # seat 0 passed on 6


def test_rewards_of_a_round_are_points_less_the_others_average():
    env = pettingzoo.env(game="block", seats=3, options={"hand": 1})
    rest = "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 4-4 5-0 5-1 5-2 5-3 5-4 5-5 6-0 6-1 6-2 6-6"
    env.reset(options={"position": f"block seats=3 hand=1 | round=1 | 6-5 / 6-4 / 6-3 + {rest} lead=0"})
    moves = rules.numbered_moves(rules.ruleset("block", {"hand": 1}, 3))
    env.step(moves.number(rules.parse_move("6-5")))
    assert dict(env.rewards) == {"seat_0": 19.0, "seat_1": -9.5, "seat_2": -9.5}
    assert all(env.terminations.values())


def test_rewards_of_a_game_are_wins_and_losses():
    for key, seats in TABLES[:6]:
        episode, rng = Episode(key, seats, length="game"), Random(key)
        episode.begin(rng)
        while not episode.done:
            episode.play(rng.choice(episode.legal()))
        winners = episode.position.after.over.winners
        expected = [1.0 if episode.rules.side_of(seat) in winners else -1.0 for seat in range(seats)]
        assert episode.rewards() == (expected if len(winners) < episode.rules.sides else [0.0] * seats)


def test_an_illegal_move_ends_an_episode_and_costs_one():
    env = for_two.Dominoes("block", opponent="beginner")
    observed, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


def test_an_opponent_of_an_unknown_level_is_refused_at_once():
    with pytest.raises(ValueError, match="there is no level 'genius', but: beginner, "):
        for_two.Dominoes("block", opponent="genius")


def test_a_function_can_be_the_opponent():
    asked = []

    def first(view):
        asked.append(view.you)
        return view.round.legal[0]

    env = for_two.Dominoes("draw", opponent=first)
    observed, _ = env.reset(seed=3, options={"seat": 0})
    over = False
    while not over:
        observed, reward, over, _, _ = env.step(np.flatnonzero(observed["action_mask"])[0])
    assert set(asked) == {1}
    assert reward != 0
    assert isinstance(env, gymnasium.Env)


def test_openspiel_shows_each_player_their_own_view():
    state = pyspiel.load_game("boneyard_dominoes(game=block,seats=4)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    hands = [json.loads(state.information_state_string(seat))["round"]["hand"] for seat in range(4)]
    assert hands[0] == ["0-0", "1-0", "1-1", "2-0", "2-1"]
    assert len({tile for hand in hands for tile in hand}) == 20
    assert engine.envs.openspiel.Observer(3).tensor.shape == (3,)

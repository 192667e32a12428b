"""The environments for learning: they pass their libraries' own tests, and tell no hidden tile."""

from collections import Counter, defaultdict
from itertools import permutations
from random import Random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import engine.envs.__main__
import engine.envs.gymnasium
import engine.envs.openspiel
import rules
from engine.envs import dominoes_v1
from engine.envs.episodes import Episode
from tests.rules.worlds import worlds
from tests.samples import TABLES, some, some_tables

some_of_each_kind = pytest.mark.parametrize(("key", "seats"), some_tables(16), ids=str)


# A mask beside the observation is PettingZoo's own way for games with illegal moves.
@pytest.mark.filterwarnings("ignore:Observation space for each agent", "ignore:Observation is not a NumPy array")
@some_of_each_kind
def test_pettingzoo_finds_nothing_wrong(key, seats, capsys):
    api_test(dominoes_v1.env(game=key, seats=seats), num_cycles=300)
    parallel_api_test(dominoes_v1.parallel_env(game=key, seats=seats), num_cycles=50)
    said = capsys.readouterr().out
    assert "Passed API test" in said
    assert "Passed Parallel API test" in said


def test_the_same_seed_gives_the_same_episode():
    seed_test(lambda: dominoes_v1.env(game="goat", seats=4, length="game"), num_cycles=100)
    parallel_seed_test(lambda: dominoes_v1.parallel_env(game="goat", seats=4, length="game"), num_cycles=50)
    assert episode_of_gymnasium(5) == episode_of_gymnasium(5) != episode_of_gymnasium(6)
    assert episode_of_openspiel(5) == episode_of_openspiel(5) != episode_of_openspiel(6)


def episode_of_gymnasium(seed):
    env = gymnasium.make("boneyard/Draw-v1", opponent="casual").unwrapped
    observed, _ = env.reset(seed=seed)
    seen, over = [], False
    while not over:
        observed, reward, over, _, _ = env.step(np.flatnonzero(observed["action_mask"])[-1])
        seen.append((observed["observation"].tolist(), reward))
    return seen


def episode_of_openspiel(seed):
    state, rng = pyspiel.load_game("boneyard_dominoes(game=draw)").new_initial_state(), Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state.history(), state.returns()


@pytest.mark.parametrize("name", ["Dominoes", "FivesThrees", "Sausage", "MexicanTrain", "Donkey"])
def test_gymnasium_finds_nothing_wrong(name):
    check_env(gymnasium.make(f"boneyard/{name}-v1", opponent="beginner").unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    "table",
    some(
        [
            "game=muggins,seats=4",
            "game=sausage",
            "game=general,seats=6",
            "game=mexican_train,seats=3",
            "length=game,options=end:rounds:2",
            "game=donkey,seats=3,reward=sign",
            "reward=points",
        ],
        1,
    ),
)
def test_openspiel_finds_nothing_wrong(table):
    game = pyspiel.load_game(f"boneyard_dominoes({table})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_openspiel_takes_house_rules_and_keeps_them_in_the_text_of_a_game():
    options = 'end=target:500 finish={"both":30,"blank":20}'
    game = pyspiel.load_game("boneyard_dominoes", {"game": "dominican", "seats": 4, "options": options})
    written = pyspiel.load_game(
        'boneyard_dominoes(game=dominican,seats=4,options=end:target:500 finish:{"both":30%2C"blank":20})'
    )
    for each in (game, pyspiel.load_game(str(game)), written):
        state = each.new_initial_state()
        assert state.episode.rules.finish == {"both": 30, "blank": 20}
        assert state.episode.rules.target == 500


def test_openspiel_has_a_tensor_of_the_information_state():
    state = pyspiel.load_game("boneyard_dominoes(game=draw,seats=3)").new_initial_state()
    rng = Random(1)
    while state.is_chance_node() or len(state.episode.history(0)) < 4:
        state.apply_action(rng.choice(state.legal_actions()))
    for seat in range(3):
        now, all_seen = state.observation_tensor(seat), state.information_state_tensor(seat)
        assert now == state.episode.observation(seat)
        rest = [number for row in state.episode.history(seat) for number in row]
        assert all_seen[: len(now) + len(rest)] == now + rest
        assert set(all_seen[len(now) + len(rest) :]) == {0}


# Tables small enough to look at every way of a round: of the set, only these tiles are dealt, the others lie behind.
SEVEN = r"set=3 hand=2 lead_first=high_double without=" + r'"0-0\u00202-0\u00203-0"'
SMALL = [
    ("block", 2, "set=3 hand=2 lead_first=high_double", "3-3 2-2 3-2 2-1 3-1"),
    ("draw", 2, f"{SEVEN} reserve=1 draw_when_able=false", "3-3 2-2 3-2 2-1 3-1"),
    ("muggins", 2, "set=3 hand=2 reserve=5", "3-3 3-2 2-1 3-1 2-2"),
    ("matador", 2, "set=3 hand=2 reserve=5 draw_when_able=false", "3-3 2-2 3-1 2-0 3-2"),
    ("five_up", 2, "set=3 hand=2 reserve=5", "3-3 2-2 3-2 2-1 3-1"),
    ("partnership", 4, "set=3 hand=1 lead_first=high_double", "3-3 3-2 2-2 2-1 3-1"),
    ("auction", 2, SEVEN, "3-3 2-2 3-2 2-1 3-1"),
    ("sausage", 2, "hand=2", "3-3 3-2 2-2 2-1"),
    ("donkey", 2, "set=3 hand=2 reserve=6", "3-3 2-2 3-2 2-1 1-1"),
    ("cuban", 4, "set=3 hand=1 redeal=ask:doubles:1", "3-3 3-2 2-2 2-1"),
]


@pytest.mark.parametrize("table", some(SMALL, 2), ids=lambda table: table[0])
def test_an_observation_is_all_that_a_seat_knows_and_no_more(table):
    """By every deal and every way to play it. States look the same to a seat where its own log of the round is the
    same; and if two logs did look the same, the worlds behind them would have to be as likely, the moves the same.
    """
    key, seats, options, pool = table
    episode = Episode(key, seats, options)
    told, looks = defaultdict(Counter), defaultdict(lambda: defaultdict(set))

    def visit(at, logs):
        if at.over:
            return
        for seat, log in enumerate(logs):
            world = at.layout.rows if at.rules.in_rows else at.hands
            told[seat, log][world, at.boneyard, at.legal if at.turn == seat else None] += 1
            numbers, history = episode.observer.numbers(at, seat), episode.observer.history(at, seat)
            looks["tensor"][seat, *numbers, *history].add((seat, log))
            looks["text"][episode.observer.text(at, seat)].add((seat, log))
        for move in at.legal:
            if isinstance(move, rules.Bid) and move.points > 1:
                continue  # as the lower bids
            visit(after := rules.play(at, move), [(*log, *told_of(at, after, seat)) for seat, log in enumerate(logs)])

    for deal in every_deal(episode.rules, [rules.tile(tile) for tile in pool.split()]):
        at = rules.start_round(rules.new_game(episode.rules), deal)
        visit(at, [asked_at(at, seat) for seat in range(seats)])
    assert len(told) > 20
    for by_looks in looks.values():
        assert sum(map(len, by_looks.values())) == len(told)  # each log has one look
        for logs in by_looks.values():
            first, *others = (likely(told[log]) for log in logs)
            assert all(other == first for other in others)


def likely(worlds_seen):
    return {world: times / worlds_seen.total() for world, times in worlds_seen.items()}


def told_of(at, after, seat):
    """What *seat* is told of the move from *at* to *after*."""
    tile = None
    if after.move == "turn":
        tile = at.layout.rows[at.turn][0]
    if isinstance(after.move, rules.Draw) and at.turn == seat:
        tile = after.hands[seat] - at.hands[seat]
    return (str(after.move), tile, *asked_at(after, seat))


def asked_at(at, seat):
    """What *seat* sees at any time: who is asked what, its own hand, points, the numbers of tiles, a tile turned up."""
    if at.rules.in_rows:
        up = at.layout.rows[at.turn][0] if at.turn is not None and at.legal != ("turn",) else None
        return at.turn, up
    sizes = tuple(hand.bit_count() for hand in at.hands)
    return at.turn, type(at.phase), at.table.deal.lead, at.hands[seat], at.totals, sizes, len(at.boneyard)


def every_deal(ruleset, pool):
    """Every deal of the tiles in *pool*, each once."""
    rest = tuple(tile for tile in ruleset.tiles if tile not in pool)
    dealt = ruleset.seats * ruleset.hand
    seen = set()
    for order in permutations(pool):
        hands = tuple(order[first : first + ruleset.hand] for first in range(0, dealt, ruleset.hand))
        known = hands if ruleset.in_rows else tuple(map(frozenset, hands)), order[dealt:]
        if known in seen:
            continue
        seen.add(known)
        for lead in range(ruleset.seats) if ruleset.lead_first == "draw" else [None]:
            yield rules.Deal(hands, (*order[dealt:], *rest), None, lead, hands if ruleset.in_rows else None)


@pytest.mark.parametrize(
    ("table", "standings"),
    [
        ("goat seats=2 hand=1", ["round=2 last=0,0,0,0", "round=2 last=0,0,0,0 opened=1", "round=2 last=1,0,0,0",
                                 "round=2 last=0,0,1,0", "round=2 last=0,0,0,0 totals=20,0 opened=0"]),
        ("donkey seats=2 hand=1", ["round=2 last=0,0,0,0", "round=2 last=0,0,0,0 kept=0,7"]),
        ("brazilian seats=4 hand=1", ["round=3 last=0,0,0,0 drawn=1", "round=3 last=0,0,0,0",
                                      "round=3 last=0,0,0,0 annulled=1"]),
        ("puerto_rico_500 seats=4 hand=1", ["round=2 last=0,0,0,0 won=1", "round=2 last=0,0,0,0"]),
        ("sea_goat seats=2 hand=1", [f"round=2 last=0,0,0,0 ledger={ledger}" for ledger in
                                     ("0,-,0,0", "-,1,0,0", "-,1,1,0", "-,-,0,2", "-,-,0,0")]),
        ("general seats=6 hand=1", ["round=2 last=0,0,0,0", "round=2 last=0,0,0,0 lost=0,1",
                                    "round=2 last=0,0,0,0 on=1,2 waiting=0"]),
    ],
)  # fmt: skip
def test_an_observation_tells_the_standing(table, standings):
    """The same deal with other standings looks different."""
    key, seats, options = table.split(" ")
    episode = Episode(key, int(seats[-1]), options)
    looks, texts = set(), set()
    for standing in standings:
        position = rules.parse_position(f"{table} | {standing} | {a_deal(episode.rules, standing)}")
        looks.add(tuple(episode.observer.numbers(position, 0)))
        texts.add(episode.observer.text(position, 0))
    assert len(looks) == len(texts) == len(standings)


def a_deal(ruleset, standing):
    """A tile for each seat that plays, the heaviest first."""
    tiles = [str(tile) for tile in reversed(ruleset.tiles)]
    waits = {0: (2, 5), 1: (0, 3)}["on=1,2" in standing] if ruleset.variant.in_queue else ()
    hands = ["-" if seat in waits else tiles.pop(0) for seat in range(ruleset.seats)]
    return f"{' / '.join(hands)} + {' '.join(tiles)}"


def test_an_observation_tells_the_own_sides_signals():
    rest = " ".join(
        tile for tile in rules.ruleset("general", seats=4).tiles if tile not in ("0-0", "1-1", "5-5", "6-6")
    )
    table = f"general seats=4 hand=1 | round=1 | 0-0 / 6-6 / 1-1 / 5-5 + {rest}"
    episode = Episode("general", 4, "hand=1")
    quiet, winked = rules.parse_position(table), rules.parse_position(f"{table} | 0 wink")
    for look in (episode.observer.numbers, episode.observer.history, episode.observer.text):
        assert [look(quiet, seat) == look(winked, seat) for seat in range(4)] == [False, True, False, True]


@some_of_each_kind
def test_an_observation_is_the_same_in_every_world_that_the_seat_cant_tell_apart(key, seats):
    rng = Random(f"{key} {seats}")
    episode = Episode(key, seats)
    episode.begin(rng)
    shows, compared = (episode.observer.numbers, episode.observer.history, episode.observer.text), 0
    while not episode.done:
        position = episode.position
        seat = rng.randrange(seats)
        moves = [f"{at.seat} {at.move}" for at in position.positions()[1:]]
        for deal in worlds(position.game, position.table.deal, moves, seat, rng=rng, tries=5):
            other = rules.start_round(position.game, deal)
            for move in moves:
                its, _, text = move.partition(" ")
                other = rules.play(other, text, int(its))
            for show in shows:
                assert show(other, seat) == show(position, seat)
            if position.turn == seat:
                assert other.legal == position.legal
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
    assert [tile for tile, there in zip(tiles, next_of(10), strict=True) if there] == ["1-0", "2-2"]  # as dealt
    assert [tile for tile, there in zip(tiles, next_of(10), strict=True) if there] == ["2-0", "2-2"]
    assert next_of(10) == [0] * 10
    assert next_of(4) == [1, 0, 1, 0]  # open: 0 and 2
    assert next_of(1) == [0]  # Block has no count
    assert next_of(2) == [1, 1]
    assert next_of(1) == [6]
    assert next_of(2) == [0, 0]
    assert next_of(8) == [0, 0, 0, 0, 1, 0, 1, 0]  # seat 0 passed on 0 and 2
    assert next_of(1) == [3]  # moves
    assert next_of(4) == [1, 0, 0, 1]  # its own turn; seat 0 has led
    assert next_of(6) == [1, 0, 0, 0, 0, 0]  # the first round
    assert set(next_of(6 + 4 + 4)) == {0}
    assert list(seen) == []
    moves = rules.numbered_moves(episode.rules)
    numbers = [1 + moves.number(rules.parse_move(text)) for text in ("2-0", "2-2>2-0", "pass")]
    assert episode.history(1) == [(numbers[0], 2, 0), (numbers[1], 1, 0), (numbers[2], 2, 0)]
    known = "seat=1 dealt=1-0,2-2 turn=1 leader=0 hand=1-0"
    assert episode.text(1) == f"block seats=2 hand=2 set=3 | round=1 | {known} | 0 2-0; 1 2-2>2-0; 0 pass"


def test_an_observation_tells_which_ends_wait_for_a_double_to_be_filled():
    """2-2 has three ends left to fill; the end of 2-1 waits."""
    episode = Episode("sebastopol", 4, {"set": 3, "hand": 2, "lead_first": "host"})
    deal = "2-2 0-0 / 2-1 1-0 / 3-2 3-3 / 3-1 1-1 + 2-0 3-0 lead=0"
    table = f"sebastopol seats=4 set=3 hand=2 lead_first=host | round=1 | {deal} | 0 2-2; 1 2-1>2-2"
    episode.begin(Random(1), table)
    assert episode.observation(2)[40:48] == [0, 0, 3, 0, 0, 1, 0, 0]


def test_an_observation_tells_of_every_train():
    """Seat 0 has passed; then seat 1 has played 6-4 on the Mexican train and 4-4, which must be covered."""
    episode = Episode("mexican_train", 2, {"set": 6, "hand": 2})
    rest = "0-0 5-3 5-5 1-0 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 5-0 5-1 5-2 6-0 6-1 6-2 6-3 6-5"
    deal = f"5-4 1-1 / 6-4 4-4 + {rest} start=6-6 lead=0"
    episode.begin(Random(1), f"mexican_train seats=2 set=6 hand=2 | round=1 | {deal} | 0 draw; 0 pass; 1 6-4>M")
    own, left, mexican = [0] * 6 + [1, 0, 0], [0] * 6 + [1, 1, 0], [0, 0, 0, 0, 1, 0, 0, 1, 0]
    end = -(5 + 6 + 6 + 4 + 4)  # the moves, the seats to move and to lead, and the standing come behind them
    assert episode.observation(1)[end - 27 : end] == [*own, *left, *mexican]
    assert episode.observation(0)[end - 27 : end] == [*left, *own, *mexican]
    assert episode.observation(1)[end - 34 : end - 27] == [0, 0, 0, 0, 0, 0, 1]  # seat 0 passed on 6


def test_rewards_of_a_round_are_points_less_the_others_average():
    by_scale = {"points": (19.0, -9.5, -9.5), "sign": (1.0, -1.0, -1.0), "scaled": (19 / 23, -9.5 / 23, -9.5 / 23)}
    rest = "0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3 4-4 5-0 5-1 5-2 5-3 5-4 5-5 6-0 6-1 6-2 6-6"
    for reward, expected in by_scale.items():  # 23 pips have 6-6 and 6-5, the most that two losers can be dealt
        env = dominoes_v1.env(game="block", seats=3, options="hand=1", reward=reward)
        env.reset(options={"position": f"block seats=3 hand=1 | round=1 | 6-5 / 6-4 / 6-3 + {rest} lead=0"})
        env.step(rules.numbered_moves(rules.ruleset("block", {"hand": 1}, 3)).number(rules.parse_move("6-5")))
        assert tuple(env.rewards.values()) == pytest.approx(expected)
        assert all(env.terminations.values())


@some_of_each_kind
def test_rewards_are_on_one_scale_and_nothing_is_worse_than_an_illegal_action(key, seats):
    env, rng = dominoes_v1.raw_env(game=key, seats=seats), Random(f"{key} {seats}")
    largest, episode = 0.0, env.episode
    for seed in range(12):
        env.reset(seed=seed)
        while not episode.done:
            action = rng.choice(episode.legal())
            side = episode.rules.side_of(episode.turn)
            env.step(action)
        rewards = list(env.rewards.values())
        assert all(-1 <= reward <= 1 for reward in rewards)
        assert sum(rewards) == pytest.approx(0)
        points = [total if episode.rules.goal == "high" else -total for total in episode.position.after.totals]
        by_side = [points[episode.rules.side_of(seat)] for seat in range(seats)]
        assert [rewards[seat] == max(rewards) for seat in range(seats)] == [point == max(by_side) for point in by_side]
        largest = max(largest, *rewards)
    assert largest > 0.05 or episode.rules.variant.in_queue  # where few rounds give a title
    env.reset(seed=1)
    side = episode.rules.side_of(episode.turn)
    env.step(next(action for action in range(len(episode.actions) + 1) if action not in episode.legal()))
    assert list(env.rewards.values()) == [-1.0 * (episode.rules.side_of(seat) == side) for seat in range(seats)]
    assert all(env.terminations.values())


def test_points_have_no_least_so_an_illegal_action_is_an_error():
    envs = [
        engine.envs.gymnasium.Dominoes("block", reward="points"),
        dominoes_v1.env(reward="points"),
        dominoes_v1.parallel_env(reward="points"),
    ]
    for env in envs:
        env.reset(seed=1)
        with pytest.raises(rules.IllegalMove, match=r"seat \d can.t pass: a tile must be played"):
            env.step(dict.fromkeys(env.agents, 323) if isinstance(env, dominoes_v1.parallel_env) else 323)


@pytest.mark.parametrize(
    ("key", "options"),
    [("donkey", "hand=14 redeal=none"), ("classic", "hand=14"), ("sea_goat", "hand=14"), ("muggins", "")],
)
def test_the_ways_to_act_are_the_legal_moves(key, options):
    episode, rng, together = Episode(key, 2, options), Random(key), 0

    def moves(chosen=()):
        for action in episode.actions.legal(episode.position, chosen):
            after, move = episode.actions.after(episode.position, chosen, action)
            yield from [move] if move else moves(after)

    for seed in range(6):
        episode.begin(Random(seed))
        while not episode.done:
            found = list(moves())
            assert sorted(found) == sorted(episode.position.legal)
            together += sum("," in move for move in found)
            episode.play(rng.choice(episode.legal()))
    assert bool(together) == (key != "muggins")


def test_doubles_chosen_so_far_are_seen_by_their_own_seat_alone():
    """Seat 0 may play 5-5 and 6-6 in one turn: it chooses 5-5 first, and then says whether 6-6 comes along."""
    held = ("6-5", "6-6", "5-5", "2-1", "4-4", "4-3", "4-2", "4-1")
    rest = " ".join(tile for tile in rules.ruleset("classic").tiles if tile not in held)
    options = "hand=4 draw=none lead_first=draw"
    episode = Episode("classic", 2, options)
    dealt = f"6-5 6-6 5-5 2-1 / 4-4 4-3 4-2 4-1 + {rest} lead=0"
    episode.begin(Random(1), f"classic seats=2 {options} | round=1 | {dealt} | 0 6-5; 1 pass")
    first, second = rules.parse_move("5-5>6-5"), rules.parse_move("6-6>6-5")
    moves, actions = rules.numbered_moves(episode.rules), episode.actions
    assert episode.legal() == [moves.number(first), moves.number(second)]
    before = [(episode.observation(seat), episode.history(seat), episode.text(seat)) for seat in (0, 1)]
    episode.play(moves.number(first))
    assert [actions.text(action) for action in episode.legal()] == ["6-6>6-5", "no more"]
    after = [(episode.observation(seat), episode.history(seat), episode.text(seat)) for seat in (0, 1)]
    assert after[1] == before[1]
    assert after[0][1][-1] == (1 + moves.number(first), 1, 0)
    assert after[0][2].endswith("; 0 5-5>6-5…")
    assert all(now != then for now, then in zip(after[0], before[0], strict=True))
    with pytest.raises(ValueError, match="can't follow"):
        episode.play(moves.number(first))
    episode.play(moves.number(second))
    assert episode.position.move == "5-5>6-5,6-6>6-5"


def test_every_game_has_few_actions(capsys):
    engine.envs.__main__.main()
    _title, *lines = capsys.readouterr().out.splitlines()
    actions = {(key, int(seats)): int(number) for key, seats, number, *_ in map(str.split, lines)}
    assert list(actions) == TABLES
    assert actions["donkey", 2] == 367
    assert max(actions.values()) == actions["sausage", 2] == 1205


def test_rewards_of_a_game_are_wins_and_losses():
    for key, seats in [("goat", 4), ("muggins", 2), ("general", 4)]:
        episode, rng = Episode(key, seats, length="game"), Random(key)
        episode.begin(rng)
        while not episode.done:
            episode.play(rng.choice(episode.legal()))
        winners = episode.position.after.over.winners
        expected = [1.0 if episode.rules.side_of(seat) in winners else -1.0 for seat in range(seats)]
        assert episode.rewards() == (expected if len(winners) < episode.rules.sides else [0.0] * seats)


def test_an_illegal_action_ends_an_episode_of_gymnasium_and_costs_one():
    env = engine.envs.gymnasium.Dominoes("block", opponent="beginner")
    observed, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


def test_an_opponent_of_an_unknown_level_is_refused_at_once():
    with pytest.raises(ValueError, match="there is no level 'genius', but: beginner, "):
        engine.envs.gymnasium.Dominoes("block", opponent="genius")


def test_a_function_can_be_the_opponent():
    asked = []

    def first(view):
        asked.append(view.you)
        return view.round.legal[0]

    env = engine.envs.gymnasium.Dominoes("draw", opponent=first)
    observed, _ = env.reset(seed=3, options={"seat": 0})
    over = False
    while not over:
        observed, reward, over, _, _ = env.step(np.flatnonzero(observed["action_mask"])[0])
    assert set(asked) == {1}
    assert reward != 0
    assert isinstance(env, gymnasium.Env)

"""The engine's speed: `python benchmarks/engine.py`.

Compares it with the PyPI package `dominoes` and with OpenSpiel on the same work (random partnership rounds, with every
list of legal moves), then the cost of a move in each game with that of a partnership move. The two sides take turns in
short runs; the median CPU time of this process counts. So load on the machine hardly affects the times, and the ratios
even less.
"""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rules

RUNS = 60
ROUNDS = 20  # per run


def order_by(rng: Random) -> Callable[[str, Sequence[rules.Tile]], Sequence[rules.Tile]]:
    def order(_purpose: str, tiles: Sequence[rules.Tile]) -> Sequence[rules.Tile]:
        shuffled = list(tiles)
        rng.shuffle(shuffled)
        return shuffled

    return order


def our_round(game: rules.Game, rng: Random) -> rules.Position:
    """One random round through the public API."""
    position = rules.start_round(game, rules.make_deal(game, order_by(rng)))
    while not position.over:
        position = rules.play(position, rng.choice(rules.legal_moves(position)))
    return position


def ours(rng: Random) -> int:
    """Random partnership rounds with their scores; returns the number of moves."""
    game = rules.new_game(rules.ruleset("partnership", {}, 4))
    moves = 0
    for _ in range(ROUNDS):
        position = our_round(game, rng)
        assert position.result
        moves += position.ply
    return moves


def theirs(rng: Random) -> int:
    """The same with the package `dominoes`."""
    import dominoes

    lead = dominoes.Domino(6, 6)
    moves = 0
    for _ in range(ROUNDS):
        game = dominoes.Game.new(starting_domino=lead)
        while game.result is None:
            game.make_move(*rng.choice(game.valid_moves))
        moves += len(game.moves)
    return moves


def openspiels(rng: Random) -> int:
    """The same with OpenSpiel's game for two teams, which is written in Python, too."""
    import open_spiel.python.games  # noqa: F401 - registers it
    import pyspiel

    game, moves = pyspiel.load_game("python_team_dominoes"), 0
    for _ in range(ROUNDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return moves


def variant(key: str, seats: int) -> Callable[[Random], int]:
    """Whole random games of *key*, with at least as many rounds as the others."""
    ruleset = rules.ruleset(key, {}, seats)

    def work(rng: Random) -> int:
        moves = played = 0
        while played < ROUNDS:
            game = rules.new_game(ruleset)
            while game.over is None:
                position = our_round(game, rng)
                moves += position.ply
                played += 1
                game = position.after
        return moves

    return work


def replaying(rng: Random) -> Callable[[Random], int]:
    """Replays finished rounds from their deals and the texts of their moves; returns the number of rounds."""
    game = rules.new_game(rules.ruleset("partnership", {}, 4))
    ends = [our_round(game, rng) for _ in range(ROUNDS)]
    rounds = [(end.table.deal, [str(at.move) for at in end.positions()[1:]]) for end in ends]

    def work(_rng: Random) -> int:
        for deal, texts in rounds:
            position = rules.start_round(game, deal)
            for text in texts:
                position = rules.play(position, rules.parse_move(text))
            assert position.over
        return len(rounds)

    return work


def viewing(rng: Random) -> Callable[[Random], int]:
    """Views in the middle of rounds, of the seat whose turn it is; returns the number of views."""
    game = rules.new_game(rules.ruleset("partnership", {}, 4))
    lines = [our_round(game, rng).positions() for _ in range(ROUNDS)]
    middle = [line[len(line) // 2] for line in lines]

    def work(_rng: Random) -> int:
        for position in middle:
            rules.view_for(position, position.turn)
        return len(middle)

    return work


def cost(work: Callable[[Random], int], seed: int) -> tuple[float, float]:
    """Microseconds of one run of *work*, in total and per unit it counts."""
    begun = time.process_time()
    count = work(Random(seed))
    spent = (time.process_time() - begun) * 1e6
    return spent, spent / count


def compare(one: Callable[[Random], int], other: Callable[[Random], int], runs: int) -> list[tuple[float, ...]]:
    """Runs *one* and *other* in turns, *runs* times: the results of `cost` for both."""
    cost(one, 0), cost(other, 0)  # the first run fills caches
    return [(*cost(one, seed), *cost(other, seed)) for seed in range(runs)]


def main() -> None:
    print(f"{'partnership, four seats':32}{'games/s':>10}{'µs/move':>10}")
    for name, other, runs in (("dominoes (PyPI)", theirs, RUNS), ("OpenSpiel's team dominoes", openspiels, RUNS // 6)):
        turns = compare(ours, other, runs)
        for whose, run in (("boneyard", 0), (name, 2)):
            per_game = median(turn[run] for turn in turns) / ROUNDS
            print(f"{whose:32}{1e6 / per_game:10.0f}{median(turn[run + 1] for turn in turns):10.2f}")
        print(f"{'ratio':32}{median(turn[2] / turn[0] for turn in turns):10.2f}")
    for name, work in (("replay of a finished round", replaying), ("a view in the middle of a round", viewing)):
        figures = [cost(work(Random(seed)), seed)[1] for seed in range(RUNS)]
        print(f"{name:32}{median(figures):10.1f} µs")
    print(f"\n{'game':32}{'seats':>6}{'µs/move':>10}{'× partnership':>15}")
    for key, each in rules.VARIANTS.items():
        for seats in each.seats:
            turns = compare(variant(key, seats), ours, RUNS // 8)
            figure, ratio = median(turn[1] for turn in turns), median(turn[1] / turn[3] for turn in turns)
            print(f"{key:32}{seats:6}{figure:10.2f}{ratio:15.2f}")


if __name__ == "__main__":
    main()

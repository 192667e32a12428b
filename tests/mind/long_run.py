"""Minds tried for long: whether they keep to the rules, and whether what is hidden from them changes what they do.

python -m tests.mind.long_run --honest 10000 --games 10000
"""

import argparse
from dataclasses import dataclass, field
from random import Random

import rules
from mind import LEVELS, choose
from mind.table import score_line, view_of
from tests.rules.test_worlds import TABLES, house_table
from tests.rules.worlds import positions as positions_of
from tests.rules.worlds import worlds

LONGEST = 20_000  # moves of a game: one that takes longer hangs
QUICK = ("beginner", "casual", "solid")


def whole_game(key, options, seats, levels, chance):
    """Play a whole game, each seat by one of *levels*; the number of its moves. Raises where a move isn't legal."""
    game, scores, moves = rules.new_game(rules.ruleset(key, options, seats)), [], 0
    by_seat = [levels[(seat + chance.randrange(len(levels))) % len(levels)] for seat in range(seats)]
    while game.over is None:
        deal = rules.make_deal(game, lambda _purpose, tiles: chance.sample(tiles, len(tiles)))
        position = rules.start_round(game, deal)
        while (turn := position.turn) is not None:
            text = choose(view_of(position, turn, scores), by_seat[turn], "game")
            position = rules.play(position, text, turn)
            moves += 1
            if moves > LONGEST:
                raise AssertionError(f"{key} {options} with {seats}: it hangs")
        if line := score_line(position):
            scores.append(line)
        game = position.after
    return moves


@dataclass(slots=True)
class Asked:
    """What was asked in worlds that a seat can't tell apart: how many *positions*, *worlds*, and where the moves were
    *different*.
    """

    positions: int = 0
    worlds: int = 0
    different: list = field(default_factory=list)


def answers_in_other_worlds(key, options, seats, levels, chance, most):
    """Play a deal at random, and ask at *most* of its choices what is played there, in other worlds, too."""
    asked = Asked()
    game = rules.new_game(rules.ruleset(key, options, seats))
    last = rules.random_round(game, chance)
    while sum(len(at.legal) > 1 for at in last.positions()) < 3:
        last = rules.random_round(game, chance)
    deal, moves = last.table.deal, [f"{at.seat} {at.move}" for at in last.positions()[1:]]
    choices = [at for at in last.positions() if at.turn is not None and len(at.legal) > 1]
    for position in chance.sample(choices, min(most, len(choices))):
        turn, level_asked = position.turn, chance.choice(levels)
        view = view_of(position, turn, [])
        move = choose(view, level_asked, "honest")
        asked.positions += 1
        for other in worlds(game, deal, moves[: position.ply], turn, rng=chance, tries=25):
            *_, there = positions_of(game, other, moves[: position.ply])
            if view_of(there, turn, []) != view:
                continue
            asked.worlds += 1
            if choose(view_of(there, turn, []), level_asked, "honest") != move:
                asked.different.append((key, seats, position.ply, level_asked))
    return asked


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.mind.long_run", description=__doc__)
    parser.add_argument("--honest", type=int, default=0, metavar="POSITIONS")
    parser.add_argument("--games", type=int, default=0, metavar="GAMES")
    chosen = parser.parse_args()
    honest(chosen.honest)
    legal(chosen.games)


def honest(positions):
    chance, asked = Random(1), Asked()
    while asked.positions < positions:
        for key, seats in TABLES:
            found = answers_in_other_worlds(key, {}, seats, [*LEVELS], chance, most=10)
            asked.positions += found.positions
            asked.worlds += found.worlds
            asked.different += found.different
        print(f"{asked.positions} positions, {asked.worlds} worlds, {len(asked.different)} other moves", flush=True)


def legal(games):
    chance, done = Random(2), 0
    tables = [(key, {}, seats) for key, seats in TABLES]
    tables += [(key, options, seats) for key, seats, options in (house_table(chance) for _ in range(100))]
    while done < games:
        for key, options, seats in tables:
            whole_game(key, options, seats, [*QUICK, "greedy", "random"], chance)
            done += 1
        print(f"{done} games", flush=True)


if __name__ == "__main__":
    main()

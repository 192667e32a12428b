"""Long tests of minds: do they keep to the rules, do hidden tiles change their moves, and does a study find planted
blunders and no others?

python -m tests.mind.long_run --honest 10000 --games 10000 --planted 100
"""

import argparse
from dataclasses import dataclass, field
from random import Random

import rules
from mind import LEVELS, choose, study
from mind.analysis.hints import asks
from mind.analysis.open_hands import seen_at
from mind.analysis.weighing import weighed
from mind.candidates import candidates
from mind.knowledge import knowledge
from mind.search.chances import chances
from mind.table import play_deal, score_line, view_of
from rules import record
from tests.rules.test_worlds import house_table
from tests.rules.worlds import positions as positions_of
from tests.rules.worlds import worlds
from tests.samples import TABLES

LONGEST = 20_000  # moves of a game; a longer one hangs
QUICK = ("beginner", "casual", "solid")
SURELY = 1_000  # worlds that confirm a blunder
BLUNDER = 0.3  # its least cost, in spreads of a round's points
STUDIED = (
    ("brettspielnetz", {}, 2), ("partnership", {}, 4), ("muggins", {}, 2), ("draw", {}, 3), ("block", {}, 4),
)  # fmt: skip


def whole_game(key, options, seats, levels, chance):
    """Play a whole game, each seat by one of *levels*. Returns the number of its moves. Raises if a move
    isn't legal.
    """
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
    """Moves compared in worlds that a seat can't tell apart: the number of *positions* and *worlds*, and where the
    moves were *different*.
    """

    positions: int = 0
    worlds: int = 0
    different: list = field(default_factory=list)


def answers_in_other_worlds(key, options, seats, levels, chance, most):
    """Play a random deal. At up to *most* of its choices, compare the move with that in other worlds."""
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


def planted_blunder(key, options, seats, seed):
    """A deal of the best level with one move far worse than its own: its record, and the ply of the blunder. None if
    the deal offers no such move.
    """
    ruleset, chance = rules.ruleset(key, options, seats), Random(f"{seed}")
    last = play_deal(rules.new_game(ruleset), [lambda view: choose(view, "strong", seed)] * seats, [], chance)
    choices = [at for at in last.positions() if at.turn is not None and len(at.legal) > 1]
    for before in chance.sample(choices, len(choices)):
        at = seen_at(before, before.turn, ())
        lines = weighed(at, candidates(at, knowledge(at)), SURELY, chance) if not asks(at) else []
        if not lines or -lines[-1].worth - 3 * lines[-1].error < BLUNDER * chances(ruleset).spread:
            continue
        position = rules.play(before, lines[-1].option.text, before.turn)
        while (turn := position.turn) is not None:
            position = rules.play(position, choose(view_of(position, turn, []), "strong", seed), turn)
        names = [f"Seat {seat}" for seat in range(seats)]
        return record.compose(ruleset, names, [position]).as_dict(), before.ply + 1
    return None


def planted(number):
    chance, done, missed, others, alarms = Random(3), 0, [], 0, []
    while done < number:
        for key, options, seats in STUDIED:
            found = planted_blunder(key, options, seats, chance.random())
            if found is None:
                continue
            played, ply = found
            done += 1
            choices = study(played).deals[0].choices
            missed += [(key, seats, choice) for choice in choices if choice.ply == ply and not choice.step]
            missed += [(key, seats, ply)] * all(choice.ply != ply for choice in choices)
            others += len(choices) - 1
            alarms += [(key, seats, choice) for choice in choices if choice.ply != ply and choice.step]
        print(f"{done} planted, {len(missed)} missed; {len(alarms)} of {others} other choices marked", flush=True)
    for each in missed + alarms:
        print(each)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.mind.long_run", description=__doc__)
    parser.add_argument("--honest", type=int, default=0, metavar="POSITIONS")
    parser.add_argument("--games", type=int, default=0, metavar="GAMES")
    parser.add_argument("--planted", type=int, default=0, metavar="BLUNDERS")
    chosen = parser.parse_args()
    honest(chosen.honest)
    legal(chosen.games)
    planted(chosen.planted)


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
    """The slow levels play each game and house rule once, the quick ones the rest."""
    chance, done = Random(2), 0
    tables = [(key, {}, seats) for key, seats in TABLES]
    tables += [(key, options, seats) for key, seats, options in (house_table(chance) for _ in range(100))]
    while done < games:
        levels = [*QUICK, "greedy", "random"] if done else [*LEVELS]
        for key, options, seats in tables:
            whole_game(key, options, seats, levels, chance)
            done += 1
        print(f"{done} games", flush=True)


if __name__ == "__main__":
    main()

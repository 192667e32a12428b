"""The automaton allows the turns that the rules allow, and they lead where the rules say, with the same count."""

from random import Random

import pytest

import rules
from mind.hidden.automaton import automaton
from rules.phases.turn import with_styles
from tests.rules.test_worlds import house_table
from tests.samples import TABLES, examples

GAMES = [(key, {}, seats) for key, seats in TABLES if key != "sausage"]  # Sausage has no ends
HOUSES = 100
POSITIONS = examples(100_000)  # in all
MOST = 60  # tiles of a set up to which we try all that aren't laid; in larger ones only those of a hand


def houses():
    """House rules of all games, each with what they change."""
    chance, found = Random(7), []
    while len(found) < HOUSES:
        key, seats, options = house_table(chance)
        if key != "sausage":
            found.append((key, options, seats))
    return found


def allowed(position, rest):
    """By the rules: the tiles of each turn that *rest* allows, and the layout after it."""
    ruleset, layout = position.rules, position.layout
    plays = with_styles(ruleset, layout, layout.plays(rest))
    return [(lay.bits, ruleset.board.after(layout, lay)) for lay in plays]


def compare(last, chance):
    """Compare all positions of a finished deal, and return their number."""
    ruleset, machine, laid, number = last.rules, automaton(last.rules), 0, 0
    if last.table.deal.start:
        laid = last.table.deal.start.bit
    for position in last.positions():
        if isinstance(position.move, rules.Lay):
            laid |= position.move.bits
        if not position.layout.ends:
            continue
        number += 1
        rest = ruleset.all_tiles & ~laid
        if len(ruleset.tiles) > MOST:
            rest = chance.choice(position.hands)
        state = machine.state(position.layout)
        turns = allowed(position, rest)
        unlaid = ruleset.all_tiles & ~laid
        moves = {(bits, machine.released(then, unlaid & ~bits)) for bits, then in machine.moves(state, rest)}
        assert {(bits, machine.state(layout)) for bits, layout in turns} == moves, str(position)
        assert machine.takes[state] & rest == position.layout.takes & rest
        if ruleset.ends:
            assert all(machine.points[machine.state(layout)] == ruleset.ends_score(layout) for _bits, layout in turns)
    return number


@pytest.mark.parametrize("tables", [GAMES, houses()], ids=["games", "house rules"])
def test_turns_and_counts_agree_with_the_rules(tables):
    chance, number = Random(3), 0
    while number < POSITIONS / 2:
        for key, options, seats in tables:
            last = rules.random_round(rules.new_game(rules.ruleset(key, options, seats)), chance)
            number += compare(last, chance)


@pytest.mark.parametrize(("key", "options", "seats"), [
    ("muggins", {}, 2), ("telephone", {}, 2), ("telephone_72", {}, 3), ("donkey", {"ends": 5}, 2),
    ("block", {"ends": 3}, 2), ("fives_threes", {}, 2), ("bergen", {}, 2), ("merry_go_round", {}, 2),
    ("matador", {"ends": "alike"}, 2),
], ids=str)  # fmt: skip
def test_tiles_that_score_next_are_those_that_score_by_the_rules(key, options, seats):
    ruleset, chance, scoring = rules.ruleset(key, options, seats), Random(key), 0
    machine = automaton(ruleset)
    for _ in range(20):
        for position in rules.random_round(rules.new_game(ruleset), chance).positions():
            if not position.layout.ends:
                continue
            most = {}
            for play in position.layout.plays(position.hands[0]):
                for lay in with_styles(ruleset, position.layout, [play]):
                    if points := ruleset.ends_score(ruleset.board.after(position.layout, lay)):
                        most[lay.bits] = max(most.get(lay.bits, 0), points)
            told = machine.scoring(machine.state(position.layout))
            assert {
                tile.bit: points for points, bits in told for tile in rules.tiles_in(bits & position.hands[0])
            } == most
            scoring += len(most)
    assert scoring > 20

"""Matches of whole games instead of single rounds."""

import random

import pytest

import rules
from common.refusals import Unreadable
from tests.tournaments.world import CUP
from tournaments import plans, words
from tournaments.kinds import Kind, Pace
from tournaments.models import Tournament
from tournaments.seating import Seating

WHOLE = {"variant": "muggins", "end": "target:100", "round_days": 60}


@pytest.mark.parametrize(("deals", "said"), [(1, "A match is 1 game."), (2, "A match is 2 games, played side")])
def test_a_match_may_be_one_whole_game_and_the_page_says_so(deals, said):
    terms = Tournament(**CUP | WHOLE | {"deals": deals})
    plans.check(terms)
    assert any(sentence.startswith(said) for sentence in words.how_it_goes(terms))


def test_games_of_one_round_are_as_many_as_let_everyone_lead():
    with pytest.raises(Unreadable) as refused:
        plans.check(Tournament(**CUP | {"deals": 1}))
    assert refused.value.code == "bad_tournament"
    said = words.how_it_goes(Tournament(**CUP))
    assert "A match is 2 games of one round each, played side by side. You take turns to lead." in said


@pytest.mark.parametrize("entries", [1, 3])
@pytest.mark.parametrize(
    ("terms", "games"),
    [
        ({"format": "round_robin", "rounds": 1}, 2),
        ({"format": "round_robin", "seating": "rotating", "seats": 4}, 6),
        ({"format": "cup", "seating": "rotating", "seats": 4}, 6),
    ],
)
def test_the_page_says_what_a_tournament_takes_that_most_have_left(terms, games, entries):
    assert words.takes(Tournament(**CUP | terms), entries).startswith(f"Up to {games} games at once")


def test_in_a_knockout_of_three_at_a_table_four_entries_meet_at_three_tables_each():
    terms = {"format": "knockout", "seating": "pod", "seats": 3, "deals": 3, "least": 4}
    assert plans.effort(Tournament(**CUP | terms)).games == 9


def test_a_swiss_has_time_for_the_games_of_its_last_round():
    terms = {"format": "swiss", "rounds": 5, "round_days": 4}
    assert plans.effort(Tournament(**CUP | terms)).whole == 24


@pytest.mark.parametrize(
    "kind",
    [
        Kind("block", Seating.DUEL, 2, Pace.USUAL), Kind("muggins", Seating.DUEL, 2, Pace.USUAL),
        Kind("goat", Seating.DUEL, 2, Pace.USUAL), Kind("brettspielnetz", Seating.DUEL, 2, Pace.USUAL),
        Kind("draw", Seating.DUEL, 2, Pace.BRISK), Kind("partnership", Seating.PAIRS, 4, Pace.BRISK),
        Kind("block", Seating.POD, 4, Pace.BRISK),
    ],
    ids=str,
)  # fmt: skip
def test_the_turns_that_the_page_promises_are_those_that_are_played(kind: Kind):
    chance = random.Random(1)
    played = []
    for _ in range(60):
        game = rules.new_game(kind.ruleset)
        position = rules.start_round(
            game, rules.make_deal(game, lambda _purpose, tiles: chance.sample(tiles, len(tiles)), 0)
        )
        turns, before = 0, None
        while not position.over:
            is_forced = {str(move) for move in position.legal} <= {"draw", "pass"}
            turns += position.turn != before and not is_forced
            before = before if is_forced else position.turn
            position = rules.play(position, chance.choice(position.legal))
        played.append(turns)
    mean = sum(played) / len(played)
    assert mean / 1.5 <= kind.turns <= mean * 1.5

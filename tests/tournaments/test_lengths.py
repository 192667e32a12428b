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


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"format": "round_robin", "rounds": 1}, "2 games at once"),
        ({"format": "round_robin", "seating": "rotating", "seats": 4}, "8 games at once"),
        ({"format": "swiss", "rounds": 5}, "2 to 4 games at once"),  # those of the last round may still run
        ({"format": "knockout"}, "2 to 4 games at once"),  # four more if it's level
        ({"format": "knockout", "deals": 4}, "4 games at once"),
        # Four entries meet at three tables each.
        ({"format": "knockout", "seating": "pod", "seats": 3, "deals": 3, "least": 4}, "9 games at once"),
    ],
)
def test_the_page_says_how_many_games_there_are_at_once(terms, said):
    assert words.games_at_once(Tournament(**CUP | terms)) == said


def test_a_swiss_has_time_for_the_games_of_its_last_round():
    terms = {"format": "swiss", "rounds": 5, "round_days": 4}
    assert plans.effort(Tournament(**CUP | terms)).whole == 24


@pytest.mark.parametrize(("least", "round_days", "all_meet"), [(4, 6, True), (5, 6, False), (7, 20, False)])
def test_few_all_meet_instead_of_a_swiss_only_if_their_games_have_the_time_of_a_round_robin(
    least, round_days, all_meet
):
    """Five rounds of six days: four entries have ten days a round, five have six. A game needs eight. Seven entries
    have the days, but would play seven rounds.
    """
    terms = Tournament(**CUP | {"format": "swiss", "rounds": 4, "round_days": round_days, "least": least, "most": 64})
    assert any("it becomes a round robin" in sentence for sentence in words.how_it_goes(terms)) is all_meet


@pytest.mark.parametrize(
    ("terms", "goes_on_by_day"),
    [(terms | {"pace": pace}, pace == "usual") for pace in ("usual", "live") for terms in (
        {"format": "swiss", "rounds": 5}, {"format": "round_robin", "rounds": 1}, {"format": "knockout"})],
)  # fmt: skip
def test_live_rounds_follow_one_another_at_once(terms, goes_on_by_day):
    said = " ".join(words.how_it_goes(Tournament(**CUP | terms)))
    assert ("14 days" in said) is goes_on_by_day
    assert ("as soon as the one before has ended" in said) is not goes_on_by_day


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

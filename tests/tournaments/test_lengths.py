"""Matches of whole games instead of single rounds."""

import pytest

from common.refusals import Unreadable
from tests.tournaments.world import CUP
from tournaments import plans, words
from tournaments.models import Tournament

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

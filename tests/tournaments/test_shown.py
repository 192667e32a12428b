"""What pages and answers say about a score."""

import pytest

from tests.tournaments.world import World
from tournaments import entering, shown
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("variant", "fewest_wins"), [("block", False), ("muggins", False), ("goat", True)])
@pytest.mark.parametrize("loser", [0, 1])
def test_whoever_resigned_is_behind_in_the_score(world: World, variant, fewest_wins, loser):
    there = world.open(variant=variant, format="round_robin", least=3, most=3)
    people = world.people(3)
    world.enter(there, people)
    world.wait(seconds=10)
    entering.leave(public_id=there.public_id, player=people[loser], now=world.now)
    world.wait(seconds=10)
    tables = Pairing.objects.filter(results__entry__members__player=people[loser], over=True)
    assert len(tables) == 2
    for table in tables.prefetch_related("results__entry"):
        side = next(each.side for each in table.results.all() if each.entry.state == "out")
        mine, theirs = (int(each.replace("−", "-")) for each in shown.score_words(there, table, side).split(" : "))
        assert (mine > theirs) if fewest_wins else (mine < theirs)

"""People pause in a tournament, and come back."""

import pytest

from common.refusals import NotNow
from tests.tournaments.world import World
from tournaments import entering

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_somebody_pauses_only_while_it_runs(world: World):
    there = world.open()
    ada, ben = world.people(2)
    world.enter(there, [ada])
    with pytest.raises(NotNow) as refused:
        entering.pause(public_id=there.public_id, player=ada, paused=True, now=world.now)
    assert refused.value.code == "not_running"
    with pytest.raises(NotNow) as refused:
        entering.pause(public_id=there.public_id, player=ben, paused=True, now=world.now)
    assert refused.value.code == "not_entered"

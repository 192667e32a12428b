"""Finding a game: who is paired with whom, at once or later."""

from datetime import timedelta

import pytest

from games.models import Game
from matching.models import Found, Seek, Wish
from tests.matching.conftest import NOW, find

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_two_who_fit_play_at_once(people):
    ada, ben = people("Ada", "Ben")
    assert find(ada) is not None
    assert find(ben, NOW + timedelta(hours=3)) is None
    game = Game.objects.get()
    assert (game.variant, game.status, game.rated, game.visibility) == ("muggins", "playing", True, "public")
    assert (game.clock, game.bank_seconds, game.increment_seconds) == ("bank", 3 * 86_400, 86_400)
    assert set(game.seats.values_list("player__nickname", flat=True)) == {"Ada", "Ben"}
    assert not Wish.objects.exists()
    assert not Seek.objects.exists()
    assert dict(Found.objects.values_list("player__nickname", "waited")) == {"Ada": 10_800, "Ben": 0}

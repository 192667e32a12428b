"""Live games begin when everybody is there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Browser
from accounts.sessions import SessionStore
from common import queues
from games.models import Game
from matching import actions, waiting
from matching.models import Declined, Gathering, Wish
from matching.pools import Pace
from matching.waiting import gatherings, wishes
from tests.matching.conftest import NOW, find, fitting_open_game, people_at

pytestmark = pytest.mark.django_db
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture
def called(people):
    """Ada and Ben, who wait for a live game, and who were just called to one."""
    ada, ben = people("Ada", "Ben")
    first = find(ada, pace=Pace.LIVE)
    second = find(ben, NOW + SECOND, pace=Pace.LIVE)
    assert first is not None
    assert second is not None
    assert Gathering.objects.get().due == NOW + SECOND + MINUTE
    return (ada, first), (ben, second)


def come(who, now, **how) -> Wish | None:
    player, wish = who
    found = waiting.come(player=player, wish_id=wish.pk, now=now, **how)
    return found if isinstance(found, Wish) else None


def give_up(now) -> None:
    queues.drain(gatherings, now)


@pytest.mark.both_databases
def test_the_game_begins_when_the_last_one_comes(called):
    ada, ben = called
    assert come(ada, NOW + 5 * SECOND) is not None
    assert not Game.objects.exists()
    assert come(ben, NOW + 9 * SECOND) is None
    game = Game.objects.get()
    assert (game.status, game.bank_seconds, game.increment_seconds, game.cap_seconds) == ("playing", 120, 20, 180)
    assert people_at(game) == {"Ada", "Ben"}
    assert not Wish.objects.exists()
    assert not Gathering.objects.exists()
    assert come(ada, NOW + 10 * SECOND) is None


def test_a_page_that_nobody_looks_at_begins_nothing(called):
    ada, ben = called
    come(ada, NOW + 5 * SECOND)
    assert come(ben, NOW + 9 * SECOND, looks=False) is not None
    assert not Game.objects.exists()


@pytest.mark.both_databases
def test_whoever_came_waits_on_in_their_old_place_and_whoever_did_not_is_out(called, people):
    ada, _ben = called
    come(ada, NOW + 50 * SECOND)
    give_up(NOW + 2 * MINUTE)
    assert not Game.objects.exists()
    [wish] = Wish.objects.all()
    assert (wish.player, wish.since, wish.gathering, wish.here) == (ada[0], NOW, None, False)
    assert list(Declined.objects.values_list("player__nickname", flat=True)) == ["Ben"]
    (cleo,) = people("Cleo")
    come(ada, NOW + 3 * MINUTE)
    find(cleo, NOW + 3 * MINUTE, pace=Pace.LIVE)
    assert Wish.objects.filter(gathering__isnull=False).count() == 2


def test_nobody_is_late_when_one_declines(called):
    ada, ben = called
    assert actions.end_wish(player=ada[0], wish_id=ada[1].pk, now=NOW + 5 * SECOND)
    [wish] = Wish.objects.all()
    assert (wish.player, wish.gathering) == (ben[0], None)
    assert list(Declined.objects.values_list("player__nickname", flat=True)) == ["Ada"]
    give_up(NOW + 5 * MINUTE)
    assert Wish.objects.filter(player=ben[0]).exists()


@pytest.mark.both_databases
def test_people_called_to_a_game_are_called_to_no_other(called, people):
    (cleo,) = people("Cleo")
    assert find(cleo, NOW + 2 * SECOND, pace=Pace.LIVE) is not None
    assert Gathering.objects.count() == 1
    assert Wish.objects.get(player=cleo).gathering is None


def test_nobody_is_called_to_play_with_somebody_whose_page_is_closed(people):
    ada, ben = people("Ada", "Ben")
    find(ada, pace=Pace.LIVE)
    find(ben, NOW + 2 * MINUTE, pace=Pace.LIVE)
    assert not Gathering.objects.exists()
    for player in (ada, ben):  # both pages are open now
        come((player, Wish.objects.get(player=player)), NOW + 3 * MINUTE)
    queues.drain(wishes, NOW + 3 * MINUTE)
    assert Gathering.objects.exists()


def on_another_page(player, now) -> None:
    """They have any page of the site open."""
    session = SessionStore()
    session.create()
    Browser.objects.create(session_id=session.session_key, user=player, name="phone", since=now, last_used=now)


def test_somebody_on_another_page_of_the_site_is_called(people):
    ada, ben = people("Ada", "Ben")
    find(ada, pace=Pace.LIVE)
    on_another_page(ada, NOW + 20 * MINUTE)
    later = NOW + 21 * MINUTE
    queues.drain(wishes, later)
    find(ben, later, pace=Pace.LIVE)
    assert Gathering.objects.exists()


@pytest.mark.both_databases
def test_a_live_wish_ends_when_its_person_has_long_left(people):
    (ada,) = people("Ada")
    find(ada, pace=Pace.LIVE)
    queues.drain(wishes, NOW + 9 * MINUTE)
    assert Wish.objects.exists()
    queues.drain(wishes, NOW + 11 * MINUTE)
    assert not Wish.objects.exists()


def test_a_live_open_game_is_joined_only_by_somebody_who_looks(people):
    ada, ben = people("Ada", "Ben")
    wish = find(ben, timezone.now(), pace=Pace.LIVE)
    assert wish is not None
    waiting.come(player=ben, wish_id=wish.pk, now=timezone.now(), looks=False)
    on_another_page(ada, timezone.now())
    game = fitting_open_game(ada, turn_seconds=60)
    Wish.objects.update(due=timezone.now())
    queues.drain(wishes, timezone.now())
    game.refresh_from_db()
    assert game.status == "open"
    assert come((ben, wish), timezone.now()) is None
    game.refresh_from_db()
    assert game.status == "playing"


@pytest.mark.both_databases
def test_two_open_pages_make_one_game(called):
    """The second tab of the last one finds that the game has begun."""
    ada, ben = called
    for who in (ada, ben, ben, ada):
        come(who, NOW + 5 * SECOND)
    assert Game.objects.count() == 1

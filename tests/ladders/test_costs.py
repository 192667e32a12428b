"""What ladders cost with 10,000 people (400 by default): statements of a swap, and of pages."""

import os
from functools import partial

import pytest
from django.test import Client

from accounts.models import User
from ladders import results
from ladders.models import Ladder, Rung
from tests.ladders.world import World
from tests.tournaments.test_costs import statements_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
PEOPLE = 10_000 if os.environ.get("BONEYARD_ALL") == "1" else 400
MOST_OF_A_SWAP, MOST_OF_A_PAGE = 8, 6


def crowd(world: World, ladder: Ladder, number: int) -> list[User]:
    """So many more people below those who are on the ladder."""
    added = User.objects.bulk_create(
        User(username=f"crowd{n}", nickname=f"Crowd {n}", skeleton=f"crowd{n}") for n in range(number)
    )
    Rung.objects.bulk_create(
        Rung(ladder=ladder, player=each, place=ladder.size + n, best=ladder.size + n, joined_at=world.now)
        for n, each in enumerate(added, start=1)
    )
    Ladder.objects.filter(pk=ladder.pk).update(size=ladder.size + number)
    return added


@pytest.fixture
def of_results(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The statements of each result."""
    found: list[int] = []
    settled = results.game_settled
    monkeypatch.setattr(results, "game_settled", lambda *given: found.append(statements_of(partial(settled, *given))))
    return found


def test_a_crowd(world: World, of_results):
    ada, ben, *others = world.known_people(12)
    ladder = world.ladder([ada, *others, ben])
    *_, last = crowd(world, ladder, PEOPLE - 12)
    made = world.challenge(ladder, ben, others[3])
    world.end(made, ben)
    assert made.moved
    assert max(of_results) <= MOST_OF_A_SWAP
    for rung in Rung.objects.filter(place__in=[PEOPLE - 9, PEOPLE - 6, PEOPLE - 3]).select_related("player"):
        world.challenge(ladder, last, rung.player)
    for reader in (None, ada, last):
        browser = Client()
        if reader is not None:
            browser.force_login(reader)
        for address in (ladder.get_absolute_url(), f"{ladder.get_absolute_url()}?after={PEOPLE // 2}", "/ladders/"):
            browser.get("/privacy/"), browser.get(address)
            without = statements_of(partial(browser.get, "/privacy/"))
            answer = statements_of(partial(browser.get, address))
            assert answer - without <= MOST_OF_A_PAGE, (reader, address)
    page = browser.get(ladder.get_absolute_url()).content.decode()
    assert f"Place {PEOPLE}" in page
    assert page.count("your turn") + page.count("rung") > 20

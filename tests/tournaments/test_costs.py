"""What tournaments cost: statements of results, moves and pages, however many entries there are."""

from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import actions, settling
from games.models import Game
from games.settling import ends
from tests.creating import create_game
from tests.tournaments.world import World
from tournaments.models import Pairing, TableOf

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
MOST_OF_A_RESULT, MOST_OF_A_PAGE = 8, 5


def statements_of(do) -> int:
    with CaptureQueriesContext(connection) as asked:
        do()
    return sum(each["sql"].split()[0] not in {"BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"} for each in asked)


@pytest.fixture
def unsettled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is settled by itself."""
    monkeypatch.setattr(settling, "soon", lambda _game: None)


def resigned(game: Game) -> int:
    """Resign a game; the statements of settling it."""
    actions.resign_game(public_id=game.public_id, player=game.seats.get(number=0).player)
    return statements_of(lambda: settling.settle(game.pk))


def test_a_result_costs_few_statements(world: World, unsettled):
    ada, ben, *others = world.people(6)
    plain = create_game(creator=ada, variant="block", rated=False)
    actions.join_game(public_id=plain.public_id, player=ben)
    without = resigned(plain)
    cup = world.open()
    world.enter(cup, [ada, ben, *others])
    world.wait(seconds=10)
    table = Pairing.objects.order_by("pk")[0]
    first, last = [each.game for each in TableOf.objects.filter(pairing=table).select_related("game")]
    assert resigned(first) - without <= MOST_OF_A_RESULT
    assert resigned(last) - without <= 2 * MOST_OF_A_RESULT  # it also ends the pairing: results, places, ranking
    assert ends.counts is False


def test_a_move_costs_what_it_costs_elsewhere(world: World):
    ada, ben, cleo = world.people(3)
    plain = create_game(creator=ada, variant="block", clock="bank", bank_seconds=259_200, increment_seconds=86_400,
                        cap_seconds=432_000, rated=False)  # fmt: skip
    actions.join_game(public_id=plain.public_id, player=ben)
    cup = world.open(most=3)
    world.enter(cup, [ada, ben, cleo])
    world.wait(seconds=10)
    game = TableOf.objects.order_by("pk")[0].game
    fewest = {}
    for each in (plain, game):
        world.move(each.public_id)  # remembers the table
        fewest[each.pk] = min(
            statements_of(partial(world.move, each.public_id)) for _ in range(4)
        )  # full banks cost one less
    assert fewest[game.pk] == fewest[plain.pk]


def test_the_page_asks_as_much_for_ten_entries_as_for_forty(world: World):
    browser, numbers = Client(), []
    for entries in (10, 40):
        swiss = world.open(format="swiss", rounds=5, least=3, most=entries, deals=2)
        world.enter(swiss, world.people(entries))
        world.wait(seconds=10)
        browser.get(swiss.get_absolute_url())
        numbers.append(statements_of(partial(browser.get, swiss.get_absolute_url())))
    plain = statements_of(lambda: browser.get("/privacy/"))
    assert max(numbers) - plain <= MOST_OF_A_PAGE
    assert numbers[0] == numbers[1]

"""Two processes, a second tab, an ended wish, a deleted account, a killed server: a wish gives one game or none."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.farewell import delete_account
from accounts.models import User
from common import queues
from games.models import Game, Seat
from matching import actions, planning
from matching.models import Found, Gathering, Seek, StandingOrder, Wish
from matching.pools import Pace
from matching.waiting import wishes
from tests.games.test_races import at_once, codes
from tests.matching.conftest import NOW, find, fitting_open_game, people_at, played, wanted_by

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 4
LATER = NOW + timedelta(hours=1)


class Killed(BaseException):
    """The process ends in the middle of its work."""


@contextmanager
def killed_at(number: int) -> Iterator[list[str]]:
    """Kills the process at that statement, counted from 0. Gives the statements before it."""
    before: list[str] = []

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if len(before) == number:
            raise Killed
        before.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield before


def waits(player: User, **wanted: object) -> Wish:
    """A wish that nobody has looked at yet."""
    return actions.make_wish(player=player, wanted=wanted_by(**wanted), now=NOW)


def one_group() -> planning.Group:
    [group] = planning.groups(set(Seek.objects.values_list("pool", flat=True)), LATER)
    return group


def is_whole() -> bool:
    """Whether the game stands and nobody waits; False if everybody waits and nothing has happened."""
    games, waiting, seeks = Game.objects.count(), Wish.objects.count(), Seek.objects.count()
    assert (games, waiting, seeks, Found.objects.count(), Seat.objects.count()) in [(0, 2, 2, 0, 0), (1, 0, 0, 2, 2)]
    assert all(game.status == "playing" and game.rounds.count() == 1 for game in Game.objects.all())
    return games == 1


def killed_until(done: Callable[[], bool], work: Callable[[], object]) -> int:
    """Kill the work at each of its statements, until it is done. Returns how often that was."""
    for number in range(100):
        with suppress(Killed), killed_at(number):
            work()
        if done():
            return number
    raise AssertionError("it never came to its end")


def test_a_server_killed_at_any_statement_leaves_both_wishes_or_the_game(people):
    for player in people("Ada", "Ben"):
        waits(player)
    assert killed_until(is_whole, lambda: actions.begin_game(one_group(), LATER)) > 10


def test_a_server_killed_while_it_joins_an_open_game_leaves_the_wish_or_the_game(people):
    ada, ben = people("Ada", "Ben")
    game, wish = fitting_open_game(ada), waits(ben)

    def join() -> None:
        [fitting] = planning.open_games(wish, LATER)
        actions.join_open_game(fitting, LATER)

    def is_joined() -> bool:
        game.refresh_from_db()
        joined = game.status == "playing"
        assert (Wish.objects.count(), Seat.objects.filter(player=ben).count()) == ((0, 1) if joined else (1, 0))
        return joined

    assert killed_until(is_joined, join) > 10


def test_a_claim_of_a_killed_process_is_taken_over(people):
    ada, ben = people("Ada", "Ben")
    waits(ada)
    waits(ben)  # and the process that made it is gone
    assert queues.drain(wishes, NOW + timedelta(seconds=5)) == 0
    queues.drain(wishes, NOW + timedelta(seconds=15))
    assert is_whole()


def test_two_processes_that_found_the_same_people_begin_one_game(people):
    players = people("Ada", "Ben")
    for _ in range(TIMES):
        Game.objects.all().delete()
        for player in players:
            waits(player)
        group, same = one_group(), one_group()
        begun = at_once(lambda: actions.begin_game(group, LATER), lambda: actions.begin_game(same, LATER))
        assert sorted(begun) == [False, True]
        assert is_whole()


def test_three_who_click_at_once_leave_one_who_waits(people):
    players = people("Ada", "Ben", "Cleo")
    results = at_once(*[lambda player=player: find(player) for player in players])
    assert codes(results) == []
    queues.drain(wishes, NOW + timedelta(minutes=1))
    assert Game.objects.count() == 1
    assert Wish.objects.count() == 1


def test_a_click_in_two_tabs_makes_one_wish(people):
    (ada,) = people("Ada")
    for _ in range(TIMES):
        results = at_once(lambda: find(ada), lambda: find(ada))
        assert codes(results) == ["seeking"]
        assert Wish.objects.count() == 1
        Wish.objects.all().delete()


@pytest.mark.parametrize("how", ["ends", "is deleted"])
def test_somebody_who_goes_while_they_are_found_gets_a_game_or_not(people, how):
    ada, ben = people("Ada", "Ben")
    waits(ada)
    waits(ben)
    group = one_group()
    mine = Wish.objects.get(player=ada)
    go = {
        "ends": lambda: actions.end_wish(player=ada, wish_id=mine.pk, now=LATER),
        "is deleted": lambda: delete_account(user=ada, now=LATER),
    }[how]
    begun, _gone = at_once(lambda: actions.begin_game(group, LATER), go)
    assert Game.objects.count() == (begun is True)
    assert Wish.objects.filter(player=ben).exists() is (begun is not True)
    if how == "is deleted":
        assert not Game.objects.filter(status="playing").exists()  # resigned for them


def test_one_wish_for_any_game_is_taken_in_one_pool_only(people):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    played(ada, "draw", "block")
    waits(ada, variant="", seats=0)
    waits(ben, variant="draw")
    waits(cleo, variant="block")
    pools = {"draw-2-usual-rated", "block-2-usual-rated"}
    groups = [planning.groups({pool}, LATER)[0] for pool in sorted(pools)]  # two processes that saw one pool each
    begun = at_once(*[lambda group=group: actions.begin_game(group, LATER) for group in groups])
    assert sorted(begun) == [False, True]
    assert Game.objects.filter(seats__player=ada).count() == 1
    assert Wish.objects.count() == 1


def test_both_come_at_the_same_moment(people):
    ada, ben = people("Ada", "Ben")
    find(ada, pace=Pace.LIVE)
    find(ben, pace=Pace.LIVE)
    mine = {wish.player: wish.pk for wish in Wish.objects.select_related("player")}
    at_once(*[
        lambda player=player, wish=wish: actions.come(player=player, wish_id=wish, now=NOW)
        for player, wish in mine.items()
    ])  # fmt: skip
    assert people_at(Game.objects.get()) == {"Ada", "Ben"}
    assert not Gathering.objects.exists()


# Changes by people and queues, while two people wait for a daily game and are called to a live one.
CHANGES: dict[str, Callable[[User, User], Callable[[], object]]] = {
    "Ada declines": lambda ada, _ben: partial(actions.end_wish, player=ada, wish_id=called(ada).pk, now=LATER),
    "Ben declines": lambda _ada, ben: partial(actions.end_wish, player=ben, wish_id=called(ben).pk, now=LATER),
    "Ada comes": lambda ada, _ben: partial(actions.come, player=ada, wish_id=called(ada).pk, now=LATER),
    "Ben is deleted": lambda _ada, ben: partial(delete_account, user=ben, now=LATER),
    "nobody comes": lambda _ada, _ben: partial(actions.give_up, Gathering.objects.get(), LATER),
    "a game is found": lambda _ada, _ben: partial(actions.begin_game, one_group(), LATER),
    "a wish ends": lambda ada, _ben: partial(actions.end_by_itself, wish_of(ada), "alone", LATER),
    "somebody opens a game": lambda _ada, _ben: transaction.atomic(
        partial(actions.look_again, "muggins-2-usual-rated", LATER)
    ),
    "games end": lambda ada, ben: transaction.atomic(partial(actions.look_at_orders, [ben.pk, ada.pk], LATER)),
}


def called(player: User) -> Wish:
    return Wish.objects.get(player=player, pace=Pace.LIVE)


def wish_of(player: User) -> Wish:
    return Wish.objects.get(player=player, pace=Pace.USUAL)


@pytest.mark.postgres  # SQLite has no locks of rows
@pytest.mark.parametrize("one", CHANGES)
def test_two_changes_at_once_never_wait_for_each_other_in_a_circle(people, one):
    names = [*CHANGES]
    for n, other in enumerate(names[names.index(one) :]):
        players = people(f"Ada{n}", f"Ben{n}")
        for player in players:
            waits(player)
            actions.order(player=player, wanted=wanted_by(), games=3, now=NOW)
            find(player, pace=Pace.LIVE)
        assert Gathering.objects.count() == 1
        calls = [CHANGES[name](*players) for name in (one, other)]
        at_once(*[partial(slowly, call) for call in calls])
        assert StandingOrder.objects.count() == (1 if "Ben is deleted" in (one, other) else 2)
        for model in (Wish, StandingOrder, Gathering, Game):
            model.objects.all().delete()


def slowly(call: Callable[[], object]) -> object:
    """Each statement comes a little late, so that two transactions meet in the middle."""

    def late(execute: Callable[..., Any], *statement: Any) -> Any:
        time.sleep(0.003)
        return execute(*statement)

    with connection.execute_wrapper(late):
        return call()

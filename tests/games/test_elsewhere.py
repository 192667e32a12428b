"""A process tells the others only news that somebody there gets, and misses nobody who has just come."""

import random
from collections import deque
from functools import partial

import pytest

from common.processes import nudges
from games.sockets import open_sockets
from games.viewers import elsewhere
from games.viewers.elsewhere import Elsewhere, Told
from games.viewers.news import News

GROUPS = [f"game.{number}" for number in range(8)]
LONGEST_WAY = 1.0  # seconds of a message


class Clock:
    """The processes' time, in seconds."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


class Process:
    """A process whose messages wait in *sent* until the test hands them to others."""

    def __init__(self, name: str) -> None:
        self.groups: set[str] = set()
        self.sent: deque[News] = deque()
        self.got: list[int] = []  # news are numbers here, as users of desks
        self.elsewhere = Elsewhere(lambda: self.groups, self.sent.append, name)

    def begins(self, group: str) -> None:
        self.groups.add(group)
        self.elsewhere.begins(group)

    def ends(self, group: str) -> None:
        self.groups.remove(group)
        self.elsewhere.ends(group)

    def tells(self, group: str, number: int) -> None:
        self.elsewhere.tell(Told([group], partial(News, desks=[number])))

    def hears(self, news: News) -> None:
        self.got += news.desks
        if news.follows:
            self.elsewhere.heard(news.follows)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(elsewhere, "time", clock)
    monkeypatch.setattr(nudges, "has_listeners", lambda: True)
    return clock


def exchange(*processes: Process) -> None:
    """Hand over all messages, and the answers to them."""
    while any(process.sent for process in processes):
        for process in processes:
            while process.sent:
                news = process.sent.popleft()
                for other in processes:
                    if other is not process:
                        other.hears(news)


@pytest.fixture
def pair(clock):
    """Two processes that have listened for long enough."""
    one, other = Process("one"), Process("other")
    for process in (one, other):
        process.elsewhere.asks()
    exchange(one, other)
    clock.now += elsewhere.LEARNING
    return one, other


def test_only_news_of_groups_that_others_have_is_sent(pair):
    one, other = pair
    other.begins("game.one")
    exchange(one, other)
    one.tells("game.two", 2)
    assert not one.sent
    one.tells("game.one", 1)
    exchange(one, other)
    assert other.got == [1]
    other.ends("game.one")
    exchange(one, other)
    one.tells("game.one", 3)
    assert not one.sent


def test_news_that_nobody_gets_is_not_even_written(pair):
    one, _other = pair

    def write():
        raise AssertionError

    one.elsewhere.tell(Told(["game.one"], write))


def test_without_listeners_nothing_is_written(pair, monkeypatch):
    one, _other = pair
    monkeypatch.setattr(nudges, "has_listeners", lambda: False)
    one.tells("game.one", 1)
    one.elsewhere.heard([("other", ["game.one"], [], False)])
    assert not one.sent


def test_until_a_process_knows_the_others_it_tells_everything(clock):
    one = Process("one")
    one.tells("game.one", 1)  # it doesn't listen, such as a worker
    one.elsewhere.asks()
    clock.now += elsewhere.LEARNING - 0.1
    one.tells("game.one", 2)
    clock.now += 0.1
    one.tells("game.one", 3)
    assert [news.desks for news in one.sent if news.desks] == [[1], [2]]


def test_a_process_that_became_deaf_tells_everything(pair):
    one, _other = pair
    one.elsewhere.is_deaf()
    one.tells("game.one", 1)
    assert [news.desks for news in one.sent] == [[1]]


def test_who_comes_a_moment_late_gets_it_late(pair, clock):
    one, other = pair
    other.begins("game.one")
    one.tells("game.one", 1)  # before it hears that
    exchange(one, other)
    assert other.got == [1]
    one.tells("game.two", 2)
    clock.now += elsewhere.RECENT + 0.1
    one.tells("game.two", 3)
    other.begins("game.two")
    exchange(one, other)
    assert other.got == [1, 3]


def test_a_silent_process_is_forgotten_until_it_speaks(pair, clock):
    one, other = pair
    other.begins("game.one")
    exchange(one, other)
    clock.now += elsewhere.GONE + 1
    one.elsewhere.beat()
    one.sent.clear()
    one.tells("game.one", 1)
    assert not one.sent
    clock.now += elsewhere.RECENT + 1
    other.elsewhere.beat()
    exchange(one, other)
    one.tells("game.one", 2)
    exchange(one, other)
    assert other.got == [2]


def test_a_process_that_listens_again_learns_everything_again(pair, clock):
    one, other = pair
    other.begins("game.one")
    exchange(one, other)
    one.elsewhere.asks()  # its connection was lost
    exchange(one, other)
    clock.now += elsewhere.LEARNING
    one.tells("game.two", 2)
    one.tells("game.one", 1)
    exchange(one, other)
    assert other.got == [1]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_order_nobody_misses_news_of_an_open_page(pair, clock, seed):
    one, other = pair
    chance, ways = random.Random(seed), {"one": deque(), "other": deque()}
    due, number = {}, 0
    for _ in range(400):
        clock.now += chance.uniform(0, 0.05)
        group = chance.choice(GROUPS)
        match chance.randrange(4):
            case 0 if group not in other.groups:
                other.begins(group)
            case 1 if group in other.groups:
                other.ends(group)
                due = {told: of for told, of in due.items() if of != group}
            case 2:
                number += 1
                one.tells(group, number)
                if group in other.groups:
                    due[number] = group
        for process, way, to in ((one, ways["one"], other), (other, ways["other"], one)):
            way.extend((clock.now, news) for news in process.sent)
            process.sent.clear()
            while way and (way[0][0] < clock.now - LONGEST_WAY / 2 or chance.random() < 0.2):
                to.hears(way.popleft()[1])
    for way, to in ((ways["other"], one), (ways["one"], other)):
        while way:
            to.hears(way.popleft()[1])
    exchange(one, other)
    assert due.keys() <= set(other.got)
    assert len(set(other.got)) < number  # and some of it concerned nobody


def test_the_hub_reports_the_first_and_the_last_socket_of_a_group(settings, monkeypatch):
    settings.REDIS_URL = "redis://of-a-test"
    said = []
    hub = open_sockets.Hub()
    monkeypatch.setattr(nudges, "tell", lambda news: said.extend(news.follows))
    monkeypatch.setattr(hub, "begin", lambda: hub._hearing.set())

    class Page:
        group = "game.one"

    first, second = Page(), Page()
    for page in (first, second):
        coroutine = hub.add(page)
        with pytest.raises(StopIteration):
            coroutine.send(None)
    hub.remove(first)
    hub.remove(second)
    hub.remove(second)
    assert [(begins, ends) for _process, begins, ends, _asks in said] == [(["game.one"], []), ([], ["game.one"])]

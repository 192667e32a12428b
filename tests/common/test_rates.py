"""Counting callers: who is counted together, when a limit is reached, and that a silent Redis refuses nobody."""

import itertools
import re
from collections import Counter
from threading import Thread

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from limits.storage import RedisStorage
from redis.connection import Connection

from common import address, limits
from common.cache import forgiving
from common.limits import counting
from common.limits import rates as texts
from common.limits.counting import window_of
from common.limits.leaks import Leaks
from common.limits.sockets import Connections, Floods
from common.refusals import TooMany
from tests.rooms import django_rooms
from tests.services_needed import TEST_REDIS_URL


def request(user=None, place="192.0.2.1", **meta):
    made = RequestFactory().get("/", REMOTE_ADDR=place, **meta)
    made.user = user or AnonymousUser()
    return made


def times(name, who):
    """How many calls are allowed before a refusal; None: more than 50."""
    for n in range(50):
        try:
            limits.check(name, who)
        except TooMany:
            return n
    return None


def test_rates_are_parsed():
    assert texts.parse_rates("20/m 200/h/address 15/10s") == (
        texts.Rate(20, 60),
        texts.Rate(200, 3600, per_address=True),
        texts.Rate(15, 10),
    )


@pytest.mark.parametrize("text", ["20", "20/x", "m/20", "0/m", "20/0m", "20/5", "20/m/user"])
def test_a_misspelled_rate_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        texts.parse_rates(text)


def test_the_rate_holds_in_a_loop(rates, ada):
    rates(talk="3/m")
    assert times("talk", ada) == 3
    assert times("talk", ada) == 0


def test_the_narrowest_of_several_rates_holds(rates, ada):
    rates(talk="30/m 4/h")
    assert times("talk", ada) == 4


def test_logged_in_people_at_one_address_are_counted_apart(rates, ada, ben):
    rates(talk="3/m")
    assert times("talk", request(ada)) == 3
    assert times("talk", request(ben)) == 3
    assert times("talk", request(ada, place="192.0.2.9")) == 0


def test_strangers_at_one_address_are_counted_together(rates):
    rates(guest="3/m")
    assert times("guest", request()) == 3
    assert times("guest", request()) == 0
    assert times("guest", request(place="192.0.2.2")) == 3


def test_an_address_rate_covers_everyone_at_that_address(rates, ada, ben):
    rates(talk="10/m 5/m/address")
    assert times("talk", request(ada)) == 5
    assert times("talk", request(ben)) == 0


def test_a_refusal_says_when_to_retry(rates, ada):
    rates(talk="1/m")
    limits.check("talk", ada)
    with pytest.raises(TooMany) as refused:
        limits.check("talk", ada)
    assert 1 <= refused.value.wait <= 60
    assert refused.value.code == "slow_down"
    assert "Try again in" in refused.value.message


def test_answers_carry_the_remaining_requests(rates, ada):
    rates(talk="3/m 100/h")
    assert [limits.check("talk", ada).left for _ in range(3)] == [2, 1, 0]


def test_without_limits_nothing_is_counted(rates, settings, ada):
    rates(talk="1/m")
    settings.LIMITS = False
    assert times("talk", ada) is None


class Redis(RedisStorage):
    """Counts what it is asked."""

    def __init__(self, url):
        super().__init__(url, **django_settings.REDIS_OPTIONS)
        self.asked = []
        self.get_connection().connection_pool.connection_class = connection_that_notes(self.asked)


def connection_that_notes(asked):
    class Noting(Connection):
        def send_packed_command(self, command, *args, **kwargs):
            asked.append(b"".join(command).split()[2])
            return super().send_packed_command(command, *args, **kwargs)

    return Noting


@pytest.fixture
def redis(monkeypatch):
    """Two processes' connections to an empty Redis."""
    monkeypatch.setattr(forgiving, "_away_until", 0.0)
    here, there = (Redis(TEST_REDIS_URL) for _ in range(2))
    here.get_connection().flushdb()
    yield here, there
    for process in (here, there):
        process.get_connection().close()


def counting_in(storage, monkeypatch):
    monkeypatch.setattr(counting, "storage", lambda: storage)


def test_an_unreachable_redis_refuses_nothing_and_is_asked_once(rates, ada, monkeypatch):
    monkeypatch.setattr(forgiving, "_away_until", 0.0)
    silent = Redis("redis://127.0.0.1:1")
    tried = []
    monkeypatch.setattr(silent, "lua_incr_expire", lambda *asked: tried.append(asked) or silent.get_connection().ping())
    counting_in(silent, monkeypatch)
    rates(talk="1/m")
    assert times("talk", ada) is None
    assert limits.check("talk", ada) is None
    assert len(tried) == 1  # the others don't wait for a timeout


@pytest.mark.redis
def test_losing_redis_between_two_counts_refuses_nothing(rates, ada, redis, monkeypatch):
    rates(talk="1/m")
    counting_in(redis[0], monkeypatch)
    assert limits.check("talk", ada).left == 0
    counting_in(Redis("redis://127.0.0.1:1"), monkeypatch)
    assert times("talk", ada) is None


@pytest.mark.redis
def test_all_processes_count_together_in_redis(rates, ada, redis, monkeypatch):
    rates(talk="4/m")
    here, there = redis
    counted = []
    for process in (here, there, here, there, here):
        counting_in(process, monkeypatch)
        try:
            counted.append(limits.check("talk", ada).left)
        except TooMany:
            counted.append("too many")
    assert counted == [3, 2, 1, 0, "too many"]


@pytest.mark.redis
def test_a_count_asks_redis_once_for_each_rate(rates, ada, redis, monkeypatch):
    rates(talk="20/m 200/h")
    here, _there = redis
    counting_in(here, monkeypatch)
    limits.check("talk", ada)  # the first loads the script
    here.asked.clear()
    limits.check("talk", ada)
    assert here.asked == [b"EVALSHA", b"EVALSHA"]


@pytest.mark.redis
def test_redis_forgets_a_count_after_its_period(rates, ada, redis, monkeypatch):
    rates(talk="20/m")
    counting_in(redis[0], monkeypatch)
    limits.check("talk", ada)
    connection = redis[0].get_connection()
    assert [0 < connection.ttl(key) <= 60 for key in connection.scan_iter()] == [True]


def test_a_new_window_counts_from_zero(rates, ada, monkeypatch):
    rates(talk="2/m")
    assert times("talk", ada) == 2
    monkeypatch.setattr(counting, "window_of", lambda _key, _seconds: (1, 60))
    assert times("talk", ada) == 2


@pytest.mark.parametrize(("now", "number", "left"), [(0, 0, 50), (49, 0, 1), (50, 1, 60), (109.9, 1, 1), (110, 2, 60)])
def test_windows_have_the_length_of_the_rate_and_end_at_a_time_of_the_callers_own(monkeypatch, now, number, left):
    monkeypatch.setattr("common.limits.counting.zlib.crc32", lambda key: {b"ada": 10, b"ben": 11}[key])
    monkeypatch.setattr("common.limits.counting.time.time", lambda: now)
    assert window_of("ada", 60) == (number, left)
    assert window_of("ben", 60) != window_of("ada", 60)


@pytest.mark.parametrize(
    ("proxies", "forwarded", "believed"),
    [
        (0, "203.0.113.5", "192.0.2.1"),  # without a proxy anyone can send that header
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "10.9.9.9, 203.0.113.5", "203.0.113.5"),  # the client's own values come first
        (2, "203.0.113.5, 198.51.100.7", "203.0.113.5"),
        (2, "203.0.113.5", "192.0.2.1"),  # didn't pass both proxies
        (1, "", "192.0.2.1"),
        (1, "nonsense", "unknown"),
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),  # a household, not a device
    ],
)
def test_only_addresses_from_trusted_proxies_are_used(settings, proxies, forwarded, believed):
    settings.PROXIES = proxies
    assert address.of_request(request(HTTP_X_FORWARDED_FOR=forwarded)) == believed
    scope = {"headers": [(b"x-forwarded-for", forwarded.encode())], "client": ["192.0.2.1", 5]}
    assert address.of_socket(scope) == believed


def test_messages_may_start_with_a_burst_and_continue_at_their_rate(rates, monkeypatch):
    rates(message="5/s")
    clock = [100.0]
    monkeypatch.setattr("common.limits.sockets.time.monotonic", lambda: clock[0])
    messages = Leaks("message")
    assert [messages.too_many("ada") for _ in range(7)] == [0, 0, 0, 0, 0, 1, 1]
    assert not messages.too_many("ben")
    clock[0] += 0.21
    assert [messages.too_many("ada") for _ in range(2)] == [0, 1]


def test_a_long_silence_allows_no_larger_burst(rates, monkeypatch):
    rates(message="5/s")
    clock = [100.0]
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: clock[0])
    messages = Leaks("message")
    assert not messages.too_many("ada")
    clock[0] += 3600
    assert [messages.too_many("ada") for _ in range(7)] == [0, 0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("rate", ["1/d", "5/s", "1/h 3/d/address"])
def test_a_first_burst_is_allowed_while_time_passes_in_the_middle_of_counting(rates, monkeypatch, rate):
    rates(page=rate)
    clock = itertools.count(100.0, 0.001)  # each look at it is a millisecond later, as on a busy machine
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: next(clock))
    most = texts.parse_rates(rate)[0].most
    assert not Leaks("page").too_many("ada", "school", most)


def test_busy_callers_arent_forgotten_when_many_others_send(rates, monkeypatch):
    rates(message="5/s")
    monkeypatch.setattr("common.limits.leaks.MOST_REMEMBERED", 3)
    clock = [100.0]
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: clock[0])
    messages = Leaks("message")
    for who in ("ben", "cleo", "dora"):
        assert not messages.too_many(who)
    clock[0] += 1
    assert not messages.too_many("ada", amount=5)
    assert messages.too_many("ada")
    assert messages.lately("ada") == 1
    assert set(messages._empty_at) == {"ada"}  # the others' messages have leaked away


def test_sockets_of_one_address_share_a_rate_and_long_messages_count_more(rates, monkeypatch):
    rates(flood="5/s 8/s/address")
    monkeypatch.setattr("common.limits.sockets.time.monotonic", lambda: 100.0)
    frames = Leaks("flood")
    assert not frames.too_many("phone", "home", 5)
    assert not frames.too_many("laptop", "home", 3)
    assert frames.too_many("laptop", "home")
    assert not frames.too_many("tablet", "school", 5)
    assert frames.too_many("tablet", "school")


def test_refused_requests_dont_use_up_the_address_rate(rates, monkeypatch):
    rates(page="3/m 5/m/address")
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: 100.0)
    pages = Leaks("page")
    assert [bool(pages.too_many("ada", "school")) for _ in range(9)] == [False] * 3 + [True] * 6
    assert [bool(pages.too_many("ben", "school")) for _ in range(3)] == [False, False, True]


def test_anonymous_requests_count_only_at_their_address(rates, monkeypatch):
    rates(page="3/m 5/m/address")
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: 100.0)
    pages = Leaks("page")
    assert [bool(pages.too_many("", "school")) for _ in range(6)] == [False] * 5 + [True]
    assert not pages.too_many("", "home")


@pytest.fixture
def clock(rates, monkeypatch, settings):
    """The time in seconds, in a list; limits have their default values."""
    rates()
    now = [100.0]
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: now[0])
    return now


def test_requests_count_by_their_cost_even_beyond_the_limit(clock, rates):
    rates(work="1000/10s")
    work = Leaks("work")
    work.count("ada", "home", 900)
    assert work.wait("ada", "home") == 0
    work.count("ada", "home", 900)  # the cost isn't known in advance
    assert work.wait("ada", "home") == 8
    assert work.wait("ben", "home") == 0
    clock[0] += 8
    assert work.wait("ada", "home") == 0


def test_costs_of_callers_count_at_their_address_too(clock, rates):
    rates(work="1000/10s 2500/10s/address")
    work = Leaks("work")
    for who in ("ada", "ben", "cleo"):
        work.count(who, "school", 900)
    assert work.wait("dora", "school") == 1  # 2,700 of 2,500
    assert work.wait("dora", "home") == 0


# (browsers or programs at an address, requests of each, seconds between two of one, milliseconds of CPU a request)
ORDINARY = {
    "a class of thirty opens the site at once: a page of 30 ms, four small requests of its scripts": (30, 5, 0, 9),
    "a club of forty, each with a page of 20 ms every four seconds, for ten minutes": (40, 150, 4, 20),
    "somebody goes through their games, two a second, for five minutes": (1, 600, 0.5, 30),
    "somebody leafs through an analysis of 120 rounds as quickly as they can": (1, 120, 0.25, 30),
    "somebody looks at four long games that nobody has looked at for long": (1, 4, 2, 900),
    "a program makes as many moves as the rate of the API allows": (1, 6000, 0.05, 8),
    "four programs of an address do": (4, 3000, 0.05, 4),
}


@pytest.mark.parametrize("what", ORDINARY)
def test_ordinary_use_never_costs_too_much(clock, what):
    callers, looks, pause, cost = ORDINARY[what]
    work = Leaks("work")
    for _ in range(looks):
        for caller in range(callers):
            assert work.wait(f"caller {caller}", "club") == 0, what
            work.count(f"caller {caller}", "club", cost)
        clock[0] += pause


@pytest.mark.parametrize(("others", "share"), [(1, 0.2), (100, 0.4)])
def test_constant_expensive_requests_get_a_share_of_the_process(clock, others, share):
    """For ten minutes; with their own cookie, or a made-up one for each request."""
    work, began, spent, looks = Leaks("work"), clock[0], 0, 0
    while clock[0] - began < 600:
        caller = f"caller {looks % others}"
        if not work.wait(caller, "there"):
            work.count(caller, "there", 45)
            spent += 0.045
            clock[0] += 0.045
        clock[0] += 0.005
        looks += 1
    assert spent / 600 == pytest.approx(share, rel=0.1)


def test_repeated_floods_double_the_pause_until_forgotten(settings, monkeypatch):
    settings.FLOOD_PAUSE_SECONDS = 5
    clock = [100.0]
    monkeypatch.setattr("common.limits.sockets.time.monotonic", lambda: clock[0])
    floods = Floods()
    assert floods.wait("home") == 0
    pauses = []
    for _ in range(9):
        floods.begin("home")
        floods.begin("home")  # another socket of the same flood
        pauses.append(floods.wait("home"))
        clock[0] += pauses[-1]
        assert floods.wait("home") == 0
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 320, 320]
    assert floods.wait("school") == 0
    clock[0] += 321
    floods.begin("home")
    assert floods.wait("home") == 5


def test_sockets_per_address_are_limited(rates, settings):
    settings.SOCKETS_PER_ADDRESS = 2
    connections = Connections("SOCKETS_PER_ADDRESS")
    assert [connections.enter("a"), connections.enter("a"), connections.enter("a"), connections.enter("b")] == [
        True, True, False, True,
    ]  # fmt: skip
    connections.leave("a")
    connections.leave("a")
    assert connections.enter("a")
    for place in ("a", "a", "b"):
        connections.leave(place)
    assert not connections.open


def test_connections_that_threads_open_at_once_are_all_counted(rates):
    """The other thread begins after the first has read the count, and before it writes it."""
    connections, others = Connections("SOCKETS_PER_ADDRESS"), []

    class Count(Counter):
        def __setitem__(self, place, number):
            if not others:
                others.append(Thread(target=connections.enter, args=[place]))
                others[0].start()
                others[0].join(0.05)
            super().__setitem__(place, number)

    connections.open = Count()
    connections.enter("a")
    others[0].join()
    assert connections.open == {"a": 2}


def test_every_counter_has_a_configured_rate(settings):
    sources = [path.read_text() for room in django_rooms() for path in room.rglob("*.py")]
    checked = {name for source in sources for name in re.findall(r'\bcheck\("(\w+)", ', source)}
    assert {"talk", "guest", "api"} <= checked
    assert checked <= set(settings.RATES)

"""Limits of pages and API."""

import json
import re
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RoutePattern

from accounts.models import User
from common.answers import outside_views as answers
from games.models import Game
from tests.api.conftest import Caller, refused, token_of
from tests.creating import create_game
from tests.games.playing import play_out

NEW_GAME = {"variant": "draw", "seats": 2, "clock": "86400", "length": "usual", "visibility": "link"}
PASSWORD = "four-bones-and-ink"


def test_the_api_sends_the_remaining_requests_and_when_to_retry(rates, ada):
    rates(api="3/m")
    caller = Caller(ada)
    answers = [caller.get("me/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer.get("RateLimit-Remaining") for answer in answers[:3]] == ["2", "1", "0"]
    assert {answer.get("RateLimit-Limit") for answer in answers[:3]} == {"3"}
    assert 0 < int(answers[0]["RateLimit-Reset"]) <= 60
    assert 0 < int(answers[3]["Retry-After"]) <= 60
    refused(answers[3], 429, "slow_down")


def test_polling_strangers_are_limited_and_players_beside_them_are_not(rates, ada):
    rates(api="3/m")
    assert [Caller().get("variants/draw/").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert Caller(ada).get("me/").status_code == 200


def test_requests_with_a_bad_or_weaker_token_are_counted_too(rates, ada):
    rates(api="3/m")
    nobody = Caller(token="bone_nothing")
    assert [nobody.get("variants/draw/").status_code for _ in range(4)] == [401, 401, 401, 429]
    reader = Caller(token=token_of(ada, "read"))
    answers = [reader.post("games/", variant="draw") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    assert int(answers[3]["Retry-After"]) > 0


def test_creating_guests_is_rate_limited(rates, db):
    rates(guest="3/m/address", new_game="100/m")
    answers = [Caller().post("games/", variant="draw") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    refused(answers[3], 429, "slow_down")
    assert User.objects.count() == 3
    page = Client().post("/new/", NEW_GAME | {"name": "Mo"})
    assert page.status_code == 422
    assert "Try again in" in page.content.decode()
    assert 'value="Mo"' in page.content.decode()  # typed values stay
    assert User.objects.count() == 3


def test_joining_too_often_as_a_guest_shows_an_explanation(rates, ada, game_between):
    rates(guest="1/m/address")
    tables = [create_game(creator=ada, variant="draw") for _ in range(2)]
    assert Client().post(f"/g/{tables[0].public_id}/join/", {"name": "Mo"}).status_code == 302
    page = Client().post(f"/g/{tables[1].public_id}/join/", {"name": "Mo"})
    assert page.status_code == 429
    assert "Try again in" in page.content.decode()
    assert int(page["Retry-After"]) > 0


def test_new_games_and_rematches_have_rates_of_their_own(rates, ada, ben, game_between):
    rates(new_game="2/m", rematch="1/m")
    caller = Caller(ada)
    assert [caller.post("games/", variant="draw").status_code for _ in range(3)] == [201, 201, 429]
    assert Game.objects.count() == 2
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    assert [caller.post(f"games/{game.public_id}/rematch/").status_code for _ in range(2)] == [200, 429]
    page = caller.client.post(f"/g/{game.public_id}/rematch/", follow=True)
    assert "Try again in" in page.content.decode()


@pytest.fixture
def allauth_counts(rates, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "3/m/ip", "login": "30/m/ip"}


def test_repeated_sign_ups_are_limited(allauth_counts, db):
    pages = [
        Client().post("/accounts/signup/", {"username": f"dora{n}", "password1": PASSWORD}).status_code
        for n in range(5)
    ]
    assert pages == [302, 302, 302, 429, 429]
    assert User.objects.count() == 3


def test_guessing_passwords_is_limited_and_the_page_says_to_wait(allauth_counts, ada):
    ada.set_password(PASSWORD)
    ada.save()
    client = Client()
    tries = [client.post("/accounts/login/", {"login": "ada", "password": f"wrong{n}"}) for n in range(7)]
    assert "Too many failed login attempts" in tries[-1].content.decode()
    assert "Too many" in client.post("/accounts/login/", {"login": "ada", "password": PASSWORD}).content.decode()


def test_guessing_a_password_locks_out_only_the_guessing_address(allauth_counts, settings, ada):
    settings.PROXIES = 1
    ada.set_password(PASSWORD)
    ada.save()

    def log_in(password: str, forwarded: str) -> int:
        fields = {"login": "ada", "password": password}
        return Client().post("/accounts/login/", fields, headers={"X-Forwarded-For": forwarded}).status_code

    assert 302 not in [log_in(f"wrong{n}", "203.0.113.5") for n in range(7)]
    assert log_in(PASSWORD, "203.0.113.5") != 302
    assert log_in(PASSWORD, "203.0.113.6") == 302


def test_signups_are_counted_by_the_address_from_the_trusted_proxy(allauth_counts, settings, db):
    settings.PROXIES = 1

    def sign_up(n: int, forwarded: str) -> int:
        fields = {"username": f"dora{n}", "password1": PASSWORD}
        return Client().post("/accounts/signup/", fields, headers={"X-Forwarded-For": forwarded}).status_code

    assert [sign_up(n, f"198.51.100.{n}, 203.0.113.5") for n in range(4)] == [302, 302, 302, 429]
    assert sign_up(5, "203.0.113.6") == 302


def test_the_schema_documents_slow_down(db):
    schema = json.loads(Client().get("/api/v1/schema/?format=json").content)
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert "429" in operation["responses"], (path, method)


def test_imported_records_share_one_rate_on_pages_and_api(rates, ada):
    """The rules replay each record, which is expensive."""
    rates(study="2/h")
    program = Caller(ada)
    page = program.client
    assert page.post("/study/", {"record": "{"}).status_code == 400
    assert program.post("studies/", record={}).status_code == 400
    refused(program.post("studies/", record={}), 429, "slow_down")
    full = page.post("/study/", {"record": "kept as it was typed"})
    assert full.status_code == 429
    assert "kept as it was typed" in full.content.decode()


@pytest.fixture
def pages(rates):
    """`pages("3/m")`: limits are on, with this one for pages."""
    return lambda rate: rates(page=rate)


def test_pages_have_a_rate_and_the_refusal_needs_no_query(pages, db, django_assert_num_queries):
    pages("3/m")
    browser = Client()
    browser.get("/lobby/")  # a new browser is known only by its address
    assert [browser.get("/rules/").status_code for _ in range(3)] == [200] * 3
    with django_assert_num_queries(0):
        slow = browser.get("/lobby/", headers={"Accept-Language": "de"})
    assert slow.status_code == 429
    assert 0 < int(slow["Retry-After"]) <= 60
    assert '<html lang="de"' in slow.content.decode()


def test_cheap_and_otherwise_counted_requests_dont_count_as_pages(pages, db):
    pages("1/m")
    browser = Client()
    addresses = ["/healthz", "/metrics", "/static/css/site.css", "/api/v1/variants/draw/"]
    # Without bodies, as the file of a static one would stay open.
    assert 429 not in [browser.head(address).status_code for _ in range(3) for address in addresses]


def test_browsers_at_one_address_have_their_own_rates_and_a_common_one(pages, ada, ben, browser_of):
    pages("3/m 7/m/address")
    ours, theirs = browser_of(ada), browser_of(ben)
    assert [ours.get("/rules/").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert [theirs.get("/rules/").status_code for _ in range(3)] == [200] * 3
    assert [Client().get("/rules/").status_code for _ in range(2)] == [200, 429]  # the address has used its seven
    assert Client(REMOTE_ADDR="203.0.113.9").get("/rules/").status_code == 200


def test_invented_cookies_do_not_avoid_the_address_rate(pages, db):
    pages("3/m 5/m/address")
    answers = []
    for n in range(6):
        browser = Client()
        browser.cookies["sessionid"] = f"made-up-{n}"
        answers.append(browser.get("/rules/").status_code)
    assert answers == [200] * 5 + [429]


def test_exports_of_all_games_are_limited(rates, ada):
    rates(export="1/m")
    caller = Caller(ada)
    assert [caller.get("me/history/export/").status_code for _ in range(2)] == [200, 429]
    assert caller.client.get("/history/export/").status_code == 429


def test_a_script_without_cookies_does_not_lock_out_newcomers_at_its_address(pages, db):
    pages("3/m 100/m/address")
    assert [Client().get("/rules/").status_code for _ in range(10)] == [200] * 10


def test_guests_of_one_address_share_its_limit_for_expensive_work(rates, guest):
    """Each guest has their own rate, and anyone can create guests."""
    rates(study="2/h 3/h/address", replay="2/h 3/h/address", export="2/h 3/h/address")
    callers = [Caller(guest(f"Mo{n}")) for n in range(4)]
    assert [caller.post("studies/", record={}).status_code for caller in callers] == [400] * 3 + [429]
    assert [caller.get("me/history/export/").status_code for caller in callers] == [200] * 3 + [429]


def test_expensive_requests_of_guests_count_at_their_address_too(settings):
    for name in ("study", "replay", "export"):
        assert "/address" in settings.RATES[name], name


def test_thirty_browsers_at_one_address_can_open_a_page_at_once(pages, settings, db):
    """Thirty browsers, each with the page and four requests of its scripts."""
    pages(settings.RATES["page"])
    for n in range(30):
        browser = Client()
        browser.cookies["csrftoken"] = f"pupil-{n}"
        assert [browser.head("/robots.txt").status_code for _ in range(5)] == [200] * 5


def test_downloads_of_the_schema_are_limited(rates, ada):
    rates(schema="2/h/address")
    assert [Caller(who).get("schema/").status_code for who in (ada, None, ada)] == [200, 200, 429]


# Never refused, with the reason.
FREE = {
    "/healthz": "a word, and whoever watches the server must hear it in the middle of a flood",
    "/readyz": "remembers for a second what it has found",
    "/metrics": "a word, but to Prometheus",
}


def every_address() -> Iterator[tuple[str, URLPattern]]:
    """A path that matches the pattern."""

    def walk(patterns: Any, before: str) -> Iterator[tuple[str, URLPattern]]:
        for pattern in patterns:
            route = re.sub(r"<[^>]+>", "1", str(pattern.pattern)) if isinstance(pattern.pattern, RoutePattern) else "1"
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, before + route)
            else:
                yield before + route, pattern

    yield from walk(get_resolver().url_patterns, "/")


def every_route() -> Iterator[str]:
    """As the list of addresses writes them: “/g/<slug:public_id>/”."""

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            else:
                yield route

    yield from walk(get_resolver().url_patterns, "/")


def test_every_address_is_counted(pages, rates, db):
    pages("1/d/address")
    rates(api="1/d")
    assert [Client().get(address).status_code for address in ("/rules/", "/api/v1/variants/")] == [200, 200]
    addresses = dict(every_address())
    assert len(addresses) > 100
    for address, pattern in addresses.items():
        if address.startswith("/api/v1/"):
            assert resolve(address).func == pattern.callback, address
    answered = {address: Client().get(address).status_code for address in addresses}
    assert {address for address, status in answered.items() if status != 429} == set(FREE)


@pytest.fixture
def costs(monkeypatch):
    """`costs(45)`: from now on each answer takes so many milliseconds of CPU."""
    spent = [0.0]

    each = [0.0]  # seconds

    def thread_time() -> float:
        spent[0] += each[0]
        return spent[0]

    def of(milliseconds: float) -> None:
        each[0] = milliseconds / 1000

    monkeypatch.setattr("common.limits.middleware.time", SimpleNamespace(thread_time=thread_time))
    return of


def test_every_address_is_counted_by_its_cost(costs, rates, db, monkeypatch):
    """Every address, including new ones: costs need no configuration."""
    begun = time.monotonic()
    monkeypatch.setattr("common.limits.leaks.time", SimpleNamespace(monotonic=lambda: begun))
    rates(work="1000/20s")
    costs(5_000)
    unweighed = set()
    for n, address in enumerate(dict(every_address())):
        home = {"REMOTE_ADDR": f"198.51.{n // 250}.{n % 250}", "raise_request_exception": False}
        first, second = Client(**home).head(address), Client(**home).head(address)
        assert first.status_code != 429, address
        if second.status_code != 429:
            unweighed.add(address)
        else:
            assert int(second["Retry-After"]) == 80  # 5,000 at 50 a second, with a burst of 20 s
    assert unweighed == set(FREE)


def test_a_cheap_page_counts_as_one(costs, rates, db):
    rates(work="3/h")
    costs(0.2)
    assert [Client().get("/rules/").status_code for _ in range(5)] == [200, 200, 200, 200, 429]


def test_refusals_for_cost_are_in_the_callers_language(costs, rates, db, django_assert_num_queries):
    rates(work="100/20s")
    costs(5_000)
    browser = Client()
    browser.get("/rules/")
    browser.get("/rules/")  # with the cookie of the first
    with django_assert_num_queries(0):
        page = browser.get("/rules/", headers={"Accept-Language": "de"})
        answer = browser.get("/api/v1/variants/", headers={"Accept-Language": "de"})
    assert (page.status_code, answer.status_code) == (429, 429)
    assert '<html lang="de"' in page.content.decode()
    assert answer.json()["code"] == "slow_down"
    assert int(answer["Retry-After"]) > 0


def test_costs_of_browsers_programs_and_strangers_are_counted_apart(costs, rates, ada, ben, browser_of):
    rates(work="1000/20s 100000/20s/address")
    browser, stranger = browser_of(ada), Client()
    program, other = ({"Authorization": f"Bearer {token_of(user)}"} for user in (ada, ben))
    costs(5_000)
    address = "/api/v1/variants/"
    for client, headers in ((browser, {}), (stranger, {}), (Client(), program)):
        assert [client.get(address, headers=headers).status_code for _ in range(2)] == [200, 429]
    assert browser_of(ben).get(address).status_code == 200
    assert Client().get(address, headers=other).status_code == 200
    assert Client().get(address).status_code == 429  # another stranger at the same address
    assert Client(REMOTE_ADDR="203.0.113.9").get(address).status_code == 200


def test_invented_cookies_and_tokens_share_the_cost_limit_of_their_address(costs, rates, db):
    rates(work="1000/20s 12000/20s/address")
    costs(5_000)
    answers = []
    for n in range(5):
        made_up = Client()
        made_up.cookies["sessionid"] = f"made-up-{n}"
        headers = {"Authorization": f"Bearer made-up-{n}"} if n % 2 else {}
        answers.append(made_up.get("/api/v1/variants/", headers=headers).status_code)
    assert [status == 429 for status in answers] == [False] * 3 + [True] * 2


def test_failing_answers_are_counted_too(costs, rates, db):
    rates(work="1000/20s")
    costs(5_000)
    assert Client().get("/g/nothere/").status_code == 404
    assert Client().get("/rules/").status_code == 429


def test_a_missing_static_file_is_answered_without_a_query(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Client().get("/static/nothere.js")
    assert (answer.status_code, answer.content) == (404, b"Nothing here.\n")


def test_a_refusal_is_rendered_once_per_language(monkeypatch, pages, db):
    pages("1/d/address")
    drawn = []
    render = answers.render_to_string
    monkeypatch.setattr(answers, "render_to_string", lambda *said: drawn.append(said) or render(*said))
    monkeypatch.setattr("common.limits.leaks.time.monotonic", lambda: 100.0)
    answers._drawn.cache_clear()
    Client().get("/rules/")
    for language in ("de", "en", "de", "en"):
        slow = Client().get("/rules/", headers={"Accept-Language": language})
        assert f'<html lang="{language}"' in slow.content.decode()
    assert len(drawn) == 2

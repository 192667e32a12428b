"""Limits as people and programs meet them."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from limits.leaks import Leaks
from tests.api.conftest import Caller, refused, token_of
from tests.games.playing import play_out

NEW_GAME = {"variant": "draw", "seats": 2, "clock": "86400", "length": "usual", "visibility": "link"}
PASSWORD = "four-bones-and-ink"


def test_the_api_tells_how_much_is_left_and_when_to_go_on(rates, ada):
    rates(api="3/m")
    caller = Caller(ada)
    answers = [caller.get("me/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer.get("RateLimit-Remaining") for answer in answers[:3]] == ["2", "1", "0"]
    assert {answer.get("RateLimit-Limit") for answer in answers[:3]} == {"3"}
    assert 0 < int(answers[0]["RateLimit-Reset"]) <= 60
    assert 0 < int(answers[3]["Retry-After"]) <= 60
    refused(answers[3], 429, "slow_down")


def test_strangers_who_poll_are_counted_too_and_players_beside_them_are_not(rates, ada):
    rates(api="3/m")
    assert [Caller().get("variants/draw/").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert Caller(ada).get("me/").status_code == 200


def test_who_has_no_good_token_or_one_for_less_is_counted_too(rates, ada):
    rates(api="3/m")
    nobody = Caller(token="bone_nothing")
    assert [nobody.get("variants/draw/").status_code for _ in range(4)] == [401, 401, 401, 429]
    reader = Caller(token=token_of(ada, "read"))
    answers = [reader.post("games/", variant="draw") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [403, 403, 403, 429]
    assert int(answers[3]["Retry-After"]) > 0


def test_nobody_makes_a_thousand_guests(rates, db):
    rates(guest="3/m/address", new_game="100/m")
    answers = [Caller().post("games/", variant="draw") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    refused(answers[3], 429, "slow_down")
    assert User.objects.count() == 3
    page = Client().post("/new/", NEW_GAME | {"name": "Mo"})
    assert page.status_code == 422
    assert "Try again in" in page.content.decode()
    assert 'value="Mo"' in page.content.decode()  # nothing typed is lost
    assert User.objects.count() == 3


def test_sitting_down_as_a_guest_once_too_often_is_a_page_in_words(rates, ada, game_between):
    from games import services

    rates(guest="1/m/address")
    tables = [services.create_game(creator=ada, variant="draw") for _ in range(2)]
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


def test_sign_up_under_a_loop(allauth_counts, db):
    pages = [
        Client().post("/accounts/signup/", {"username": f"dora{n}", "password1": PASSWORD}).status_code
        for n in range(5)
    ]
    assert pages == [302, 302, 302, 429, 429]
    assert User.objects.count() == 3


def test_passwords_are_not_guessed_and_the_page_says_to_wait(allauth_counts, ada):
    ada.set_password(PASSWORD)
    ada.save()
    client = Client()
    tries = [client.post("/accounts/login/", {"login": "ada", "password": f"wrong{n}"}) for n in range(7)]
    assert "Too many failed login attempts" in tries[-1].content.decode()
    assert "Too many" in client.post("/accounts/login/", {"login": "ada", "password": PASSWORD}).content.decode()


def test_who_guesses_a_password_keeps_its_owner_out_only_where_he_guesses(allauth_counts, settings, ada):
    settings.PROXIES = 1
    ada.set_password(PASSWORD)
    ada.save()

    def log_in(password: str, forwarded: str) -> int:
        fields = {"login": "ada", "password": password}
        return Client().post("/accounts/login/", fields, headers={"X-Forwarded-For": forwarded}).status_code

    assert 302 not in [log_in(f"wrong{n}", "203.0.113.5") for n in range(7)]
    assert log_in(PASSWORD, "203.0.113.5") != 302
    assert log_in(PASSWORD, "203.0.113.6") == 302


def test_who_signs_up_is_counted_where_the_trusted_proxy_says(allauth_counts, settings, db):
    settings.PROXIES = 1

    def sign_up(n: int, forwarded: str) -> int:
        fields = {"username": f"dora{n}", "password1": PASSWORD}
        return Client().post("/accounts/signup/", fields, headers={"X-Forwarded-For": forwarded}).status_code

    assert [sign_up(n, f"198.51.100.{n}, 203.0.113.5") for n in range(4)] == [302, 302, 302, 429]
    assert sign_up(5, "203.0.113.6") == 302


def test_the_schema_says_that_one_may_be_asked_to_slow_down(db):
    schema = json.loads(Client().get("/api/v1/schema/?format=json").content)
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert "429" in operation["responses"], (path, method)


def test_records_for_study_are_counted_however_they_come(rates, ada):
    """Each is played through by the rules: work that nobody may ask for without end."""
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
def pages(rates, monkeypatch):
    """`pages("3/m")`: nothing has been counted yet."""
    monkeypatch.setattr("limits.middleware.pages", Leaks("page"))
    return lambda rate: rates(page=rate)


def test_pages_have_a_rate_and_the_page_that_says_so_costs_no_question(pages, db, django_assert_num_queries):
    pages("3/m")
    browser = Client()
    browser.get("/lobby/")  # who comes for the first time is told by the address alone
    assert [browser.get("/rules/").status_code for _ in range(3)] == [200] * 3
    with django_assert_num_queries(0):
        slow = browser.get("/lobby/", headers={"Accept-Language": "de"})
    assert slow.status_code == 429
    assert 0 < int(slow["Retry-After"]) <= 60
    assert '<html lang="de"' in slow.content.decode()


def test_what_costs_nothing_and_what_is_counted_elsewhere_is_no_page(pages, db):
    pages("1/m")
    browser = Client()
    addresses = ["/healthz", "/metrics", "/static/css/site.css", "/api/v1/variants/draw/", "/robots.txt"]
    # Without bodies, as the file of a static one would stay open.
    assert 429 not in [browser.head(address).status_code for _ in range(3) for address in addresses]


def test_every_browser_of_a_class_room_has_its_own_rate_and_the_room_has_one(pages, ada, ben, browser_of):
    pages("3/m 7/m/address")
    ours, theirs = browser_of(ada), browser_of(ben)
    assert [ours.get("/rules/").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert [theirs.get("/rules/").status_code for _ in range(3)] == [200] * 3
    assert Client().get("/rules/").status_code == 429  # the room has had its seven, one of them refused
    assert Client(REMOTE_ADDR="203.0.113.9").get("/rules/").status_code == 200


def test_cookies_that_are_made_up_do_not_make_others_of_one(pages, db):
    pages("3/m 5/m/address")
    answers = []
    for n in range(6):
        browser = Client()
        browser.cookies["sessionid"] = f"made-up-{n}"
        answers.append(browser.get("/rules/").status_code)
    assert answers == [200] * 5 + [429]


def test_all_of_somebodys_games_are_not_read_again_and_again(rates, ada):
    rates(export="1/m")
    caller = Caller(ada)
    assert [caller.get("me/history/export/").status_code for _ in range(2)] == [200, 429]
    assert caller.client.get("/history/export/").status_code == 429

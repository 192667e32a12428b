"""A guest's seat link gives access to one seat, by page, API and socket, and to nothing else of the guest."""

import re

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse

from accounts import tokens
from accounts.models import Token, User
from games import queries
from games.models import Round, Seat
from games.positions import memory
from games.seat_links import MOST, hold
from tests.games.playing import legal, socket_of
from tests.pages.conftest import words_of
from tests.pages.test_accounts import PASSWORD, sign_up


@pytest.fixture
def dora(guest):
    return guest("Dora")


@pytest.fixture
def game(dora, ada, game_between):
    return game_between(dora, ada)


@pytest.fixture
def other(dora, ada, game_between):
    """Another game of the same guest."""
    return game_between(dora, ada)


@pytest.fixture
def holder(game):
    """A browser that isn't logged in and has Dora's seat by its link."""
    browser = Client()
    take(browser, game)
    return browser


def take(browser, game):
    browser.post(reverse("seat_link", args=[game.public_id, game.seats.get(number=0).token]), follow=True)


def sits(browser, game):
    view = browser.get(reverse("api:game", args=[game.public_id])).json()
    return view["you"]


def on_turn(game):
    """A game in which it is Dora's turn; Ada moves first if necessary."""
    from games import actions

    while (table := memory.current(game.public_id)).turn == 1:
        actions.play_move(public_id=game.public_id, seat=1, text=legal(table)[0], version=table.version)
    return table


def test_the_board_and_the_api_show_the_hand_of_the_seat(holder, game, dora, browser_of):
    own = browser_of(dora).get(reverse("api:game", args=[game.public_id])).json()
    by_link = holder.get(reverse("api:game", args=[game.public_id])).json()
    assert by_link["you"] == 0
    assert by_link["round"]["hand"] == own["round"]["hand"]
    assert holder.get(game.get_absolute_url()).context["view"].you == 0


def test_small_boards_show_the_hand_of_the_seat_and_only_in_its_game(dora, ada, game_between, browser_of):
    """Before the first tile, a board shows the reader's hand. In Dora's other game the browser holds no seat."""
    game, other = (game_between(dora, ada, variant="draw") for _game in range(2))
    dealt = Round.objects.get(game=game).deal["hands"]
    holder = Client()
    take(holder, game)

    def hand(browser, of):
        (board,) = browser.get(reverse("api:boards"), {"games": of.public_id}).json()["boards"]
        return board["hand"] and set(board["hand"])

    assert hand(holder, game) == set(dealt[0])
    assert hand(holder, other) is None
    seated = browser_of(ada)
    take(seated, game)
    assert hand(seated, game) == set(dealt[1]), "one's own seat comes first"
    Seat.objects.filter(game=game, number=0).update(token="renewed")
    assert hand(holder, game) is None, "the link has been renewed"


def test_moves_are_made_as_that_seat(holder, game):
    table = on_turn(game)
    sent = {"move": legal(table)[0], "version": table.version, "view": True}
    answer = holder.post(reverse("api:moves", args=[game.public_id]), sent, "application/json")
    assert answer.status_code == 200
    assert answer.json()["view"]["you"] == 0
    assert game.moves.order_by("pk").filter(version__gt=table.version).first().seat == 0


@pytest.mark.both_databases
def test_the_seat_can_chat_plan_ahead_and_resign(holder, game, dora):
    said = holder.post(reverse("talk", args=[game.public_id]), {"text": "Good evening"}, follow=True)
    assert "Good evening" in words_of(said)
    holder.post(f"/api/v1/games/{game.public_id}/talk/", {"text": "Hello"}, "application/json")
    assert [(message.author, message.text) for message in game.messages.order_by("pk")] == [
        (dora, "Good evening"),
        (dora, "Hello"),
    ]
    assert holder.get(reverse("plan", args=[game.public_id])).status_code == 200
    holder.post(reverse("resign", args=[game.public_id]))
    game.refresh_from_db()
    assert game.reason == "resigned"


def test_a_waiting_host_seat_can_cancel_the_invitation(dora, offer):
    game = offer(dora)
    browser = Client()
    take(browser, game)
    assert "Cancel the invitation" in words_of(browser.get(game.get_absolute_url()))
    browser.post(reverse("cancel", args=[game.public_id]))
    game.refresh_from_db()
    assert game.status == "cancelled"


def test_the_link_of_a_removed_guest_does_not_work(holder, game, dora):
    assert sits(holder, game) == 0
    User.objects.filter(pk=dora.pk).update(is_active=False)
    assert sits(holder, game) is None
    late = Client()
    take(late, game)
    assert sits(late, game) is None


def test_the_api_requires_the_csrf_token(game):
    strict = Client(enforce_csrf_checks=True)
    session = strict.session
    hold(session, game.seats.get(number=0))
    session.save()
    strict.cookies["sessionid"] = session.session_key
    answer = strict.post(reverse("api:resign", args=[game.public_id]), {}, "application/json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "csrf"
    assert memory.current(game.public_id).status == "playing"


def test_a_seat_by_link_cannot_offer_a_rematch(holder, game):
    holder.post(reverse("resign", args=[game.public_id]))
    assert "rematch-form" not in holder.get(game.get_absolute_url()).content.decode()
    holder.post(reverse("rematch", args=[game.public_id]))
    assert holder.post(reverse("api:rematch", args=[game.public_id]), {}, "application/json").status_code == 401
    assert Seat.objects.count() == 2


def patterns(resolver, namespaces=(), wanted=()):
    for each in resolver.url_patterns:
        all_wanted = (*wanted, *each.pattern.converters)
        if isinstance(each, URLPattern):
            if each.name:
                yield ":".join([*namespaces, each.name]), all_wanted
        else:
            yield from patterns(each, [*namespaces, each.namespace] if each.namespace else namespaces, all_wanted)


def read(answer):
    """The text of a page without parts that differ in each answer."""
    text = answer.content.decode(errors="replace") if not answer.streaming else ""
    text = re.sub(r'value="[^"]*"', "", text)  # the CSRF token, a suggested name, a shuffle seed
    text = re.sub(r'"left": ?\[[^\]]*\]', "", text)  # seconds on the clocks
    return answer.status_code, answer.get("Location"), re.sub(r'"\d{4}-\d\d-\d\dT[^"]*"', "", text)


@pytest.mark.both_databases
def test_outside_the_game_a_seat_by_link_counts_as_a_stranger(holder, game, other, dora):
    """Every address of the site, with the guest's other game where one is needed, answers as to a stranger."""
    tokens_of_dora = tokens.make(user=dora, name="bot", scopes=["play"], days=None, now=game.created_at)
    given = {
        "public_id": other.public_id, "username": dora.username, "pk": 1, "deal": 0, "number": 1, "variant": "draw",
        "token_id": tokens_of_dora[0].pk, "vacation_id": 1, "key": "draw",
    }  # fmt: skip
    stranger, asked = Client(), 0
    for name, wanted in patterns(get_resolver()):
        if not set(wanted) <= set(given) or name.startswith(("admin:", "metrics")):
            continue
        try:
            path = reverse(name, kwargs={key: given[key] for key in wanted})
        except NoReverseMatch:  # a regular expression of allauth's
            continue
        if name in {"home", "my_games"}:
            continue  # they list the seats
        assert read(holder.get(path)) == read(stranger.get(path)), path
        asked += 1
        if name == "account_logout":
            continue  # it gives the seats up
        assert read(holder.post(path))[:2] == read(stranger.post(path))[:2], path
    assert asked > 80
    assert Token.objects.filter(user=dora).exists()
    assert sits(holder, game) == 0
    assert sits(holder, other) is None


def test_a_seat_by_link_cannot_create_tokens_for_the_guest(holder, dora):
    answer = holder.post("/api/v1/me/tokens/", {"name": "x", "scopes": ["play"]}, "application/json")
    assert answer.status_code == 401
    assert not dora.tokens.exists()


def test_signing_up_claims_neither_the_guest_nor_their_games(holder, game, other, dora):
    sign_up(holder)
    account = User.objects.get(username="dora")
    assert account != dora
    dora.refresh_from_db()
    assert dora.is_guest
    assert set(Seat.objects.filter(player=dora).values_list("game", flat=True)) == {game.pk, other.pk}
    assert sits(holder, game) == 0  # browsers keep their cookies
    assert sits(holder, other) is None


def test_logging_in_moves_no_games(holder, game, ben, dora):
    ben.set_password(PASSWORD)
    ben.save()
    holder.post("/accounts/login/", {"login": "ben", "password": PASSWORD})
    assert game.seats.get(number=0).player == dora
    assert sits(holder, game) == 0


def test_logging_out_gives_up_the_seats_by_link(holder, game, ben):
    holder.force_login(ben)
    assert sits(holder, game) == 0
    holder.post("/accounts/logout/")
    assert sits(holder, game) is None


def test_the_seat_requires_the_login_after_the_guest_signs_up(holder, game, dora, browser_of):
    sign_up(browser_of(dora))
    assert sits(holder, game) is None
    take(holder, game)
    assert sits(holder, game) is None


def test_a_token_overrides_the_seats_in_cookies(holder, game, ben):
    _row, text = tokens.make(user=ben, name="bot", scopes=["play"], days=None, now=game.created_at)
    path = reverse("api:game", args=[game.public_id])
    assert holder.get(path, headers={"Authorization": f"Token {text}"}).json()["you"] is None


@pytest.mark.both_databases
def test_home_and_my_games_list_the_seats_by_link(holder, game, other):
    for path in ("/", reverse("my_games")):
        page = holder.get(path)
        assert "Games you opened with a private link" in words_of(page)
        assert game.get_absolute_url() in page.content.decode()
        assert other.get_absolute_url() not in page.content.decode()
    assert "Seats that" not in words_of(Client().get("/"))


def test_a_browser_that_opens_many_links_forgets_the_first(game):
    session = Client().session
    hold(session, game.seats.get(number=0))
    for n in range(MOST):
        hold(session, Seat(game=queries.find_game(game.public_id).__class__(public_id=f"other{n}"), token=f"t{n}"))
    assert len(session["seats"]) == MOST
    assert game.public_id not in session["seats"]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
async def test_the_board_is_live_and_takes_moves(dora, ada, game_between):
    game = await sync_to_async(game_between)(dora, ada)
    table = await sync_to_async(on_turn)(game)
    browser = Client()
    await sync_to_async(take)(browser, game)
    board = await sync_to_async(socket_of)(browser, f"/ws/games/{game.public_id}/")
    await board.connect()
    view = orjson.loads(await board.receive_from(timeout=5))["view"]
    assert view["you"] == 0
    move = (await sync_to_async(legal)(table))[0]
    await board.send_to(orjson.dumps({"type": "move", "move": move, "version": table.version, "key": "k"}).decode())
    heard = [orjson.loads(await board.receive_from(timeout=5))["type"] for _ in range(2)]
    assert sorted(heard) == ["done", "view"]
    await board.disconnect()

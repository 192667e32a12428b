"""Rated or unrated: chosen with the game, shown wherever it is offered or played."""

import pytest

from games import actions, queries
from games.models import Game
from tests.api.conftest import Caller
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db
NEW = {"variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link"}


def only_game():
    return Game.objects.get()


@pytest.mark.parametrize(("chosen", "rated"), [({}, True), ({"rated": "yes"}, True), ({"rated": "no"}, False)])
def test_a_new_game_is_rated_unless_its_host_says_no(browser_of, ada, chosen, rated):
    assert browser_of(ada).post("/new/", NEW | chosen).status_code == 302
    assert only_game().rated is rated


def test_the_choice_is_kept_when_another_field_is_wrong(browser_of, ada):
    page = browser_of(ada).post("/new/", NEW | {"rated": "no", "seats": "7"}).content.decode()
    assert 'name="rated" value="no" id="id_rated_1" checked' in page
    assert 'value="yes" id="id_rated_0" checked' not in page


def test_links_can_choose_rated_and_house_rules_keep_the_choice(browser_of, ada):
    browser = browser_of(ada)
    assert 'value="no" id="id_rated_1" checked' in browser.get("/new/?rated=no").content.decode()
    answer = browser.post("/new/", NEW | {"rated": "no", "change": "1"})
    assert "rated=no" in answer["Location"]
    assert 'value="no" id="id_rated_1" checked' in browser.get(answer["Location"]).content.decode()


def test_an_invalid_choice_is_refused(browser_of, ada):
    assert browser_of(ada).post("/new/", NEW | {"rated": "perhaps"}).status_code == 422


def test_guests_see_that_they_play_unrated(stranger, browser_of, ada, offer):
    page = words_of(stranger.get("/new/"))
    assert "Games with guests are unrated" in page
    assert "Rated: counts" not in page
    assert "Games with guests are unrated" not in words_of(browser_of(ada).get("/new/"))
    game = offer(ada)
    assert "As a guest, you play unrated. Log in to play rated." in words_of(stranger.get(game.get_absolute_url()))


def test_the_invitation_and_the_lobby_say_whether_the_game_is_rated(stranger, offer, ada, guest):
    rated = offer(ada, visibility="public")
    assert " rated " in words_of(stranger.get(rated.get_absolute_url()))
    casual = offer(ada, rated=False, visibility="public")
    assert " unrated " in words_of(stranger.get(casual.get_absolute_url()))
    assert "As a guest, you play unrated" not in words_of(stranger.get(casual.get_absolute_url()))
    lobby = words_of(stranger.get("/lobby/"))
    assert "· rated " in lobby
    assert "· unrated " in lobby
    by_guest = offer(guest("Dora"), visibility="public")
    assert "unrated (guest)" in words_of(stranger.get(by_guest.get_absolute_url()))


def test_the_board_says_whether_the_game_is_rated_and_later_what_changed(browser_of, ada, ben, game_between, played):
    page = browser_of(ada).get(game_between(ada, ben).get_absolute_url())
    assert "<summary>Rated</summary>" in page.content.decode()
    assert "appear here when the game ends" in words_of(page)
    page = browser_of(ada).get(game_between(ada, ben, rated=False).get_absolute_url())
    assert "<summary>Unrated</summary>" in page.content.decode()


def test_open_boards_are_notified_when_ratings_are_ready(
    ada, ben, game_between, monkeypatch, django_capture_on_commit_callbacks
):
    from games.viewers import live

    shown = []
    monkeypatch.setattr(live, "show_panel", lambda *panel, **_to: shown.append(panel))
    game = game_between(ada, ben)
    with django_capture_on_commit_callbacks(execute=True):
        actions.resign_game(public_id=game.public_id, player=ada)
    assert (game.public_id, "ratings") in shown


def test_a_rematch_is_rated_like_the_game_before(ada, ben, game_between):
    for rated in (True, False):
        game = game_between(ada, ben, rated=rated)
        actions.resign_game(public_id=game.public_id, player=ada)
        again = actions.offer_rematch(public_id=game.public_id, player=ben)
        assert queries.find_game(again.public_id).rated is rated


def test_programs_can_choose_and_read_rated(ada, guest):
    api = Caller(ada)
    assert api.post("games/", variant="draw").json()["rated"] is True
    casual = api.post("games/", variant="draw", rated=False).json()
    assert casual["rated"] is False
    assert {line["rated"] for line in api.get("games/", mine="true").json()["results"]} == {True, False}
    assert api.post("games/", variant="draw", rated="maybe").status_code == 400
    game = api.post("games/", variant="draw").json()["id"]
    Caller(guest("Dora")).post(f"games/{game}/join/")
    assert api.view(game)["rated"] is False, "from the start on everybody sees that it changes nothing"

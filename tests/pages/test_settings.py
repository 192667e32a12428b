import pytest

from tests.pages.conftest import html_of, words_of

CHOSEN = {"theme": "dark", "sending": "one_tap", "sound": "off", "motion": "off", "language": "en"}


def test_a_strangers_settings_are_stored_in_the_browser(stranger):
    assert "These settings are saved in this browser." in words_of(stranger.get("/settings/"))
    stranger.post("/settings/", CHOSEN)
    assert {name: stranger.cookies[name].value for name in ("theme", "sending", "sound", "motion")} == {
        "theme": "dark", "sending": "one_tap", "sound": "off", "motion": "off",
    }  # fmt: skip
    page = html_of(stranger.get("/"))
    assert 'data-theme="dark"' in page
    assert 'data-sending="one_tap" data-sound="off" data-motion="off"' in page


def test_an_accounts_settings_apply_on_every_device(browser_of, ada):
    browser_of(ada).post("/settings/", {**CHOSEN, "nickname": "Countess"})
    ada.refresh_from_db()
    assert (ada.name, ada.theme, ada.sending, ada.sound, ada.motion) == ("Countess", "dark", "one_tap", False, False)
    assert 'data-theme="dark"' in browser_of(ada).get("/").content.decode()


def test_autoplay_and_advance_can_be_turned_on_and_off(browser_of, stranger, ada):
    client = browser_of(ada)
    assert "When only one tile fits" not in words_of(stranger.get("/settings/"))
    assert "When only one tile fits" in words_of(client.get("/settings/"))
    client.post("/settings/", {**CHOSEN, "nickname": "Ada", "autoplay": "on", "advance": "on"})
    ada.refresh_from_db()
    assert (ada.autoplay, ada.advance) == (True, True)
    assert 'data-advance="on"' in client.get("/").content.decode()
    client.post("/settings/look/", {"theme": "light"})  # doesn't include it
    client.post("/settings/", {**CHOSEN, "nickname": "Ada", "advance": "off"})
    ada.refresh_from_db()
    assert (ada.autoplay, ada.advance) == (True, False)
    assert "data-advance" not in client.get("/").content.decode()


LOOK = {"felt": "walnut", "tiles": "ebony", "faces": "numerals"}


def test_the_look_of_board_and_tiles_applies_on_every_device(browser_of, ada):
    browser_of(ada).post("/settings/", {**CHOSEN, **LOOK, "nickname": "Ada"})
    page = browser_of(ada).get("/").content.decode()
    assert 'data-felt="walnut" data-tiles="ebony"' in page
    assert 'data-faces="numerals"' in page
    browser_of(ada).post("/settings/", {**CHOSEN, "nickname": "Ada"})  # from a page without these fields
    ada.refresh_from_db()
    assert {name: getattr(ada, name) for name in LOOK} == LOOK


def test_one_tap_changes_one_setting_of_the_look(browser_of, stranger, ada):
    for client in (browser_of(ada), stranger):
        client.post("/settings/", {**CHOSEN, **LOOK, "nickname": "Ada"})
        answer = client.post("/settings/look/", {"faces": "pictures"}, headers={"Accept": "application/json"})
        assert answer.json() == {"faces": "pictures"}
        client.post("/settings/look/", {"faces": "none", "sound": "loud", "nickname": "Eve"})  # invalid
        page = html_of(client.get("/"))
        assert 'data-theme="dark" data-felt="walnut" data-tiles="ebony"' in page
        assert 'data-sound="off" data-motion="off" data-faces="pictures"' in page
    ada.refresh_from_db()
    assert (ada.name, ada.faces, ada.felt) == ("Ada", "pictures", "walnut")


def test_players_can_hide_their_presence(browser_of, stranger, ada):
    assert ada.looking
    assert "Show others when I’m looking at a game" not in words_of(stranger.get("/settings/"))
    browser_of(ada).post("/settings/", {**CHOSEN, "nickname": "Ada", "looking": "off"})
    ada.refresh_from_db()
    assert not ada.looking


def test_a_new_name_appears_in_games_at_once(browser_of, game_between, ada, ben):
    game = game_between(ada, ben)
    assert browser_of(ben).get(game.get_absolute_url()).context["view"].seats[0].name == "Ada"
    browser_of(ada).post("/settings/", {**CHOSEN, "nickname": "Countess"})
    assert browser_of(ben).get(game.get_absolute_url()).context["view"].seats[0].name == "Countess"


def test_a_stranger_who_becomes_a_guest_keeps_their_settings(stranger, offer, ada):
    stranger.post("/settings/", CHOSEN)
    game = offer(ada)
    stranger.post(f"/g/{game.public_id}/join/", {"name": "Ben"})
    assert game.seats.get(number=1).player.theme == "dark"


def test_invalid_cookies_are_ignored(stranger):
    stranger.cookies["theme"] = '"><script>'
    assert 'data-theme="system"' in stranger.get("/").content.decode()


def test_an_empty_name_is_refused(browser_of, ada):
    page = browser_of(ada).post("/settings/", {**CHOSEN, "nickname": ""})
    assert "This field is required." in words_of(page)


@pytest.mark.parametrize(("before", "after"), [("system", "light"), ("light", "dark"), ("dark", "system")])
def test_the_button_in_the_header_cycles_through_the_themes(browser_of, ada, before, after):
    ada.theme = before
    ada.save()
    answer = browser_of(ada).post("/settings/look/", {"next": "/rules/"})
    assert answer["Location"] == "/rules/"
    ada.refresh_from_db()
    assert ada.theme == after


def test_changing_the_theme_never_redirects_to_another_site(stranger):
    assert stranger.post("/settings/look/", {"next": "https://evil.example/"})["Location"] == "/"
    assert stranger.get("/settings/look/")["Location"] == "/settings/#id_theme_0", "a page, not an empty answer"
    assert 'id="id_theme_0"' in html_of(stranger.get("/settings/"))


def test_the_language_is_stored(stranger):
    stranger.post("/settings/", {**CHOSEN, "language": "de"})
    assert '<html lang="de"' in stranger.get("/").content.decode()

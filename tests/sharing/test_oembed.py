"""oEmbed: a link to a public game becomes its board, and the page of the game says so."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from games import queries
from tests.games.playing import play_out
from tests.pages.conftest import html_of

SITE = "http://localhost:8000"


@pytest.fixture
def over(ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", visibility="public", options={"end": "rounds:1"})
    play_out(game.public_id)
    return queries.find_game(game.public_id)


def ask(client, url, **more):
    return client.get("/oembed/", {"url": url, **more})


def test_a_link_to_a_game_becomes_an_iframe(stranger, over):
    answer = ask(stranger, f"{SITE}/g/{over.public_id}/", format="json")
    said = answer.json()
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Cache-Control"] == "public, max-age=300"
    assert (said["version"], said["type"], said["provider_name"]) == ("1.0", "rich", "Boneyard")
    assert (said["width"], said["height"]) == (640, 520)
    assert f'<iframe src="{SITE}/embed/{over.public_id}/" width="640" height="520"' in said["html"]
    assert 'sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"' in said["html"]
    assert "allow-same-origin" not in said["html"]
    assert (said["thumbnail_width"], said["thumbnail_height"]) == (1200, 630)
    assert stranger.get(urlsplit(said["thumbnail_url"]).path).status_code == 200


def test_the_board_is_as_small_as_the_other_site_wants(stranger, over):
    said = ask(stranger, f"{SITE}/g/{over.public_id}/", maxwidth="400", maxheight="330").json()
    assert (said["width"], said["height"]) == (400, 330)
    assert 'width="400" height="330"' in said["html"]
    assert "thumbnail_url" not in said  # it would be larger


@pytest.mark.parametrize(("width", "height", "there"), [(1200, 630, True), (1199, 630, False), (1200, 629, False)])
def test_the_picture_is_offered_where_all_of_it_fits(stranger, over, width, height, there):
    said = ask(stranger, f"{SITE}/g/{over.public_id}/", maxwidth=str(width), maxheight=str(height)).json()
    assert ("thumbnail_url" in said) is there


@pytest.mark.parametrize("size", ["279", "0", "-1", "x", "٣٠٠", "100000", "1" * 9])
def test_a_size_that_the_board_cannot_have_is_refused(stranger, over, size):
    answer = ask(stranger, f"{SITE}/g/{over.public_id}/", maxwidth=size)
    assert answer.status_code == 400
    assert "280" in answer.json()["message"]


def test_a_link_to_a_move_becomes_a_board_at_that_move(stranger, over):
    said = ask(stranger, f"{SITE}/g/{over.public_id}/?deal=0&ply=3&evil=1").json()
    assert f'src="{SITE}/embed/{over.public_id}/?deal=0&amp;ply=3"' in said["html"]


@pytest.mark.parametrize(
    "url",
    ["", "x", f"{SITE}/", f"{SITE}/g/nothing/", "http://evil.example/g/ID/", "//localhost:8000.evil.example/g/ID/",
     "http://localhost:8000@evil.example/g/ID/", f"{SITE}/g/ID/resign/", "http://[", "javascript:alert(1)"],
)  # fmt: skip
def test_other_addresses_are_not_found(stranger, over, url):
    assert ask(stranger, url.replace("ID", over.public_id)).status_code == 404


def test_only_json_is_offered(stranger, over):
    assert ask(stranger, f"{SITE}/g/{over.public_id}/", format="xml").status_code == 501


def test_a_game_for_people_with_the_link_is_refused_without_a_word_about_it(stranger, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw")
    answer = ask(stranger, f"{SITE}/g/{game.public_id}/")
    assert answer.status_code == 401
    assert "Ada" not in answer.content.decode()


def test_the_page_of_a_public_game_leads_there_and_has_the_code(stranger, browser_of, ada, over):
    for client in (stranger, browser_of(ada)):
        page = html_of(client.get(f"/g/{over.public_id}/"))
        address = html.unescape(re.search(r'application/json\+oembed" href="([^"]+)"', page)[1])
        assert parse_qs(urlsplit(address).query)["url"] == [f"{SITE}/g/{over.public_id}/"]
        found = stranger.get(address.removeprefix(SITE)).json()
        assert "Embed this game" in page
        code = html.unescape(re.search(r'id="embed-code" readonly value="([^"]+)"', page)[1])
        assert code.partition(" title=")[0] == found["html"].partition(" title=")[0]


def test_a_guests_table_has_neither_the_code_nor_the_text(browser_of, guest, over):
    page = html_of(browser_of(guest("Zoe")).get(f"/g/{over.public_id}/"))
    assert "Embed this game" not in page
    assert "View as text" not in page


def test_the_page_of_another_game_offers_nothing(stranger, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw")
    page = html_of(stranger.get(f"/g/{game.public_id}/"))
    assert "oembed" not in page
    assert "Embed this game" not in page

"""Boards in other sites' pages: which games, what strangers see of them, and what no header or cookie changes."""

import json
import random
import re

import pytest
from django.utils import timezone

import rules
from accounts.farewell import delete_account
from accounts.models import User
from games import actions, queries
from tests.creating import create_game
from tests.games.playing import play_one, play_out, play_until_deal
from tests.pages.conftest import words_of

TILE = re.compile(r"\b\d+-\d+\b")
ONE_ROUND = {"end": "rounds:1"}


@pytest.fixture
def running(ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", visibility="public")
    for _ in range(4):
        play_one(game.public_id, random.Random(1))
    return queries.find_game(game.public_id)


@pytest.fixture
def over(ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", visibility="public", options=ONE_ROUND)
    play_out(game.public_id)
    return queries.find_game(game.public_id)


def view_in(page):
    found = re.search(r'<script id="view" type="application/json">(.*?)</script>', page.content.decode(), re.DOTALL)
    return json.loads(found[1])


def policy_of(answer):
    parts = (part.strip().partition(" ") for part in answer["Content-Security-Policy"].split(";"))
    return {name: rest for name, _, rest in parts}


def test_any_page_may_frame_a_public_game_and_the_rest_of_its_policy_is_tight(stranger, running):
    answer = stranger.get(f"/embed/{running.public_id}/")
    policy = policy_of(answer)
    assert policy["frame-ancestors"] == "*"
    assert {name: policy[name] for name in ("default-src", "base-uri", "form-action")} == dict.fromkeys(
        ("default-src", "base-uri", "form-action"), "'none'"
    )
    assert set(policy["sandbox"].split()) == {"allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox"}
    assert policy["script-src"] == policy["connect-src"] == "'self' http://localhost:8000"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert "<form" not in answer.content.decode()
    assert " style=" not in answer.content.decode()


@pytest.mark.parametrize("status", ["running", "over"])
def test_a_player_of_the_game_sees_what_a_stranger_sees(stranger, browser_of, ada, status, request):
    game = request.getfixturevalue(status)
    mine = browser_of(ada)
    for path in (f"/embed/{game.public_id}/", f"/embed/{game.public_id}/view.json"):
        of_player, of_stranger = mine.get(path, HTTP_AUTHORIZATION="Bearer bone_nothing"), stranger.get(path)
        assert of_player.content == of_stranger.content
        assert of_player["ETag"] == of_stranger["ETag"]
        assert not of_player.cookies
        assert "Cookie" not in of_player["Vary"]


@pytest.mark.parametrize("key", ["draw", "muggins", "partnership", "auction"])
def test_a_running_game_names_no_tile_that_is_not_on_the_table(stranger, guest, game_between, key):
    seats = rules.VARIANTS[key].seats[0]
    game = game_between(*[guest(f"G{n}") for n in range(seats)], variant=key, visibility="public")
    deal = game.rounds.get().deal
    dealt = {tile for hand in [*deal["hands"], deal["boneyard"]] for tile in hand}
    chance = random.Random(key)
    for _ in range(8):
        play_one(game.public_id, chance)
        for path in ("", "view.json"):
            page = stranger.get(f"/embed/{game.public_id}/{path}").content.decode()
            laid = {tile.tile for tile in queries.table(game.public_id, None).round.layout}
            named = set(TILE.findall(page)) & dealt
            assert named
            assert named <= laid
        assert '"hand": null' in page or '"hand":null' in page


def test_a_running_deal_cannot_be_replayed_and_a_finished_one_can(stranger, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", visibility="public")
    play_until_deal(game.public_id, 1)
    finished, playing, none = (stranger.get(f"/embed/{game.public_id}/rounds/{deal}/") for deal in (0, 1, 2))
    assert (finished.status_code, playing.status_code, none.status_code) == (200, 409, 404)
    assert len(finished.json()["frames"][0]["hands"][0]) == 7
    assert playing.json()["code"] == "round_running"


@pytest.mark.parametrize("ended", [False, True])
def test_a_game_for_people_with_the_link_is_refused_everywhere(stranger, browser_of, ada, ben, game_between, ended):
    game = game_between(ada, ben, variant="draw", options=ONE_ROUND)
    if ended:
        play_out(game.public_id)
    for client in (stranger, browser_of(ada)):  # also to its players: the page would be shown to others
        page = client.get(f"/embed/{game.public_id}/")
        assert page.status_code == 403
        assert "Only people with the link can see this game" in words_of(page)
        assert "Ada" not in page.content.decode()
        assert policy_of(page)["frame-ancestors"] == "*"  # the frame shows the sentence, and not an error
        assert page["Cache-Control"] == "no-store"
        assert client.get(f"/embed/{game.public_id}/view.json").status_code == 403
        assert client.get(f"/embed/{game.public_id}/rounds/0/").status_code == 403


def test_an_open_a_cancelled_and_an_unknown_game_have_no_board(stranger, ada):
    game = create_game(creator=ada, variant="draw", visibility="public")
    assert stranger.get(f"/embed/{game.public_id}/").status_code == 404
    actions.cancel_game(public_id=game.public_id, player=ada)
    assert stranger.get(f"/embed/{game.public_id}/").status_code == 404
    unknown = stranger.get("/embed/nothing/")
    assert unknown.status_code == 404
    assert "There is no game at this address." in words_of(unknown)


def test_caches_may_keep_it_and_ask_again(stranger, running, over):
    for game, most in ((running, 3), (over, 300)):
        for path in (f"/embed/{game.public_id}/", f"/embed/{game.public_id}/view.json"):
            answer = stranger.get(path)
            assert answer["Cache-Control"] == f"public, max-age={most}"
            assert stranger.get(path, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    before = stranger.get(f"/embed/{running.public_id}/view.json")
    play_one(running.public_id, random.Random(2))
    after = stranger.get(f"/embed/{running.public_id}/view.json", HTTP_IF_NONE_MATCH=before["ETag"])
    assert after.status_code == 200
    assert after.json()["version"] > before.json()["version"]


HEADERS = {
    "HTTP_X_FORWARDED_HOST": "evil.example", "HTTP_X_FORWARDED_PROTO": "http", "HTTP_X_ORIGINAL_URL": "/admin/",
    "HTTP_X_REWRITE_URL": "/admin/", "HTTP_FORWARDED": "host=evil.example", "HTTP_ORIGIN": "https://evil.example",
    "HTTP_REFERER": "https://evil.example/", "HTTP_X_HTTP_METHOD_OVERRIDE": "POST", "HTTP_USER_AGENT": "<script>",
    "HTTP_COOKIE": "sessionid=x; django_language=de; theme=dark; felt=baize", "HTTP_AUTHORIZATION": "Bearer bone_x",
    "HTTP_ACCEPT": "text/evil", "HTTP_SEC_FETCH_DEST": "document", "HTTP_X_REQUEST_ID": "evil",
}  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
def test_no_header_changes_what_a_shared_cache_keeps(stranger, over, name):
    for path in (f"/embed/{over.public_id}/", f"/oembed/?url=http://localhost:8000/g/{over.public_id}/"):
        plain, poisoned = stranger.get(path), stranger.get(path, **{name: HEADERS[name]})
        assert poisoned.content == plain.content
        assert headers(poisoned) == headers(plain)


def headers(answer):
    """Without the number of the request, and without the order of the policy's parts, which differs each time."""
    others = {name: said for name, said in answer.items() if name != "X-Request-ID"}
    return others | {"Content-Security-Policy": policy_of(answer)}


def test_a_name_of_another_host_is_refused(stranger, over):
    assert stranger.get(f"/embed/{over.public_id}/", HTTP_HOST="evil.example").status_code == 400


def test_the_language_varies_by_the_header_that_caches_are_told_of(stranger, over):
    german = stranger.get(f"/embed/{over.public_id}/", HTTP_ACCEPT_LANGUAGE="de")
    assert '<html lang="de"' in german.content.decode()
    assert "Accept-Language" in german["Vary"]


@pytest.mark.parametrize(
    ("asked", "theme"), [("dark", "dark"), ("light", "light"), ("", "system"), ('"><b>', "system")]
)
def test_the_address_chooses_the_theme(stranger, over, asked, theme):
    assert f'data-theme="{theme}"' in stranger.get(f"/embed/{over.public_id}/", {"theme": asked}).content.decode()


def test_only_reading_is_allowed(stranger, running):
    assert stranger.post(f"/embed/{running.public_id}/").status_code == 405


def test_a_deleted_player_has_no_name_on_the_board(stranger, ada, over):
    assert "Ada" in stranger.get(f"/embed/{over.public_id}/").content.decode()
    delete_account(user=ada, now=timezone.now())
    assert "Ada" not in stranger.get(f"/embed/{over.public_id}/").content.decode()


def test_the_names_of_players_are_escaped(stranger, ada, ben, game_between):
    User.objects.filter(pk=ada.pk).update(nickname="</script><b>Ada")
    game = game_between(User.objects.get(pk=ada.pk), ben, variant="draw", visibility="public")
    page = stranger.get(f"/embed/{game.public_id}/").content.decode()
    assert "<b>Ada" not in page

"""The JavaScript example plays on a real server, in a page of Chromium (in Node: tests/api/test_bot_in_node.py)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.api.test_bot import make_game, running, start, status, until_finished
from tests.live.server import ROOT, LiveServer

pytestmark = pytest.mark.browser
HASTY = 4  # tries that the server answers with "wait"
PLAY = """async ([token, game]) => {
    const bot = await import("/bot.mjs");
    return bot.play(bot.asker(location.origin, token), game);
}"""


@pytest.fixture
def bot_page(site: LiveServer, visit: Callable[..., Page]) -> Page:
    """A page of the site, which can import the bot."""
    page = visit(site, "/healthz")
    source = (ROOT / "examples" / "bot.mjs").read_text()
    page.route("**/bot.mjs", lambda route: route.fulfill(body=source, content_type="text/javascript"))
    return page


def test_it_plays_a_whole_game_against_the_python_bot(site: LiveServer, bot_page: Page):
    game, host = make_game(site, "Host", variant="block", options={"end": "rounds:2"})
    _own, guest = make_game(site, "Guest", variant="draw")
    asked: list[str] = []
    bot_page.on("request", lambda request: asked.append(request.url) if request.method == "GET" else None)
    with running(start(site, host)) as said:
        view = bot_page.evaluate(PLAY, [guest, game])
        until_finished(site, game)
    assert (view["status"], view["outcome"]["reason"], view["you"]) == ("finished", "rounds", 1), said
    assert status(site, game) == "finished"
    looked = [url for url in asked if url.endswith(f"/games/{game}/")]
    assert len(looked) == 1  # the answers to its moves carry the view


def test_it_waits_as_long_as_the_server_asks_and_sends_the_same_move_again(site: LiveServer, bot_page: Page):
    game, host = make_game(site, "Host", variant="draw", options={"end": "rounds:1"})
    _own, guest = make_game(site, "Guest", variant="draw")
    sent: list[str] = []

    def too_quick(route: Route) -> None:
        """Refuses each of the first moves once as too fast, and breaks the connection on the very first."""
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.abort()
        elif len(sent) < HASTY and (sent.count(sent[-1]) == 1 or len(sent) == 2):
            route.fulfill(status=429, headers={"Retry-After": "1"}, json={"code": "slow_down", "message": "Wait."})
        else:
            route.continue_()

    bot_page.route("**/moves/", too_quick)
    with running(start(site, host)):
        view = bot_page.evaluate(PLAY, [guest, game])
    assert view["status"] == "finished"
    assert sent[0] == sent[1] == sent[2]
    assert all(sent.count(each) >= 2 for each in sent[: HASTY - 1])


@pytest.mark.core
def test_it_says_why_it_cannot_join(site: LiveServer, bot_page: Page):
    [game] = site.seed(games=1)["games"]
    _own, guest = make_game(site, "Late", variant="draw")
    with pytest.raises(Exception, match="already started"):
        bot_page.evaluate(PLAY, [guest, game["id"]])


@pytest.mark.parametrize("ended", ["moves/", "?since="])
def test_it_says_that_its_token_was_revoked_during_a_game(site: LiveServer, bot_page: Page, ended: str):
    game, host = make_game(site, "Host", variant="draw")
    _own, guest = make_game(site, "Guest", variant="draw")

    def no_good(route: Route) -> None:
        route.continue_(headers=route.request.headers | {"authorization": "Bearer bone_ended"})

    bot_page.route(lambda url: f"/games/{game}/{ended}" in url, no_good)
    with running(start(site, host)), pytest.raises(Exception, match="This token isn’t valid"):
        bot_page.evaluate(PLAY, [guest, game])

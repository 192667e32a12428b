"""The rows of the reader's games, and of games to watch."""

import pytest
from playwright.sync_api import expect

from tests.browser.table_fixtures import box_of, is_live, number_of
from tests.browser.test_pages import findings_in_looks, small_targets, too_wide

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"color_scheme": "dark", "contrast": "more"}]


@pytest.fixture(scope="module")
def ada(site):
    """Ada, who plays two games with Ben; in one of them she has less than an hour left."""
    all_can_play = {"variant": "block", "options": {"hand": 14}}
    made = site.seed(accounts=["Ada", "Ben"], games=2, players=["Ada", "Ben"], moves=5, **all_can_play)
    known = made["accounts"]
    first = made["games"][0]["id"]
    site.manage("shell", "-v0", "-c", SOON.format(game=first, player=known[0]["id"]))
    return known[0] | {"pressing": first}


SOON = """
from datetime import timedelta
from django.utils import timezone
from games import actions, queries
from games.models import Game, Seat
turn = queries.table("{game}", None).round.turn
mine = Seat.objects.get(game__public_id="{game}", player={player}).number
if turn != mine:
    shown = queries.table("{game}", turn)
    actions.play_move(public_id="{game}", seat=turn, text=shown.round.legal[0], version=shown.version)
Game.objects.filter(public_id="{game}").update(deadline=timezone.now() + timedelta(minutes=50))
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.core
def test_my_games_are_rows_with_their_boards_and_waiting_games_first(visit, site, ada, size):
    page = visit(site, "/games/", ada, **size)
    rows = page.locator(".play-row")
    expect(rows).to_have_count(2)
    first = rows.first
    expect(first.locator(".small-board .domino").first).to_be_visible()
    assert box_of(first.locator(".small-board"))["width"] == 96
    expect(first.locator(".game-title")).to_have_attribute("href", f"/g/{ada['pressing']}/")
    expect(first).to_have_class("play-row my-turn pressing")
    for said in ("Ben", "0 : 0", "Your turn", "minutes left", "Ben played"):
        expect(first).to_contain_text(said)


def test_six_games_are_in_sight_on_a_phone(visit, site):
    made = site.seed(accounts=["Ada", "Ben Okafor"], games=8, players=["Ada", "Ben Okafor"], variant="draw", moves=3)
    page = visit(site, "/games/", made["accounts"][0], **PHONE)
    expect(page.locator(".play-row .small-board .domino").first).to_be_visible()
    sixth = box_of(page.locator(".play-row").nth(5))
    assert sixth["y"] + sixth["height"] <= 740


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_an_empty_felt_shows_the_readers_hand_and_watchers_no_tile(visit, site, size):
    made = site.seed(
        accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], variant="draw", moves=0, visibility="public"
    )
    mine = visit(site, "/games/", made["accounts"][0], **size)
    expect(mine.locator(".play-row .small-board .of-hand .domino")).to_have_count(7)
    watching = visit(site, "/watch/", **size)
    row = watching.locator(".play-row", has=watching.locator(f"a[href='/g/{made['games'][0]['id']}/']"))
    expect(row.locator(".small-board .chair")).to_have_count(2)
    expect(row.locator(".small-board .domino")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_home_page_of_a_player_with_games_shows_their_games(visit, site, ada, size):
    page = visit(site, "/", ada, **size)
    board = page.locator(".my-turn .small-board").first
    expect(board.locator(".domino").first).to_be_visible()
    box = box_of(board)
    assert box["y"] + box["height"] < size["viewport"]["height"]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_watched_game_counts_its_watchers_and_its_board_follows_each_move(visit, site, size):
    made = site.seed(
        accounts=["Ada", "Ben"], games=1, players=["Ada", "Ben"], visibility="public", variant="block", seats=2,
        options={"end": "rounds:9"}, moves=3,
    )["games"][0]  # fmt: skip
    table = visit(site, f"/g/{made['id']}/")
    is_live(table)
    watching = visit(site, "/watch/", **size)
    row = watching.locator(".play-row", has=watching.locator(f"a[href='/g/{made['id']}/']"))
    dominoes = row.locator(".small-board .domino")
    expect(dominoes.first).to_be_visible()
    assert box_of(row)["height"] <= 100, "many games are in sight at once"
    before = number_of(watching, f".play-row:has([href*='{made['id']}']) .small-board .domino")
    site.manage("shell", "-v0", "-c", ONE_MOVE.format(game=made["id"]))
    expect(dominoes).to_have_count(before + 1, timeout=15_000)
    watching.reload()
    expect(row).to_contain_text("1 watching")
    expect(table.locator("#watchers")).to_contain_text("1")


ONE_MOVE = """
from games import actions, queries
turn = queries.table("{game}", None).round.turn
shown = queries.table("{game}", turn)
actions.play_move(public_id="{game}", seat=turn, text=shown.round.legal[0], version=shown.version)
"""


@pytest.mark.parametrize("path", ["/", "/games/", "/watch/"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_pages_with_boards_fit_and_have_no_serious_finding_in_any_colours(visit, site, ada, path, size):
    page = visit(site, path, ada, **size)
    assert too_wide(page) <= 0
    assert size is DESKTOP or small_targets(page) == []
    assert findings_in_looks(page, *LOOKS) == []

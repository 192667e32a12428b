"""The end of a round or game: the card, which can be closed and covers nothing important, and the score sheet."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import JSON, box_of, finds, is_live, over, replay, view
from tests.browser.test_pages import serious_findings, small_targets, too_wide
from tests.browser.test_phone_table import LONG
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
NAMES = ["Ada", "Ben", "Guest 473", "Guest 474", "Bartholomew Long", "Fay", "Gus", "Hal"]


def line(number: int, written: list[int], totals: list[int]) -> JSON:
    return replay()["score"] | {
        "deal": number - 1, "round": number, "winner": 0, "pips": [0] * len(written),
        "written": written, "totals": totals,
    }  # fmt: skip


def finished(seats: int = 2, rounds: int = 3, tiles: str = "6-5 5-3", **changed: Any) -> JSON:
    """Ada, a guest, has won a game of *rounds* rounds, each worth five points."""
    written = [5] + [0] * (seats - 1)
    scores = [line(n, written, [5 * n] + [0] * (seats - 1)) for n in range(1, rounds + 1)]
    totals = scores[-1]["totals"]
    shown = view(line=tiles, turn=None, legal="", version=9, status="finished", scores=scores, totals=totals)
    people = [shown["seats"][0] | {"seat": n, "side": n, "name": NAMES[n]} for n in range(seats)]
    outcome = {"winners": [0], "reason": "target", "totals": totals}
    shown["round"] |= {
        "open": [["6-4"]] + [["3-3"]] * (seats - 1),
        "hands": [1] * seats,
        "totals": totals,
    }
    return shown | {"seats": people, "outcome": outcome, "sheet": {"counts": "points"}, "rated": False} | changed


@pytest.mark.parametrize(
    ("you", "order"),
    [
        (1, ["You", "Guest 473", "Guest 474", "Ada"]),
        (3, ["You", "Ada", "Ben", "Guest 473"]),
        (None, ["Ada", "Ben", "Guest 473", "Guest 474"]),
    ],
)
def test_seats_and_sheet_name_players_in_one_order_and_the_card_by_rank(table: Any, you: int | None, order: list[str]):
    """The reader first, then in order of play; on the card the winner first, then in this order."""
    page: Page = table(finished(4, you=you), **DESKTOP).page
    ranked = sorted(order, key=lambda name: name != "Ada")
    expect(page.locator("#card .over-name")).to_have_text(ranked)
    for where in ("#players .player-name", "#sheet thead .sheet-name"):
        expect(page.locator(where)).to_have_text(order)


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
@pytest.mark.core
def test_the_result_can_be_closed_and_reopened(table: Any, window: JSON):
    page: Page = table(finished(), **window).page
    title = page.get_by_role("heading", name="You win")
    expect(title).to_be_visible()
    expect(page.locator("#card .won")).to_contain_text("You")
    expect(page.locator(".player.won")).to_have_count(1)
    expect(page.locator("#card tbody tr").first.locator("td")).to_have_text(["1", "15"])
    link = page.get_by_role("link", name="Save this game with an account")
    expect(link).to_have_attribute("href", re.compile(r"^/accounts/signup/\?next=%2Fg%2F"))
    page.get_by_role("button", name="Close", exact=True).locator("visible=true").first.click()
    expect(title).to_be_hidden()
    page.get_by_role("button", name="Result").click()
    expect(title).to_be_focused()
    page.keyboard.press("Escape")
    expect(title).to_be_hidden()
    expect(page.get_by_role("button", name="Result")).to_be_focused()
    page.keyboard.press("Enter")
    if window is DESKTOP:  # on phones, the card fills its room
        page.locator("#card").click(position={"x": 20, "y": 200})  # beside its parts
        expect(title).to_be_hidden()


# Pairs of things that lie over each other: buttons for the result, what the felt's corners and the reader's seat say,
# and tiles of the layout.
OVERLAPS = """() => {
  const seen = [...document.querySelectorAll("#card-back > *, #status, .player.me > *, .felt-tools, .stock, .placed")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width);
  const isTile = (node) => node.matches(".placed");
  return seen.flatMap((one, index) => seen.slice(index + 1).filter((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return !(isTile(one) && isTile(other)) && a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }).map((other) => `${one.className.baseVal ?? one.className} / ${other.className.baseVal ?? other.className}`));
}"""


@pytest.mark.parametrize("width", [360, 768])
@pytest.mark.parametrize("asked", [False, True], ids=["ended", "rematch"])
def test_with_the_card_closed_nothing_lies_over_anything(table: Any, width: int, asked: bool):
    """The line of tiles goes down to the corners of the felt."""
    asking = {"id": "next", "status": "open", "by": "Ben", "accepted": [1], "waiting": [0], "host": 1}
    shown = finished(tiles=LONG, rematch=asking if asked else None)
    page: Page = table(shown, viewport={"width": width, "height": 640}).page
    page.locator(".over-close").click()
    expect(page.get_by_role("button", name="Accept" if asked else "Rematch")).to_be_in_viewport(ratio=1)
    expect(page.locator(".placed")).to_have_count(20)
    finds(page, OVERLAPS, [])
    assert too_wide(page) <= 0


def test_the_tiles_left_over_wrap_beside_the_score(table: Any):
    shown = finished()
    shown["round"] |= {"open": [[], [f"{n}-{n}" for n in range(7)] * 3], "hands": [0, 21]}
    page: Page = table(shown, viewport={"width": 360, "height": 740}).page
    expect(page.locator("#card .over-tiles .domino-picture")).to_have_count(21)
    right = "document.querySelector('.over-ranks').getBoundingClientRect().right"
    finds(page, f"() => {right} <= innerWidth - 15", True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_axe_finds_nothing_on_the_card_and_the_sheet_of_eight(table: Any, window: JSON, scheme: str):
    contrast = "more" if scheme == "dark" else "no-preference"
    page: Page = table(finished(8, 12), color_scheme=scheme, contrast=contrast, **window).page
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport()
    assert too_wide(page) <= 0
    assert serious_findings(page) == []
    if window is PHONE:
        assert [each for each in small_targets(page) if "over-" in each] == []
        page.get_by_role("button", name="Score sheet").click()
    sheet, rows = page.locator("#sheet"), page.locator("#sheet-rows")
    expect(sheet.locator("tbody tr").last).to_be_in_viewport()  # the newest round and the totals are visible
    expect(sheet.locator("tfoot")).to_be_in_viewport()
    expect(sheet.locator("tbody tr").first).not_to_be_in_viewport()
    page.get_by_role("button", name="Earlier rounds").click()
    expect(sheet.locator("tbody tr").first).to_be_in_viewport()
    expect(rows).to_be_focused()
    heads = sheet.locator("thead th .sheet-name")
    for n, name in ((2, "Guest 473"), (3, "Guest 474")):
        expect(heads.nth(n)).to_have_text(name, use_inner_text=True)
    assert serious_findings(page) == []


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_opened_panels_hide_neither_sheet_nor_moves(table: Any, window: JSON):
    page: Page = table(finished(), **window).page
    if window is PHONE:
        page.get_by_role("button", name="Score sheet").click()
    page.evaluate("addEventListener('panel:shown', ({ target }) => (target.dataset.shown = ''))")
    for name in ("talk", "ratings"):
        page.locator(f"[data-panel-name={name}] summary").click()
        expect(page.locator(f"[data-panel-name={name}] [data-shown]")).to_be_visible()  # the fetched one: it is taller
    for part in ("#sheet tfoot", "#log .log-line >> nth=0", "[data-panel-name=ratings]"):
        page.locator(part).scroll_into_view_if_needed()
        expect(page.locator(part)).to_be_in_viewport()


def test_a_new_rating_appears_without_moving_anything(table: Any):
    shown = finished(rated=True)
    for seat in shown["seats"]:
        seat["guest"] = False
    at = table(view(), **PHONE)
    page: Page = at.page
    settled: list[bool] = []

    def ratings(route: Any) -> None:
        change = 12 if settled else None
        seats = [{"seat": 0, "rating": 1524 if settled else 1512, "provisional": False, "change": change}]
        route.fulfill(json={"rated": True, "seats": seats})

    page.route("**/ratings/", ratings)
    at.show(shown)
    row = page.locator("#over-rating")
    expect(row).to_contain_text("calculating")
    expect(page.get_by_role("link", name="Save this game")).to_have_count(0)
    before = box_of(page.locator("#card-content"))
    settled.append(True)
    page.evaluate("dispatchEvent(new CustomEvent('panel', {detail: 'ratings'}))")
    expect(row).to_contain_text("1512 → 1524 (+12)")
    assert box_of(page.locator("#card-content")) == before


def test_watchers_see_the_result_and_a_rematch_at_once(table: Any):
    shown = finished(you=None, seen=None)
    shown["round"]["hand"] = None
    at = table(shown, **DESKTOP)
    page: Page = at.page
    expect(page.get_by_role("heading", name="Ada wins")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    offer = {"id": "again", "by": "Ben", "host": 1, "status": "open", "accepted": [1], "waiting": [0]}
    at.show(shown | {"version": 10, "rematch": offer})
    expect(page.get_by_role("link", name="Ben offers a rematch")).to_be_visible()


FADES = """() => ["::before", "::after"].map((edge) =>
  getComputedStyle(document.getElementById("sheet-rows"), edge).backgroundImage.startsWith("linear-gradient"))"""


def open_sheet(page: Page, window: JSON) -> None:
    if window is PHONE:
        page.locator("#side-toggle").click()
    expect(page.locator("#sheet tfoot")).to_be_in_viewport()


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_the_sheet_of_eight_shows_on_which_side_it_continues(table: Any, window: JSON):
    page: Page = table(finished(8, 2), **window).page
    open_sheet(page, window)
    rows = page.locator("#sheet-rows")
    finds(page, FADES, [False, True])
    page.evaluate("document.getElementById('sheet-rows').scrollBy(100, 0)")
    expect(rows).to_have_class(re.compile("on-left"))
    finds(page, FADES, [True, True])
    expect(page.locator("#sheet .legend")).to_be_in_viewport(ratio=1)
    page.evaluate("document.getElementById('sheet-rows').scrollBy(1000, 0)")
    expect(rows).not_to_have_class(re.compile("on-right"))
    finds(page, FADES, [True, False])


def test_a_sheet_that_fits_has_no_fading_edges(table: Any):
    page: Page = table(finished(), **DESKTOP).page
    open_sheet(page, DESKTOP)
    finds(page, FADES, [False, False])


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_the_sheet_keeps_its_place_at_earlier_rounds_while_points_are_scored(table: Any, window: JSON):
    def scored(points: int) -> JSON:
        """A view of the thirteenth round with *points* scored by Ada."""
        shown = view(version=9 + points, scores=finished(rounds=12)["scores"], totals=[60 + points, 0])
        return shown | {"sheet": {"counts": "points", "during": True}}

    at = table(scored(0), **window)
    page: Page = at.page
    open_sheet(page, window)
    foot = page.locator("#sheet tfoot td").first
    newest, oldest = page.locator("#sheet tbody tr").last, page.locator("#sheet tbody tr").first
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    at.show(scored(5))
    expect(foot).to_have_text("65")
    expect(newest).to_contain_text("so far")
    expect(newest).to_be_in_viewport()  # a reader at the newest round follows it
    page.get_by_role("button", name="Earlier rounds").click()
    expect(oldest).to_be_in_viewport()
    page.evaluate("document.getElementById('sheet-rows').scrollBy(0, 40)")
    at.show(scored(10))
    expect(foot).to_have_text("70")
    finds(page, "document.getElementById('sheet-rows').scrollTop", 40)


@pytest.mark.parametrize("window", [PHONE, DESKTOP])
def test_a_guest_saves_the_game_and_returns_to_the_table_with_an_account(
    visit: Callable[..., Page], site: LiveServer, window: JSON
):
    made = site.seed(games=1, variant="block", moves=2)["games"][0]
    page: Page = visit(site, f"/g/{made['id']}/", made["seats"][0], **window)
    me = page.locator("body").get_attribute("data-me")
    page.get_by_title("More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Ben wins")).to_be_visible()
    page.get_by_role("link", name="Save this game with an account").click()
    expect(page.get_by_text("You keep everything you played as Ada.")).to_be_visible()
    login = page.locator("main").get_by_role("link", name="Log in").get_attribute("href") or ""
    assert f"next=%2Fg%2F{made['id']}%2F" in login  # logging in returns to the game, too
    name = f"keeper-{window['viewport']['width']}"
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill("short")  # a refusal at first keeps the way back
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Password", exact=True)).to_have_value("")
    page.get_by_label("Password", exact=True).fill("seven tiles in hand")
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{site.url}/g/{made['id']}/")
    expect(page.get_by_role("heading", name="Ben wins")).to_be_visible()
    expect(page.get_by_role("link", name="Save this game")).to_have_count(0)
    assert page.locator("body").get_attribute("data-me") == me
    shown = page.evaluate("JSON.parse(document.getElementById('view').textContent)")
    assert shown["you"] == 0
    assert (shown["seats"][0]["name"], shown["seats"][0]["guest"]) == ("Ada", False)


def test_the_sentence_of_a_round_stands_below_the_title_and_planning_ends_with_the_game(table: Any):
    at = table(view(turn=1, legal=""), deals={0: replay()}, viewport={"width": 360, "height": 740})
    page = at.page
    is_live(page)
    at.show(over())
    title, words = page.get_by_role("heading", name="Round 1 has ended"), page.locator(".over-words")
    expect(words).to_be_visible()
    upper, lower = box_of(title), box_of(words)
    assert lower["y"] - (upper["y"] + upper["height"]) <= 24
    plan = page.locator("[data-panel-name=plan]")
    expect(plan).to_have_css("display", "block")
    at.show(finished())
    expect(plan).to_have_css("display", "none")

"""The page around the table, with a mocked server: menu, clock, sizes, a long layout."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import (
    MockedTable,
    box_of,
    finds,
    is_live,
    laid,
    open_table,
    over,
    replay,
    submit,
    tile,
    unbroken,
    view,
)
from tests.browser.test_pages import serious_findings
from tests.live.server import LiveServer

PHONE = {"viewport": {"width": 360, "height": 700}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def own_table(visit: Callable[..., Page], site: LiveServer) -> MockedTable:
    """The table of a logged-in player, whose display settings are saved."""
    return open_table(visit, site, site.seed(games=1)["games"][0])


@pytest.mark.core
def test_resigning_asks_first(table: Callable[..., MockedTable]):
    page = table().page
    page.locator("summary[aria-label=More]").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("Resign this game?")
    page.get_by_role("button", name="Keep playing").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_numerals_can_replace_dots(own_table: MockedTable):
    page = own_table.page
    expect(page.locator(".pip").first).to_be_attached()
    page.locator("summary[aria-label=More]").click()
    page.get_by_role("button", name="Numbers", exact=True).click()
    expect(page.locator(".pip")).to_have_count(0)
    expect(page.locator(".domino-number").first).to_be_attached()


def test_pictures_have_names_and_the_choice_is_saved(own_table: MockedTable):
    page = own_table.page
    page.locator("summary[aria-label=More]").click()
    with page.expect_response("**/settings/look/"):  # the page doesn't wait for it
        page.get_by_role("button", name="Pictures", exact=True).click()
    expect(page.locator(".pip")).to_have_count(0)
    expect(page.get_by_role("button", name="6-4 (little fish, butterfly)").first).to_be_attached()
    page.reload()
    expect(page.locator(".picture").first).to_be_attached()


LONG = "6-5 5-3 3-3 3-1 1-1 1-0 0-0 0-2 2-2 2-5 5-5 5-4 4-4 4-6 6-6 6-0 0-3 3-4 4-1 1-6"


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (360, 640), (768, 1024), (1440, 900), (1920, 1080), (740, 360)]
)
def test_nothing_scrolls_sideways_and_targets_are_large(width: int, height: int, table: Callable[..., MockedTable]):
    page = table(view(line=LONG, legal="6-4>6-5"), viewport={"width": width, "height": height}, has_touch=True).page
    expect(page.locator(".placed")).to_have_count(20)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tile(page, "6-4").tap()
    expect(submit(page)).to_be_in_viewport(ratio=1)
    small = page.evaluate(
        """() => [...document.querySelectorAll(".table-page button, .table-page summary, .table-page select")]
          .filter((node) => node.checkVisibility({ visibilityProperty: true }))
          .map((node) => [
            node.ariaLabel || node.textContent.trim(), node.getBoundingClientRect(),
            node.matches(".hand-tile") ? 32 : 36,
          ])
          .filter(([, box, least]) => box.height > 0 && (box.height < 44 || box.width < least))
          .map(([name, box]) => `${name}: ${box.width} × ${box.height}`)"""
    )
    assert not [name for name in small if "plays" not in name or width < 700], small


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_scene_has_a_serious_finding(scheme: str, table: Callable[..., MockedTable]):
    at = table(view(turn=1), deals={0: replay()}, color_scheme=scheme, viewport={"width": 1280, "height": 800})
    page = at.page
    assert serious_findings(page) == []
    at.show(view(version=4))
    expect(page.locator(".hand-tile.playable")).not_to_have_count(0)
    tile(page, "6-3").click()
    expect(page.locator(".ghost")).to_have_count(2)
    assert serious_findings(page) == []
    at.show(over())
    expect(page.get_by_role("heading", name="Round 1 has ended")).to_be_visible()
    assert serious_findings(page) == []
    page.get_by_role("button", name="Look back", exact=True).click()
    expect(page.locator("[data-step=words]")).to_have_text("The deal")
    assert serious_findings(page) == []
    page.get_by_role("button", name="Verify the shuffle").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious_findings(page) == []


def test_nothing_shifts_while_the_page_loads(visit: Callable[..., Page], site: LiveServer):
    (game,) = site.seed(games=1, variant="block")["games"]  # seven tiles fill one row, for which the page reserves room
    page = visit(site, "/healthz", game["seats"][0], viewport={"width": 360, "height": 700})
    page.add_init_script(
        "window.shifts = []; new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((one) =>"
        " [one.value, one.sources.map((source) => source.node?.id || source.node?.className)])))"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(f"/g/{game['id']}/")
    expect(page.locator(".hand-tile")).to_have_count(7)
    is_live(page)
    page.wait_for_load_state("networkidle")
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


def test_a_tile_is_dragged_by_touch(table: Callable[..., MockedTable]):
    page = table(**PHONE).page
    box = box_of(tile(page, "3-1"))
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = box["x"] + 20, box["y"] + 30
    finger("touchStart", x, y)
    for away in range(20, 80, 20):
        finger("touchMove", x, y - away)
    expect(page.locator(".ghost")).to_have_count(1)
    aim = box_of(page.locator(".ghost"))
    finger("touchMove", aim["x"] + 20, aim["y"] + 20)
    finger("touchEnd", 0, 0)
    expect(page.locator("#status")).to_have_text(unbroken("3-1 on the 5-3"))
    expect(laid(page)).to_have_count(1)


# ---- A long layout -----------------------------------------------------------------------------


def test_a_long_layout_is_zoomed_and_panned_by_wheel_mouse_keys_and_button(table: Callable[..., MockedTable]):
    page = table(view(line=LONG, legal="6-4>6-5"), viewport={"width": 320, "height": 568}).page

    def is_larger(expected: bool) -> None:
        finds(page, "whole => board.scrollWidth * board.scrollHeight > whole", expected, arg=whole)

    expect(page.locator(".placed")).to_have_count(20)
    whole = page.evaluate("board.scrollWidth * board.scrollHeight")
    box = box_of(page.locator("#board"))
    page.mouse.move(box["x"] + 100, box["y"] + 40)
    page.mouse.wheel(0, -600)
    is_larger(True)
    page.evaluate("board.scrollTo(0, 0)")
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 5, steps=4)
    page.mouse.up()
    finds(page, "board.scrollTop + board.scrollLeft > 0", True)
    page.get_by_role("button", name="Larger tiles").click()
    is_larger(False)
    for _ in range(3):
        page.keyboard.press("+")
    is_larger(True)
    for _ in range(5):
        page.keyboard.press("-")
    is_larger(False)


def test_quick_keys_and_taps_change_the_zoom_once_each(table: Callable[..., MockedTable]):
    """Also those that come while the module for zooming is being fetched."""
    page = table(view(line=LONG, legal="6-4>6-5"), viewport={"width": 320, "height": 568}).page
    unit = "() => new DOMMatrix(document.querySelector('#board .scene').style.transform).a"  # where it goes to
    whole = page.evaluate(unit)
    press = "(keys) => [...keys].forEach((key) => document.dispatchEvent(new KeyboardEvent('keydown', { key })))"
    for keys, times in (("+++", 1.4**3), ("--", 1.4), ("-----+", 1.4)):
        page.evaluate(press, keys)
        finds(page, f"whole => Math.abs(({unit})() / whole - {times}) < 0.01", True, arg=whole)
    page.evaluate("() => { zoom.click(); zoom.click(); }")  # to the whole layout, and larger again
    finds(page, f"whole => Math.abs(({unit})() / whole - 2.2) < 0.01", True, arg=whole)

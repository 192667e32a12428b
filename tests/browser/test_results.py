"""The result of a game is seen whole on every screen the moment it ends; a rematch is one tap for each."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import JSON, MockedTable, finds, replay
from tests.browser.test_ends import finished
from tests.browser.test_pages import findings_in_looks, small_targets

SIZES = [(360, 640), (360, 740), (768, 1024), (1280, 720), (1440, 900)]
FACES = ["6.2.3.1", "5.1.4.6", "3.3.8.0", "4.0.11.5", "6.6.1.2", "2.1.6.3", "5.5.9.7", "1.0.0.4"]
NAMES = ["Ada Lovelace", "Bartholomew Long", "Katrin Vogelsang", "Giorgi Maisuradze", "Cléo", "Fay", "Gus", "Hal"]

# The parts of the open card that aren't wholly inside it and the window, or that overlap another one.
CUT = """() => {
  const content = document.getElementById("card-content");
  const [card, stage] = [content, document.getElementById("card")].map((node) => node.getBoundingClientRect());
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const apart = "h2, .over-words, tr, .over-series, #over-rating, .over-guest, .over-ask, .button, .over-close";
  const shown = [...content.querySelectorAll(`${apart}, td, .over-name, .over-total, .domino-picture, .face`)].filter(
    (node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1
      && !node.closest(".visually-hidden"));
  const inside = ({ left, right, top, bottom }, of) =>
    left >= of.left - 1 && right <= of.right + 1 && top >= of.top - 1 && bottom <= of.bottom + 1;
  const word = (node) => `${node.tagName}.${node.className.baseVal ?? node.className} ${node.textContent.slice(0, 30)}`;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const wrong = shown.filter((node) => {
    const box = node.getBoundingClientRect();
    const around = node.closest(".over-fan, .over-close") ? stage : card; // the fan and the cross may lie beside it
    return !inside(box, around) || !inside(box, page);
  }).map(word);
  const more = content.scrollHeight - content.clientHeight;
  if (more > 1) wrong.push(`scrolls ${more}`);
  if (content.scrollWidth > content.clientWidth + 1) wrong.push("scrolls sideways");
  for (const bar of document.querySelectorAll(".site-header, .table-bar"))
    if (meet(bar.getBoundingClientRect(), stage)) wrong.push(`covers ${word(bar)}`);
  for (const one of shown.filter((node) => node.matches(apart)))
    for (const other of shown.filter((node) => node.matches(apart)))
      if (!one.contains(other) && !other.contains(one)
        && meet(one.getBoundingClientRect(), other.getBoundingClientRect()))
        wrong.push(`${word(one)} on ${word(other)}`);
  for (const node of shown.filter((each) => each.matches(".button, h2, .over-words, td")))
    if (node.scrollWidth > node.clientWidth + 1) wrong.push(`too long: ${word(node)}`);
  for (const node of shown.filter((each) => each.matches("h2, .over-small .button")))
    for (const { index, 0: text } of node.lastChild.data.matchAll(/[^ -]+/g)) {
      const range = new Range();
      range.setStart(node.lastChild, index);
      range.setEnd(node.lastChild, index + text.length);
      if (range.getClientRects().length > 1) wrong.push(`broken: ${text}`);
    }
  return [...new Set(wrong)];
}"""


def ended(seats: int, winners: list[int], *, guest: bool = False, **changed: Any) -> JSON:
    """A finished rated game of *seats* with long names and faces; each player but the winner has tiles left."""
    shown = finished(seats, 3, rated=not guest, **changed)
    for seat, place in enumerate(shown["seats"]):
        place |= {"name": NAMES[seat], "face": FACES[seat], "guest": guest}
    totals = [100 - 7 * n for n in range(seats)]
    shown["round"] |= {"open": [[], *[["6-4", "3-3", "5-1"]] * (seats - 1)], "result": line(seats), "totals": totals}
    shown["finished"] = "2099-01-01T00:00:00Z"
    sheet = {"counts": "points", "goal": "low"}
    return shown | {"outcome": {"winners": winners, "reason": "target", "totals": totals}, "sheet": sheet}


def line(seats: int) -> JSON:
    return replay()["score"] | {
        "deal": 0, "over": "out", "by": 0, "winner": 0, "pips": [0, *[13] * (seats - 1)],
        "written": [13 * (seats - 1), *[0] * (seats - 1)], "totals": [13 * (seats - 1), *[0] * (seats - 1)],
    }  # fmt: skip


def offered(accepted: list[int], waiting: list[int], **more: Any) -> JSON:
    return {"id": "again", "by": NAMES[1], "host": 1, "status": "open", "accepted": accepted, "waiting": waiting} | more


RATED = {"rated": True, "seats": [{"seat": 0, "rating": 1524, "provisional": False, "change": 12}]}


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    finds(page, "[innerWidth, innerHeight]", [width, height])


def fits_everywhere(page: Page, told: str) -> None:
    for width, height in SIZES:
        resize(page, width, height)
        finds(page, CUT, [], at=f"{told} at {width} × {height}")


def rated(page: Page) -> None:
    page.route("**/ratings/", lambda route: route.fulfill(json=RATED))
    page.evaluate("dispatchEvent(new CustomEvent('panel', {detail: 'ratings'}))")


def next_waits(page: Page) -> None:
    page.evaluate("document.querySelector('.next-game').hidden = false")


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_result_fits_every_screen_without_scrolling(table: Any, seats: int, language: str):
    """Every state of the card: a win, a shared first place, a guest, a rematch offered, another game that waits."""
    shown = ended(seats, [0])
    at: MockedTable = table(shown, locale=language)
    page = at.page
    rated(page)
    expect(page.locator("#over-rating")).to_contain_text("(+12)")
    fits_everywhere(page, "won")
    page.evaluate("(won) => { document.getElementById('card').dataset.series = JSON.stringify({ won, drawn: 1 }); }",
                  [2, *[1] * (seats - 1)])  # fmt: skip
    at.show(ended(seats, list(range(1, max(2, seats - 1))), version=10))
    expect(page.locator("#card")).to_have_attribute("data-fate", "lost")
    next_waits(page)
    fits_everywhere(page, "lost to all but one, in a series")
    at.show(ended(seats, [0], version=11, rematch=offered([1], [0, *range(2, seats)])))
    expect(page.locator(".over-main .over-ask")).to_be_visible()
    fits_everywhere(page, "answering a rematch")
    at.show(ended(seats, [0], version=12, rematch=offered([0, 1], list(range(2, seats)))))
    fits_everywhere(page, "waiting for a rematch")


@pytest.mark.parametrize("seats", [2, 8])
def test_a_guests_result_fits_every_screen_with_the_offer_of_an_account(table: Any, seats: int):
    page: Page = table(ended(seats, [0], guest=True), locale="de").page
    expect(page.locator(".over-guest")).to_be_visible()
    fits_everywhere(page, "guest")


# The buttons of a closed card that aren't wholly in the window.
OUTSIDE = """() => [...document.querySelectorAll("#card-back button, #actions button")]
  .filter((node) => node.getBoundingClientRect().right > innerWidth).map((node) => node.textContent)"""


@pytest.mark.parametrize("language", ["en", "de", "es", "ru"])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_card_of_a_round_fits_every_screen_too(table: Any, seats: int, language: str):
    shown = ended(seats, [0])
    deal = replay() | {"names": NAMES[:seats], "score": line(seats) | {"ends": [5] * seats}}
    deal["frames"] = [deal["frames"][-1] | {"hands": shown["round"]["open"], "totals": line(seats)["totals"]}]
    running = shown | {"status": "playing", "outcome": None, "deal": 1, "version": 8, "finished": None}
    at: MockedTable = table(running | {"deal": 0, "scores": [], "version": 7}, deals={0: deal}, locale=language)
    at.show(running | {"scores": [deal["score"]], "version": 9})
    expect(at.page.locator(".over-table")).to_be_visible()
    fits_everywhere(at.page, "a round")
    at.page.set_viewport_size({"width": 360, "height": 740})
    at.page.locator(".over-close").click()
    finds(at.page, OUTSIDE, [])


PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 720}}


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.core
def test_the_card_closes_to_the_felt_and_opens_again(table: Any, window: JSON):
    page: Page = table(ended(4, [0]), **window).page
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    expect(page.locator(".felt")).to_be_hidden()  # also for the keyboard and for screen readers
    page.locator(".over-close").click()
    expect(page.locator(".felt .domino").first).to_be_visible()
    expect(page.get_by_role("button", name="Result")).to_be_focused()
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Result").click()
    expect(page.locator("#card-title")).to_be_focused()
    expect(page.locator(".felt")).to_be_hidden()


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_on_the_card_in_any_look(table: Any, window: JSON):
    at: MockedTable = table(ended(4, [0], rematch=offered([1], [0, 2, 3])), **window)
    page = at.page
    expect(page.get_by_role("button", name="Accept")).to_be_visible()
    looks = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"contrast": "more"}, {"forced_colors": "active"})
    assert findings_in_looks(page, *looks) == []
    assert [each for each in small_targets(page) if "over-" in each] == []


ANIMATED = """() => document.getAnimations().flatMap(({ animationName, effect }) =>
  effect.target?.closest("#card") ? [animationName] : [])"""


def test_a_win_looks_and_moves_unlike_a_loss(table: Any):
    moved: dict[str, bool] = {}
    looks: dict[str, str] = {}
    for fate, winner in (("won", 0), ("lost", 1)):
        page: Page = table(ended(2, [winner]), reduced_motion="no-preference", **DESKTOP).page
        expect(page.locator("#card")).to_have_attribute("data-fate", fate)
        moved[fate] = page.evaluate("""() => new Set([...document.querySelectorAll("#card, #card *")]
          .map((node) => getComputedStyle(node).animationName)).has("grow")""")
        looks[fate] = page.evaluate("getComputedStyle(document.getElementById('card')).backgroundImage")
    assert moved == {"won": True, "lost": False}
    assert looks["won"] != looks["lost"]


def test_nothing_moves_for_readers_who_want_no_motion(table: Any):
    page: Page = table(ended(2, [0]), **DESKTOP).page
    expect(page.locator("#card-title")).to_have_text("You win")
    assert page.evaluate(ANIMATED) == []

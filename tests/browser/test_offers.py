"""The site's offers, each made once: push notifications after the first move, installing on a later visit."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import finds, is_live
from tests.browser.test_notices import fake_push_service
from tests.browser.test_pages import findings_in_looks, serious_findings, small_targets, too_wide

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
ASKED = "localStorage.getItem('offered/push')"
BY_HAND = 500  # ms: an earlier press counts as an accident
COVERS = """() => {
  const card = document.querySelector(".offer").getBoundingClientRect();
  const needed = "#hand, #status, #actions button, .next-game, .site-header a, .table-bar";
  return [...document.querySelectorAll(needed)].filter((node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    const beside = left >= card.right - 1 || right <= card.left + 1 || top >= card.bottom - 1 || bottom <= card.top + 1;
    return width && node.checkVisibility() && !beside;
  }).map((node) => node.outerHTML.slice(0, 90));
}"""


def at_table(visit, site, answer="granted", clock=None, hand=14, **size) -> Page:
    """The page of the player who leads. *answer*: the browser's reply to the request for push permission."""
    block = {"variant": "block", "options": {"end": "rounds:9", "hand": hand}}  # the leader can always play
    made = site.seed(games=1, **block, **(clock or {"turn_seconds": 86_400}))["games"][0]
    turn = int(site.manage("shell", "-v0", "-c", TURN.format(game=made["id"])))
    page = visit(site, "/rules/", made["seats"][turn], service_workers="allow", **size)
    page.add_init_script(fake_push_service(answer))
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
    page.goto(f"/g/{made['id']}/")
    is_live(page)
    return page


TURN = """
from games.models import Game
print(Game.objects.get(public_id="{game}").turn)
"""


def answer(page: Page, name: str, key: str | None = None) -> None:
    """Press a button as a person would, after a moment: by hand, or with this key."""
    button = page.locator(".offer").get_by_role("button", name=name)
    expect(button).to_be_visible()
    page.wait_for_timeout(BY_HAND)
    if key:
        button.press(key)
    else:
        button.click()


def move(page: Page) -> None:
    page.locator(".hand-tile:not([aria-disabled=true])").first.click()
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.locator(".log-line")).not_to_have_count(0)


@pytest.mark.parametrize(("size", "hand"), [(SMALL, 7), (PHONE, 14), (DESKTOP, 14)])
def test_pushes_are_offered_after_the_first_move_without_covering_anything(visit, site, size, hand):
    page = at_table(visit, site, hand=hand, **size)
    offer = page.locator(".offer")
    expect(offer).to_have_count(0)
    move(page)
    expect(offer).to_contain_text("Get a notification here when it’s your turn?")
    assert page.evaluate(COVERS) == []
    assert too_wide(page) <= 0
    assert [each for each in small_targets(page) if "data-yes" in each or "data-no" in each] == []
    assert findings_in_looks(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []
    answer(page, "Yes, notify me", key="Enter")
    expect(offer).to_contain_text("This browser shows notifications.")
    expect(offer.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(offer).to_have_count(0)
    page.goto("/settings/notices/")
    expect(page.locator(".devices")).to_contain_text("Chrome on Linux")


TRIED = """void new MutationObserver((all) => {
  window.tried ||= all.some(({ addedNodes }) => [...addedNodes].some((node) => node.matches?.(".offer")));
}).observe(document.body, { childList: true, subtree: true })"""


def test_the_question_waits_if_the_hand_leaves_no_room(visit, site):
    page = at_table(visit, site, hand=14, **(SMALL | {"viewport": {"width": 320, "height": 440}}))
    with page.expect_response("**/push_offer*.js"):
        page.evaluate(TRIED)
        move(page)
    finds(page, "window.tried", True)
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate(ASKED) is None


@pytest.mark.core
def test_not_now_ends_the_question_for_good(visit, site):
    page = at_table(visit, site, **PHONE)
    move(page)
    answer(page, "Not now")
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate(ASKED) == "1"


NEXT_WAITS = """() => {
  const link = document.querySelector(".next-game");
  link.removeAttribute("data-waiting"); // no answer of the server hides it
  link.hidden = false;
}"""


def test_a_player_who_goes_on_to_the_next_game_is_not_asked(visit, site):
    page = at_table(visit, site, **PHONE)
    page.evaluate("document.body.dataset.advance = 'on'")
    page.evaluate(NEXT_WAITS)
    move(page)
    expect(page.locator(".advance")).to_be_visible()
    expect(page.locator(".offer")).to_have_count(0)
    assert page.evaluate(ASKED) is None


MISSED_MOVES = """() => {
  const since = document.getElementById("since");
  since.removeAttribute("hidden");
  Object.defineProperty(since, "hidden", { set() {} }); // drawing the answer to our own move would hide it again
}"""


def test_missed_moves_come_before_the_offer(visit, site):
    page = at_table(visit, site, **PHONE)
    move(page)
    expect(page.locator(".offer")).to_be_visible()
    page.evaluate(MISSED_MOVES)
    expect(page.locator(".offer")).to_be_hidden()
    page.evaluate("document.getElementById('since').setAttribute('hidden', '')")
    expect(page.locator(".offer")).to_be_visible()


def test_a_browser_that_blocks_pushes_gets_instructions(visit, site):
    page = at_table(visit, site, answer="denied", **PHONE)
    move(page)
    answer(page, "Yes, notify me")
    expect(page.locator(".offer")).to_contain_text("You blocked notifications from this site.")


def test_live_games_offer_no_pushes(visit, site):
    page = at_table(visit, site, clock={"turn_seconds": 300}, **PHONE)
    move(page)
    expect(page.locator("#push-offer")).to_have_count(0)
    expect(page.locator(".offer")).to_have_count(0)


ASKS = """() => {
  const asks = new Event("beforeinstallprompt", { cancelable: true });
  asks.prompt = async () => { window.prompted = true; };
  dispatchEvent(asks);
  return asks.defaultPrevented;
}"""
YESTERDAY = "localStorage.setItem('first-visit', JSON.stringify(new Date(Date.now() - 864e5).toDateString()))"


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_installing_is_offered_once_on_a_later_day(visit, site, size):
    page = visit(site, "/", **size)
    assert page.evaluate(ASKS)
    expect(page.locator(".offer")).to_have_count(0)
    finds(page, "localStorage.getItem('first-visit') !== null", True)
    page.evaluate(YESTERDAY)
    page.evaluate(ASKS)
    offer = page.locator(".offer")
    expect(offer).to_contain_text("Install Boneyard as an app?")
    expect(offer).to_be_visible()
    assert too_wide(page) <= 0
    assert serious_findings(page) == []
    answer(page, "Install")
    finds(page, "window.prompted", True)
    expect(offer).to_have_count(0)
    page.evaluate(ASKS)
    page.evaluate("new Promise((done) => setTimeout(done))")  # the script is there already, and answers before
    expect(offer).to_have_count(0)


def test_browsers_without_a_prompt_get_instructions(visit, site):
    page = visit(site, "/", **PHONE)
    page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
    page.evaluate(YESTERDAY)
    page.reload()
    expect(page.locator(".offer")).to_contain_text("Add to Home Screen")
    answer(page, "Close")
    page.reload(wait_until="networkidle")
    expect(page.locator(".offer")).to_have_count(0)

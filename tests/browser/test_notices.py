"""Push notifications, the installed app, and the notification settings, in Chromium."""

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_fixtures import until
from tests.browser.test_pages import serious_findings
from tests.live.server import LiveServer

BLOCK = {"variant": "block", "clock": "none"}
READY = "navigator.serviceWorker.ready.then((registration) => registration.active.scriptURL)"


def with_worker(visit: Callable[..., Page], site: LiveServer, path: str, person: Any = None, **context: Any) -> Page:
    page = visit(site, path, person, service_workers="allow", permissions=["notifications"], **context)
    page.evaluate(READY)
    return page


def push(page: Page, *payloads: dict[str, Any]) -> None:
    """Deliver *payloads* together, as the browser's push service would, with or without an open tab: again, if one
    doesn't arrive.

    Chromium's developer tools lost some of several hundred messages, without an error.
    """
    devtools = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    until(page, lambda: registrations)
    place = {"origin": page.evaluate("location.origin"), "registrationId": registrations[-1]["registrationId"]}
    (worker,) = page.context.service_workers
    worker.evaluate("self.arrived = []; self.addEventListener('push', ({ data }) => self.arrived.push(data.text()))")
    waiting = [json.dumps(each) for each in payloads]

    def all_arrived() -> bool:
        arrived = worker.evaluate("self.arrived")  # also earlier ones, delivered again
        waiting[:] = [each for each in waiting if each not in arrived]
        return not waiting

    for _ in range(3):
        for each in waiting:
            devtools.send("ServiceWorker.deliverPushMessage", place | {"data": each})
        until(page, all_arrived, seconds=3)
        if not waiting:
            return
    raise AssertionError(f"pushes didn't arrive: {waiting}")


def shows(page: Page, *notifications: dict[str, Any]) -> None:
    """Check the notifications shown, in the order of their tags, by the given properties only."""
    (worker,) = page.context.service_workers
    shown = """(keys) => shownNow().then((all) =>
      all.map(({ title, body, tag, data: { url } }) => ({ title, body, tag, url }))
        .sort((one, other) => one.tag.localeCompare(other.tag))
        .map((one, n) => Object.fromEntries((keys[n] ?? Object.keys(one)).map((key) => [key, one[key]]))))"""
    keys = [list(one) for one in notifications]
    until(page, lambda: worker.evaluate(shown, keys) == list(notifications))
    assert worker.evaluate(shown, keys) == list(notifications)


def payload_of(game: str, title: str = "Your turn: Block") -> dict[str, Any]:
    return {"title": title, "body": "with Ben", "url": f"/g/{game}/", "tag": f"game-{game}", "badge": 1}


def click_notification(page: Page) -> str:
    """The address that a click opens. Chromium opens no window for a scripted click."""
    (worker,) = page.context.service_workers
    return worker.evaluate(
        "async () => { let opened = ''; self.clients.openWindow = async (url) => { opened = url; };"
        " const [notification] = await self.registration.getNotifications();"
        " await open(notification); return opened; }"
    )


def test_from_a_push_to_the_move_in_two_clicks(site: LiveServer, visit: Callable[..., Page]):
    (game,) = site.seed(games=1, **BLOCK)["games"]
    with urllib.request.urlopen(f"{site.url}/api/v1/games/{game['id']}/") as answer:
        turn = json.load(answer)["round"]["turn"]
    page = with_worker(visit, site, "/rules/", game["seats"][turn])
    expect(page.locator("[data-waiting-number]").first).to_have_text("1")
    push(page, payload_of(game["id"]))
    told = {"title": "Your turn: Block", "body": "with Ben", "tag": f"game-{game['id']}", "url": f"/g/{game['id']}/"}
    shows(page, told)
    assert click_notification(page) == f"/g/{game['id']}/"  # the first click …
    page.goto(f"/g/{game['id']}/")
    page.evaluate("document.body.dataset.sending = 'one_tap'")
    tile = page.locator(".hand-tile:not([aria-disabled=true])").first
    tile.click()  # … and the second
    expect(page.locator(".log-line").first).to_be_attached()
    expect(page.locator(".hand-tile")).to_have_count(6)
    shows(page)


def test_a_newer_push_about_a_game_replaces_the_older_one(site: LiveServer, visit: Callable[..., Page]):
    (ada,) = site.guests("Ada")
    page = with_worker(visit, site, "/rules/", ada)
    push(page, payload_of("first"))
    push(page, payload_of("first", "Your turn, 2 hours left: Block"))
    push(page, payload_of("second"))
    shows(page, {"title": "Your turn, 2 hours left: Block"}, {"title": "Your turn: Block"})


def test_pushes_that_come_together_are_all_shown(site: LiveServer, visit: Callable[..., Page]):
    """A phone that wakes up gets them so. Chromium forgets one that is on its way to the screen when somebody asks
    which are shown.
    """
    (ada,) = site.guests("Ada")
    page = with_worker(visit, site, "/rules/", ada)
    push(page, *(payload_of(f"game{n}", f"Your turn: {n}") for n in range(9)))
    shows(page, *({"title": f"Your turn: {n}"} for n in range(9)))


def test_a_push_about_the_game_on_screen_shows_nothing(site: LiveServer, visit: Callable[..., Page]):
    (game,) = site.seed(games=1, **BLOCK)["games"]
    page = with_worker(visit, site, f"/g/{game['id']}/", game["seats"][0])
    page.bring_to_front()
    push(page, payload_of(game["id"]))
    push(page, payload_of("another"))
    shows(page, {"tag": "game-another"})


@pytest.mark.core
def test_the_bell_updates_without_a_reload(site: LiveServer, visit: Callable[..., Page]):
    ada, ben = site.guests("Ada", "Ben")
    page = visit(site, "/rules/", ada)
    expect(page.locator("[data-unread]")).to_be_hidden()
    friend = visit(site, "/new/", ben)
    answer = friend.evaluate(
        "async (host) => { const token = document.cookie.match(/csrftoken=(\\w+)/)[1];"
        " const say = (path, body) => fetch(`/api/v1/${path}`, { method: 'POST', body: JSON.stringify(body),"
        " headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token } }).then((answer) => answer.json());"
        " return say('games/', { variant: 'block' }); }"
    )
    page.evaluate(
        "async (id) => { const token = document.cookie.match(/csrftoken=(\\w+)/)[1];"
        " await fetch(`/api/v1/games/${id}/join/`, { method: 'POST', body: '{}',"
        " headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token } }); }",
        answer["id"],
    )
    on_turn = next(
        p
        for p in (page, friend)
        if p.evaluate(
            f"fetch('/api/v1/games/{answer['id']}/').then((a) => a.json()).then((v) => v.you === v.round.turn)"
        )
    )
    expect(on_turn.locator("[data-unread]")).to_be_visible(timeout=25_000)
    expect(on_turn.locator("[data-unread-number]")).to_have_text("1")
    on_turn.goto("/notices/")
    on_turn.get_by_role("link", name="Your turn: Block").click()
    expect(on_turn).to_have_url(re.compile(rf"/g/{answer['id']}/"))
    expect(on_turn.locator(".bell [data-unread]")).to_be_hidden()


def test_without_a_network_a_page_says_so_and_stores_nothing_personal(site: LiveServer, visit: Callable[..., Page]):
    (ada,) = site.guests("Ada Secretly")
    page = with_worker(visit, site, "/games/", ada)
    page.reload()
    page.context.set_offline(True)
    page.goto("/games/", wait_until="commit")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontWeight") == "600"  # it has its style
    kept = page.evaluate(
        "async () => { const texts = []; for (const name of await caches.keys()) {"
        " const cache = await caches.open(name);"
        " for (const request of await cache.keys()) texts.push(request.url,"
        " await (await cache.match(request)).text()); }"
        " return texts.join(); }"
    )
    assert "Ada Secretly" not in kept
    assert "/games/" not in kept.split("No connection")[0]
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def test_the_site_can_be_installed(site: LiveServer, visit: Callable[..., Page]):
    page = with_worker(visit, site, "/")
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    wrong = [error["errorId"] for error in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(wrong) <= {"in-incognito"}  # Playwright's windows are incognito
    for icon in json.loads(manifest["data"])["icons"]:
        assert page.request.get(icon["src"]).ok


def fake_push_service(permission: str = "granted") -> str:
    """Chromium without Google's services can't subscribe, so a fake lets us test the page."""
    return (
        "let held = null;"
        " const made = { endpoint: 'https://push.example/chromium', options: {}, toJSON: () => ({"
        " endpoint: 'https://push.example/chromium', expirationTime: null, keys: { p256dh: 'k', auth: 'a' } }),"
        " unsubscribe: async () => sessionStorage.removeItem('subscribed') };"
        " PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('subscribed') ? made : null);"
        " PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {"
        " if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error('refused');"
        " sessionStorage.setItem('subscribed', '1'); return made; };"
        f" Object.defineProperty(Notification, 'permission', {{ get: () => '{permission}' }});"
        f" Notification.requestPermission = async () => '{permission}';"
    )


def test_pushes_are_turned_on_and_off_in_the_settings(site: LiveServer, visit: Callable[..., Page]):
    (ada,) = site.guests("Ada")
    page = visit(site, "/rules/", ada, service_workers="allow")
    page.add_init_script(fake_push_service())
    page.goto("/settings/notices/")
    expect(page.get_by_text("This browser shows no notifications yet.")).to_be_visible()
    page.get_by_role("button", name="Turn on in this browser").click()
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    expect(page.locator(".devices")).to_contain_text("Chrome on Linux this browser")
    page.get_by_role("button", name="Turn off in this browser").click()
    expect(page.get_by_text("This browser shows no notifications yet.")).to_be_visible()
    expect(page.locator(".devices")).to_have_count(0)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (fake_push_service("denied"), "You blocked notifications from this site."),
        ("delete window.PushManager", "This browser doesn’t support push notifications."),
        (
            fake_push_service() + "PushManager.prototype.subscribe = async () => { throw new Error('no service'); };",
            "Your browser couldn’t reach its notification service.",
        ),
    ],
    ids=["denied", "unsupported", "failed"],
)
@pytest.mark.every_case("each reason is a branch of its own")
def test_the_page_explains_why_pushes_are_unavailable(
    site: LiveServer, visit: Callable[..., Page], script: str, sentence: str
):
    (ada,) = site.guests("Ada")
    page = visit(site, "/rules/", ada, service_workers="allow")
    page.add_init_script(script)
    page.goto("/settings/notices/")
    button = page.get_by_role("button", name="Turn on in this browser")
    if "no service" in script:
        button.click()
    else:
        expect(button).to_be_hidden()
    expect(page.get_by_text(sentence)).to_be_visible()


@pytest.mark.parametrize("width", [320, 768, 1440])
@pytest.mark.parametrize("path", ["/settings/notices/", "/notices/", "/offline/"])
def test_pages_fit_and_axe_finds_nothing(site: LiveServer, visit: Callable[..., Page], path: str, width: int):
    (game,) = site.seed(games=1, **BLOCK)["games"]
    page = visit(site, path, game["seats"][0], viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        "[...document.querySelectorAll('main :is(a, button, input:not([type=hidden]), select, summary)')]"
        ".filter((node) => { const touched = node.closest('label') ?? node.closest('.game-row') ?? node;"
        " const { width, height } = touched.getBoundingClientRect();"
        " return node.checkVisibility() && !node.closest('p.help, p.note') && width && (width < 24 || height < 44);"
        " }).map((node) => node.outerHTML.slice(0, 90))"
    )
    assert small == []
    assert serious_findings(page) == []

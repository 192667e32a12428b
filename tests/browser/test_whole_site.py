"""One page of each kind that a logged-in user can reach by links, in every language."""

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, Page

from tests.browser.test_pages import PLAIN, SMALL, findings_in_looks, small_targets, too_wide
from tests.texts import LANGUAGES

NOT_PAGES = re.compile(  # /api/ is a library's page; texts and records are downloads
    r"^/(admin|static|jsi18n|i18n|api|metrics)\b|\.(svg|json|jsonl|txt|png|webmanifest|js)$|logout"
    r"|/(text|record|export|data)/$"
)

TOO_WIDE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const outside = (node) => node.checkVisibility() && node.getBoundingClientRect().right > clientWidth + 0.5;
  const last = [...document.querySelectorAll("body *")].filter(outside).at(-1);
  return [`${scrollWidth - clientWidth} px too wide: ${last?.outerHTML.slice(0, 120)}`];
}"""

CUT_OFF = """() => {
  const hides = (node) => /hidden|clip/.test(getComputedStyle(node).overflowX);
  const isForEars = (node) => hides(node) && node.getBoundingClientRect().width <= 2;
  const besides = ".visually-hidden, .skip, svg, dialog:not([open]), .word"; // test_seats.py looks after long words
  const shown = (node) => node.checkVisibility() && !node.closest(besides) && !isForEars(node);
  const ownWords = (node) => [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
  const end = (words) => {
    const range = document.createRange();
    return Math.max(...words.map((word) => (range.selectNodeContents(word), range.getBoundingClientRect().right)));
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const words = ownWords(node);
    if (!words.length || !shown(node)) continue;
    const right = end(words);
    for (let around = node; around && around !== document.body; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowX)) break; // can be scrolled to
      const box = around.getBoundingClientRect();
      if (hides(around) && box.width > 2 && right > box.right + 1.5) {
        found.push(`${node.outerHTML.slice(0, 120)} ends at ${right}, its box at ${box.right}`);
        break;
      }
    }
    if (right > innerWidth + 1 && !node.closest(".felt, .table-wrap, pre")) {
      let around = node;
      while (around && !/auto|scroll/.test(getComputedStyle(around).overflowX)) around = around.parentElement;
      if (!around) found.push(`${node.outerHTML.slice(0, 120)} leaves the screen: ${right}`);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def people(site: Any) -> dict[str, Any]:
    """Ada and the player with the widest possible name have finished two games; others play in a third one."""
    who = ["Ada", "W" * 30]
    made = site.seed(accounts=who, games=2, players=who, options={"end": "rounds:1"}, moves=200)
    ada, _widest = made["accounts"]
    running = site.seed(games=1, players=[], moves=5, variant="partnership", seats=4)
    return {"ada": ada, "finished": made["games"][0]["id"], "running": running["games"][0]["id"]}


def kind_of(path: str) -> str | None:
    """The name of the address's pattern; None for addresses that aren't our pages."""
    if NOT_PAGES.search(path):
        return None
    try:
        return resolve(path).view_name
    except Resolver404:
        return None


def every_page(page: Page, start: list[str]) -> Iterator[str]:
    """The addresses *start*, and one address of each other kind of page that links lead to."""
    waiting, seen = list(start), set()
    while waiting:
        path = waiting.pop(0)
        bare = urlsplit(path).path
        known = path in seen if path in start else kind_of(bare) in seen
        if known or (kind := kind_of(bare)) is None:
            continue
        seen |= {kind, path}
        answer = page.goto(path)
        assert answer is not None
        assert answer.status < 400, f"{path}: {answer.status}"
        yield path
        here = urlsplit(page.url)
        for href in page.eval_on_selector_all("a[href]", "all => all.map((each) => each.href)"):
            link = urlsplit(urldefrag(href).url)
            if link.netloc == here.netloc:
                waiting.append(link.path + (f"?{link.query}" if link.query else ""))


@pytest.fixture(scope="module")
def addresses(chromium: Browser, site: Any, people: Any) -> dict[str, list[str]]:
    """One address of each kind of page, for Ada and for a stranger; collected once for all languages."""
    starts = {
        "ada": ["/", f"/g/{people['finished']}/", f"/g/{people['running']}/"],
        "stranger": ["/", "/accounts/login/"],
    }
    found: dict[str, list[str]] = {}
    for who, start in starts.items():
        with chromium.new_context(base_url=site.url, viewport=SMALL, service_workers="block") as context:
            for name, value in people.get(who, {}).get("cookies", {}).items():
                context.add_cookies([{"name": name, "value": value, "url": site.url}])
            found[who] = list(every_page(context.new_page(), start))
    kinds = {kind_of(urlsplit(path).path) for path in found["ada"]}
    assert {"table", "my_games", "history", "standings_person", "settings_notices", "person", "computers"} <= kinds
    found["stranger"] = ["/", *(path for path in found["stranger"] if kind_of(urlsplit(path).path) not in kinds)]
    assert "/accounts/login/" in found["stranger"]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_too_wide_or_cuts_off_a_word_on_the_smallest_phone(
    visit: Callable[..., Page], site: Any, people: Any, addresses: dict[str, list[str]], language: str
):
    """Without the script that formats times locally, because the server's longer form must fit, too."""
    wrong = []
    for who, paths in addresses.items():
        page = visit(site, paths[0], people.get(who), viewport=SMALL, locale=language)
        page.route("**/local_times*.js", lambda route: route.abort())
        for path in paths:
            page.goto(path)
            lang, found = page.evaluate(f"() => [document.documentElement.lang, [...({TOO_WIDE})(), ...({CUT_OFF})()]]")
            assert lang == language, path
            wrong += [f"{path}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)


LOOKS: list[dict[str, Any]] = [  # besides the plain one, which is light
    {"color_scheme": "dark"},
    {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
    {"forced_colors": "active"},
]


def test_every_page_fits_the_smallest_phone_and_has_no_serious_finding_in_any_colours(visit, site, people, addresses):
    phone = {"viewport": SMALL, "has_touch": True}
    page = visit(site, "/", people["ada"], **phone)
    wrong = []
    for path in addresses["ada"]:
        page.goto(path)
        if too_wide(page) > 0:
            wrong.append(f"{path} is {too_wide(page)} px too wide")
        wrong += [f"{path} {found}" for found in [*small_targets(page), *findings_in_looks(page, PLAIN, *LOOKS)]]
        page.emulate_media(**PLAIN)
    assert not wrong, "\n".join(wrong)

"""One page of each kind that a logged-in user can reach by links.

Each commit opens them in one language, and ten of them in all colours; the night all in every language and colour.
"""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit
from urllib.request import Request, urlopen

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.browser.test_pages import PLAIN, SMALL, findings_in_looks, small_targets
from tests.live.server import LiveServer
from tests.samples import some
from tests.texts import EVERY_LANGUAGE

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


class Links(HTMLParser):
    """The addresses in the links of a page."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a" and (href := dict(attrs).get("href")):
            self.found.append(urldefrag(urljoin(self.address, href)).url)


def every_page(site: LiveServer, start: list[str], cookies: dict[str, str]) -> dict[str, str]:
    """By kind: the addresses *start*, and one address of each other kind of page that links lead to.

    Asked without a browser, as no script adds a kind of page.
    """
    found: dict[str, str] = {}
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    waiting = list(start)
    while waiting:
        path = waiting.pop(0)
        kind = kind_of(urlsplit(path).path)
        if kind is None or path in found.values() or (kind in found and path not in start):
            continue
        found[f"{kind} {len(found)}" if kind in found else kind] = path
        with urlopen(Request(site.url + path, headers={"Cookie": cookie})) as answer:  # raises for 404 and others
            links = Links(answer.url, answer.read().decode()).found
        waiting += [link.removeprefix(site.url) for link in links if link.startswith(f"{site.url}/")]
    return found


@pytest.fixture(scope="module")
def addresses(site: LiveServer, people: Any) -> dict[str, dict[str, str]]:
    """One address of each kind of page, for Ada and for a stranger; collected once for all tests."""
    tables = [f"/g/{people['finished']}/", f"/g/{people['running']}/"]
    ada = every_page(site, ["/", *tables], people["ada"]["cookies"])
    assert {"table", "my_games", "history", "standings_person", "settings_notices", "person", "computers"} <= {*ada}
    stranger = every_page(site, ["/", "/accounts/login/"], {})
    stranger = {kind: path for kind, path in stranger.items() if path == "/" or kind not in ada}
    assert "/accounts/login/" in stranger.values()
    return {"ada": ada, "stranger": stranger}


@pytest.mark.parametrize("language", some(EVERY_LANGUAGE, 1))
def test_every_page_fits_the_smallest_phone_with_whole_words_and_large_targets(
    visit: Callable[..., Page], site: Any, people: Any, addresses: dict[str, dict[str, str]], language: str
):
    """Without the script that formats times locally, because the server's longer form must fit, too."""
    wrong = []
    for who, paths in addresses.items():
        page = visit(site, "/healthz", people.get(who), viewport=SMALL, has_touch=True, locale=language)
        page.route("**/local_times*.js", lambda route: route.abort())
        for path in paths.values():
            page.goto(path)
            lang, found = page.evaluate(f"() => [document.documentElement.lang, [...({TOO_WIDE})(), ...({CUT_OFF})()]]")
            assert lang == language, path
            wrong += [f"{path}: {each}" for each in [*found, *small_targets(page)]]
    assert not wrong, "\n".join(wrong)


LOOKS: list[dict[str, Any]] = [  # besides the plain one, which is light
    {"color_scheme": "dark"},
    {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
    {"forced_colors": "active"},
]


def test_no_page_has_a_serious_finding_in_any_colours(visit, site, people, addresses):
    page = visit(site, "/healthz", people["ada"], viewport=SMALL, has_touch=True)
    wrong = []
    for kind in some(sorted(addresses["ada"]), 10):
        path = addresses["ada"][kind]
        page.goto(path)
        wrong += [f"{path} {found}" for found in findings_in_looks(page, PLAIN, *LOOKS)]
        page.emulate_media(**PLAIN)
    assert not wrong, "\n".join(wrong)

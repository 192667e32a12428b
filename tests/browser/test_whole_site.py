"""Each page of the site fits the smallest phone, has whole words, large targets, and in any colours no finding of axe.

Each commit opens them in one language, and ten of them in all colours; the night all in every language and colour.
"""

from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page

from tests.browser.table_fixtures import JSON
from tests.browser.test_every_address import ONLY_CHANGES
from tests.browser.test_pages import PLAIN, SMALL, findings_in_looks, small_targets
from tests.live.server import LiveServer
from tests.samples import some
from tests.texts import EVERY_LANGUAGE

Pages = dict[str, list[str]]  # the paths, by the kind of person who opens them
NOT_OURS = ("/api/", "/jsi18n/")  # JSON, a library's page of the API, texts for scripts

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
  // test_seats.py looks after long words; the clock and an embedded board may cut off names
  const besides = ".visually-hidden, .skip, svg, dialog:not([open]), .word, .clock-whose, .embed-name";
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
def pages(filled: tuple[LiveServer, JSON]) -> Pages:
    """Each page once, for the first of these people who can open it."""
    site, made = filled
    waiting = [path for path in [*made["addresses"].values(), made["finished"]] if not path.startswith(NOT_OURS)]
    found: Pages = {}
    for kind in ("player", "stranger", "moderator"):
        answers = {path: answer_of(site, path, made["people"][kind]) for path in waiting}
        found[kind] = [path for path, answer in answers.items() if answer == "page"]
        waiting = [path for path, answer in answers.items() if answer == "closed"]
    assert "/" in found["player"]
    assert "/accounts/login/" in found["stranger"]
    assert "/moderation/" in found["moderator"]
    return found


def answer_of(site: LiveServer, path: str, cookies: dict[str, str]) -> str:
    """What somebody with these cookies gets there: "page", "closed" (or sent elsewhere), or something "else"."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    try:
        with urlopen(Request(site.url + path, headers={"Cookie": cookie})) as answer:
            if answer.url != site.url + path:
                return "closed"
            return "page" if answer.headers.get_content_type() == "text/html" else "else"
    except HTTPError as refused:
        return "else" if refused.code == ONLY_CHANGES else "closed"


@pytest.mark.parametrize("language", some(EVERY_LANGUAGE, 1))
def test_every_page_fits_the_smallest_phone_with_whole_words_and_large_targets(
    visit: Callable[..., Page], filled: tuple[LiveServer, JSON], pages: Pages, language: str
):
    """Without the script that formats times locally, because the server's longer form must fit, too."""
    site, made = filled
    wrong = []
    for kind, paths in pages.items():
        who = {"cookies": made["people"][kind]}
        page = visit(site, "/healthz", who, viewport=SMALL, has_touch=True, locale=language)
        page.route("**/local_times*.js", lambda route: route.abort())
        for path in paths:
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


def test_no_page_has_a_serious_finding_in_any_colours(
    visit: Callable[..., Page], filled: tuple[LiveServer, JSON], pages: Pages
):
    site, made = filled
    page = visit(site, "/healthz", {"cookies": made["people"]["player"]}, viewport=SMALL, has_touch=True)
    wrong = []
    for path in some(pages["player"], 10):
        page.goto(path)
        wrong += [f"{path} {found}" for found in findings_in_looks(page, PLAIN, *LOOKS)]
        page.emulate_media(**PLAIN)
    assert not wrong, "\n".join(wrong)

"""Finds elements that don't fit on a page, by a script in the page."""

from collections.abc import Iterable

from playwright.sync_api import Page

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
  // a long word of a name ends in “…”; so do names beside the clock and on an embedded board
  const names = ".player-name, .over-name, .sheet-name, .clock-whose, .embed-name";
  const besides = `.visually-hidden, .skip, svg, dialog:not([open]), ${names}`;
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


IN_LANGUAGE = """async (language) => {
  const answer = await fetch(location.href, { headers: { "Accept-Language": language } });
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.documentElement.lang = documentElement.lang;
  document.body.replaceWith(documentElement.querySelector("body"));
}"""


def not_fitting_in(page: Page, languages: Iterable[str]) -> list[str]:
    """The same in each of these languages. Only the texts of the page change, which costs far less than to open it."""
    found = []
    for language in languages:
        page.evaluate(IN_LANGUAGE, language)
        assert page.evaluate("document.documentElement.lang") == language
        found += [f"{language}: {each}" for each in not_fitting(page)]
    return found


def not_fitting(page: Page) -> list[str]:
    """The elements wider than the screen, outside it, or cut off."""
    return page.evaluate(f"() => [...({TOO_WIDE})(), ...({CUT_OFF})()]")

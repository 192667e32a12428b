"""Our typefaces have every letter of our texts, and cost a visitor little."""

from pathlib import Path

import polib

from deploy.fonts import LETTERS

MOST_BYTES = 60_000  # of both together


def test_every_letter_of_every_translation_is_in_our_typefaces():
    texts = [entry for file in Path("locale").glob("*/LC_MESSAGES/*.po") for entry in polib.pofile(file)]
    letters = {
        letter
        for entry in texts
        for text in (entry.msgid, entry.msgstr, entry.msgid_plural, *entry.msgstr_plural.values())
        for letter in text
    }
    assert {letter for letter in letters if letter.isalnum()} - LETTERS == set()


def test_both_typefaces_are_small():
    files = list(Path("static/fonts").glob("*.woff2"))
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES


def test_every_typeface_that_pages_ask_for_is_fetched_ahead_and_never_swapped():
    styles, page = Path("static/css/bundles/fonts.css").read_text(), Path("templates/base.html").read_text()
    for file in Path("static/fonts").glob("*.woff2"):
        assert f'url("../../fonts/{file.name}")' in styles
        assert f'<link rel="preload" href="{{% static "fonts/{file.name}" %}}"' in page
    assert styles.count("font-display: optional") == styles.count("@font-face") == 2

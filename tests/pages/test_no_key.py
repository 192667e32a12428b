"""A new game is one entry in the catalogue, so no script names its key (tests/browser/test_one_entry.py plays one)."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

import rules

MOVES = {"draw"}  # a move with the name of a game
NAME_A_GAME = {"forms/new_game.js", "forms/play_computer.js", "table/players.js"}  # in a form, in an address


def known(name: str, text: str) -> Iterator[str]:
    """The keys of games in this script; there should be none."""
    quoted = set(re.findall(r"[\"'`]([a-z_0-9]+)[\"'`]", text))
    yield from sorted(quoted & set(rules.VARIANTS) - MOVES)
    if "variant" in text and name not in NAME_A_GAME:
        yield "variant"
    for asks in (r"variant\s*[!=]==|switch \(.*variant", r"view\.options|\boptions\b[^;]*\} = view"):
        if found := re.search(asks, text):
            yield found[0]


def test_no_script_names_a_variant_key():
    folder = Path(settings.BASE_DIR, "static", "js")
    scripts = {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*.js"))}
    assert len(scripts) > 100
    assert {name: found for name, text in scripts.items() if (found := list(known(name, text)))} == {}

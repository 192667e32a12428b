"""How templates are written: short lines, icons from the sprite, and parts that say what they need."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Engine

from talk.models import Reaction
from tests.needs import needs

FOLDER = Path(settings.BASE_DIR, "templates")
TEXTS = {str(path.relative_to(FOLDER)): path.read_text() for path in FOLDER.rglob("*") if path.is_file()}
LONGEST = 160
# They draw what isn't an icon: the name of the site, a board, and charts of a page's numbers.
DRAWINGS = {
    "_our_brand.html", "games/_picture.html", "learn/_habits.html", "learn/analysis.html", "standings/_year_games.html",
    "standings/_year_poster.html",
}  # fmt: skip


def test_lines_are_short():
    long = [f"{name}:{n}" for name, text in TEXTS.items() for n, line in enumerate(text.splitlines(), 1)
            if len(line) > LONGEST]  # fmt: skip
    assert not long


def test_icons_come_from_the_sprite():
    drawn = {name for name, text in TEXTS.items() if "<svg" in text and name.endswith(".html")}
    assert drawn == DRAWINGS


def test_every_icon_of_the_sprite_is_used():
    drawn = set(re.findall(r'symbol id="(\w+)"', TEXTS["icons.svg"]))
    named = {name for text in TEXTS.values() for name in re.findall(r'{% icon "(\w+)"', text)}
    assert drawn == named | set(Reaction.Sign.values)  # each reaction has an icon of its name


def test_an_include_without_what_the_part_needs_fails():
    parts = {"row": "{# needs: seat, away #}\n<li>{{ seat }}</li>", "page": '{% include "row" with seat=1 %}'}
    engine = Engine(loaders=[("django.template.loaders.locmem.Loader", parts)])
    with pytest.raises(AssertionError, match="row is included without away"):
        engine.get_template("page").render(Context())
    assert engine.get_template("page").render(Context({"away": {}})) == "\n<li>1</li>"


def test_parts_read_what_they_say_they_need():
    unread = {
        f"{name}: {each}"
        for name, text in TEXTS.items()
        for each in needs(text)
        if not re.search(rf"(?:{{{{|{{%)[^}}]*\b{each}\b", text.split("#}", 1)[1]) and "{% include" not in text
    }
    assert not unread


def test_buttons_with_a_name_that_somebody_typed_wrap():
    """Thirty W's without a space fit no phone in one line."""
    button = re.compile(r'<(button|a) class="(button\b[^"]*)"(?:[^>{]|{{.*?}}|{%.*?%})*>(.*?)</\1>', re.DOTALL)
    hidden = re.compile(r'<span class="visually-hidden">.*?</span>', re.DOTALL)
    in_one_line = {
        name
        for name, text in TEXTS.items()
        for _, classes, inside in button.findall(text)
        if re.search(r"{{ ([\w.]*\.)?(name|other) }}", hidden.sub("", inside)) and "wraps" not in classes.split()
    }
    assert in_one_line == {"bots/level.html", "learn/puzzles.html", "people/lobby.html"}  # of computers, games, speeds

"""Pictures and icons look like the pages: their colours, tiles and marks."""

import re
from pathlib import Path
from random import Random

import pytest
from fontTools.ttLib import TTFont

import rules
from rulebook.facts import facts
from sharing import subjects
from sharing.cards import Card, Fan, Layout, Month, Months, Row
from sharing.pictures import drawing, lettering
from sharing.pictures.icons import icon
from sharing.pictures.lettering import HEAD

TOKENS = Path("static/css/tokens.css").read_text()
MONTHS = tuple(Month(str(n), n, n // 2) for n in range(1, 13))
# Felt and tiles of somebody who has chosen nothing, in light.
PLAIN = {
    "felt": re.findall(r"""midnight"\] {\s+--felt: light-dark\((#\w+)""", TOKENS)[0],
    "tile": re.findall(r"""ivory"\] {\s+--tile: light-dark\((#\w+)""", TOKENS)[0],
}


def test_a_picture_has_the_light_colours_of_the_page():
    svg = drawing.drawn(Card("Ada", Fan(subjects.HAND)))
    assert "var(" not in svg
    assert f'stop-color="{PLAIN["felt"]}"' in svg
    assert f".domino-body {{ fill: {PLAIN['tile']}; }}" in svg
    for part in set(re.findall(r'class="([\w-]+)', svg)) - {"domino", "m-face", "m-line", "m-pip", "m-accent"}:
        assert f".{part}" in svg.partition("</style>")[0], part


def test_the_widths_of_letters_are_those_of_our_fonts():
    """Else run `python -m deploy.fonts`."""
    for face in lettering.FACES:
        width = {}
        for file in (face.others, face.file):
            with TTFont(lettering.FONTS / file) as font:
                em = font["head"].unitsPerEm
                width |= {chr(code): font["hmtx"][name][0] / em for code, name in font.getBestCmap().items()}
        assert len(width) > 1_000
        assert {letter: lettering.width(letter, face, 1) for letter in width} == width


def test_every_icon_is_drawn_after_a_change_of_colours():
    """Else run `manage.py draw_site`."""
    for name, svg in (("favicon.svg", icon()), ("favicon-dot.svg", icon(dot=True))):
        assert Path("static/img", name).read_text() == svg


@pytest.mark.parametrize("key", ["muggins", "double_nine", "draw"])
def test_spinners_and_the_newest_tile_are_marked(key):
    ruleset = rules.ruleset(key, {}, 2)
    view = rules.view_for(next(iter(rules.random_rounds(ruleset, Random(7)))), None)
    newest = view.layout[-1].ply
    svg = drawing.drawn(
        Card("Ada", Layout(view.layout, view.ends, facts(ruleset).sum, ruleset.arms, ruleset.in_rows, newest))
    )
    assert svg.count('class="domino-star"') == sum(tile.spinner for tile in view.layout)
    assert svg.count('class="domino-halo"') == 1
    table = svg.partition("</style>")[2]
    assert table.rindex("domino-shadow") < table.index('class="domino"')  # all shadows lie below all tiles


def test_hands_on_paper_have_an_outline():
    svg = drawing.drawn(Card("Ada", Layout(()), rows=(Row("Ada", "5", (("6-5", None),)),)))
    assert '<g class="domino-picture">' in svg


def test_a_year_stands_in_figures_on_a_tile():
    svg = drawing.drawn(Card("Ada", Months((20, 26), MONTHS)))
    assert re.findall(r'class="domino-number"[^>]*>(\d+)<', svg) == ["20", "26"]


@pytest.mark.parametrize("title", ["Mo invites you to Muggins", "Ada Lovelock won", "W" * 40, "", "Ada"])
def test_a_title_takes_no_more_lines_when_it_is_balanced(title):
    size, lines = lettering.fitted(title, HEAD, (54, 28), drawing.ROOM, 300, 1.16)
    balanced = lettering.balanced(lines, HEAD, size, drawing.ROOM)
    assert len(balanced) == len(lines)
    assert " ".join(balanced).split() == " ".join(lines).split()
    assert max([lettering.width(line, HEAD, size) for line in balanced], default=0) <= drawing.ROOM

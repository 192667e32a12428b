"""Positions as SVG: they lie as on the page, look as on the page, and hide what a seat may not know."""

import re
from random import Random
from xml.etree import ElementTree

import pytest

import rules
from rules.picture.arranged import in_box
from rules.picture.lines import in_lines
from rules.picture.svg import STYLE
from sharing.pictures.looks import tile_rules
from tests import samples
from tests.rules.tables import after, table
from tests.scripts import in_node

SVG = "{http://www.w3.org/2000/svg}"


def layouts():
    """A layout in the middle of a random round of games, and what a picture needs to know of the rules."""
    tables = [(key, seats) for key, seats in samples.TABLES if key != "mexican_train"]
    always = [("sausage", 2), ("matador", 2), ("sebastopol", 4), ("telephone", 4)]
    for key, seats in samples.some(tables, 15, always=always):
        ruleset, rng = rules.ruleset(key, {}, seats), Random(f"{key} {seats}")
        path = rules.random_round(rules.new_game(ruleset), rng).positions()
        at = rules.view_for(path[len(path) * 3 // 4], None)
        yield at, rng.choice((9, 14, 20)), None if ruleset.in_rows else ruleset.board.total, ruleset


def test_tiles_lie_where_the_page_puts_them():
    asked, ours = [], []
    for view, columns, total, ruleset in layouts():
        joining = rules.Joining(total, ruleset.arms, ruleset.in_rows)
        if joining.in_rows:
            found = in_lines(view.layout, view.ends, columns)
        else:
            found = in_box(view.layout, columns, 8, joining)
        places = [[*map(list_of, (each.x, each.y, each.vertical, each.values, each.ply, each.spinner, each.hub))]
                  for each in found.tiles]  # fmt: skip
        ours.append([places, found.x, found.y, found.w, found.h])
        tiles, ends = rules.to_json(view.layout), rules.to_json(view.ends)
        asked.append({"layout": tiles, "ends": ends, "columns": columns, "rows": 8, **joining._asdict()})
    assert sum(len(places) for places, *_box in ours) > 100
    assert in_node("placed.js", "placed", asked) == ours


def list_of(value):
    return [*value] if isinstance(value, tuple) else value


def test_tiles_look_as_on_the_page():
    def rules_of(text):
        return {"".join(names.split()): re.sub(r"\s*([:;])\s*", r"\1", body.strip().removesuffix(";"))
                for names, body in re.findall(r"([^{}]+)\{([^}]*)\}", text)}  # fmt: skip

    ours, the_pages = rules_of(STYLE), rules_of(tile_rules())
    assert ours == {name: the_pages[name] for name in ours}
    unused = {name for name in the_pages if re.match(r"\.(fresh|tile|domino-picture|domino-number)\b", name)}
    assert the_pages.keys() - ours.keys() == unused


def faces(drawn):
    """How many tiles a picture shows from the front, and how many from behind."""
    groups = [group.get("class") for group in ElementTree.fromstring(drawn).iter(f"{SVG}g")]
    return groups.count("domino"), groups.count("domino domino-back")


@pytest.mark.parametrize(("seat", "seen"), [("all", (5, 0)), (0, (3, 2)), (1, (3, 2)), (None, (1, 4))])
def test_a_picture_shows_the_hands_that_its_viewer_may_see(seat, seen):
    at = after(table("draw", "6-6 1-0 2-0", "3-0 4-0 5-0"), "6-6", "draw", "draw")
    other = after(table("draw", "6-6 1-0 2-0", "3-0 4-0 5-1"), "6-6", "draw", "draw")
    hidden = len(at.hands) and at.hands[1].bit_count() - 2
    front, back = seen
    if seat in (1, "all"):
        front += hidden
    else:
        back += hidden
    assert faces(at.svg(seat)) == (front, back)
    assert (at.svg(seat) == other.svg(seat)) == (seat in (0, None))


def test_a_notebook_shows_the_whole_position_and_an_unknown_seat_is_refused():
    at = table("mexican_train", "6-6 1-0", "3-0 4-0", start="12-12")
    assert at._repr_svg_() == at.svg("all") == rules.svg(at)
    assert faces(at.svg())[0] == 5
    with pytest.raises(ValueError, match="there is no seat 2"):
        at.svg(2)

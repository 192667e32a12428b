"""A domino drawn by the server: right in itself, and the same as on the page."""

import re
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from rulebook.tile_drawing import tile_drawing, tile_picture, tile_shadow
from tests.scripts import in_node

DOT = re.compile(r"M([\d.]+) ([\d.]+)h0")
VALUES = [(value, (7 * value + 3) % 19) for value in range(19)]  # each number on each half


def pips(drawing: str) -> list[tuple[float, float]]:
    paths = [path for path in ElementTree.fromstring(drawing).iter("path") if "pip" in path.get("class", "").split()]
    return [(float(x), float(y)) for path in paths for x, y in DOT.findall(path.get("d", ""))]


@pytest.mark.parametrize("vertical", [True, False])
@pytest.mark.parametrize("value", range(19))
def test_each_half_has_its_number_of_pips_inside_its_bounds(value, vertical):
    found = pips(tile_drawing((value, 0), vertical=vertical))
    assert len(set(found)) == value
    assert all(0.1 < x < 0.9 and 0.1 < y < 0.9 for x, y in found)


@pytest.mark.parametrize("value", range(2, 19))
def test_pips_do_not_touch(value):
    drawing = tile_drawing((value, 0))
    wide = float(re.findall(r'class="pip [^>]* stroke-width="([\d.]+)"', drawing)[0])
    found = pips(drawing)
    gaps = [((x - u) ** 2 + (y - v) ** 2) ** 0.5 - wide for x, y in found for u, v in found if (x, y) != (u, v)]
    assert min(gaps) > 0.01


def test_the_second_half_lies_below_or_to_the_right():
    assert all(y > 1 for _x, y in pips(tile_drawing((0, 6))))
    assert all(x > 1 for x, _y in pips(tile_drawing((0, 6), vertical=False)))


def test_every_back_is_the_same():
    backs = {tile_drawing(None), tile_drawing(None, plain=True)}
    assert len(backs) == 1
    assert "pip" not in backs.pop()
    assert "domino-back" in tile_picture(None)


def test_a_picture_is_hidden_from_screen_readers():
    assert 'aria-hidden="true"' in tile_picture((6, 5), classes="large")


def test_a_year_has_figures_instead_of_pips():
    root = ElementTree.fromstring(tile_drawing((20, 26), vertical=False))
    assert [text.text for text in root.iter("text")] == ["20", "26"]
    assert pips(tile_drawing((20, 26))) == []


def test_engraving_is_beside_the_pips_and_not_on_small_drawings():
    engraved, plain = tile_drawing((12, 3)), tile_drawing((12, 3), plain=True)
    for name in ("pip-lip", "pip-floor", "domino-lip"):
        assert name in engraved
        assert name not in plain


def as_list(drawing: str) -> list[Any]:
    def told(node: ElementTree.Element) -> list[Any]:
        return [node.tag, dict(node.attrib), *([node.text] if node.text else []), *map(told, node)]

    return told(ElementTree.fromstring(drawing))


def test_the_page_draws_the_same():
    wanted: list[tuple[Any, dict[str, bool]]] = []
    for vertical, spinner, plain in product([True, False], repeat=3):
        wanted += [(values, {"vertical": vertical, "spinner": spinner, "plain": plain}) for values in VALUES]
    wanted += [(None, {"vertical": vertical, "halo": True}) for vertical in (True, False)]
    for (values, how), (shadow, tile) in zip(wanted, in_node("drawn_tiles.js", "drawn", wanted), strict=True):
        lies = {"vertical": how["vertical"]}
        assert shadow == as_list(tile_shadow(**lies, halo=how.get("halo", False)))
        assert tile == as_list(
            tile_drawing(values, **lies, spinner=how.get("spinner", False), plain=how.get("plain", False))
        )


def test_the_page_frames_the_same():
    for values, picture in zip([*VALUES, None], in_node("drawn_tiles.js", "pictures", [*VALUES, None]), strict=True):
        assert picture == as_list(tile_picture(values))

"""A domino drawn by the server."""

from xml.etree import ElementTree

import pytest

from rulebook.tile_drawing import tile_drawing, tile_picture


def pips(drawing: str) -> list[tuple[float, float]]:
    circles = ElementTree.fromstring(drawing).iter("circle")
    return [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in circles if "pip" in c.get("class", "").split()]


@pytest.mark.parametrize("vertical", [True, False])
@pytest.mark.parametrize("value", range(19))
def test_each_half_has_its_number_of_pips_inside_its_bounds(value, vertical):
    found = pips(tile_drawing((value, 0), vertical=vertical))
    assert len(set(found)) == value
    assert all(0.1 < x < 0.9 and 0.1 < y < 0.9 for x, y in found)


def test_the_second_half_lies_below_or_to_the_right():
    assert all(y > 1 for _x, y in pips(tile_drawing((0, 6))))
    assert all(x > 1 for x, _y in pips(tile_drawing((0, 6), vertical=False)))


def test_a_back_does_not_reveal_the_tile():
    assert not pips(tile_drawing(None))
    assert "domino-back" in tile_picture(None)


def test_a_picture_is_hidden_from_screen_readers():
    assert 'aria-hidden="true"' in tile_picture((6, 5), classes="large")

"""Faces: the same for the same name, rarely the same for two, and visible on every background."""

import re
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest

from rulebook.faces import face_drawing, face_of

TOKENS = Path("static/css/tokens.css").read_text()
NAMES = [f"Guest {n}" for n in range(1000)]


def test_a_name_has_one_face_and_it_never_changes():
    assert face_of("Ada") == face_of("Ada")
    assert re.fullmatch(r"[1-6]\.[1-6]\.\d+\.[0-7]", face_of("Ада"))
    assert face_of("Guest 473") != face_of("Guest 474")


def test_two_players_rarely_share_a_face_or_its_colour_and_place():
    faces = [face_of(name) for name in NAMES]
    pairs = list(pairwise(faces))
    assert sum(one == other for one, other in pairs) <= 3
    assert sum(one.split(".")[2:] == other.split(".")[2:] for one, other in pairs) < 30
    assert len(Counter(face.split(".")[2] for face in faces)) == 12


def test_the_text_of_a_face_cannot_be_taken_for_a_tile():
    assert not any(re.search(r"\d-\d", face_of(name)) for name in NAMES)


def test_a_face_is_drawn_with_its_pips_and_hidden_from_screen_readers():
    drawn = face_drawing("6.2.11.5")
    dots = dict(re.findall(r'class="pip (pip-\d)" d="([^"]+)"', drawn))
    assert {name: d.count("M") for name, d in dots.items()} == {"pip-6": 6, "pip-2": 2}
    assert 'class="face face-11"' in drawn
    assert 'aria-hidden="true"' in drawn
    assert "rotate(45 24 24)" in drawn
    assert 'rx="24"' in drawn
    assert "style=" not in drawn


def colours(name: str) -> list[str]:
    """A token's colours: one, or one for light and one for dark; then those for more contrast."""
    return [
        each for found in re.findall(rf"--{name}: ([^;]+);", TOKENS) for each in re.findall(r"#[0-9a-f]{3,6}", found)
    ]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ground", ["bg", "surface", "raised", "felt", "felt-deep", "tile"])
def test_every_background_of_a_face_contrasts_with_page_felt_and_tile(ground):
    """From the felt unless another was chosen: at the table a ring parts them; the tile of a face is always ivory."""
    faces = [colour for number in range(12) for colour in colours(f"face-{number}")]
    assert len(faces) == 12
    for face, behind in product(faces, colours(ground)[:2]):
        dark, light = sorted((luminance(face), luminance(behind)))
        assert (light + 0.05) / (dark + 0.05) >= 2.95, (face, behind)

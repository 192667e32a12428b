"""Text is readable on every board with every set of tiles, in light, dark and high contrast."""

import itertools
import re
from pathlib import Path

import pytest

from accounts.models import User

TOKENS = Path("static/css/tokens.css").read_text()
PLAIN, MORE = TOKENS.split("@media (prefers-contrast: more)")
SCHEMES = ["light", "dark"]


def colours(sheet: str, selector: str) -> dict[str, str]:
    """The custom properties set for *selector*, by name."""
    found = {}
    for heads, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)):
        if selector in [head.strip() for head in heads.split(",")]:
            found |= dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
    return found


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    digits = colour.strip().removeprefix("#")
    digits = "".join(2 * each for each in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def seen(found: dict[str, str], scheme: str) -> dict[str, str]:
    """The value of `light-dark(a, b)`."""
    chosen = {}
    for name, value in found.items():
        pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
        chosen[name] = pair[1 + SCHEMES.index(scheme)] if pair else value
    return chosen


def assert_readable(at: dict[str, str]) -> None:
    for ground in (at["felt"], at["felt-deep"]):
        assert contrast(at["felt-text"], ground) >= 4.5
        assert contrast(at["felt-muted"], ground) >= 4.5
        assert contrast(at["turn"], ground) >= 4.5  # the board shows whose turn it is in words, too
        assert contrast(at["focus"], ground) >= 3
        assert max(contrast(at["tile"], ground), contrast(at["tile-light"], ground)) >= 3
    for hole in ("pip", "pip-light"):
        assert contrast(at[hole], at["tile"]) >= 4.5
    assert contrast(at["tile-pin"], at["tile"]) >= 3  # it marks a spinner


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("felt", "tiles"), list(itertools.product(User.Felt.values, User.Tiles.values)))
def test_tiles_and_text_contrast_with_every_felt(felt, tiles, scheme):
    on_felt, of_tiles = colours(PLAIN, f'[data-felt="{felt}"]'), colours(PLAIN, f'[data-tiles="{tiles}"]')
    assert {"felt", "felt-deep", "felt-text", "felt-muted", "turn"} <= on_felt.keys()
    assert {"tile", "tile-edge", "pip"} <= of_tiles.keys()
    at = seen(colours(PLAIN, ":root") | on_felt | of_tiles, scheme)
    assert_readable(at)
    assert contrast(at["tile-edge"], at["felt-deep"]) >= 3  # on a back
    for number in range(10, 19):
        assert contrast(at[f"pip-{number}"], at["tile"]) >= 3, number


@pytest.mark.parametrize("scheme", SCHEMES)
def test_high_contrast_overrides_the_chosen_look(scheme):
    more = colours(MORE, "[data-felt]")
    assert more == colours(MORE, "[data-tiles]")
    assert_readable(seen({"focus": colours(PLAIN, ":root")["focus"], **more}, scheme))
    assert contrast(*[seen(more, scheme)[name] for name in ("felt-text", "felt")]) >= 7


def test_felts_and_tile_sets_are_all_different():
    for kind, names, token in (("felt", User.Felt.values, "felt"), ("tiles", User.Tiles.values, "tile")):
        assert len({colours(PLAIN, f'[data-{kind}="{name}"]')[token] for name in names}) == len(names)


TEXT_ON = {
    "bg": ("text", "muted", "accent", "good", "warn", "bad"),
    "surface": ("text", "muted", "accent", "good", "warn", "bad"),
    "raised": ("text", "muted", "accent", "bad"),
    "accent": ("accent-text",),
    "accent-soft": ("text", "muted", "accent"),
    "good-soft": ("text", "good"),
    "warn-soft": ("text", "warn"),
    "bad-soft": ("text", "bad"),
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ground", "name"), [(ground, name) for ground, names in TEXT_ON.items() for name in names])
def test_text_of_every_colour_is_readable_on_pages(ground, name, scheme):
    page = seen(colours(PLAIN, ":root"), scheme)
    assert contrast(page[name], page[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["line-strong", "focus"])
def test_borders_of_fields_and_the_focus_stand_out(name, scheme):
    page = seen(colours(PLAIN, ":root"), scheme)
    assert min(contrast(page[name], page[ground]) for ground in ("bg", "surface", "raised")) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("number", range(12))
def test_faces_stand_out_from_their_tile_pages_and_the_felt(number, scheme):
    page = seen(colours(PLAIN, ":root"), scheme)
    tile = seen(colours(PLAIN, '[data-tiles="ivory"]'), scheme)["tile"]
    for ground in (tile, page["bg"], page["surface"], page["felt"], page["felt-deep"]):
        assert contrast(page[f"face-{number}"], ground) >= 2.95, ground

"""Pages take their sizes, spaces, radii and motion from static/css/tokens.css."""

import re
from pathlib import Path

import pytest

CSS = Path("static/css")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARATION = re.compile(r"(?:^|[\s;{])(-?[a-z][a-z-]*):\s*([^;{}]+?)(?=\s*[;}])")
SPACED = re.compile(r"(padding|margin)(-(inline|block|top|bottom|left|right)(-(start|end))?)?|(row-|column-)?gap")
LITERAL = re.compile(r"(?<![\w.#-])-?(\d*\.?\d+)(px|rem)\b")
LINE = 2  # px: a line or a hairline's distance; in drawings, whose unit is a tile's short side, everything is smaller
ENDLESS = 0.6  # seconds: what pulses or turns all the time isn't an answer to a finger


def literals(value: str) -> list[str]:
    """The lengths in *value* that are longer than a line."""
    return [m[0] for m in LITERAL.finditer(value) if float(m[1]) * (16 if m[2] == "rem" else 1) > LINE]


def strays(prop: str, value: str) -> list[str]:
    """What a declaration should take from tokens.css, and doesn't."""
    if prop in ("font-size", "font") or SPACED.fullmatch(prop):
        return literals(value)
    if re.fullmatch(r"border(-\w+)*-radius", prop):
        return literals(value) + re.findall(r"(?<![\w.])\d*\.?\d+em\b", value)
    if prop.startswith(("transition", "animation")) and not prop.endswith("delay"):
        times = [m[0] for m in re.finditer(r"(?<![\w.-])(\d*\.?\d+)s\b", value) if 0 < float(m[1]) <= ENDLESS]
        return times + re.findall(
            r"cubic-bezier|\bease\b(?!-)(?!\))|\bease-(?:in|out)\b(?!-)", value.replace("--ease", "")
        )
    return []


SHEETS = {path.name: COMMENT.sub("", path.read_text()) for path in CSS.glob("*.css") if path.name != "tokens.css"}


def test_sheets_take_sizes_spaces_radii_and_motion_from_the_tokens():
    assert [
        f"{name}: {prop}: {value}"
        for name, styles in SHEETS.items()
        for prop, value in DECLARATION.findall(styles)
        if strays(prop, value)
    ] == []


def test_sheets_hold_no_colour_of_their_own():
    colour = re.compile(r"(?<!url\()#[0-9a-f]{3,8}\b(?=[^{}]*[;}])")
    assert [f"{name}: {found}" for name, styles in SHEETS.items() for found in colour.findall(styles)] == []


@pytest.mark.parametrize(
    ("declaration", "found"),
    [
        ("font-size: .92rem", [".92rem"]),
        ("font: 600 15px/1.2 var(--font)", ["15px"]),
        ("font: 600 .6px var(--font)", []),
        ("font-size: var(--size-s)", []),
        ("font-size: .92em", []),
        ("padding: var(--s2) 18px", ["18px"]),
        ("margin-inline: calc(-1 * var(--s2))", []),
        ("gap: 1px", []),
        ("border-radius: 4px", ["4px"]),
        ("border-radius: 1em", ["1em"]),
        ("border-radius: 50%", []),
        ("transition: translate .22s var(--ease)", [".22s"]),
        ("transition: translate var(--calm) cubic-bezier(.2, .7, .2, 1)", ["cubic-bezier"]),
        ("animation: open-end 1.8s ease-in-out infinite", []),
        ("animation: laid var(--quick) var(--ease)", []),
        ("width: 44px", []),
    ],
)
def test_strays_are_found(declaration, found):
    assert strays(*declaration.split(": ")) == found


def test_scripts_move_things_along_the_curve_of_the_style_sheets():
    curve = re.search(r"--ease: (.*?);", (CSS / "tokens.css").read_text())
    assert curve
    assert f'const EASE = "{curve[1]}"' in Path("static/js/app/motion.js").read_text()
    scripts = Path("static/js").rglob("*.js")
    others = [path for path in scripts if re.search(r'easing: "|cubic-bezier', path.read_text())]
    assert [path.as_posix() for path in others] == ["static/js/app/motion.js"]

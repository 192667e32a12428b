"""Makes the files of our two typefaces: `python -m deploy.fonts GolosText[wght].ttf Rubik[wght].ttf`.

Without files it only writes the widths of the letters in pictures of links, so that the site needs
no fontTools (23 MB).

Browsers get one woff2 for each (static/fonts): the letters of our languages and of most European names, and only the
weights that the style sheets use. Pictures of links (apps/sharing/pictures/fonts) need a file for each weight. Needs
`brotli`.
"""

import io
import json
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from deploy.texts import ROOT

# ASCII, Latin-1, Russian and Ukrainian whole; of the other Latin letters those of Czech, Polish, Slovak, Croatian,
# Hungarian and Turkish names; the signs that our texts use.
_RANGES = [(0x20, 0x7E), (0xBB, 0xFF), (0x410, 0x44F)]
_OTHERS = "\xa0¡£§©«\xad°±·ĄąĆćČčĎďĘęĚěĞğİıŁłŃńŇňŐőŒœŚśŞşŠšŤťŮůŰűŸŹźŻżŽžЁЄІЇёєіїҐґ\u2011–—‘’‚“”„•…\u202f‹›№−€"
LETTERS = {chr(code) for first, last in _RANGES for code in range(first, last + 1)} | set(_OTHERS)
FEATURES = ["tnum", "ccmp", "locl"]  # figures of one width, accents, the letters of a language


def _made(source: Path, weight: float | tuple[float, float], features: list[str], family: str) -> TTFont:
    lighter = io.BytesIO()
    instantiateVariableFont(TTFont(source), {"wght": weight}).save(lighter)
    font = TTFont(lighter)
    options = Options(layout_features=features, hinting=False, desubroutinize=True, name_IDs=[1, 2, 4, 6])
    letters = Subsetter(options)
    letters.populate(text="".join(LETTERS))
    letters.subset(font)
    font["name"].setName(family, 1, 3, 1, 0x409)
    return font


def widths(font: Path) -> dict[str, object]:
    """How wide the letters of *font* are, in units of which *em* make an em. *runs*: by the code of the first letter,
    the widths of letters whose codes follow each other.
    """
    with TTFont(font, lazy=True) as opened:
        em, advances = opened["head"].unitsPerEm, opened["hmtx"]
        by_code = {code: advances[glyph][0] for code, glyph in sorted(opened.getBestCmap().items())}
    runs: dict[int, list[int]] = {}
    for code, width in by_code.items():
        if code - 1 not in by_code:
            runs[code] = run = []
        run.append(width)
    return {"em": em, "runs": runs}


def write_widths() -> None:
    target = ROOT / "apps/sharing/pictures/fonts"
    lines = [f"{json.dumps(font.name)}: {json.dumps(widths(font))}" for font in sorted(target.glob("*.ttf"))]
    (target / "widths.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def main() -> None:
    if sources := sys.argv[1:]:
        make(*(Path(name) for name in sources))
    write_widths()


def make(golos: Path, rubik: Path) -> None:
    kerned = [*FEATURES, "kern"]
    for source, weight, features, target in (
        (golos, (400, 700), FEATURES, "static/fonts/golos.woff2"),  # kerning of text costs a fifth of the file
        (rubik, 600, kerned, "static/fonts/rubik.woff2"),
        (golos, 400, kerned, "apps/sharing/pictures/fonts/GolosText-Regular.ttf"),
        (golos, 600, kerned, "apps/sharing/pictures/fonts/GolosText-SemiBold.ttf"),
        (rubik, 600, kerned, "apps/sharing/pictures/fonts/Rubik-SemiBold.ttf"),
    ):
        font = _made(source, weight, features, "Golos Text" if source is golos else "Rubik")
        font.flavor = "woff2" if target.endswith("woff2") else None
        font.save(ROOT / target)
        print(f"{target}: {(ROOT / target).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

"""`python -m sharing.pictures.animating own|all FONT… < frames.json > clips.json`: a clip as WebP and as GIF.

The input is a list of frames, each an SVG and its milliseconds; the output has the files by format, in base64. Imports
nothing of the site, so that it starts quickly.
"""

import base64
import io
import json
import sys

from PIL import Image

from sharing.pictures.rendering import png


def main(fonts: str, *files: str) -> None:
    frames = json.load(sys.stdin.buffer)
    pictures = [Image.open(io.BytesIO(png(svg, fonts, files))).convert("RGB") for svg, _ms in frames]
    times = [ms for _svg, ms in frames]
    made = {
        "webp": _joined(pictures, times, "WEBP", lossless=True, method=3),  # 0 needs five times the bytes
        "gif": _joined(_in_few_colours(pictures), times, "GIF"),
    }
    json.dump({kind: base64.b64encode(content).decode() for kind, content in made.items()}, sys.stdout)


def _in_few_colours(pictures: list[Image.Image]) -> list[Image.Image]:
    """In 256 colours of the first and the last picture. Dots of other colours would make every frame large."""
    width, height = pictures[0].size
    both = Image.new("RGB", (width, 2 * height))
    both.paste(pictures[0])
    both.paste(pictures[-1], (0, height))
    colours = both.quantize(method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return [picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures]


def _joined(pictures: list[Image.Image], times: list[int], kind: str, **how: object) -> bytes:
    """As an animation that repeats."""
    first, *others = pictures
    made = io.BytesIO()
    first.save(made, kind, save_all=True, append_images=others, duration=times, loop=0, **how)
    return made.getvalue()


if __name__ == "__main__":
    main(*sys.argv[1:])

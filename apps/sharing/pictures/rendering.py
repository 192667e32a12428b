"""`python -m sharing.pictures.rendering own|all FONT… < picture.svg > picture.png`: with these fonts only, or with the
system's, too.

Imports nothing of the site, so that it starts quickly.
"""

import sys
from collections.abc import Sequence

import resvg_py


def png(svg: str, fonts: str, files: Sequence[str]) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, font_files=list(files), font_family="Noto Sans", skip_system_fonts=fonts == "own"
        )
    )


def main(fonts: str, *files: str) -> None:
    sys.stdout.buffer.write(png(sys.stdin.buffer.read().decode(), fonts, files))


if __name__ == "__main__":
    main(*sys.argv[1:])

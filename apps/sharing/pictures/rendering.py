"""`python -m sharing.pictures.rendering own|all FONT… < picture.svg > picture.png`: with these fonts only, or with the
system's, too.

Imports nothing of the site, so that it starts quickly.
"""

import sys

import resvg_py


def main(fonts: str, *files: str) -> None:
    made = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_files=list(files),
        font_family="Noto Sans",
        skip_system_fonts=fonts == "own",
    )
    sys.stdout.buffer.write(bytes(made))


if __name__ == "__main__":
    main(*sys.argv[1:])

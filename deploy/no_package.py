"""Says that the site is no package, if somebody tries to build one (`pip install .`)."""

import sys
from typing import Any, NoReturn


def build_wheel(*_arguments: Any, **_more: Any) -> NoReturn:
    sys.exit(
        "Boneyard's site isn't a package: run it from a clone with `make run` (README.md). "
        "Its engine is one: pip install ./engine"
    )


build_sdist = build_editable = prepare_metadata_for_build_wheel = build_wheel

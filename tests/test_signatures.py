"""No function takes so many arguments that a caller has to count them."""

import ast
from collections.abc import Iterator

from tests.rooms import PACKAGES, django_rooms, file_name

ROOMS = [*django_rooms(), PACKAGES["mind"]]
MOST = 8


def functions() -> Iterator[tuple[str, int]]:
    """Every function of our rooms with its number of parameters, without `self` and `cls`.

    Values list their fields: `__init__` counts in no class.
    """
    for path in (path for room in ROOMS for path in room.rglob("*.py") if "migrations" not in path.parts):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name != "__init__":
                asked = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                number = sum(each.arg not in {"self", "cls"} for each in asked)
                yield f"{file_name(path)} {node.name}", number


def test_no_function_has_more_than_eight_parameters():
    """Pass a value that exists (`TimeControl`, `Terms`) instead."""
    assert {name: number for name, number in functions() if number > MOST} == {}

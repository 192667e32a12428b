"""The layers of `rules`: each imports only earlier ones, and no files import each other in a circle."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import rules

ROOT = Path(rules.__file__).parent
ROOMS = (
    "sentences",
    "errors",
    "words",
    "pieces",
    "house",
    "rounds",
    "phases",
    "scoring",
    "conduct",
    "table",
    "paid",
    "view",
    "record",
    "chance",
    "notation",
    "dumps",
    "picture",
    "numbered",
    "perft",
)
DOORS = ("", "__main__")  # they may import everything, and nothing imports them
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix("__init__").rstrip("."): path
    for path in ROOT.rglob("*.py")
}


def imported(name: str, path: Path) -> Iterator[str]:
    """The files of `rules` that the file *name* imports, at its top, inside functions or for types alone."""
    package = [*path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            froms = [alias.name.split(".")[1:] for alias in node.names if alias.name.split(".")[0] == "rules"]
            tails = [""]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            named = node.module.split(".") if node.module else []
            froms = [above + named] if node.level else [named[1:]] if named[:1] == ["rules"] else []
            tails = [alias.name for alias in node.names]
        else:
            continue
        for parts in froms:
            for tail in tails:
                whole = ".".join(filter(None, [*parts, tail]))
                yield whole if whole in FILES else ".".join(parts)


def room(name: str) -> str:
    return name.split(".")[0]


ARROWS = sorted({(name, other) for name, path in FILES.items() for other in imported(name, path) if other != name})


def test_every_file_belongs_to_a_layer():
    assert {room(name) for name in FILES} == {*ROOMS, *DOORS}
    assert all(other in FILES for _name, other in ARROWS)
    assert len(ARROWS) > 100


def test_no_layer_imports_a_later_one():
    up = [
        f"{name} imports {other}"
        for name, other in ARROWS
        if room(name) not in DOORS and (room(other) in DOORS or ROOMS.index(room(other)) > ROOMS.index(room(name)))
    ]
    assert up == []


def test_no_files_import_each_other_in_a_circle():
    below = {name: [other for one, other in ARROWS if one == name] for name in FILES}
    try:
        TopologicalSorter(below).prepare()
    except CycleError as circle:
        raise AssertionError(" is imported by ".join(circle.args[1])) from None


def test_nothing_is_imported_inside_a_function():
    hidden = [
        f"{name}, line {node.lineno}"
        for name, path in FILES.items()
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    assert hidden == []

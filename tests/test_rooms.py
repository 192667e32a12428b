"""The imports each room may have. No two files import each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# room: the rooms below it; among those above the games only what stands here
BELOW: dict[str, set[str]] = {
    "rules": set(),
    "mind": {"rules"},
    "common": set(),
    "accounts": {"common"},
    "rulebook": {"rules", "common", "accounts"},
    "games": {"rules", "common", "accounts", "rulebook"},
}
GAMES = {*BELOW, "games"}
BELOW |= {
    "notices": GAMES,
    "learn": GAMES | {"mind", "bots", "standings"},  # analyses are asked of the minds that play; puzzles are rated
    "bots": GAMES | {"mind", "history"},  # they see what their seat sees; how they fared stands in people's books
    "plans": GAMES,
    "standings": GAMES | {"people"},  # friends among themselves
    "history": GAMES | {"standings"},  # what a game did to a rating stands beside it
    "people": GAMES | {"notices"},  # who is invited is told
    "talk": GAMES | {"notices", "people"},  # who is spoken to is told; who is blocked isn't heard
    "moderation": GAMES | {"notices", "talk"},  # what was said is judged, and what was decided told
    "pictures": GAMES | {"people", "standings"},  # of links to games, people and house rules
    "demo": GAMES | {"notices", "people", "talk", "history", "standings"},
}
BELOW["dominoes_site"] = {*BELOW}
# Doors within and between rooms that stay shut: (files, what they never import, why).
SHUT = [
    ("rules/*", ("django", "datetime", "time", "secrets"), "the rules know no time, no chance and no database"),
    ("mind/*", ("django", "datetime", "secrets"), "the mind knows no database and no clock"),
    ("games/referee.py", ("django", "games.models.Game"), "the referee asks and writes nothing"),
    ("notices/*", ("games.actions", "games.commit"), "notices change no game"),
    ("history/*", ("games.actions", "games.commit", "games.live"), "the history changes no game"),
    ("standings/*", ("games.actions", "games.commit"), "the standings change no game"),
    ("talk/*", ("games.actions", "games.commit", "games.memory"), "talk changes no game and sees no table"),
    ("plans/*", ("games.commit",), "plans change games by their actions alone"),
    ("learn/*", ("games.commit", "games.memory", "rules"), "what is learnt is learnt of finished games"),
    ("bots/*", ("games.commit", "rules"), "computers play by the actions that people play by, and see views alone"),
    ("people/*", ("games.commit", "games.memory"), "people change games by their actions alone"),
    ("pictures/*", ("games.actions", "games.commit", "games.memory"), "pictures see what watchers see"),
    ("moderation/*", ("games.commit",), "moderators change games by their actions alone"),
]
OUTSIDE = {"rules/apps.py", "rules/__main__.py", "mind/__main__.py"}  # where translations are; the command lines


def modules() -> dict[str, Path]:
    """Every file of every room by its dotted name."""
    found = {}
    for room in BELOW:
        for path in (ROOT / room).rglob("*.py"):
            if "migrations" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


FILES = modules()


def imports(path: Path) -> Iterator[str]:
    """The dotted names a file imports, in functions, too; what only the type checker reads aside."""
    package = path.relative_to(ROOT).parent.parts
    tree = ast.parse(path.read_text())
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, [base, node.module]))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def needed(path: Path) -> set[str]:
    """The files of ours that a file imports: of `games.models.Game` it is `games.models`."""
    found = set()
    for name in imports(path):
        while name and name not in FILES:
            name = name.rpartition(".")[0]
        if name:
            found.add(name)
    return found


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_what_is_below_it(room):
    wrong = {
        f"{name} → {other}"
        for name, path in FILES.items()
        if name.partition(".")[0] == room
        for other in needed(path)
        if other.partition(".")[0] not in {room, *BELOW[room]}
    }
    assert not wrong


@pytest.mark.parametrize(("files", "shut", "why"), SHUT, ids=[why for _files, _shut, why in SHUT])
def test_forbidden_imports_do_not_occur(files, shut, why):
    names = {path: path.relative_to(ROOT).as_posix() for path in FILES.values()}
    paths = [path for path, name in names.items() if name.startswith(files.rstrip("*")) and name not in OUTSIDE]
    assert paths
    wrong = {
        f"{path.relative_to(ROOT)} → {name}"
        for path in paths
        for name in imports(path)
        if any(name == door or name.startswith(f"{door}.") for door in shut)
    }
    assert not wrong, why


def test_no_files_import_each_other_in_a_circle():
    """Not even by a third: each circle is told by its files."""
    arrows = {name: needed(path) - {name} for name, path in FILES.items()}
    assert circles(arrows) == []


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """What is left when whatever needs nothing, or is needed by nothing, has been taken away again and again."""
    left = {name: set(others) for name, others in arrows.items()}
    while True:
        named = {other for others in left.values() for other in others}
        leaves = {name for name, others in left.items() if not others or name not in named}
        if not leaves:
            break
        left = {name: others - leaves for name, others in left.items() if name not in leaves}
    return [[name, *sorted(others)] for name, others in sorted(left.items())]


def test_an_import_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b"], ["b", "c"], ["c", "a"]]
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []

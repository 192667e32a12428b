"""The imports each room may have, as code and README say. No two files import each other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rooms import PACKAGES, ROOT, file_name

ARCHITECTURE = ROOT / "docs/architecture.md"
# room: the rooms it may import
BELOW: dict[str, set[str]] = {
    "rules": set(),
    "pairing": set(),
    "mind": {"rules"},
    "common": set(),
    "accounts": {"common"},
    "rulebook": {"rules", "common", "accounts"},
    "games": {"rules", "common", "accounts", "rulebook"},
}
GAMES = BELOW["games"] | {"games"}
BELOW |= {
    "notices": GAMES,
    "bots": GAMES | {"mind", "history"},  # minds get their seat's view; their results are in people's history
    "learn": GAMES | {"mind", "bots", "standings"},  # analyses use the minds that play; puzzles are rated
    "plans": GAMES,
    "standings": GAMES | {"people"},  # standings among friends
    "history": GAMES | {"standings"},  # rating changes of each game
    "people": GAMES | {"notices"},  # invited players are notified
    "matching": GAMES | {"pairing", "people", "standings", "notices"},  # who may meet, ratings; ends are notified
    "tournaments": GAMES | {"pairing", "people", "standings", "notices", "mind"},  # mind: how far a deal spreads points
    "talk": GAMES | {"notices", "people"},  # new messages are notified; blocked people are filtered
    "clubs": GAMES | {"people", "talk", "tournaments", "standings", "notices"},  # all that its members do together
    "ladders": GAMES | {"clubs", "people", "notices", "tournaments", "mind"},  # played as tournaments are
    # Messages are reported, decisions are notified; entries of a tournament may be one person's.
    "moderation": GAMES | {"notices", "talk", "tournaments", "clubs"},
    "family": GAMES,
    "sharing": GAMES | {"people", "standings", "tournaments", "clubs"},  # links to them and to games
}
BELOW["dominoes_site"] = {*BELOW}
# Forbidden imports within and between rooms: (files, what they never import, why).
SHUT = [
    ("rules/*", ("django", "datetime", "time", "secrets"), "the rules know no time, no chance and no database"),
    ("pairing/*", ("django", "datetime", "time", "secrets"), "pairing knows no database, no clock and no chance"),
    ("mind/*", ("django", "datetime", "secrets"), "the mind knows no database and no clock"),
    ("games/positions/referee.py", ("django", "games.models.Game"), "the referee asks and writes nothing"),
    ("notices/*", ("games.actions", "games.commit"), "notices change no game"),
    ("history/*", ("games.actions", "games.commit", "games.viewers.live"), "the history changes no game"),
    ("standings/*", ("games.actions", "games.commit"), "the standings change no game"),
    ("talk/*", ("games.actions", "games.commit", "games.positions.memory"), "talk changes no game and sees no table"),
    ("plans/*", ("games.commit",), "plans change games by their actions alone"),
    ("learn/*", ("games.commit", "games.positions.memory", "rules"), "what is learnt is learnt of finished games"),
    ("bots/*", ("games.commit", "rules"), "computers play by the actions that people play by, and see views alone"),
    ("people/*", ("games.commit", "games.positions.memory"), "people change games by their actions alone"),
    ("matching/*", ("games.commit", "games.positions.memory.remembered"), "matching begins games by actions alone"),
    ("tournaments/*", ("games.commit", "games.positions.memory"), "tournaments change games by their actions alone"),
    (
        "sharing/*",
        ("games.actions", "games.commit", "games.positions.memory"),
        "links show what watchers see",
    ),
    ("family/*", ("games.commit", "games.positions.memory"), "family tables begin games by actions alone"),
    ("moderation/*", ("games.commit",), "moderators change games by their actions alone"),
]
OUTSIDE = {"rules/__main__.py", "mind/__main__.py"}  # command lines


def modules() -> dict[str, Path]:
    """Every file of every room, by its dotted name."""
    found = {}
    for room in BELOW:
        for path in PACKAGES[room].rglob("*.py"):
            if "migrations" not in path.parts:
                name = file_name(path.with_suffix("")).replace("/", ".")
                found[name.removesuffix(".__init__")] = path
    return found


FILES = modules()


def imports(path: Path) -> Iterator[str]:
    """The dotted names a file imports, also in functions, without those for the type checker."""
    package = file_name(path.parent).split("/")
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
    """Our files that a file imports: for `games.models.Game` it is `games.models`."""
    found = set()
    for name in imports(path):
        while name and name not in FILES:
            name = name.rpartition(".")[0]
        if name:
            found.add(name)
    return found


@pytest.mark.parametrize("room", BELOW)
def test_a_room_imports_only_the_rooms_listed_for_it(room):
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
    names = {path: file_name(path) for path in FILES.values()}
    paths = [path for path, name in names.items() if name.startswith(files.rstrip("*")) and name not in OUTSIDE]
    assert paths
    wrong = {
        f"{file_name(path)} → {name}"
        for path in paths
        for name in imports(path)
        if any(name == door or name.startswith(f"{door}.") for door in shut)
        and not name.startswith("rules.words.")  # types of words alone
    }
    assert not wrong, why


@pytest.mark.parametrize("room", BELOW)
def test_a_readme_says_on_20_lines_what_its_room_may_import_and_where_to_begin(room):
    lines = (PACKAGES[room] / "README.md").read_text().splitlines()
    assert lines[0] == f"# {room}"
    assert len(lines) <= 20
    assert rooms_named(only(lines, "May import: ")) == BELOW[room]
    [first] = re.findall(r"`(.+?)`", only(lines, "Begin with ").partition(",")[0])
    assert (PACKAGES[room] / first).is_file()


@pytest.mark.parametrize("room", BELOW)
def test_a_readme_lists_files_that_exist(room):
    listed = "\n".join(re.findall(r"^- (.+?):", (PACKAGES[room] / "README.md").read_text(), re.MULTILINE))
    named = re.findall(r"`(.+?)`", listed)
    assert named
    assert [name for name in named if not (PACKAGES[room] / name).exists()] == []


def only(lines: list[str], start: str) -> str:
    """The rest of the one line that starts with these words."""
    [rest] = [line.removeprefix(start) for line in lines if line.startswith(start)]
    return rest


def rooms_named(text: str) -> set[str]:
    """The rooms in a README's sentence: "`games` and all that it imports, `people`." also names those below games."""
    if text == "all rooms.":
        return BELOW.keys() - {"dominoes_site"}
    named = set(re.findall(r"`(\w+)`", text))
    return named | BELOW["games"] if "`games` and all that it imports" in text else named


def test_the_architecture_lists_each_room_below_the_rooms_it_may_import():
    rooms = re.findall(r"^\| \[(\w+)\]\(\.\./(?:apps/)?\1/README\.md\) \|", ARCHITECTURE.read_text(), re.MULTILINE)
    assert sorted(rooms) == sorted(BELOW)
    assert [(room, other) for n, room in enumerate(rooms) for other in BELOW[room] & {*rooms[n:]}] == []


def test_no_files_import_each_other_in_a_circle():
    """Not even through a third file: each circle is reported with its files."""
    arrows = {name: needed(path) - {name} for name, path in FILES.items()}
    assert circles(arrows) == []


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """The files that remain after repeatedly removing those that import nothing or that nothing imports."""
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

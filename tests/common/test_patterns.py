"""Patterns that read texts from outside take time in proportion to the text, whatever it is."""

import ast
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

import people.models
import rules
from accounts import names
from accounts.oauth import registry
from common import logs, refusals
from common.lists import paging
from common.texts import folded
from history import studies

parser = import_module("re._parser")  # how Python itself reads a pattern
REPEATS = ("MAX_REPEAT", "MIN_REPEAT")
NOT_OURS = {"benchmarks", "deploy", "docs", "engine", "node_modules", "tests"}  # they read only our own files
IN_PATTERN = r"\\.|\[(?:[^\]\\\n]|\\.)*\]"  # what may have a slash: an escaped sign, a class
JS_PATTERN = re.compile(rf"(?:[=(,:]|\breturn) ?/((?:[^/\\\[\n*]|{IN_PATTERN})(?:[^/\\\[\n]|{IN_PATTERN})*)/")


def patterns_of_python() -> Iterator[tuple[str, str]]:
    """Where each pattern is, and its text. A part that is filled in counts as one letter."""
    for path in Path().glob("*/**/*.py"):
        if path.parts[0] in NOT_OURS or path.parts[0].startswith("."):
            continue
        source = path.read_text()
        for node in ast.walk(ast.parse(source)) if "import re\n" in source else ():
            if not (isinstance(node, ast.Call) and node.args and ast.unparse(node.func).startswith("re.")):
                continue
            match node.args[0]:
                case ast.Constant(value=str(text)):
                    yield f"{path}:{node.lineno}", text
                case ast.JoinedStr(values=parts):
                    texts = [str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts]
                    yield f"{path}:{node.lineno}", "".join(texts)


def patterns_of_scripts() -> Iterator[tuple[str, str]]:
    for path in Path("static/js").rglob("*.js"):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.lstrip().startswith(("//", "*", "/*")):
                yield from ((f"{path}:{number}", found) for found in JS_PATTERN.findall(line))


def endless(item: tuple[object, object]) -> bool:
    kind, what = item
    return str(kind) in REPEATS and isinstance(what, tuple) and what[1] == parser.MAXREPEAT


def parts_of(pattern: object) -> Iterator[tuple[object, object]]:
    """Every part of a pattern as Python has read it, with the parts within it."""
    if isinstance(pattern, parser.SubPattern):
        for item in pattern:
            yield item
            yield from parts_of(item[1])
    elif isinstance(pattern, (tuple, list)):
        for each in pattern:
            yield from parts_of(each)


def first_of(pattern: object) -> str:
    """The kind of the sign with which *pattern* begins."""
    kind, what = pattern[0]
    return first_of(what[-1]) if str(kind) == "SUBPATTERN" else str(kind)


def may_take_long(text: str) -> bool:
    """Whether *text* repeats without end something that repeats without end, and nothing says where one time ends.

    A body that begins with a sign of its own says it, as in ``(?:\\.[a-z]+)+``.
    """
    return any(
        endless((kind, what)) and any(map(endless, parts_of(what[2]))) and first_of(what[2]) != "LITERAL"
        for kind, what in parts_of(parser.parse(text))
    )


@pytest.mark.parametrize(
    ("text", "long"),
    [(r"(\s*|#.*\n)*format *:", True), (r"(a+)+", True), (r"(?:\.[a-z]+)+", False), (r"\d+-\d+", False)],
)
def test_the_check_knows_a_pattern_that_doubles_its_work_with_each_sign(text, long):
    assert may_take_long(text) is long


def test_no_pattern_of_ours_repeats_something_that_repeats():
    found = [*patterns_of_python(), *patterns_of_scripts()]
    assert len(found) > 50
    assert [where for where, text in found if may_take_long(text)] == []


HEAD = "format: dominoes/1\ngame: block\noptions: hand=1 end=rounds:1\nseat: Ada\nseat: Ben\n\n"
READERS: dict[str, Callable[[str], object]] = {
    "study": studies.play_record,
    "header": lambda text: rules.parse_game(f"format: dominoes/1\n{text}"),
    "deal": lambda text: rules.parse_game(HEAD + text),
    "moves": lambda text: rules.game_text(rules.parse_game(f"{HEAD}6-5 / 6-4 |{text}")),
    "position": rules.parse_position,
    "standing": lambda text: rules.parse_position(f"block seats=2 | round=1 totals={text} | 6-5 / 6-4"),
    "move": rules.parse_move,
    "display name": names.check_nickname,
    "user name": names.username,
    "name of an app": registry.check_name,
    "name to invite": people.models.key_of,
    "name of an opponent": folded,
    "cursor": lambda text: paging.CURSOR.fullmatch(text),
    "log": lambda text: logs.without_secrets(f"/seat/{text} Key ({text}"),
}
# One or two kinds of signs, and how often: each shape is a way to make a reader look at the same sign again.
TEXTS = [
    "\n",
    "\n x",
    " \n#",
    "# ",
    "#\nx",
    "-",
    "/",
    "0,",
    "0-0 ",
    "| ",
    ";",
    ";0",
    "[",
    '{"',
    "\\",
    "a=",
    ":",
    "\u0301\u0323",
]


def seconds(read: Callable[[str], object], text: str) -> float:
    """The time of this thread for *text*."""
    begun = time.thread_time()
    with suppress(rules.RulesError, refusals.Refused, names.NotPossible):
        read(text)
    return time.thread_time() - begun


def grows_with_its_length(read: Callable[[str], object], signs: str, end: str) -> bool:
    """Whether four times as many signs take less than seven times as long. We compare the quickest of up to twenty
    tries, as other work on the machine only adds to a time.
    """
    short, long = (signs * (length // len(signs)) + end for length in (10_000, 40_000))
    few = many = float("inf")
    for _ in range(20):
        few, many = min(few, seconds(read, short)), min(many, seconds(read, long))
        if many < 7 * max(few, 0.000_2):  # below that, the clock measures itself
            return True
    return False


@pytest.mark.every_case("each reads another text")
@pytest.mark.parametrize("name", READERS)
def test_four_times_as_many_signs_take_four_times_as_long_not_sixteen_times(name):
    read = READERS[name]
    for signs in TEXTS:
        for end in ("", "x"):
            assert grows_with_its_length(read, signs, end), (signs, end)

"""Only `games.commit` writes the row of a game in play, so that each change is a compare and swap on its version."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games import actions
from games.clocks import clock
from games.models import Game
from games.positions import memory
from tests.games.playing import legal, play_out
from tests.rooms import django_rooms, file_name

ROOT = Path(__file__).parent.parent.parent
COMMIT = "games/commit.py"
# Each of these writes games that aren't in play: the function, and which games it writes.
NOT_IN_PLAY = {
    "games/actions/offer.py create_game": "a new one",
    "games/actions/offer.py start_table": "a new one",
    "games/actions/offer.py sit": "an open one, locked",
    "games/actions/offer.py leave": "an open one, locked",
    "games/actions/computers.py send_computer_away": "an open one, locked",
    "games/actions/keep_seats.py _changed": "an open one, locked",
    "games/actions/rematch.py _rematch_of": "a new one",
    "games/actions/rematch.py offer_rematch": "a finished one, whose boards show its rematch",
    "games/actions/rematch.py drop_rematch": "a finished one, and its open rematch, both locked",
    "games/actions/rematch.py merge_guest": "open ones, whose host has another seat now",
    "games/actions/rows.py announce_rematch": "a finished one, whose boards show its rematch",
    "games/actions/annul.py annul_game": "a finished one, locked",
    "games/settling.py retry": "finished ones, to be settled later",
    "games/settling.py TAKE": "finished ones, to be settled now",
    "dominoes_site/management/commands/demo.py _put_back": "those of the demo, before anybody opens them",
}
WRITES = {"create", "update", "bulk_update", "bulk_create", "update_or_create", "get_or_create", "save", "delete"}


def in_our_code() -> Iterator[str]:
    """Where a function writes rows of games, or a constant holds SQL that does: the file and the name."""
    for path in (path for room in django_rooms() for path in room.rglob("*.py") if "migrations" not in path.parts):
        file, tree = file_name(path), ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and any(writes_games(each, node) for each in ast.walk(node)):
                yield f"{file} {node.name}"
            if isinstance(node, ast.Assign) and "UPDATE games_game" in ast.unparse(node.value):
                yield f"{file} {ast.unparse(node.targets[0])}"


def writes_games(node: ast.AST, function: ast.FunctionDef) -> bool:
    """Whether this is a call that writes rows of games: of `Game.objects`, of a name for them, or of one `Game`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in WRITES:
        return False
    asked = ast.unparse(node.func.value)
    names = {
        name.id
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and re.search(r"\bGame\.objects\b|\blocked\(", ast.unparse(each.value))
        for target in each.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    names |= {each.arg for each in ast.walk(function) if is_a_game(each)}
    return asked.startswith("Game.objects") or bool(re.match(rf"({'|'.join(['game', *names])})(\.filter\(.*)?$", asked))


def is_a_game(node: ast.AST) -> bool:
    return isinstance(node, ast.arg) and node.annotation is not None and "Game" in ast.unparse(node.annotation)


def test_no_statement_elsewhere_writes_games_in_play():
    elsewhere = {where for where in in_our_code() if not where.startswith(COMMIT)}
    assert elsewhere == set(NOT_IN_PLAY)


# ---- What really happens


def in_play() -> dict[int, Any]:
    """The rows of all games in play."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_game WHERE status = 'playing'")
        return {row[0]: row for row in cursor.fetchall()}


@pytest.fixture
def writers() -> Iterator[list[str]]:
    """The functions outside `games.commit` that change the row of a game in play during the test."""
    found: list[str] = []

    def spy(execute: Callable[..., Any], sql: str, *how: Any) -> Any:
        if not re.match(r'\s*(UPDATE|DELETE FROM) "?games_game\b', sql):
            return execute(sql, *how)
        before = in_play()
        answer = execute(sql, *how)
        after, frames = in_play(), calls()
        if not any(file == COMMIT for file, _name in frames) and any(after.get(key) != before[key] for key in before):
            found.append(" ".join(next(each for each in frames if not each[0].startswith((".venv", "tests/work.py")))))
        return answer

    with connection.execute_wrapper(spy):
        yield found


def calls() -> list[tuple[str, str]]:
    """Our files and functions that are running, the innermost first."""
    frame, found = sys._getframe(2), []  # whoever called the spy
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            found.append((file_name(path), frame.f_code.co_name))
        frame = frame.f_back
    return found


def move(game: Game) -> None:
    table = memory.current(game.public_id)
    actions.play_move(public_id=game.public_id, seat=table.turn, text=legal(table)[0], version=table.version)


def rests_on_weekends(player: Any) -> None:
    before = player.rest
    player.weekend_pause = True
    player.save(update_fields=["weekend_pause"])
    actions.reschedule(player=player, before=before, now=timezone.now())


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_commit_writes_every_change_of_a_game_in_play(ada, ben, cleo, guest, game_between, writers):
    long = {"options": {"end": "rounds:9"}, "rated": False}
    game = game_between(ada, ben, misses="computer", **long)
    move(game)
    late = memory.current(game.public_id)
    assert clock.sweep(late.deadline) == 1
    actions.come_back(public_id=game.public_id, player=[ada, ben][late.turn])
    assert memory.current(game.public_id).version == late.version + 2
    rests_on_weekends(ada)
    with transaction.atomic():
        actions.may_be_called(player=ada, name="Adele")
    actions.show_name(player=ada)
    actions.resign_game(public_id=game.public_id, player=ada)
    moved_for = game_between(ada, ben, misses="move", **long)
    assert clock.sweep(memory.current(moved_for.public_id).deadline) >= 1
    actions.annul_game(public_id=moved_for.public_id, now=timezone.now())
    aborted = game_between(ada, cleo, **long)
    actions.abort_game(public_id=aborted.public_id, player=cleo)
    mo = guest("Mo")
    theirs = game_between(mo, ben, **long)
    with transaction.atomic():
        actions.merge_guest(guest=mo, account=cleo)
    with transaction.atomic():
        actions.forget_player(player=ben)
    assert Game.objects.get(pk=theirs.pk).creator == cleo
    play_out(game_between(ada, cleo, options={"end": "rounds:1"}).public_id)
    assert writers == []


@pytest.mark.both_databases
@pytest.mark.django_db
def test_the_spy_sees_another_writer(ada, ben, game_between, writers):
    game = game_between(ada, ben)
    Game.objects.filter(pk=game.pk).update(version=99)
    assert writers == ["tests/games/test_only_commit_writes.py test_the_spy_sees_another_writer"]

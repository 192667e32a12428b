"""The way of a move (docs/architecture.md): our files it runs through, in order."""

import sys
from pathlib import Path
from typing import Any

import pytest

from common.processes import nudges
from games import actions
from games.positions import memory
from games.sockets import open_sockets
from tests.games.playing import legal
from tests.rooms import file_name

ROOT = Path(__file__).parent.parent.parent
WALK = [
    "games/actions/move.py",
    "rules",
    "games/positions/memory.py",
    "games/positions/referee.py",
    "games/commit.py",
    "games/after_move.py",
    "notices/followers.py",
    "plans/followers.py",
    "games/viewers/live.py",
    "games/sockets/open_sockets.py",
    "games/shown/table_view.py",
    "games/viewers/elsewhere.py",
    "games/viewers/news.py",
    "common/processes/nudges.py",
    "games/followers.py",
    "games/shown/events.py",
]
# Values and small tools used on the way.
ASKED = {
    "accounts/rest.py",
    "common/database.py",
    "common/processes/failures.py",
    "common/times/timestamps.py",
    "dominoes_site/postgresql/base.py",
    "dominoes_site/sqlite/base.py",
    "games/changes.py",
    "games/shown/partner_signals.py",
    "games/positions/tables.py",
    "rulebook/time_control.py",
}


class OpenBoard:
    """A socket showing the game to one of its players."""

    version = 0

    def __init__(self, game: Any, player: Any) -> None:
        self.group, self.player = open_sockets.game_group(game.public_id), player.pk

    def show(self, version: int, text: str) -> None:
        self.version = version


@pytest.mark.django_db(transaction=True)
def test_a_move_runs_through_the_documented_files_in_order(ada, ben, game_between, monkeypatch):
    game = game_between(ada, ben, variant="block")
    board = OpenBoard(game, ada)
    monkeypatch.setattr(open_sockets.hub, "followers", {board.group: {board}})
    monkeypatch.setattr(open_sockets.hub, "soon", lambda call, *about: call(*about))
    monkeypatch.setattr(nudges, "has_listeners", lambda: True)
    table = memory.current(game.public_id)
    move = {"seat": table.turn, "text": legal(table)[0], "version": table.version}
    passed = files_passed(lambda: actions.play_move(public_id=game.public_id, **move))
    assert board.version == table.version + 1
    assert [file for file in passed if file not in ASKED] == WALK


def files_passed(call: Any) -> list[str]:
    """Our files in which functions are called, in the order of the first calls."""
    passed: dict[str, None] = {}

    def note(frame: Any, event: str, _arg: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT):
            file = file_name(path)
            if not file.startswith((".venv", "tests")):
                passed["rules" if file.startswith("rules/") else file] = None

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return list(passed)


def test_the_guide_lists_all_these_files():
    guide = (ROOT / "docs" / "architecture.md").read_text()
    assert [file for file in WALK if Path(file).name not in guide] == []

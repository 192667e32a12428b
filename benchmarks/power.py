"""The cost of SQLite keeping every move at a power cut: `SQLITE_SYNCHRONOUS=FULL` beside `NORMAL`.

    python -m benchmarks.power [--folder ON_THE_DISK_IN_QUESTION]

The service makes moves one after the other. The two settings take turns, as the speed of a disk varies.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.live.server import ROOT, LiveServer

TURNS, MOVES = 7, 300
LONG = {"variant": "brettspielnetz", "options": {"end": "rounds:100"}, "clock": "none"}
PLAY = f"""
import random, time, django
django.setup()
from games.models import Game
from tests.live.seed import play
game = Game.objects.get().public_id
play(game, 20, random.Random(0))
began = time.perf_counter()
play(game, {MOVES}, random.Random(1))
print({MOVES} / (time.perf_counter() - began))
"""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--folder", type=Path, help="where the databases are made; without it where temporary files are")
    speeds: dict[str, list[float]] = {"NORMAL": [], "FULL": []}
    with tempfile.TemporaryDirectory(dir=words.parse_args().folder) as name:
        for how in speeds:
            (Path(name) / how).mkdir()
        begun = LiveServer(Path(name)).migrate()
        begun.seed(games=1, **LONG)
        for _turn in range(TURNS):
            for how, found in speeds.items():
                found.append(speed(LiveServer(Path(name) / how, env={"SQLITE_SYNCHRONOUS": how}), begun))
    normal, full = (statistics.median(found) for found in speeds.values())
    print(f"moves a second: NORMAL {normal:.0f}, FULL {full:.0f}, ratio {full / normal:.2f}")


def speed(server: LiveServer, begun: LiveServer) -> float:
    """Moves per second in a running game."""
    server.migrate(begun.folder / "db.sqlite3")
    env = server.env | {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
    asked = [sys.executable, "-c", PLAY]
    return float(subprocess.run(asked, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    main()

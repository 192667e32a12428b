"""`python -m benchmarks.eight`: how eight connections that request an expensive page without pause slow down others.

It uses a database that `benchmarks.looks` has filled, with the default limits. A visitor opens the rules of a game ten
times a second, first alone, then while eight clients at one address send requests without cookies. `--root` measures
another checkout.
"""

import argparse
import sqlite3
import tempfile
from pathlib import Path

from benchmarks.readers import BESIDE, beside_readers, look, others
from tests.live.server import ROOT, LiveServer

GAME = "SELECT public_id FROM games_game WHERE options LIKE '%rounds:120%'"
PAGES = ("/g/{}/analysis/", "/g/{}/text/", "/g/{}/", "/watch/", "/house-rules/change/draw/")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", type=Path, help="the file of SQLite")
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout")
    chosen = parser.parse_args()
    with sqlite3.connect(chosen.database) as database:
        [(game,)] = database.execute(GAME).fetchall()
    with tempfile.TemporaryDirectory() as name:
        env = {"DEBUG": "0", "LIMITS": "1", "WORKER": "none", "MINDS": "0", "STATIC_ROOT": f"{name}/static"}
        env["DATABASE_URL"] = f"sqlite:///{chosen.database}"
        server = LiveServer(Path(name), env=env, root=chosen.root)
        server.manage("collectstatic", "--noinput", "--verbosity", "0")
        for page in PAGES:
            with server:
                look(server, BESIDE)
                print(f"alone, {others(server, 5)}")
                print(f"{page.format(game)}: {beside_readers(server, page.format(game))}", flush=True)


if __name__ == "__main__":
    main()

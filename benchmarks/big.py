"""Pages with a full database: 100,000 finished games, 10,000 players, a few hundred games open or in play.

For every page: the number of queries, its time as a ratio to the simplest page through the same stack, and the query
plans of PostgreSQL. A plan that reads a whole table of more than 5,000 rows fails the run; `--plans` prints all plans.
`--database` names a database to fill and keep; an already filled one is only measured.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.server import postgres_database
from tests.live.server import ROOT, LiveServer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--star", type=int, default=20, help="one game in so many is the busiest player's; 1: all")
    parser.add_argument("--plans", action="store_true", help="print every plan, not only those that fail")
    parser.add_argument("--database", metavar="URL", help="instead of a new one that is dropped afterwards")
    chosen = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = chosen.database or stack.enter_context(postgres_database("boneyard_big"))
        if url is None:
            return 0
        env = {"DEBUG": "0", "LOG_LEVEL": "ERROR", "LIMITS": "0", "DATABASE_URL": url}
        site = LiveServer(folder, env=env).migrate()
        numbers = map(str, (chosen.games, chosen.players, chosen.star, int(chosen.plans)))
        command = [sys.executable, "-m", "benchmarks.big", "--child", *numbers]
        return subprocess.run(command, cwd=ROOT, env=site.env, check=False).returncode


def child(games: int, players: int, star: int, *, plans: bool) -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
    django.setup()
    from benchmarks import big_fill, big_pages

    if not big_fill.is_full():
        big_fill.fill(games, players, star)
    return big_pages.measure(big_fill.people(), plans=plans)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        sys.exit(child(int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), plans=sys.argv[5] == "1"))
    sys.exit(main())

"""Pages with a full database: 100,000 finished games, 10,000 players, a few hundred games open or in play.

For every page: the number of queries, its time as a ratio to the simplest page through the same stack, and the query
plans of PostgreSQL. A plan that reads a whole table of more than 5,000 rows fails the run; `--plans` prints all plans.
`--database` names a database to fill and keep; an already filled one is only measured.
"""

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path

from benchmarks.server import ALONE, call, postgres_database
from tests.live.server import LiveServer


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
        site = LiveServer(folder, env=ALONE | {"DATABASE_URL": url}).migrate()
        filled = call(site, "benchmarks.big_fill.fill", chosen.games, chosen.players, chosen.star)
        return filled or call(site, "benchmarks.big_pages.measure", chosen.plans)


if __name__ == "__main__":
    sys.exit(main())

"""The cost of moves, pages and mails beside their budgets, so that every change shows what it adds.

The cost is CPU time of this process, as a ratio to a loop of plain Python measured right before it, so that machines
compare. Both are lower quartiles, as other load on the machine only adds time. benchmarks/budget.json has the last
accepted figures. More than 1.25 times as much gets a mark; `--accept` writes the new figures. It runs on SQLite, or on
a new database beside that of DATABASE_URL; PostgreSQL's own time isn't included. The tests fix the numbers of
statements (tests/costs/numbers.py).

A move is `actions.play_move` with all its follow-ups, without watchers. Sockets and visits go through the ASGI
application, the pages of a visit and all others through Django's test client. A mail ends in a list instead of the mail
server; a push is written, encrypted and signed, but not sent.
"""

import argparse
import json
import os
import statistics
import tempfile
from pathlib import Path

from benchmarks.meter import Meter
from tests.live.postgres import new_database
from tests.live.server import LiveServer

ACCEPTED = Path(__file__).with_name("budget.json")
DEARER = 1.25
ENV = {
    "DEBUG": "0",
    "LOG_LEVEL": "ERROR",
    "WORKER": "none",
    "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
}

Costs = dict[str, dict[str, float]]  # by kind: µs, loops


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="these figures are what the next ones are held against")
    chosen = parser.parse_args()
    url = os.environ.get("DATABASE_URL", "")
    with tempfile.TemporaryDirectory() as folder:
        if url.startswith("postgres"):
            with new_database("boneyard_budget", beside=url) as new:
                database, costs = "postgresql", measured(Path(folder), {"DATABASE_URL": new})
        else:
            database, costs = "sqlite", measured(Path(folder), {})
    accepted: dict[str, Costs] = json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {}
    show(costs, accepted.get(database, {}))
    if chosen.accept:
        ACCEPTED.write_text(as_text(accepted | {database: costs}))


def measured(folder: Path, env: dict[str, str]) -> Costs:
    os.environ.update(LiveServer(folder, env=ENV | env | {"STATIC_ROOT": str(folder)}).migrate().env)
    meter = Meter()
    from benchmarks import costs  # reads the settings

    costs.measure(meter, costs.Site())
    return {kind: cost(meter, kind) for kind in costs.KINDS}


def cost(meter: Meter, kind: str) -> dict[str, float]:
    us, loop_us = (statistics.quantiles(column, n=4)[0] for column in zip(*meter.timed[kind], strict=True))
    return {"us": round(us), "loops": round(us / loop_us, 2)}


def show(costs: Costs, accepted: Costs) -> None:
    print(f"{'':32}{'µs':>8}{'loops':>9}{'accepted':>10}{'ratio':>7}")
    for kind, now in costs.items():
        mark, beside = "?", ""
        if before := accepted.get(kind):
            ratio = now["loops"] / before["loops"]
            mark, beside = "✗" if ratio > DEARER else " ", f"{before['loops']:10.2f}{ratio:7.2f}"
        print(f" {mark} {kind:29}{now['us']:8.0f}{now['loops']:9.2f}{beside}")


def as_text(accepted: dict[str, Costs]) -> str:
    """JSON with one line per kind, so that diffs show single kinds."""
    databases = []
    for database, costs in accepted.items():
        lines = ",\n".join(f"  {json.dumps(kind)}: {json.dumps(cost)}" for kind, cost in costs.items())
        databases.append(f" {json.dumps(database)}: {{\n{lines}\n }}")
    return "{\n" + ",\n".join(databases) + "\n}\n"


if __name__ == "__main__":
    main()

"""What a long study costs, and what others feel of it: `python -m benchmarks.readers`.

A server of its own; a shared study of a match that took some thousand moves is looked at once, then by eight readers
without a pause, while somebody beside them opens the rules of a game ten times a second.
"""

import json
import random
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from statistics import quantiles

import rules
from benchmarks.lengths import choice
from rules.record import compose
from tests.live.server import LiveServer

MOVES, READERS, SECONDS = 5_900, 8, 15
SEED = """
import django; django.setup()
import sys
from django.utils import timezone
from accounts.models import User
from history.models import Study
import json
ada = User.objects.create_user(username="ada", nickname="Ada")
record = json.loads(open(sys.argv[1]).read())
kept = Study.objects.create(owner=ada, title="A long one", record=record, shared=True, created_at=timezone.now())
print(kept.public_id)
"""


def long_record(moves: int) -> dict[str, object]:
    rng, deals, number = random.Random(3), [], 0
    game = rules.new_game(rules.ruleset("muggins", {"end": "rounds:1000"}, 4))
    while number < moves and game.over is None:
        position = rules.start_round(game, rules.make_deal(game, lambda _why, tiles: rng.sample(tiles, len(tiles))))
        while not position.over and number < moves:
            position = rules.play(position, rules.forced(position) or choice(position, rng))
            number += 1
        deals.append(position)
        if position.over:
            game = position.after
    return compose(game.rules, ["Ada", "Ben", "Cleo", "Dan"], deals).as_dict()


def took(address: str) -> float:
    began = time.perf_counter()
    with urllib.request.urlopen(address, timeout=60) as answer:
        answer.read()
    return time.perf_counter() - began


def cpu(pid: int) -> float:
    """Seconds of it that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def others(address: str, seconds: float) -> float:
    """The 95th percentile of what somebody beside them waits, in milliseconds."""
    waits, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        waits.append(took(address))
        time.sleep(0.1)
    return quantiles(waits, n=20)[-1] * 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "record.json").write_text(json.dumps(long_record(MOVES)))
        with LiveServer(folder, env={"DEBUG": "0", "STATIC_ROOT": str(folder / "static")}).migrate() as server:
            server.manage("collectstatic", "--noinput", "--verbosity", "0")
            server.restart()
            public_id = server._python("-c", SEED, str(folder / "record.json")).strip()
            study, beside = f"{server.url}/study/{public_id}/", f"{server.url}/rules/muggins/"
            took(beside)
            print(f"quiet, others: p95 {others(beside, 5):.0f} ms")
            for look in ("first", "second", "third"):
                before = cpu(server.pid)
                took(study)
                print(f"{look} look: {cpu(server.pid) - before:.2f} s of CPU")
            server.restart()  # nothing is kept
            took(beside)
            stop = threading.Event()
            looks: list[float] = []

            def read() -> None:
                while not stop.is_set():
                    looks.append(took(study))

            readers = [threading.Thread(target=read) for _ in range(READERS)]
            for reader in readers:
                reader.start()
            waited = others(beside, SECONDS)
            stop.set()
            for reader in readers:
                reader.join()
            print(f"{READERS} readers, others: p95 {waited:.0f} ms; {len(looks)} looks, the slowest {max(looks):.1f} s")


if __name__ == "__main__":
    main()

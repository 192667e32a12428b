"""The cost of a long study, and how much it slows down others: `python -m benchmarks.readers`.

It starts its own server. A shared study of a match with thousands of moves is opened once, then by eight readers at one
address without pause. Meanwhile a visitor elsewhere opens the rules of a game ten times a second: first without limits,
then with the default ones.
"""

import contextlib
import json
import random
import tempfile
import threading
import time
from collections import Counter
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles

import rules
from benchmarks.lengths import choice
from rules.record import compose
from tests.live.server import LiveServer

MOVES, READERS, SECONDS = 5_900, 8, 15
OTHERS, READING = "127.0.0.1", "127.0.0.2"
BESIDE = "/rules/muggins/"
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


def look(server: LiveServer, path: str, source: str = OTHERS) -> tuple[float, int]:
    """Seconds until a visitor at the address *source* has the page, and the status of the answer."""
    began = time.perf_counter()
    wire = HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(source, 0))
    with contextlib.closing(wire):
        wire.request("GET", path)
        answer = wire.getresponse()
        answer.read()
    return time.perf_counter() - began, answer.status


def cpu(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def others(server: LiveServer, seconds: float) -> str:
    """Median and 95th percentile of another visitor's waits."""
    waits, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        waits.append(look(server, BESIDE)[0])
        time.sleep(0.1)
    cuts = quantiles(waits, n=20)
    return f"others: p50 {cuts[9] * 1000:.0f} ms, p95 {cuts[-1] * 1000:.0f} ms"


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "record.json").write_text(json.dumps(long_record(MOVES)))
        env = {"DEBUG": "0", "STATIC_ROOT": str(folder / "static"), "DJANGO_SETTINGS_MODULE": "dominoes_site.settings"}
        with LiveServer(folder, env=env).migrate() as server:
            server.manage("collectstatic", "--noinput", "--verbosity", "0")
            server.restart()
            public_id = server._python("-c", SEED, str(folder / "record.json")).strip()
            study = f"/study/{public_id}/"
            look(server, BESIDE)
            print(f"quiet, {others(server, 5)}")
            for nth in ("first", "second", "third"):
                before = cpu(server.pid)
                look(server, study)
                print(f"{nth} look: {cpu(server.pid) - before:.2f} s of CPU")
            for limits in ("0", "1"):
                server.env["LIMITS"] = limits
                server.restart()  # clears its caches
                look(server, BESIDE)
                print(f"limits {'on' if int(limits) else 'off'}, {beside_readers(server, study)}", flush=True)


def beside_readers(server: LiveServer, study: str) -> str:
    stop = threading.Event()
    looks: list[tuple[float, int]] = []

    def read() -> None:
        while not stop.is_set():
            looks.append(look(server, study, READING))

    readers = [threading.Thread(target=read) for _ in range(READERS)]
    for reader in readers:
        reader.start()
    waited = others(server, SECONDS)
    stop.set()
    for reader in readers:
        reader.join()
    answers = Counter(status for _seconds, status in looks)
    slowest = max(seconds for seconds, _status in looks)
    return f"{READERS} readers, {waited}; {dict(answers)} looks, the slowest {slowest:.1f} s"


if __name__ == "__main__":
    main()

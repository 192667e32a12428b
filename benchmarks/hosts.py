"""Is every acknowledged move still there when machines lose their network or die?

`python -m benchmarks.hosts`, as root, plays on machines that are network namespaces of this one: two with a web process
and a worker each, PostgreSQL's primary and its synchronous standby, and two with Redis, a primary and a replica. Three
Sentinels watch Redis. Players come from outside, by the API and through both web processes. One link after the other is
cut for 15 or 45 seconds, without a word to either end; then Redis's primary is killed, then PostgreSQL's, whose standby
is promoted. In the end, every acknowledged move must be stored exactly once, and every game finished and settled.

It needs iproute2, PostgreSQL and Redis: `apt-get install iproute2 postgresql redis-server`.
"""

import argparse
import contextlib
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.clusters import PORTS, Cluster
from benchmarks.goals import Row
from benchmarks.kills import RULES, UNTIL_NOTICED, Killed
from benchmarks.server import QUIET, await_heartbeat
from tests.live.server import LiveServer

NETWORK = "bones"  # the bridge, and the beginning of all names
OUTSIDE = "10.77.0.1"
ADDRESS = {
    "web1": "10.77.0.11", "web2": "10.77.0.12", "data1": "10.77.0.21", "data2": "10.77.0.22",
    "redis1": "10.77.0.31", "redis2": "10.77.0.32",
}  # fmt: skip
SENTINELS = ("web1", "redis1", "redis2")
DATABASE = (
    f"postgres://postgres@/postgres?host={ADDRESS['data1']},{ADDRESS['data2']}&port={PORTS[0]},{PORTS[1]}"
    "&target_session_attrs=read-write"
)
REDIS = f"redis+sentinel://{','.join(ADDRESS[each] for each in SENTINELS)}:26379/bones/0"
SENTINEL = """port 26379
protected-mode no
sentinel monitor bones {primary} 6379 2
sentinel down-after-milliseconds bones 5000
sentinel failover-timeout bones 10000
"""
# After a cut, the two otherwise find each other only when TCP, which waits twice as long each time, tries again.
QUICKLY_FOUND = "wal_sender_timeout=5s", "wal_receiver_timeout=5s"
CUTS = ("web1", 15), ("web2", 45), ("data2", 15), ("data2", 45), ("data1", 15), ("data1", 45), ("redis1", 15)
GAMES = 12
ROUNDS = 15  # so many that no game ends before the last trouble
PAUSE = 1.5  # seconds that a player thinks, on average
BETWEEN = 10  # seconds without trouble
AGAIN_SECONDS = 60  # for all games to go on
PATIENCE = 5  # seconds for an answer
AVOIDED = 10  # seconds in which nobody asks a web process that didn't answer, as our proxies do
LAST_SECONDS = 300  # for all games to end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds that a player thinks, on average")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        try:
            machines = running.enter_context(network())
        except (OSError, RuntimeError) as error:
            sys.exit(f"This machine can't make network namespaces: {error}")
        sys.exit(bool(Site(Path(folder), machines, running).play_through(chosen.pause)))


# ---- The network


def ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")


class Machine:
    """A network namespace with one address, and the processes there."""

    def __init__(self, name: str) -> None:
        self.name, self.space, self.address = name, f"{NETWORK}-{name}", ADDRESS[name]
        self.inside = ["ip", "netns", "exec", self.space]

    def create(self) -> None:
        ip("netns", "add", self.space)
        ip("link", "add", self.space, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        ip("link", "set", self.space, "master", NETWORK, "up")
        ip("-n", self.space, "addr", "add", f"{self.address}/24", "dev", "eth0")
        for each in ("eth0", "lo"):
            ip("-n", self.space, "link", "set", each, "up")

    def cut(self) -> None:
        """The other end leaves the bridge, so nothing arrives, and nobody learns why."""
        ip("link", "set", self.space, "nomaster")

    def mend(self) -> None:
        ip("link", "set", self.space, "master", NETWORK)

    def start(self, *words: str, **how: Any) -> "subprocess.Popen[bytes]":
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}  # they complain of what we do to them
        return subprocess.Popen([*self.inside, *words], **quiet, **how)


@contextlib.contextmanager
def network() -> Iterator[dict[str, Machine]]:
    machines = {name: Machine(name) for name in ADDRESS}
    try:
        ip("link", "add", NETWORK, "type", "bridge")
        ip("addr", "add", f"{OUTSIDE}/24", "dev", NETWORK)
        ip("link", "set", NETWORK, "up")
        for machine in machines.values():
            machine.create()
        yield machines
    finally:
        for words in [*(["netns", "del", each.space] for each in machines.values()), ["link", "del", NETWORK]]:
            with contextlib.suppress(OSError, RuntimeError):
                ip(*words)


# ---- The site


class Site(Killed):
    """All processes run on their machines from the beginning; only those that we kill end."""

    def __init__(self, folder: Path, machines: dict[str, Machine], running: contextlib.ExitStack) -> None:
        self.folder, self.machines, self.running = folder, machines, running
        folder.chmod(0o755)
        self.primary, self.standby = self.clusters()
        self.redis = self.start_redis()
        env = QUIET | {"DATABASE_URL": DATABASE, "REDIS_URL": REDIS, "ALLOWED_HOSTS": "*", "MINDS": "0"}
        super().__init__("Six machines", LiveServer(folder, env=env))
        for name in ("web1", "web2"):
            self.start(name, sys.executable, "-m", "daphne", "-v", "0", "-b", "0.0.0.0", "-p", "8000",
                       "dominoes_site.asgi:application", env=self.webs[0].env)  # fmt: skip
            self.start(name, sys.executable, "manage.py", "worker", env=self.webs[0].env)
        await_heartbeat(DATABASE)

    def start(self, name: str, *words: str, **how: Any) -> "subprocess.Popen[bytes]":
        process = self.machines[name].start(*words, **how)
        self.running.callback(process.wait)
        self.running.callback(process.kill)
        return process

    def start_worker(self) -> None:
        """Two run already."""

    def clusters(self) -> tuple[Cluster, Cluster]:
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        shutil.chown(data, "postgres")
        machines = self.machines["data1"], self.machines["data2"]
        both = [
            Cluster(data / each.name, port, each.address, each.inside)
            for each, port in zip(machines, PORTS, strict=True)
        ]
        primary, standby = both
        primary.create()
        with (primary.folder / "pg_hba.conf").open("a") as access:
            access.write("host all all 10.77.0.0/24 trust\nhost replication all 10.77.0.0/24 trust\n")
        for each in both:
            self.running.callback(each.stop)
        primary.start("synchronous_standby_names=standby", *QUICKLY_FOUND)
        standby.copy(primary)
        standby.start("hot_standby=on", *QUICKLY_FOUND)
        return primary, standby

    def start_redis(self) -> "dict[str, subprocess.Popen[bytes]]":
        program = shutil.which("redis-server") or "redis-server"
        alone = ["--protected-mode", "no", "--save", "", "--dir", str(self.folder)]
        primary = self.start("redis1", program, *alone)
        replica = self.start("redis2", program, *alone, "--replicaof", ADDRESS["redis1"], "6379")
        time.sleep(2)
        for name in SENTINELS:
            file = self.folder / f"{name}.conf"
            file.write_text(SENTINEL.format(primary=ADDRESS["redis1"]))
            self.start(name, program, str(file), "--sentinel")
        return {"redis1": primary, "redis2": replica}

    # ---- Play

    def play_through(self, pause: float) -> int:
        """The number of moves that were lost or stored twice, and of games that didn't end or weren't settled."""
        rules = RULES | {"options": {"end": f"rounds:{ROUNDS}"}}
        games = [Table(game, pause) for game in self.webs[0].seed(games=GAMES, **rules)["games"]]
        for game in games:
            game.start()
        while min(len(game.acknowledged) for game in games) < 2:  # so both web processes have loaded all they need
            time.sleep(0.1)
        time.sleep(BETWEEN)
        for name, seconds in CUTS:
            machine = self.machines[name]
            self.report(games, f"{name} cut off for {seconds} s", machine.cut, seconds, machine.mend)
        self.report(games, "Redis's primary killed", self.kill_redis)
        self.report(games, "PostgreSQL's primary killed", self.primary.kill9, UNTIL_NOTICED, self.standby.promote)
        for game in games:
            game.pause = 0.0
        until = time.monotonic() + LAST_SECONDS
        for game in games:
            game.join(max(0.0, until - time.monotonic()))
        unfinished = sum(game.is_alive() for game in games)
        self.acknowledged = [key for game in games for key, _at in game.acknowledged]
        wrong = self.wrong() | {"not finished": unfinished}
        print(f"{len(self.acknowledged)} moves acknowledged in {GAMES} games; {wrong}")
        return sum(wrong.values())

    def kill_redis(self) -> None:
        """The primary may be another than at first."""
        asked = ["redis-cli", "-h", ADDRESS["web1"], "-p", "26379", "sentinel", "get-master-addr-by-name", "bones"]
        address = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()[0]
        (name,) = (name for name, known in ADDRESS.items() if known == address)
        self.redis[name].kill()

    def report(
        self,
        games: "list[Table]",
        name: str,
        trouble: Callable[[], object],
        seconds: float = 0,
        mend: Callable[[], object] = lambda: None,
    ) -> None:
        """Make trouble, wait, mend it, and print how the players fared."""
        refused = sum(game.refused for game in games)
        began = time.monotonic()
        trouble()
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        mend()
        mended = time.monotonic()
        while any(game.moved_at < mended for game in games) and time.monotonic() < mended + AGAIN_SECONDS:
            time.sleep(0.1)
        time.sleep(BETWEEN)
        times = sorted(at for game in games for _key, at in game.acknowledged)
        meanwhile = [at for at in times if began < at <= mended]
        after = [at - mended for at in times if at > mended]
        gap = max(
            later - earlier
            for earlier, later in pairwise([began, *(at for at in times if at > began), time.monotonic()])
        )
        last = (
            max(min((at for _key, at in game.acknowledged if at > mended), default=math.inf) for game in games) - mended
        )
        print(
            f"{name}: {len(meanwhile)} moves in {mended - began:.1f} s, then the first after "
            f"{min(after, default=float('inf')):.1f} s and the last of {GAMES} games after {last:.1f} s; longest pause "
            f"{gap:.1f} s; {sum(game.refused for game in games) - refused} requests without an answer or with 503",
            flush=True,
        )


class Table(threading.Thread):
    """The players of one game, who ask the other web process if one doesn't answer."""

    avoided: dict[str, float] = {}  # until when, by the web process's address

    def __init__(self, game: Row, pause: float) -> None:
        super().__init__(daemon=True)
        self.game, self.pause = game, pause
        self.acknowledged: list[tuple[str, float]] = []  # (key, when)
        self.refused = 0
        self.rng = random.Random(game["id"])

    @property
    def moved_at(self) -> float:
        return self.acknowledged[-1][1] if self.acknowledged else -math.inf

    def run(self) -> None:
        seat = 0
        while (view := self.ask(seat, ""))["status"] == "playing":
            if legal := (view["round"] or {}).get("legal"):
                time.sleep(self.rng.uniform(0, 2 * self.pause))
                move = {"move": self.rng.choice(legal), "version": view["version"], "key": uuid.uuid4().hex}
                if "version" in self.ask(seat, "moves/", move):
                    self.acknowledged.append((move["key"], time.monotonic()))
            seat = 1 - seat

    def ask(self, seat: int, path: str, body: Row | None = None) -> Row:
        """The answer, or the refusal by the rules, such as `stale`. Sends everything else again, with the same key."""
        cookies = {"csrftoken": "a" * 32} | self.game["seats"][seat]["cookies"]
        headers = {
            "Content-Type": "application/json", "X-CSRFToken": cookies["csrftoken"],
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        }  # fmt: skip
        webs = [ADDRESS["web1"], ADDRESS["web2"]]
        if seat:
            webs.reverse()
        while True:
            now = time.monotonic()  # if both are avoided, ask the one that failed longer ago
            web = min(webs, key=lambda each: max(self.avoided.get(each, 0), now))
            url = f"http://{web}:8000/api/v1/games/{self.game['id']}/{path}"
            request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                    found: Row = json.load(answer)
                    return found
            except urllib.error.HTTPError as refusal:
                with refusal:
                    if refusal.code < 500:
                        return dict(json.load(refusal), refused=refusal.code)
            except OSError:
                self.avoided[web] = time.monotonic() + AVOIDED
            self.refused += 1
            time.sleep(0.3)


if __name__ == "__main__":
    main()

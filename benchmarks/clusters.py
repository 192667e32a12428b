"""Two clusters of PostgreSQL, a primary and its synchronous standby, from the packages of this machine. See
`benchmarks.kills` and `benchmarks.hosts`.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

PORTS = 5541, 5542
PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/bin"))
QUICK = "-c fsync=on -c wal_level=replica -c max_wal_senders=4"


def url(name: str) -> str:
    """The address of the database on whichever of the two takes writes."""
    hosts, ports = ",".join(["127.0.0.1"] * len(PORTS)), ",".join(map(str, PORTS))
    return f"postgres://postgres@/{name}?host={hosts}&port={ports}&target_session_attrs=read-write"


class Cluster:
    """*inside*: the beginning of each command, to run it in a network namespace, for example."""

    def __init__(self, folder: Path, port: int, address: str = "127.0.0.1", inside: Sequence[str] = ()) -> None:
        self.folder, self.port, self.address, self.inside = folder, port, address, inside

    def run(self, program: str, *words: str) -> None:
        """PostgreSQL refuses to run as root, so it runs as its package's user."""
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        command = [*self.inside, *as_user, str(PROGRAMS / program), *words]
        done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")

    def create(self) -> None:
        self.run("initdb", "-D", str(self.folder), "-U", "postgres", "--auth=trust", "--no-sync")

    def copy(self, primary: "Cluster") -> None:
        """Become the standby of *primary*."""
        where = (  # without the timeout, a standby waits up to 32 seconds until it asks again after a cut
            f"host={primary.address} port={primary.port} user=postgres application_name=standby tcp_user_timeout=4000"
        )
        self.run("pg_basebackup", "-d", where, "-D", str(self.folder), "-R", "--checkpoint=fast")

    def start(self, *options: str) -> None:
        sockets = f"-c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        words = " ".join(
            [f"-p {self.port} -c listen_addresses={self.address}", QUICK, sockets, *(f"-c {each}" for each in options)]
        )
        self.run("pg_ctl", "start", "-w", "-D", str(self.folder), "-l", log, "-o", words)

    def promote(self) -> None:
        self.run("pg_ctl", "promote", "-w", "-D", str(self.folder))

    def kill9(self) -> None:
        """Kill the server and all of its processes at once, as a power cut would."""
        first = int((self.folder / "postmaster.pid").read_text().split()[0])
        there = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *map(int, there)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        with contextlib.suppress(RuntimeError):
            self.run("pg_ctl", "stop", "-m", "immediate", "-D", str(self.folder))


@contextlib.contextmanager
def primary_and_standby(folder: Path) -> Iterator[tuple[Cluster, Cluster]]:
    """Both run, and the primary confirms a commit once the standby has it on its disk."""
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    folder.chmod(0o700)
    primary, standby = (Cluster(folder / str(port), port) for port in PORTS)
    primary.create()
    try:
        # Not in its files, which the standby copies: once promoted, it would wait for a standby of its own.
        primary.start("synchronous_standby_names=standby")
        standby.copy(primary)
        standby.start("hot_standby=on")
        time.sleep(1)
        yield primary, standby
    finally:
        primary.stop()
        standby.stop()

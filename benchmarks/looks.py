"""`python -m benchmarks.looks`: the cost of every public address if it shows much.

It uses the demo's people and games, and a game of 120 rounds with its analysis. Every address that strangers can open
is requested in the test client, lists with their longest page. We measure the CPU time of the answering thread: for the
first request, with empty caches, and the median of later ones. `--from MS` leaves out cheaper addresses. `--database`
names a database to fill and keep.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.live.server import ROOT, LiveServer


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", metavar="URL", help="to fill and to keep")
    parser.add_argument("--from", dest="least", type=float, default=0, metavar="MS", help="what costs less is left out")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        from benchmarks.look_at import measure  # loads Django, which needs the database of the settings to exist

        measure(chosen.least)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        env = {"DEBUG": "0", "LOG_LEVEL": "ERROR", "LIMITS": "0", "WORKER": "none", "MINDS": "0"}
        env["DJANGO_SETTINGS_MODULE"] = "dominoes_site.settings"
        env |= {"STATIC_ROOT": str(Path(folder) / "static"), "ALLOWED_HOSTS": "localhost"}
        if chosen.database:
            env["DATABASE_URL"] = chosen.database
        site = LiveServer(Path(folder), env=env).migrate()
        site.manage("collectstatic", "--noinput", "-v", "0")
        command = [sys.executable, "-m", "benchmarks.looks", "--child", *sys.argv[1:]]
        return subprocess.run(command, cwd=ROOT, env=site.env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

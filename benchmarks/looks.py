"""`python -m benchmarks.looks`: what a look at every public address costs, when what is shown there is long.

The demo's people and games, and a game of 120 rounds with its analysis. Every address that answers a stranger is asked
for, lists by their longest page, in the test client: the CPU time of the thread that answers, of the first look, when
nothing is kept yet, and the median of those after it. `--from MS` leaves out what costs less. `--database` names a
database to fill and to keep.
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
        from benchmarks.look_at import measure  # which loads Django, for whose settings there is a database by now

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

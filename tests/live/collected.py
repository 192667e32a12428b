"""The static files of a release, for servers of tests."""

import fcntl
import hashlib
import shutil
import time
from pathlib import Path

from tests.live.server import ROOT, LiveServer

SOURCES = ("static", "templates", "dominoes_site/bundles.mjs", "dominoes_site/storage.py")
LOCKS = ("pyproject.toml", "requirements.lock", "package-lock.json")
KEPT_SECONDS = 24 * 3600


def fingerprint() -> str:
    """The same as long as collecting would give the same files."""
    found = hashlib.sha256()
    for source in (*SOURCES, *LOCKS):
        for path in sorted([*(ROOT / source).rglob("*"), ROOT / source]):
            if path.is_file():
                found.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def release_settings(cache: Path) -> dict[str, str]:
    """The environment of a server that serves the site as `make run` and the containers do.

    Its static files are collected and bundled below *cache*, once for all processes and runs, until they change.
    """
    folder = cache / fingerprint()
    settings = {"DEBUG": "0", "STATIC_ROOT": str(folder), "ALLOWED_HOSTS": "localhost,127.0.0.1"}
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other processes of this run wait for the first
        if not (done := folder / ".done").exists():
            for other in cache.glob("*/.done"):
                if other.stat().st_mtime < time.time() - KEPT_SECONDS:
                    shutil.rmtree(other.parent)
            server = LiveServer(cache, env=settings)
            server.manage("collectstatic", "--noinput", "--clear", "--verbosity", "0")
        done.touch()
    return settings

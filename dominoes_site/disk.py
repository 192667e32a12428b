"""The disks that this process writes to."""

import tempfile
from pathlib import Path

from django.conf import settings
from django.db import connection


def folders() -> dict[str, Path]:
    """The folders that we write to, by their contents: our own files, SQLite's and the dumps'. PostgreSQL's disk isn't
    ours."""
    by_contents = {"temporary": Path(tempfile.gettempdir())}
    if connection.vendor == "sqlite":
        by_contents["database"] = Path(connection.settings_dict["NAME"]).resolve().parent
    if settings.DUMPS and Path(settings.DUMPS).is_dir():
        by_contents["dumps"] = Path(settings.DUMPS)
    return by_contents

"""The disks that this process writes to."""

import tempfile
from pathlib import Path

from django.db import connection


def folders() -> dict[str, Path]:
    """The folders that we write to, by their contents: our own files, and SQLite's. PostgreSQL's disk isn't ours."""
    by_contents = {"temporary": Path(tempfile.gettempdir())}
    if connection.vendor == "sqlite":
        by_contents["database"] = Path(connection.settings_dict["NAME"]).resolve().parent
    return by_contents

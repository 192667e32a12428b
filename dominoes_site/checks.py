"""What `manage.py migrate` looks at before it touches a database."""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

BEFORE_0_2 = ("games", "0002_correspondence")  # stands in every database of then; no migration has that name any more


@checks.register(checks.Tags.database)
def begun_with_these_migrations(databases: Sequence[str] | None = None, **_kwargs: Any) -> list[checks.CheckMessage]:
    """Each app begins anew with one migration. To a database of before it would seem applied, and its table lack what
    is new in it.
    """
    return [
        checks.Error(
            f"This database ({alias}) was made by a version before 0.2.0, whose tables can't be taken over.",
            hint="Name an empty database (DATABASE_URL), or move this one away.",
            id="dominoes_site.E001",
        )
        for alias in databases or ()
        if BEFORE_0_2 in MigrationRecorder(connections[alias]).applied_migrations()
    ]

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from dominoes_site import schema


class Command(migrate.Command):
    """Django's, which looks at the database before it touches it, and again when it has."""

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        connection = connections[database]
        if refused := schema.refusal(connection):
            raise CommandError(refused)
        before = MigrationRecorder(connection).applied_migrations()
        super().handle(*args, database=database, **options)
        if MigrationRecorder(connection).applied_migrations() == before:  # we have just looked
            return
        if wrong := schema.differences(connection, schema.promised(connection)):
            raise CommandError(f"The database doesn't match its migrations: {schema.told(wrong)}.")

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from dominoes_site import schema


class Command(migrate.Command):
    """Django's command. It also checks whether the database can be upgraded, and afterwards that it matches."""

    def handle(self, *args: object, database: str, **options: object) -> None:
        connection = connections[database]
        if refused := schema.refusal(connection):
            raise CommandError(refused)
        before = MigrationRecorder(connection).applied_migrations()
        super().handle(*args, database=database, **options)
        if MigrationRecorder(connection).applied_migrations() == before:  # nothing ran
            return
        if wrong := schema.differences(connection, schema.promised(connection)):
            raise CommandError(f"The database doesn't match its migrations: {schema.first_three(wrong)}.")

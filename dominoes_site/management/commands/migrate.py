from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from dominoes_site import schema
from history import dump_queue
from tournaments import series


class Command(migrate.Command):
    """Django's command. It also checks whether the database can be upgraded, and afterwards that it matches; then
    it adds what is missing of the calendar of tournaments.
    """

    def handle(self, *args: object, database: str, **options: object) -> None:
        connection = connections[database]
        if refused := schema.refusal(connection):
            raise CommandError(refused)
        before = MigrationRecorder(connection).applied_migrations()
        super().handle(*args, database=database, **options)
        ran = MigrationRecorder(connection).applied_migrations() != before
        if ran and (wrong := schema.differences(connection, schema.promised(connection))):
            raise CommandError(f"The database doesn't match its migrations: {schema.first_three(wrong)}.")
        if options.get("app_label") is None and database == DEFAULT_DB_ALIAS:  # this version's tables are there
            series.load(timezone.now())
            dump_queue.load(timezone.now())

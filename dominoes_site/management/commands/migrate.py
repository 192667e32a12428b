import gc
from contextlib import ExitStack

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations import Migration
from django.db.migrations.recorder import MigrationRecorder

from common.progress import Progress
from dominoes_site import schema


class Command(migrate.Command):
    """Django's command. It also checks whether the database can be upgraded, and afterwards that it matches. It shows
    how long a migration has been running.
    """

    running: ExitStack

    def handle(self, *args: object, database: str, **options: object) -> None:
        connection = connections[database]
        if refused := schema.refusal(connection):
            raise CommandError(refused)
        before = MigrationRecorder(connection).applied_migrations()
        thresholds = gc.get_threshold()
        gc.set_threshold(20_000, *thresholds[1:])  # each step makes many classes: 5 s of 46 were a search for garbage
        with ExitStack() as self.running:
            try:
                super().handle(*args, database=database, **options)
            finally:
                gc.set_threshold(*thresholds)
        ran = MigrationRecorder(connection).applied_migrations() != before
        if ran and (wrong := schema.differences(connection, schema.promised(connection))):
            raise CommandError(f"The database doesn't match its migrations: {schema.first_three(wrong)}.")

    def migration_progress_callback(self, action: str, migration: Migration | None = None, fake: bool = False) -> None:
        self.running.close()
        super().migration_progress_callback(action, migration, fake)
        if action.endswith("_start"):
            what = f"Running {migration}" if migration else "Reading all migrations"
            self.running.enter_context(Progress(what, verbosity=self.verbosity))

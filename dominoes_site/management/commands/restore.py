from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from dominoes_site import backups, schema
from games.models import Game


class Command(BaseCommand):
    help = "Fills the empty database of DATABASE_URL with a backup by `manage.py backup`. Stop the site before."

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        self.stdout.write(f"Checking and restoring {file} …")
        self.stdout.flush()
        try:
            backups.restore(file)
        except (backups.NotDone, OSError) as error:
            raise CommandError(f"Nothing was restored. {error}") from None
        self.stdout.write(f"{Game.objects.count()} games are back.")
        if refused := schema.refusal(connection):
            raise CommandError(refused)
        self.stdout.write("Now run manage.py migrate, start the site, and check it with manage.py doctor.")

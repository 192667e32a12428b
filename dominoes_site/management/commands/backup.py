from datetime import timedelta
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import filesizeformat
from django.utils import timezone

from common.processes import heartbeat
from dominoes_site import backups


class Command(BaseCommand):
    help = (
        "Writes a backup of the database into a folder while the site runs, reads all of it to check it, and deletes"
        " old ones. Only its owner can read it."
    )

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="created if it doesn't exist")
        parser.add_argument(
            "--keep", type=int, metavar="DAYS", default=14, help="delete older backups, but never the last one (14)"
        )

    def handle(self, *args: object, folder: Path, keep: int, **options: object) -> None:
        if keep < 1:
            raise CommandError("--keep must be at least one day. Nothing was changed.")
        now = timezone.now()
        self.stdout.write(f"Writing and checking a backup in {folder} …")
        self.stdout.flush()
        try:
            file = backups.write(folder, now)
            left = backups.forget(folder, timedelta(days=keep), now)
        except (backups.NotDone, OSError) as error:
            raise CommandError(f"There is no new backup. {error}") from None
        heartbeat.backed_up()
        size = filesizeformat(file.stat().st_size).replace("\xa0", " ")
        self.stdout.write(f"{file} is complete: {size}. The folder has {left} backup{'s' * (left != 1)}.")

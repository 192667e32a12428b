from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from history import dumps


class Command(BaseCommand):
    help = "Writes all rated public games of a month to a compressed file, with a manifest (docs/dumps.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--month", help="such as 2026-10; without it, all months whose dump is missing or outdated")
        parser.add_argument("--to", type=Path, metavar="DIR", help="where to write it; default: the setting DUMPS")

    def handle(self, *args: object, month: str | None = None, to: Path | None = None, **options: object) -> None:
        now, folder = timezone.now(), to or (Path(settings.DUMPS) if settings.DUMPS else None)
        if folder is None:
            raise CommandError("Say where to write it: --to DIR, or the setting DUMPS.")
        try:
            months = [dumps.Month.of(month)] if month else dumps.outdated(folder, now)
            for each in months:
                if each.begins > now:
                    raise CommandError(f"{each} hasn't begun.")
                for done, games in dumps.write(each, folder, now):
                    self.stdout.write(f"{each}: {done} of {games} games")
                self.stdout.write(f"{each}: written to {folder / each.file}")
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        if not months:
            self.stdout.write("All past months with games are written.")

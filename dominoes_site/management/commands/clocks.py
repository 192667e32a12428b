import re
from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.actions import outages

UNITS = {"m": "minutes", "h": "hours", "d": "days"}
MOST = timedelta(days=60)


class Command(BaseCommand):
    help = (
        "Gives everyone more time, before a planned outage or after one that this site couldn't notice, such as one of"
        " the network. Turns, last moments, open games, tournaments and wishes get it; live games don't."
    )

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--give", required=True, metavar="TIME", help="such as 90m, 12h or 2d")

    def handle(self, *args: object, give: str, **options: object) -> None:
        read = re.fullmatch(r"([1-9][0-9]{0,4})([mhd])", give)
        more = timedelta(**{UNITS[read[2]]: int(read[1])}) if read else timedelta()
        if read is None or more > MOST:
            raise CommandError("Give a time of up to 60 days, such as 12h (or 90m, or 2d). Nothing was changed.")
        games = outages.give(more, timezone.now())
        self.stdout.write(f"{int(read[1])} {UNITS[read[2]]} more in {games} games. Their boards say so.")

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

import rules
from accounts.models import User
from common.database import unhurried
from standings import rating, tallies


class Command(BaseCommand):
    help = "Compute all ratings and tallies from the finished games; the result is the same as it should be already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="do it")
        parser.add_argument("variants", nargs="*", help="only the ratings of these games, by key")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["rebuild"]:
            raise CommandError("Nothing to do; say --rebuild to compute everything again.")
        if unknown := set(options["variants"]) - set(rules.VARIANTS):
            raise CommandError(f"There is no game {', '.join(sorted(unknown))}.")
        for variant in options["variants"] or rules.VARIANTS:
            self.stdout.write(f"{variant}: {rating.rebuild(variant)} rated games")
        if not options["variants"]:
            accounts = User.objects.filter(is_guest=False, bot_level="").order_by("pk")
            for player in unhurried(list(accounts.values_list("pk", flat=True))):
                tallies.recount([player])
            self.stdout.write("Tallies counted.")

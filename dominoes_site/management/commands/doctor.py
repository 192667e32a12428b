import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from dominoes_site import doctor


class Command(BaseCommand):
    help = "Says of each thing the site needs that it is well, or what to do; ends with 1 if not all is."

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", metavar="ADDRESS", default="", help="where to send a mail, to see that it comes")

    def handle(self, *args: Any, mail: str, **options: Any) -> None:
        is_well = True
        for name, check in doctor.checks(mail).items():
            well, said = doctor.look(check)
            is_well &= well
            self.stdout.write(f"{'ok' if well else 'NO':4}{name}: {said}")
        if not is_well:
            sys.exit(1)

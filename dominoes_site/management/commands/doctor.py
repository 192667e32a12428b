import sys

from django.core.management.base import BaseCommand, CommandParser

from dominoes_site import doctor


class Command(BaseCommand):
    help = "Checks everything the site needs, and says how to fix what is wrong. Exits with 1 if anything is."

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", metavar="ADDRESS", default="", help="send a test mail to this address")

    def handle(self, *args: object, mail: str, **options: object) -> None:
        is_well = True
        for name, check in doctor.checks(mail).items():
            well, result = doctor.look(check)
            is_well &= well
            self.stdout.write(f"{'ok' if well else 'NO':4}{name}: {result}")
            if name == "database" and not well:
                break  # the others need it
        if not is_well:
            sys.exit(1)

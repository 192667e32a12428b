import sys

from django.core.management.base import BaseCommand, CommandParser

from dominoes_site import doctor


class Command(BaseCommand):
    help = "Checks everything the site needs, and says how to fix what is wrong. Exits with 1 if anything is."

    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail", metavar="ADDRESS", default="", help="send a test mail to this address")
        parser.add_argument(
            "--tell", metavar="ADDRESS", default="", help="mail what is wrong, if anything, to this one"
        )

    def handle(self, *args: object, mail: str, tell: str, **options: object) -> None:
        wrong = []
        for name, check in doctor.checks(mail).items():
            well, result = doctor.look(check)
            self.stdout.write(f"{'ok' if well else 'NO':4}{name}: {result}")
            if not well:
                wrong.append(f"{name}: {result}")
            if name == "database" and not well:
                break  # the others need it
        if wrong and tell:
            doctor.tell(tell, wrong)
        if wrong:
            sys.exit(1)

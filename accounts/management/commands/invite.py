from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import registration
from accounts.models import Invite

MOST = 1000


class Command(BaseCommand):
    help = "Prints a link by which people may create an account on a site with REGISTRATION=invited."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("note", nargs="?", default="", help="who it is for, which only you see")
        parser.add_argument("--uses", type=int, default=1, help="how many accounts (default: 1)")
        parser.add_argument("--days", type=int, default=14, help="days until it expires (default: 14)")
        parser.add_argument("--list", action="store_true", help="list the links that still work")

    def handle(self, *args: object, note: str, uses: int, days: int, list: bool, **options: object) -> None:  # noqa: A002
        if list:
            for each in Invite.valid().order_by("expires"):
                self.stdout.write(f"{each.link}  {each.uses} left, until {each.expires:%Y-%m-%d}  {each.note}")
            return
        if not (0 < uses <= MOST and 0 < days <= MOST):
            raise CommandError(f"--uses and --days must be from 1 to {MOST}.")
        self.stdout.write(registration.make_invite(days=days, uses=uses, note=note[:100]).link)

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from common.database import unhurried
from games.models import Game
from history import balances, book

AT_ONCE = 50  # games, between which other writers get a turn


class Command(BaseCommand):
    help = "Write everybody's book of games anew and add it up; the result is the same as it should be already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="do it")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["rebuild"]:
            raise CommandError("Nothing to do; say --rebuild to write and add up everything again.")
        over = Game.objects.filter(status__in=book.OVER, settle_at=None)
        games = list(over.order_by("finished_at", "pk").values_list("pk", flat=True))
        for start in unhurried(range(0, len(games), AT_ONCE)):
            book.write_anew(games[start : start + AT_ONCE])
        self.stdout.write(f"{len(games)} games written.")
        people = User.objects.filter(deleted_at=None, bot_level="").order_by("pk")
        for player in unhurried(list(people.values_list("pk", flat=True))):
            balances.BALANCES.recount(player)
        self.stdout.write("Balances added up.")

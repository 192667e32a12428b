from django.core.management.base import BaseCommand, CommandError, CommandParser

import rules
from accounts.models import User
from common.progress import Progress
from games.models import Game
from history import book
from history.balances import BALANCES
from standings import rating, tallies

AT_ONCE = 50  # games, between which other writers get a turn


class Command(BaseCommand):
    help = "Compute all ratings, results and histories from the finished games again, while people play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("variants", nargs="*", help="only the ratings of these games, by key")

    def handle(self, *args: object, variants: list[str], verbosity: int, **options: object) -> None:
        if unknown := set(variants) - set(rules.VARIANTS):
            raise CommandError(f"There is no game {', '.join(sorted(unknown))}.")
        for variant in variants or rules.VARIANTS:
            self.stdout.write(f"{variant}: {rating.rebuild(variant, verbosity)} rated games")
        if not variants:
            self.write_books(verbosity)
            self.count_results(verbosity)

    def write_books(self, verbosity: int) -> None:
        over = Game.objects.filter(status__in=book.OVER, settle_at=None)
        games = list(over.order_by("finished_at", "pk").values_list("pk", flat=True))
        starts = range(0, len(games), AT_ONCE)
        for start in Progress("Writing histories", len(starts), verbosity=verbosity).along(starts):
            book.write_anew(games[start : start + AT_ONCE])
        self.stdout.write(f"History: {len(games)} games written.")

    def count_results(self, verbosity: int) -> None:
        accounts = User.objects.filter(deleted_at=None, bot_level="").order_by("pk")
        people = list(accounts.values_list("pk", "is_guest"))
        progress = Progress("Counting results", len(people), verbosity=verbosity)
        for player, is_guest in progress.along(people):
            if not is_guest:
                tallies.recount([player])
            BALANCES.recount(player)
        self.stdout.write("Results counted.")

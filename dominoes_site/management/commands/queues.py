from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from bots.minds import pool as minds
from common import queues
from common.progress import Progress


class Command(BaseCommand):
    """Show what waits to be done, do it in this process, or have what failed tried again."""

    help = "Lists all queues: how many rows are due, and how long the first has waited."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--drain", metavar="NAME", help="first do what is due in this queue, in this process")
        parser.add_argument("--retry", metavar="NAME", help="first make due at once what has failed in this queue")

    def handle(self, *args: object, drain: str = "", retry: str = "", verbosity: int, **options: object) -> None:
        now, known = timezone.now(), {queue.name: queue for queue in queues.all_queues()}
        for name in filter(None, (drain, retry)):
            if name not in known:
                raise CommandError(f"There is no queue {name!r}, but: {', '.join(known)}.")
        if retry:
            self.stdout.write(f"{known[retry].retry(now)} to be tried again")
        if drain:
            length, _age = known[drain].waiting(now)
            with Progress(f"Working on {drain}", length, verbosity=verbosity) as progress:
                done = queues.drain(known[drain], now, progress.step)
            self.stdout.write(f"{done} done")
            minds.children().end()
        widest = max(map(len, known))
        for name, queue in known.items():
            length, age = queue.waiting(timezone.now())
            self.stdout.write(f"{name:<{widest}}  {queue.lane.name:<8}{length:>6} due  {age.total_seconds():>8.0f} s")

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from bots import thinking
from bots.models import Turn
from minds import pool as minds


class Command(BaseCommand):
    """Show the turns that computers have to play, or play them at once in this process."""

    help = "Lists the turns that computers have to play, oldest first. With --drain, plays them first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--drain", action="store_true", help="play turns that no process has claimed for two seconds"
        )

    def handle(self, *args: Any, drain: bool = False, **options: Any) -> None:
        if drain:
            played = thinking.play_due(timezone.now())
            minds.children().end()
            self.stdout.write(f"{played} played")
        now = timezone.now()
        turns = Turn.objects.select_related("game").order_by("began")
        for turn in turns:
            waits, claimed = (now - turn.began) // timedelta(seconds=1), turn.at > now
            state = "claimed" if claimed else "free"
            self.stdout.write(f"{turn.game.public_id}  {waits} s  {state}  tried {turn.tries}×")
        self.stdout.write(f"{len(turns)} to play")

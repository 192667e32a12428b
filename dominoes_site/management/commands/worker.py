import logging
import signal
import threading
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from bots.minds.pool import with_minds
from common import database, queues
from common.processes import child
from common.processes.failures import logged
from common.processes.heartbeat import Heart
from games.clocks import clock

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Runs the clock and the queues in their own process. Several may run at the same time."""

    help = "Handles overdue turns and expired offers, sends notifications and plays for computers until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--once",
            action="store_true",
            help="sweep once, then exit (don't repeat it by cron: each pause would count as an outage)",
        )
        parser.add_argument(
            "--heartbeat", type=Path, help="touch this file after each successful sweep, for a health check"
        )
        parser.add_argument(
            "--minds",
            type=int,
            help="processes that think for computers (0: none here; default: the setting, or 1)",
        )
        parser.add_argument("--line", type=int, help="file descriptor of the link to the server that started this")

    def handle(
        self,
        *args: object,
        once: bool = False,
        heartbeat: Path | None = None,
        minds: int | None = None,
        line: int | None = None,
        **options: object,
    ) -> None:
        with with_minds(max(1, settings.MINDS) if minds is None else max(0, minds)):
            self.work(once, heartbeat, line)

    def work(self, once: bool, heartbeat: Path | None, line: int | None) -> None:
        ending, heart = threading.Event(), Heart()
        server = None if line is None else child.follow(line, ending)
        if not once:
            for name in (signal.SIGTERM, signal.SIGINT):
                signal.signal(name, lambda *_signal: ending.set())
            logger.info("Sweeping every %d seconds.", settings.SWEEP_SECONDS)
            queues.start(ending)
        while not ending.is_set():
            try:
                decided = clock.look(heart)
            except Exception:
                if once:
                    raise
                # The clock must survive a database that is down for a moment. The next sweep catches up.
                logger.exception("A sweep failed; the next one is in %d seconds.", settings.SWEEP_SECONDS)
            else:
                if heartbeat:
                    heartbeat.touch()
                if decided or once:
                    self.stdout.write(f"{decided} decided")
            if once:
                for queue in queues.all_queues():
                    with logged(f"In the queue of {queue.name}"):
                        queues.drain(queue, timezone.now())
                break
            if server:
                server.tell()  # sends our counters
            database.let_go()
            ending.wait(settings.SWEEP_SECONDS)
        logger.info("Stopped.")

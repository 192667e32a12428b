from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from common import banner
from common.models import Banner


class Command(BaseCommand):
    help = (
        'Shows a message on top of every page, such as "We move house at 22:00". Without one, prints the current one.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("message", nargs="?", default="")
        parser.add_argument(
            "--until", metavar="TIME", default="", help='when it goes by itself, in UTC: 05:40 or "2026-11-30 05:40"'
        )
        parser.add_argument("--off", action="store_true", help="remove the message")

    def handle(self, *args: object, message: str, until: str, off: bool, **options: object) -> None:
        text, most = " ".join(message.split()), Banner._meta.get_field("text").max_length
        if off and text:
            raise CommandError("Give a message or --off, not both.")
        if most and len(text) > most:
            raise CommandError(f"A message has at most {most} characters, this one has {len(text)}.")
        if until and not text:
            raise CommandError("--until needs a message. Nothing was changed.")
        ends = _moment(until, timezone.now()) if until else None
        if off or text:
            banner.set_text(text, ends)
            then = f", until {ends:%Y-%m-%d %H:%M} UTC" if ends else ""
            self.stdout.write(
                f"All pages {'are without it' if off else 'show it'} within {banner.SECONDS} seconds{then}."
            )
        else:
            self.stdout.write(banner.text() or "There is no message.")


def _moment(text: str, now: datetime) -> datetime:
    """A moment in UTC; of a time alone, the next one."""
    for form, day in (("%Y-%m-%d %H:%M", ""), ("%Y-%m-%d %H:%M", f"{now:%Y-%m-%d} ")):
        with suppress(ValueError):
            moment = datetime.strptime(day + text, form).replace(tzinfo=UTC)
            if day and moment <= now:
                moment += timedelta(days=1)
            if moment > now:
                return moment
    raise CommandError(f'--until needs a time to come, such as 05:40 or "2026-11-30 05:40", not "{text}".')

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common import banner
from common.models import Banner


class Command(BaseCommand):
    help = (
        'Shows a message on top of every page, such as "We move house at 22:00". Without one, prints the current one.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("message", nargs="?", default="")
        parser.add_argument("--off", action="store_true", help="remove the message")

    def handle(self, *args: object, message: str, off: bool, **options: object) -> None:
        text, most = " ".join(message.split()), Banner._meta.get_field("text").max_length
        if off and text:
            raise CommandError("Give a message or --off, not both.")
        if most and len(text) > most:
            raise CommandError(f"A message has at most {most} characters, this one has {len(text)}.")
        if off or text:
            banner.set_text(text)
            self.stdout.write(f"All pages {'are without it' if off else 'show it'} within {banner.SECONDS} seconds.")
        else:
            found = Banner.objects.first()
            self.stdout.write(str(found or "There is no message."))

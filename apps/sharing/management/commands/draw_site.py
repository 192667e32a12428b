"""`manage.py draw_site`: the site's icons, and the picture for pages without one of their own, in `static/img`."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from common import brand
from sharing.pictures.icons import PICTURES

FOLDER = settings.BASE_DIR / "static" / "img"


class Command(BaseCommand):
    help = "Redraws the site's icons and its picture. Run it after a change of tokens.css."

    def handle(self, *_args: object, **_options: object) -> None:
        if not brand.is_ours():
            raise CommandError("These files show our own name and logo: run it without SITE_NAME and SITE_LOGO.")
        for name, draw in PICTURES.items():
            (FOLDER / name).write_bytes(draw())

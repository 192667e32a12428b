"""`manage.py draw_site`: the picture for pages without one of their own. The repository contains it."""

from django.conf import settings
from django.core.management.base import BaseCommand

from pictures.drawing import drawn_site
from pictures.png import rendered
from pictures.subjects import HAND

FILE = settings.BASE_DIR / "static" / "img" / "shared.png"


class Command(BaseCommand):
    help = "Redraws static/img/shared.png, the picture of the site."

    def handle(self, *_args: object, **_options: object) -> None:
        FILE.write_bytes(rendered(drawn_site(HAND)))

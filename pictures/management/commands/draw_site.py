"""`manage.py draw_site`: the picture of the site itself, for pages that have none of their own. Kept with the code."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from pictures.drawing import drawn_site
from pictures.png import rendered
from pictures.subjects import HAND

FILE = settings.BASE_DIR / "static" / "img" / "shared.png"


class Command(BaseCommand):
    help = "Draws static/img/shared.png anew."

    def handle(self, *_args: Any, **_options: Any) -> None:
        FILE.write_bytes(rendered(drawn_site(HAND)))

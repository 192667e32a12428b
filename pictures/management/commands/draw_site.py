"""`manage.py draw_site`: the site's icons, and the picture for pages without one of their own, in `static/img`."""

from django.conf import settings
from django.core.management.base import BaseCommand

from pictures.drawing import drawn_site
from pictures.icons import icon
from pictures.png import rendered
from pictures.subjects import HAND

FOLDER = settings.BASE_DIR / "static" / "img"


class Command(BaseCommand):
    help = "Redraws the site's icons and its picture. Run it after a change of tokens.css."

    def handle(self, *_args: object, **_options: object) -> None:
        (FOLDER / "shared.png").write_bytes(rendered(drawn_site(HAND)))
        (FOLDER / "favicon.svg").write_text(icon())
        (FOLDER / "favicon-dot.svg").write_text(icon(dot=True))
        for name, size, svg in (
            ("icon-192.png", 192, icon()),
            ("icon-512.png", 512, icon()),
            ("maskable-512.png", 512, icon(corner=0, scale=0.78)),  # devices cut off up to a tenth of each side
            ("touch-icon.png", 180, icon(corner=0, scale=0.9)),
        ):
            (FOLDER / name).write_bytes(rendered(svg.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)))

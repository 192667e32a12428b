"""The code that shows a game in another page."""

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 640, 520  # CSS pixels
NARROWEST, LOWEST = 280, 320  # the board needs as much


def address(public_id: str, query: str = "") -> str:
    return f"{settings.SITE_URL}{reverse('embed', args=[public_id])}{query}"


def code(public_id: str, title: str, query: str = "", width: int = WIDTH, height: int = HEIGHT) -> SafeString:
    """An iframe. Its page sandboxes itself, so the attribute only says so to the site that embeds it."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" style="border:0;max-width:100%" loading="lazy"'
        ' sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>',
        address(public_id, query), width, height, title,
    )  # fmt: skip

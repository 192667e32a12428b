"""Icons of the one sprite, templates/icons.svg.

The page gets the drawing itself, not a link to the sprite: it needs no request, works on error pages and without
network, and style sheets reach its parts.
"""

import re
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from common.cache.templates import always_the_same

register = template.Library()
SYMBOL = re.compile(r'<symbol id="(\w+)">\s*(.+?)\s*</symbol>', re.DOTALL)


@cache
def drawings() -> dict[str, str]:
    """The sprite's drawings by name."""
    return dict(SYMBOL.findall(Path(settings.BASE_DIR, "templates", "icons.svg").read_text()))


@register.simple_tag
@always_the_same
def icon(name: str, classes: str = "") -> SafeString:
    """The icon *name*, hidden from screen readers. A name that the sprite doesn't have is a KeyError."""
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"'
        ' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">{}</svg>',
        classes,
        mark_safe(drawings()[name]),  # noqa: S308 - our own file
    )

"""Drawn tiles in templates."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from common.cache.templates import always_the_same
from rulebook import tile_drawing

register = template.Library()


@register.simple_tag
@always_the_same
def tile_picture(text: str) -> SafeString:
    """The upright tile *text*, "6-4", or a back if it is empty: decoration, hidden from screen readers."""
    high, _, low = text.partition("-")
    values = (int(high), int(low)) if text else None
    return mark_safe(tile_drawing.tile_picture(values))  # noqa: S308 - of numbers alone

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
    return mark_safe(tile_drawing.tile_picture(_values(text)))  # noqa: S308 - of numbers alone


@register.simple_tag
@always_the_same
def lying_tile(text: str, x: float, y: float, unit: float, lies: str = "upright") -> SafeString:
    """The same as a part of a drawing, with its upper left corner at *x*, *y*; or lying "across"."""
    vertical = lies == "upright"
    drawn = tile_drawing.tile_shadow(vertical=vertical) + tile_drawing.tile_drawing(_values(text), vertical=vertical)
    return mark_safe(f'<g transform="translate({x} {y}) scale({unit})">{drawn}</g>')  # noqa: S308 - of numbers alone


def _values(text: str) -> tile_drawing.Values | None:
    one, _, other = text.partition("-")
    return (int(one), int(other)) if text else None

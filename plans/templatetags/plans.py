from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
PATHS = {"up": "M12 19V5M6 11l6-6 6 6", "down": "M12 5v14M6 13l6 6 6-6", "remove": "m6 6 12 12M18 6 6 18"}


@register.simple_tag
def plan_icon(name: str) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"'
        ' stroke-linejoin="round" aria-hidden="true"><path d="{}"/></svg>',
        PATHS[name],
    )


@register.simple_tag(takes_context=True)
def focused(context: Any, do: str, place: int) -> str:
    """The `autofocus` attribute if this button gets the keyboard focus."""
    return mark_safe(" autofocus") if context["focus"] == f"{do} {place}" else ""

from django import template
from django.utils.safestring import mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def focused(context: template.Context, do: str, place: int) -> str:
    """The `autofocus` attribute if this button gets the keyboard focus."""
    return mark_safe(" autofocus") if context["focus"] == f"{do} {place}" else ""

"""Fields of forms."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """The field, without a placeholder that repeats its label."""
    return field.as_widget(attrs={"placeholder": False})

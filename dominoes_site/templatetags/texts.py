"""The texts of the scripts in a page."""

from django import template

from common.cache.templates import always_the_same
from dominoes_site import texts

register = template.Library()


@register.simple_tag
@always_the_same
def texts_address() -> str:
    """The address of the texts in the reader's language. Load it before the scripts."""
    return texts.address()

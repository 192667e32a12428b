"""The texts of the scripts in a page."""

from django import template

from common.templates import always_the_same
from dominoes_site import texts

register = template.Library()


@register.simple_tag
@always_the_same
def texts_address() -> str:
    """In the reader's language; to be had before the scripts that need them."""
    return texts.address()

"""The version that runs, and the texts of its scripts."""

from django import template
from django.conf import settings

from common.cache.templates import always_the_same
from dominoes_site import texts

register = template.Library()


@register.simple_tag
@always_the_same
def texts_address() -> str:
    """The address of the texts in the reader's language. Load it before the scripts."""
    return texts.address()


@register.simple_tag
@always_the_same
def version() -> str:
    return settings.VERSION

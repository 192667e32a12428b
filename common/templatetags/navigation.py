"""Links of a navigation."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag(takes_context=True)
def nav_link(context: template.Context, content: str, name: str, *below: str, classes: str = "") -> SafeString:
    """A link to the page *name*, marked as current there and on the pages *below*. All are names of addresses."""
    resolved = getattr(context.get("request"), "resolver_match", None)  # an address without a page has none
    here = resolved is not None and resolved.url_name in (name, *below)
    return format_html(
        '<a href="{}"{}{}>{}</a>',
        reverse(name),
        format_html(' class="{}"', classes) if classes else "",
        SafeString(' aria-current="page"') if here else "",
        content,
    )

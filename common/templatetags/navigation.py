"""Links of a navigation."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag(takes_context=True)
def nav_link(context: template.Context, content: str, name: str, *below: str, classes: str = "") -> SafeString:
    """A link to the page *name*, marked as current there and on the pages *below*. All are names of addresses, and so
    is the page that is open: `url_name` in the context.
    """
    here = context.get("url_name") in (name, *below)
    return format_html(
        '<a href="{}"{}{}>{}</a>',
        reverse(name),
        format_html(' class="{}"', classes) if classes else "",
        SafeString(' aria-current="page"') if here else "",
        content,
    )


@register.simple_tag(takes_context=True)
def entry_url(context: template.Context, name: str, back: str = "") -> str:
    """The address of a page to log in or sign up, which afterwards leads *back*; by default to the page that is open
    now, unless that is the home page, an error, a page of accounts, or one whose address is a key.
    """
    request, address = context.get("request"), reverse(name)
    if back:
        return f"{address}?{urlencode({'next': back})}"
    resolved = getattr(request, "resolver_match", None)
    if request is None or resolved is None or request.method != "GET" or "token" in resolved.kwargs:
        return address
    if resolved.url_name == "home" or request.path.startswith("/accounts/"):
        return address
    return f"{address}?{urlencode({'next': request.get_full_path()})}"

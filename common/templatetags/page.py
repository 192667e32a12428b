"""The parts of pages: icons, links, fields of forms, and values and scripts for the browser."""

import re
from functools import cache
from pathlib import Path

import orjson
from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import BoundField
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join, json_script
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from common.cache.templates import always_the_same
from common.lists.paging import Page

register = template.Library()


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """The field, without a placeholder that repeats its label."""
    return field.as_widget(attrs={"placeholder": False})


class Encoder(DjangoJSONEncoder):
    """Writes frozen values as the API does."""

    def default(self, o: object) -> object:
        return orjson.loads(orjson.dumps(o))


@register.filter
def script(value: object, name: str) -> SafeString:
    """The value as JSON in a script element with the id *name*."""
    return json_script(value, name, encoder=Encoder)


@register.simple_tag
@always_the_same
def preloads(*scripts: str) -> SafeString:
    """Preload links for *scripts* and, in a release, for their imports. (Without bundles we don't know the imports.)"""
    imports: dict[str, list[str]] = getattr(staticfiles_storage, "imports", {})
    files = dict.fromkeys(static(name) for script in scripts for name in (script, *imports.get(script, ())))
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ([file] for file in files))


SYMBOL = re.compile(r'<symbol id="(\w+)">\s*(.+?)\s*</symbol>', re.DOTALL)


@cache
def drawings() -> dict[str, str]:
    """The sprite's drawings by name."""
    return dict(SYMBOL.findall(Path(settings.BASE_DIR, "templates", "icons.svg").read_text()))


@register.simple_tag
@always_the_same
def icon(name: str, classes: str = "") -> SafeString:
    """The icon *name*, hidden from screen readers. A name that the sprite doesn't have is a KeyError."""
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8"'
        ' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">{}</svg>',
        classes,
        mark_safe(drawings()[name]),  # noqa: S308 - our own file
    )


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


@register.inclusion_tag("_page_links.html", takes_context=True)
def page_links(
    context: template.Context,
    page: Page[object],
    name: str,
    *,
    next_words: str = "",
    previous_words: str = "",
    first_words: str = "",
) -> dict[str, object]:
    """Links to the pages before and after. *name*: the cursor's name in the query; its other parameters stay.
    *…_words*: labels instead of the defaults. With *first_words*, the link back goes to the first page.
    """
    asked = context["request"].GET.copy()
    asked.pop(name, None)

    def address(cursor: str) -> str:
        kept = asked.copy()
        kept[name] = cursor
        return f"?{kept.urlencode()}"

    return {
        "page": page,
        "previous": {"address": address(page.previous), "words": previous_words or _("Newer")}
        if page.previous and not first_words
        else None,
        "next": {"address": address(page.next), "words": next_words or _("Older")},
        "first": {"address": f"?{asked.urlencode()}", "words": first_words or _("Back to the newest")},
    }

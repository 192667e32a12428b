"""The links from a page of a list to those beside it."""

from django import template
from django.utils.translation import gettext as _

from common.lists.paging import Page

register = template.Library()


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

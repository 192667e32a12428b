"""*Find a game* on the pages of other rooms."""

from collections.abc import Hashable

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts import guests
from accounts.models import User
from common.cache.recent import kept_by
from matching import programs, queries
from matching.forms import FindForm, initial

register = template.Library()
FIELDS = 100  # texts of some kilobytes


@register.inclusion_tag("matching/_find.html", takes_context=True)
def find_game(context: Context) -> dict[str, object]:
    """The short form that looks for a game, and how many the reader is looking for."""
    request = context["request"]
    ask_name = guests.needs_name(request)
    return {
        "fields": _fields(ask_name, **initial(request)),
        "name": guests.suggested_name(request) if ask_name else "",
        "waiting": queries.wishes(request.user).count(),
        "csrf_token": context.get("csrf_token"),
    }


@kept_by(get_language, FIELDS)
def _fields(ask_name: bool, **chosen: Hashable) -> SafeString:
    """The form's fields with this choice. Django renders two templates for each game, which took half of the home
    page's calls.
    """
    return render_to_string("matching/_form.html", {"form": FindForm(ask_name=ask_name, initial=chosen)})


@register.inclusion_tag("matching/_accepts.html")
def program_accepts(person: User) -> dict[str, object]:
    """The conditions of a program and its ratings; nothing for people."""
    return {"each": programs.conditions(person)}

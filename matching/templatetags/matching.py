"""*Find a game* on the pages of other rooms."""

from django import template
from django.template import Context

from accounts import guests
from accounts.models import User
from matching import programs, queries
from matching.forms import FindForm, initial

register = template.Library()


@register.inclusion_tag("matching/_find.html", takes_context=True)
def find_game(context: Context) -> dict[str, object]:
    """The short form that looks for a game, and how many the reader is looking for."""
    request = context["request"]
    ask_name = guests.needs_name(request)
    begin = {"name": guests.suggested_name(request)} if ask_name else {}
    return {
        "form": FindForm(ask_name=ask_name, initial=initial(request) | begin),
        "waiting": queries.wishes(request.user).count(),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("matching/_accepts.html")
def program_accepts(person: User) -> dict[str, object]:
    """The conditions of a program and its ratings; nothing for people."""
    return {"each": programs.conditions(person)}

"""*Find a game* on the pages of other rooms."""

from django import template
from django.template import Context

from accounts.models import User
from matching import programs, queries

register = template.Library()


@register.inclusion_tag("matching/_find.html", takes_context=True)
def find_game(context: Context) -> dict[str, object]:
    """The way to *Find a game*, and how many games the reader is looking for."""
    return {"waiting": queries.wishes_number(context["request"].user)}


@register.inclusion_tag("matching/_accepts.html")
def program_accepts(person: User) -> dict[str, object]:
    """The conditions of a program and its ratings; nothing for people."""
    return {"each": programs.conditions(person)}

"""What we tell a player, in templates."""

from django import template

from accounts.readers import Reader
from notices import dispatch
from notices.choices import Event

register = template.Library()


@register.filter
def hears_of_starts(reader: Reader) -> bool:
    """Whether we tell the reader also outside the site that a game of theirs starts. Four queries."""
    return reader.pk is not None and dispatch.reaches(reader.pk, [Event.STARTED, Event.TURN])

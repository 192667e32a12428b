"""What we tell a player, in templates."""

from django import template

from accounts.readers import Reader
from notices import dispatch
from notices.choices import Event

register = template.Library()


@register.filter
def hears_of_starts(reader: Reader) -> str:
    """How we tell the reader outside the site that a game of theirs starts: “Push, Daily email”; empty if we can't.
    Five queries.
    """
    ways = dispatch.ways(reader.pk, [Event.STARTED, Event.TURN]) if reader.pk is not None else []
    return ", ".join(str(way.label) for way in ways)

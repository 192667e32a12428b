"""Words about games that are over."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games.models import Seat
from history import book
from history.models import Meeting

register = template.Library()


@register.filter
def ago(moment: datetime) -> str:
    """“3 days ago”, in its largest unit."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}


@register.filter
def result(seat: Seat) -> str:
    """How the game ended for the seat: won, lost, drawn, aborted or annulled."""
    return book.result(seat)


@register.filter
def result_words(seat: Seat) -> str:
    return str(Meeting.Result(book.result(seat)).label)

"""Words about games that are over."""

from datetime import datetime

from django import template
from django.utils import timezone

from games.models import Seat
from history import book
from history.models import Meeting
from rulebook import words

register = template.Library()


@register.filter
def ago(moment: datetime) -> str:
    """“3 days ago”, in its largest unit."""
    return words.ago(moment, timezone.now())


@register.filter
def result(seat: Seat) -> str:
    """How the game ended for the seat: won, lost, drawn, aborted or annulled."""
    return book.result(seat)


@register.filter
def result_words(seat: Seat) -> str:
    return str(Meeting.Result(book.result(seat)).label)

"""The chat and the newest announcements on the page of a club, for its members."""

from django import template
from django.template import Context

from clubs import board, chat
from clubs.models import Club, Membership

register = template.Library()
NEWEST = 2  # announcements on the page of a club


@register.inclusion_tag("clubs/_chat.html", takes_context=True)
def club_chat(context: Context, club: Club) -> dict[str, object]:
    """The chat of a club whose member the reader is. One query."""
    return {"club": club, "news": chat.has_news(club, context["request"].user)}


@register.inclusion_tag("clubs/_newest_posts.html", takes_context=True)
def club_board(context: Context, club: Club, mine: Membership) -> dict[str, object]:
    """The newest announcements, for the member *mine*. One query."""
    return {
        "club": club,
        "posts": board.listed(club, size=NEWEST),
        "organises": mine.organises,
        "csrf_token": context.get("csrf_token"),
    }

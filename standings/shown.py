"""What stands about ratings on other packages' pages."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import User
from standings import chart, queries

MOST = 30  # ratings on a profile: as many games as there are, one day


def profile_section(request: HttpRequest, person: User) -> SafeString | str:
    """His ratings by game, and the way of the one he plays most; "" for who has none."""
    ratings = queries.ratings(person)[:MOST]
    if not ratings:
        return ""
    first = ratings[0].variant
    shown = {"person": person, "ratings": ratings, "chart": chart.drawn(queries.chart_of(person, first))}
    return render_to_string("standings/profile_section.html", shown, request)

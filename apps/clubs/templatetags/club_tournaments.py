"""Clubs on the pages of tournaments."""

from collections.abc import Mapping

from django import template
from django.template import Context
from django.utils import timezone

from clubs import match_sheets, queries, tournaments
from clubs.match_sheets import TeamName
from clubs.models import Club
from common.numbers import whole
from tournaments.formats.match import MOST_CLUBS, TO_ANSWER
from tournaments.models import Tournament
from tournaments.queries import names
from tournaments.queries import there as entered
from tournaments.rounds import teams

register = template.Library()
SHOWN = 200  # people who are in, of all clubs


@register.inclusion_tag("clubs/_of_tournament.html", takes_context=True)
def club_of(context: Context, tournament: Tournament) -> dict[str, object]:
    """For members of which club a tournament is. Two queries, none for other tournaments."""
    club = tournament.club
    if club is None or tournament.teams.exists():
        return {}
    reader = context["request"].user
    mine = queries.membership(club, reader)
    shows = club.hidden_at is None or mine is not None
    return {"club": club if shows else None, "is_for_members": True, "is_member": mine is not None}


@register.inclusion_tag("clubs/_match.html", takes_context=True)
def club_match(context: Context, tournament: Tournament) -> dict[str, object]:
    """The clubs of a match: before it begins, who plays; then every board."""
    request = context["request"]
    named = match_sheets.named_teams(tournament)
    organised = tournaments.organised_by(request.user)
    mine = [each for each in named.values() if each.club in organised]
    page = {"tournament": tournament, "teams": [*named.values()], "mine": mine, "csrf_token": context.get("csrf_token")}
    if not tournament.stage:
        return page | _before(tournament, named, organised)
    meetings = teams.meetings(tournament)
    shown = whole(request.GET.get("round", ""), most=tournament.round) or tournament.round
    return page | {
        "sheets": match_sheets.sheets(tournament, [each for each in meetings if each.round == shown], named),
        "table": match_sheets.league_lines(tournament, meetings, named) if tournament.rounds else [],
        "rounds": range(1, tournament.round + 1) if tournament.round > 1 else (),
        "shown": shown,
    }


def _before(tournament: Tournament, named: Mapping[int, TeamName], organised: list[Club]) -> dict[str, object]:
    """Who is in, club by club, and the buttons of organisers: to answer, to name players, to join a league."""
    entries = list(entered(tournament).order_by("-rating", "pk")[:SHOWN])
    people = names([entry.pk for entry in entries])
    lists = [
        (each, [(people.of(entry.pk), entry.rating) for entry in entries if entry.team == each.number])
        for each in named.values()
    ]
    clubs = {each.club for each in named.values()}
    is_open_league = bool(tournament.rounds) and tournament.is_open and len(named) < MOST_CLUBS
    until = min(tournament.created_at + TO_ANSWER, tournament.entries_end)
    return {
        "lists": lists,
        "until": until,
        "can_answer": tournament.is_open and timezone.now() < until,
        "can_join": [club for club in organised if club not in clubs] if is_open_league else [],
    }

"""Tournaments on the pages of this room and of others."""

from collections.abc import Sequence

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils import timezone
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from notices.queries import Gathered, Line, by_day
from people.templatetags.people import person
from tournaments import queries, words
from tournaments.leagues import seasons
from tournaments.models import Member, Tournament
from tournaments.pages.tonight import takes_more, tonight

register = template.Library()
ON_HOME, TROPHIES = 3, 6


@register.simple_tag
def entry_people(people: Sequence[User]) -> SafeString:
    """The people of an entry, with links."""
    if not people:
        return SafeString(escape(_("Deleted player")))
    return format_html_join(", ", "{}", ((person(each),) for each in people))


@register.inclusion_tag("tournaments/_row.html")
def tournament_row(
    tournament: Tournament, turns: int = 0, mine: bool = False, again: bool = False
) -> dict[str, object]:
    """One row of a list. *turns*: in how many games it's the reader's turn. *mine*: they are in. *again*: it's the next
    season of a league that they play.
    """
    return {
        "tournament": tournament, "name": words.name(tournament), "kind": words.kind(tournament),
        "entries": words.entries(tournament), "ends": tournament.last_day, "turns": turns, "mine": mine, "again": again,
        "takes_more": takes_more(tournament),
    }  # fmt: skip


@register.inclusion_tag("tournaments/_on_home.html", takes_context=True)
def tournaments_on_home(context: Context) -> dict[str, object]:
    """The reader's tournaments, those in which games wait first, then what they can enter: first the next season of
    their league. One query, none after `tonight_on_home`, which has an evening that is near; another one while a league
    takes entries.
    """
    request = context["request"]
    mine = _mine(request)
    above = tonight(mine, queries.lately_open(), timezone.now())
    shown = None if above is None else above.tournament.pk
    own = [place for place in mine if place[0].tournament_id != shown]
    opened = [each for each in queries.not_mine(queries.lately_open(), mine) if each.is_open and each.pk != shown]
    again = seasons.to_play_again(opened, request.user)
    opened.sort(key=lambda each: each.pk not in again)
    rows = [{"tournament": each, "again": each.pk in again} for each in opened[:ON_HOME]]
    return {"rows": [*_rows(own[:ON_HOME]), *rows]}


@register.inclusion_tag("tournaments/_tonight.html", takes_context=True)
def tonight_on_home(context: Context) -> dict[str, object]:
    """In a line: the evening that the reader is in, else the next one for everyone. One query, none for strangers."""
    return {"tonight": tonight(_mine(context["request"]), queries.lately_open(), timezone.now())}


def _mine(request: HttpRequest) -> list[tuple[Member, int]]:
    """`queries.mine_first`, once for all parts of a page."""
    places: list[tuple[Member, int]] | None = getattr(request, "my_tournaments", None)
    if places is None:
        places = queries.mine_first(request.user)
        request.my_tournaments = places  # type: ignore[attr-defined]
    return places


@register.inclusion_tag("tournaments/_my_tournaments.html", takes_context=True)
def my_tournaments(context: Context) -> dict[str, object]:
    """The reader's tournaments that aren't over, those in which games wait first. One query."""
    return {"rows": _rows(queries.mine_first(context["request"].user))}


def _rows(mine: Sequence[tuple[Member, int]]) -> list[dict[str, object]]:
    return [{"tournament": member.tournament, "turns": turns, "mine": member.agreed} for member, turns in mine]


@register.simple_tag
def notices_by_day(lines: Sequence[Line]) -> list[tuple[str, list[Gathered]]]:
    """A page of notifications, gathered by day and tournament or game. One query, none without tournament games."""
    games = {line.notice.game.pk for line in lines if line.notice.game and line.notice.game.appointed}
    return by_day(lines, queries.paths_of(games))


@register.inclusion_tag("tournaments/_at_table.html", takes_context=True)
def tournament_of(context: Context, game: Game) -> dict[str, object]:
    """Beside the board: which tournament the game belongs to, and the score of the match, the reader's side first. One
    query, a second after the first finished game of a match, none for other games.
    """
    table = queries.table_of(game)
    if table is None:  # a game of a ladder
        return {"tournament": None}
    side = queries.side_of(table.pairing, context["reader"]) if table.pairing.scores else None
    tournament = table.pairing.round.tournament
    return {
        "tournament": tournament, "title": words.title(tournament), "round": table.pairing.round,
        "number": table.number + 1, "games": table.pairing.deals,
        "score": words.score(tournament, table.pairing, side),
    }  # fmt: skip


@register.inclusion_tag("tournaments/_trophies.html")
def trophies(person: User, year: int | None = None) -> dict[str, object]:
    """Their places among the first three: on their profile, or in their own look back at a year. One query."""
    theirs = queries.trophies(person.pk, year)[:TROPHIES]
    return {"trophies": [{"trophy": each, "title": words.title(each.tournament)} for each in theirs]}

"""Tournaments on the pages of this room and of others."""

from collections.abc import Sequence

from django import template
from django.template import Context
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from notices.queries import Gathered, Line, by_day
from people.templatetags.people import person
from tournaments import plans, queries, words
from tournaments.models import Member, Tournament

register = template.Library()
ON_HOME, TROPHIES = 3, 6


@register.simple_tag
def entry_people(people: Sequence[User]) -> SafeString:
    """The people of an entry, with links."""
    if not people:
        return SafeString(escape(_("Deleted player")))
    return format_html_join(", ", "{}", ((person(each),) for each in people))


@register.inclusion_tag("tournaments/_card.html")
def tournament_card(tournament: Tournament, turns: int = 0, member: Member | None = None) -> dict[str, object]:
    return {
        "tournament": tournament, "title": words.title(tournament), "facts": words.facts(tournament), "turns": turns,
        "member": member, "ends": plans.last_day(tournament), "fills": words.fills(tournament),
        "games": words.games_at_once(tournament),
    }  # fmt: skip


@register.inclusion_tag("tournaments/_on_home.html", takes_context=True)
def tournaments_on_home(context: Context) -> dict[str, object]:
    """The reader's tournaments, those in which games wait first, then what they can enter. At most three queries."""
    mine = queries.mine_first(context["request"].user)
    opened = [_line(each) for each in queries.to_enter(mine)[:ON_HOME]]
    return {"lines": [*(_line(member.tournament, turns, mine=True) for member, turns in mine[:ON_HOME]), *opened]}


@register.inclusion_tag("tournaments/_my_tournaments.html", takes_context=True)
def my_tournaments(context: Context) -> dict[str, object]:
    """The reader's tournaments that aren't over, those in which games wait first. At most two queries."""
    mine = queries.mine_first(context["request"].user)
    return {"lines": [_line(member.tournament, turns, mine=True) for member, turns in mine]}


def _line(tournament: Tournament, turns: int = 0, *, mine: bool = False) -> dict[str, object]:
    return {"tournament": tournament, "title": words.title(tournament), "turns": turns, "mine": mine}


@register.simple_tag
def notices_by_day(lines: Sequence[Line]) -> list[tuple[str, list[Gathered]]]:
    """A page of notifications, gathered by day and tournament or game. One query, none without tournament games."""
    games = {line.notice.game.pk for line in lines if line.notice.game and line.notice.game.appointed}
    return by_day(lines, queries.paths_of(games))


@register.inclusion_tag("tournaments/_at_table.html")
def tournament_of(game: Game) -> dict[str, object]:
    """Beside the board: which tournament the game belongs to. One query, none for other games."""
    table = queries.table_of(game)
    if table is None:
        return {}
    tournament = table.pairing.round.tournament
    return {
        "tournament": tournament, "title": words.title(tournament), "round": table.pairing.round,
        "number": table.number + 1, "games": table.pairing.deals,
        "score": words.score(tournament, table.pairing),
    }  # fmt: skip


@register.inclusion_tag("tournaments/_trophies.html")
def trophies(person: User, year: int | None = None) -> dict[str, object]:
    """Their places among the first three: on their profile, or in their own look back at a year. One query."""
    theirs = queries.trophies(person.pk, year)[:TROPHIES]
    return {"trophies": [{"trophy": each, "title": words.title(each.tournament)} for each in theirs]}

"""Tournaments on the pages of this room and of others."""

from collections.abc import Sequence

from django import template
from django.template import Context
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from people.templatetags.people import person
from tournaments import queries, shown, words
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
        "member": member, "ends": shown.ends_words(tournament), "fills": shown.fills_words(tournament),
    }  # fmt: skip


@register.inclusion_tag("tournaments/_on_home.html", takes_context=True)
def tournaments_on_home(context: Context) -> dict[str, object]:
    """The reader's tournaments, those in which games wait first, then what they can enter. Three queries, one for
    strangers.
    """
    user = context["request"].user
    turns = queries.waiting(user)
    mine = {member.tournament_id: member for member in queries.mine(user)[: queries.LISTED]}
    own = sorted((member.tournament for member in mine.values()), key=lambda each: -turns.get(each.pk, 0))
    opened = [each for each in queries.listed("open")[: queries.LISTED] if each.pk not in mine]
    lines = [
        {"tournament": each, "title": words.title(each), "turns": turns.get(each.pk, 0), "mine": each.pk in mine}
        for each in (*own[:ON_HOME], *opened[:ON_HOME])
    ]
    return {"lines": lines}


@register.inclusion_tag("tournaments/_my_tournaments.html", takes_context=True)
def my_tournaments(context: Context) -> dict[str, object]:
    """The reader's tournaments that aren't over, those in which games wait first. Two queries, one if there is none."""
    user = context["request"].user
    mine = list(queries.mine(user)[: queries.LISTED])
    turns = queries.waiting(user) if mine else {}
    mine.sort(key=lambda member: -turns.get(member.tournament_id, 0))
    return {
        "lines": [
            {
                "tournament": member.tournament, "title": words.title(member.tournament),
                "turns": turns.get(member.tournament_id, 0),
            }
            for member in mine
        ]
    }  # fmt: skip


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
        "score": shown.score_words(tournament, table.pairing),
    }  # fmt: skip


@register.inclusion_tag("tournaments/_trophies.html")
def trophies(person: User, year: int | None = None) -> dict[str, object]:
    """Their places among the first three: on their profile, or in their own look back at a year. One query."""
    found = queries.trophies(person.pk, year)[:TROPHIES]
    return {"trophies": [{"trophy": each, "title": words.title(each.tournament)} for each in found]}

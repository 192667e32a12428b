"""Ratings and their changes in templates."""

from collections.abc import Sequence
from dataclasses import asdict

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from games.listed import Listed
from games.models import Game, Move
from games.queries import MOVES_BEFORE_NO_ABORT, has_aborted
from games.shown.rows import Row
from games.shown.table_view import TableView
from games.templatetags.boneyard import tile
from rulebook.listed import game_choices
from standings import at_table, chart, months, past, queries
from standings.models import ALL, Effect, Rating, RatingChange, Standing
from standings.queries import Order
from standings.unrated import why_unrated, would_be_unrated
from standings.years import looking_back

register = template.Library()
register.filter(queries.is_rated)
register.filter(queries.may_open)
register.simple_tag(would_be_unrated, name="rated_with")
MOST_RATINGS = 30  # on a profile: more than there are kinds of game


@register.filter
def rating(standing: Standing | None) -> SafeString:
    """“1512”, with a mark while it is provisional; a dash without a rating."""
    if standing is None:
        return format_html('<span class="muted">–<span class="visually-hidden">{}</span></span>', _("no rating"))
    if not standing.provisional:
        return format_html("{}", standing.shown)
    return format_html(
        '{}<abbr class="provisional" title="{}">?</abbr>',
        standing.shown,
        _("provisional: too few rated games or opponents so far"),
    )


@register.filter
def change(points: int | None) -> SafeString:
    """“+9”, with the minus sign that screen readers pronounce. A dash without a rated game."""
    if points is None:
        return format_html('<span class="muted">–<span class="visually-hidden">{}</span></span>', _("no rated game"))
    kind = "gain" if points > 0 else "loss" if points < 0 else "muted"
    sign = "+" if points > 0 else "\N{MINUS SIGN}" if points < 0 else "±"
    return format_html('<span class="change {}">{}{}</span>', kind, sign, abs(points))


@register.filter
def rated_words(game: Game | Listed) -> str:
    """Whether a game is rated, in words; for a game loaded with its seats and players."""
    why = why_unrated(game)
    return _("rated") if why is None else str(why.label)


@register.simple_tag
def rated_terms(game: Listed, reader: Reader) -> str:
    """`rated_words` for an open game in a list; readers without an account learn that a rated game needs one."""
    if why_unrated(game) is None and (not reader.is_authenticated or reader.is_guest):
        return _("rated with an account")
    return rated_words(game)


@register.simple_tag
def abort_is_loss(game: Game, view: TableView, reader: User) -> bool:
    """Whether aborting counts as a loss for the reader, who plays. One query if the game is rated and it isn't too late
    to abort.
    """
    is_too_late = sum(by not in {Move.By.FORCED, Move.By.CLOCK} for by in view.by) >= MOVES_BEFORE_NO_ABORT
    return game.rated and not is_too_late and has_aborted(reader, timezone.now())


@register.filter
def spares(changes: Sequence[RatingChange]) -> bool:
    """Whether a player's rating stayed the same because another player left."""
    return any(row.effect != Effect.ALL for row in changes)


@register.filter
def opponents_of(row: RatingChange) -> str:
    """The players on the other sides, for a row read with its game and seats."""
    return ", ".join(queries.opponents_of(row))


@register.filter
def sides_number(row: RatingChange) -> int:
    return len({seat.side for seat in row.game.seats.all()})


@register.inclusion_tag("standings/profile_section.html")
def profile_ratings(person: User) -> dict[str, object]:
    """Their ratings, and the history of the overall one; empty without ratings."""
    ratings = queries.own_ratings(person)
    way = chart.drawn(past.way(person, ALL)) if ratings else None
    return {"person": person, "ratings": ratings[:MOST_RATINGS], "chart": way}


@register.simple_tag
def year_tile(year: int) -> SafeString:
    """A tile that shows the year: 20-26."""
    drawn: SafeString = tile(f"{year // 100}-{year % 100}")
    return drawn


@register.inclusion_tag("standings/_year_season.html", takes_context=True)
def year_season(context: template.Context) -> dict[str, object]:
    """In December and January, a link to the reader's year, for account holders. It asks the database nothing."""
    user = context["user"]
    year = looking_back.season(timezone.now())
    return {"year": year if user.is_authenticated and not user.is_guest else None}


@register.inclusion_tag("standings/_pick.html")
def standings_pick(variant: str, month: str, by: str, *, friends: bool, may_choose: bool) -> dict[str, object]:
    """The form that chooses other standings."""
    seasons = queries.months(variant, months.month_of(timezone.now()))
    return {
        "places": game_choices(), "months": [(each, months.month_name(each)) for each in seasons], "variant": variant,
        "month": month, "by": by, "friends": friends, "may_choose": may_choose,
    }  # fmt: skip


@register.inclusion_tag("standings/_lines.html")
def lines_for_all(
    variant: str, month: str, order: Order, cursor: str, me: int | None, *, apart: bool
) -> dict[str, object]:
    """The lines of standings that everybody may see, or those of the provisional ratings *apart*; *me* is marked."""
    table = queries.Table(variant, order, month)
    page, provisional = queries.tables_for_all(table, cursor, True)
    return {"lines": provisional if apart else page, "table": table, "me": me, "apart": apart}


@register.inclusion_tag("standings/_leaders.html")
def leaders() -> dict[str, object]:
    """The first of each game."""
    return {"leaders": queries.leaders()}


@register.simple_tag
def host_ratings(rows: Sequence[Row]) -> dict[int, Rating]:
    """By open game, the host's rating in that kind of game, if they have one. One query."""
    return queries.ratings_of_hosts([row.game for row in rows])


@register.simple_tag
def ratings_at(game: Game) -> dict[str, object]:
    """The ratings of a game's players in the API's shape; empty if it isn't rated."""
    seats = [asdict(each) for each in at_table.seat_ratings(game)]
    return {"rated": bool(seats), "seats": seats}


@register.inclusion_tag("standings/_panel.html")
def ratings_panel(game: Game) -> dict[str, object]:
    """Beside the board: whether the game is rated and, after its end, the rating changes."""
    over = game.status == Game.Status.FINISHED
    changes = at_table.changes_of(game) if over else []
    return {"game": game, "over": over, "changes": changes, "why": why_unrated(game)}

"""Template tags for other rooms' pages: start a game against a computer, and fill free seats."""

from django import template

from accounts.reserved import OF_COMPUTERS
from bots import queries
from bots.forms import LAST, FillForm
from bots.limits import Running
from games.models import Game
from rulebook.well_known import Start, starts

register = template.Library()


@register.inclusion_tag("bots/_play.html", takes_context=True)
def play_computer(context: template.Context) -> dict[str, object]:
    """Four games against computers, one click each, at the level that the reader chose last."""
    last = context["request"].session.get(LAST, {})
    start = Start(last["variant"], last["seats"], last["pairs"]) if "pairs" in last else None
    return {
        "starts": starts(start),
        "level": last.get("level", queries.FIRST_LEVEL),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("bots/_meanwhile.html", takes_context=True)
def meanwhile(context: template.Context, variant: str, seats: int) -> dict[str, object]:
    """One button that starts a game against a computer at the reader's level, for people who wait for others."""
    level = queries.level_of(context["request"].user, variant)
    return {
        "variant": variant,
        "seats": seats,
        "level": level,
        "name": OF_COMPUTERS[level][0],
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag(takes_context=True)
def my_level(context: template.Context, variant: str) -> str:
    """The level of computers that suits the reader in this game."""
    return queries.level_of(context["request"].user, variant)


@register.simple_tag(takes_context=True)
def running_with_computers(context: template.Context) -> Running | None:
    """How many games with computers the reader has and may have."""
    user = context["request"].user
    return queries.running(user) if user.is_authenticated else None


@register.inclusion_tag("bots/_fill.html", takes_context=True)
def fill_seats(context: template.Context, game: Game) -> dict[str, object]:
    """For the host of an open game: computers for its free seats, and which of them would be partners."""
    mine, free = context["mine"], context["free"]
    partners = {seat.number: seat.side == mine.side for seat in free} if game.rules.sides < game.rules.seats else {}
    form = FillForm(free=[seat.number for seat in free])
    return {
        "game": game,
        "seats": [(field, partners.get(seat.number)) for field, seat in zip(form.visible_fields(), free, strict=True)],
        "with_computer": context.get("with_computer"),
        "running": queries.running(context["reader"]),
        "csrf_token": context.get("csrf_token"),
    }

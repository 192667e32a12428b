"""The seats and the reader's hand as served. static/js/table/players.js and hand.js draw them the same way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from accounts.models import User
from common.times.timestamps import Stamp
from games import queries
from games.models import Game
from games.positions.frame import SeatFrame
from games.seating import in_play_order
from games.shown.table_view import TableView
from rulebook import phrases
from rulebook.faces import face_drawing
from rulebook.tile_drawing import tile_picture

register = template.Library()
MOST_BACKS = 21


class Seated(Protocol):
    """A view with seats: of a game, or of a study."""

    @property
    def seats(self) -> Sequence[SeatFrame]: ...
    @property
    def you(self) -> int | None: ...
    @property
    def round(self) -> rules.View | None: ...
    @property
    def totals(self) -> Sequence[int]: ...


@dataclass(frozen=True)
class SeatAround(SeatFrame):
    """A seat as one reader sees it around the table."""

    place: str
    mine: bool
    partner: bool
    level: str | None
    on_turn: bool
    count: int
    tiles: str
    total: str
    unit: str  # the word after it
    away: Stamp | None = None


@register.filter
def seats_around(view: Seated) -> list[SeatAround]:
    """The seats of a view: the reader's first, then clockwise from their left."""
    seats, you, deal = view.seats, view.you, view.round
    number = len(seats)
    totals = deal.totals if deal else view.totals
    counts = deal.hands if deal else (0,) * number
    return [
        SeatAround(
            **vars(seat),
            place=_place(index, number),
            mine=seat.seat == you,
            partner=you is not None and seat.seat != you and seat.side == seats[you].side,
            level=seat.computer or seat.stand_in,
            on_turn=deal is not None and deal.turn == seat.seat,
            count=counts[seat.seat],
            tiles=ngettext("%(n)d tile", "%(n)d tiles", counts[seat.seat]) % {"n": counts[seat.seat]},
            total=phrases.number(totals[seat.side]),
            unit=ngettext("point", "points", abs(totals[seat.side])),
        )
        for index, seat in enumerate(in_play_order(seats, you))
    ]


@register.filter
def stood_in(view: Seated) -> bool:
    """Whether a computer plays or has played for a player who was away."""
    return any(seat.stood_in for seat in view.seats)


@register.filter
def has_pairs(view: Seated) -> bool:
    return len({seat.side for seat in view.seats}) < len(view.seats)


def _place(index: int, seats: int) -> str:
    beside = 0 if seats == 2 else 1 if seats < 7 else 2
    if index == 0:
        return "me"
    if index <= beside:
        return "left"
    return "top" if index < seats - beside else "right"


@register.filter
def backs(count: int) -> SafeString:
    return format_html_join("", "{}", ((SafeString("<i></i>"),) for _back in range(min(count, MOST_BACKS))))


@register.filter
def face_shown(face: str | None) -> SafeString:
    return face_drawing(face) if face else SafeString("")


@register.filter
def level_word(level: str) -> str:
    """The label of a computer's level."""
    return str(User.Level(level).label)


@register.filter
def only_computers(game: Game) -> bool:
    """Whether one person plays against computers only."""
    return queries.only_computers(game)


LAID = re.compile(r"(?:^|,)(\d+-\d+)(?=[>^/=x,]|$)")  # the tiles that a move plays


@register.simple_tag
def hand_tiles(view: TableView) -> SafeString:
    """The tiles of the hand in *view*, highest first. Playable tiles are marked and labelled."""
    hand, legal = (view.round.hand or (), view.round.legal) if view.round else ((), ())
    tiles = [tuple(int(half) for half in tile.split("-")) for tile in hand]
    playable = {tile for move in legal for tile in LAID.findall(move)}
    return format_html_join("", "{}", ([_button(high, low, playable)] for high, low in sorted(tiles, reverse=True)))


def _button(high: int, low: int, playable: set[str]) -> SafeString:
    tile = name = f"{high}-{low}"
    if high == low:
        name = _("%(tile)s, double") % {"tile": name}
    if tile in playable:
        name = _("%(tile)s, can be played") % {"tile": name}
    return format_html(
        '<button type="button" class="hand-tile{}" data-tile="{}" aria-disabled="{}" aria-pressed="false"'
        ' aria-label="{}">{}</button>',
        " playable" if tile in playable else "",
        tile,
        "false" if tile in playable else "true",
        name,
        mark_safe(tile_picture((high, low))),  # noqa: S308 - drawn of two numbers
    )

"""The buttons of the reader's tiles as served. static/js/table/hand.js makes the same and takes over from these."""

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.shown.table_view import TableView
from rulebook.tile_drawing import tile_picture

register = template.Library()
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

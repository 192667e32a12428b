"""Boards of costly moves, drawn like those of static/js/learn/examples.js: what the player saw, and the best move."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson
from django.utils.translation import gettext as _

from games.models import Game
from games.queries import packed_replays
from learn.shown import Choice, Player
from rulebook.people import all_of

JSON = Mapping[str, Any]
TILE = re.compile(r"\d+-\d+")
SIZES = ((4, "s"), (11, "m"))  # up to this number of tiles


def with_boards(
    players: Sequence[Player], game: Game, charge: Callable[[], object]
) -> tuple[list[Player], list[dict[str, Any]]]:
    """The players, with the number of a picture for each of their costliest moves; and the pictures. *charge*: see
    `Kept.get`.
    """
    packed = packed_replays(game, charge)
    needed = {choice.deal for player in players for choice in player.costliest}
    replays = {deal: orjson.loads(packed[deal].content) for deal in needed}
    pictures: list[dict[str, Any]] = []

    def pictured(choice: Choice) -> Choice:
        pictures.append(_picture(choice, replays[choice.deal]))
        return replace(choice, picture=len(pictures) - 1)

    return [replace(player, costliest=tuple(map(pictured, player.costliest))) for player in players], pictures


def _picture(choice: Choice, replay: JSON) -> dict[str, Any]:
    """The board before the move. Without a hand in games where tiles are in hidden rows."""
    before = replay["frames"][choice.ply - 1]
    in_rows = "layout" in before
    laid = before["layout"] if in_rows else [tile for tile in replay["view"]["layout"] if tile["ply"] < choice.ply]
    best = TILE.match(choice.best_text)
    hand = {"name": choice.name, "tiles": before["hands"][choice.seat], "marked": [best[0]] if best else []}
    return {
        "kind": choice.anchor, "layout": laid, "lines": in_rows, "ends": before["ends"], "sum": None, "fresh": [],
        "ghosts": [choice.best_text] if best and laid else [], "bright": False, "hands": [] if in_rows else [hand],
        "size": next((size for most, size in SIZES if len(laid) <= most), "l"), "text": _in_words(laid, before, hand),
    }  # fmt: skip


def _in_words(laid: Sequence[JSON], before: JSON, hand: JSON) -> str:
    table = " ".join(tile["tile"] for tile in laid)
    ends = all_of(str(end["value"]) for end in before["ends"])
    told = {"table": table, "ends": ends or "–", "name": hand["name"], "hand": " ".join(hand["tiles"])}
    if not table:
        return _("The table is empty. %(name)s: %(hand)s.") % told
    return _("On the table: %(table)s. Open ends: %(ends)s. %(name)s: %(hand)s.") % told

"""Games as `dominoes/1` records (rules.md 10). A game in play has only its finished deals."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.models import Game, Move, Round, Seat
from games.referee import LEAVING


def records(games: Sequence[Game]) -> Iterator[dict[str, Any]]:
    """The records of games that were loaded with their seats and players. Two queries for any number of games.

    We read only finished deals, so the hands of a deal in play can't leak.
    """
    keys = [game.pk for game in games]
    moves: dict[int, list[str]] = {}
    clocks: dict[int, list[int]] = {}
    over = Move.objects.filter(game__in=keys, round__over=True, taken_back=None).order_by("game", "version")
    for deal, ply, seat, text, by in over.values_list("round_id", "ply", "seat", "text", "by"):
        moves.setdefault(deal, []).append(f"{seat} {text}")
        if by == Move.By.CLOCK and text not in LEAVING:
            clocks.setdefault(deal, []).append(ply)
    deals: dict[int, list[dict[str, Any]]] = {}
    for row in Round.objects.filter(game__in=keys, over=True).order_by("game", "index").only("game", "deal"):
        by_clock = {"clock": clocks[row.pk]} if row.pk in clocks else {}
        deals.setdefault(row.game_id, []).append({"deal": row.deal, "moves": moves.get(row.pk, []), **by_clock})
    for game in games:
        yield {
            "format": "dominoes/1",
            "variant": game.variant,
            "options": game.options,
            "seats": [name(seat) for seat in game.seats.all()],
            "rounds": deals.get(game.pk, []),
            **({"ended": game.reason} if game.reason == "adjudicated" else {}),
        }


def name(seat: Seat) -> str:
    return seat.player.name if seat.player else _("Seat %(n)d") % {"n": seat.number + 1}

"""Games as `dominoes/1` records (rules.md 10). A game in play has only its finished deals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from games.models import Game, Move, Round, Seat
from games.positions.referee import LEAVING
from games.shown.asks import AgreedLine, agreed_in
from rules import Sparse


@dataclass(frozen=True)
class RecordRound(Sparse):
    """A deal. *clock*: the moves that the clock made, by number from 1."""

    deal: Mapping[str, object]
    moves: tuple[str, ...]
    clock: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Record(Sparse):
    """A game as a `dominoes/1` record; `python -m rules replay FILE` replays it. *agreed*: what its two players agreed
    on, such as a pause. Moves that were taken back are not among the moves.
    """

    format: Literal["dominoes/1"]
    variant: str
    options: Mapping[str, object]
    seats: tuple[str, ...]
    rounds: tuple[RecordRound, ...]
    ended: Literal["adjudicated"] | None = None
    agreed: tuple[AgreedLine, ...] | None = None


def records(games: Sequence[Game]) -> Iterator[Record]:
    """The records of games that were loaded with their seats and players. Two queries for any number of games, and one
    if players have asked something of each other.

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
    deals: dict[int, list[RecordRound]] = {}
    for row in Round.objects.filter(game__in=keys, over=True).order_by("game", "index").only("game", "deal"):
        by_clock = tuple(clocks[row.pk]) if row.pk in clocks else None
        deals.setdefault(row.game_id, []).append(RecordRound(row.deal, tuple(moves.get(row.pk, ())), by_clock))
    asked = [game.pk for game in games if game.asked_at is not None]
    agreed = agreed_in(asked) if asked else {}
    for game in games:
        yield Record(
            format="dominoes/1",
            variant=game.variant,
            options=game.options,
            seats=tuple(name(seat) for seat in game.seats.all()),
            rounds=tuple(deals.get(game.pk, ())),
            ended="adjudicated" if game.reason == "adjudicated" else None,
            agreed=tuple(agreed[game.pk]) if game.pk in agreed else None,
        )


def name(seat: Seat) -> str:
    return seat.player.name if seat.player else _("Seat %(n)d") % {"n": seat.number + 1}

"""Signals between partners. This part of the view is never sent to another side."""

from dataclasses import dataclass
from typing import Annotated, Literal

from games.models import PartnerSignal
from games.positions.tables import Table

Sign = Literal["wink", "puff"]


@dataclass(frozen=True)
class SignalShown:
    """“wink”: the seat has 0-0; “puff”: it has 6-6 (General)."""

    seat: int
    signal: Annotated[str, Sign]


def signals_for(table: Table, seat: int | None) -> tuple[SignalShown, ...]:
    """The signals that the side of *seat* gave in this deal, in order; none for a watcher.

    Read from the database each time, because signals change no version and so aren't in a remembered table.
    """
    if seat is None or table.running is None or not table.frame.rules.signals:
        return ()  # games without signals need no query
    made = PartnerSignal.objects.filter(round=table.running.row_id, seat__in=table.frame.partners(seat)).order_by("pk")
    return tuple(SignalShown(number, text) for number, text in made.values_list("seat", "text"))

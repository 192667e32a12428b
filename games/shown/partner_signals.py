"""Signals between partners. This part of the view is never sent to another side."""

from games.models import PartnerSignal
from games.tables import Table


def signals_for(table: Table, seat: int | None) -> list[dict[str, int | str]]:
    """The signals of this deal that were made by the side of *seat*, in order; none for a watcher.

    They are asked for anew each time: a remembered table has a version, and a signal none.
    """
    if seat is None or table.running is None or not table.frame.rules["signals"]:
        return []  # no other game asks the database for them
    made = PartnerSignal.objects.filter(round=table.running.row_id, seat__in=table.frame.partners(seat)).order_by("pk")
    return [{"seat": number, "signal": text} for number, text in made.values_list("seat", "text")]

"""Signals between partners. This part of the view is never sent to another side."""

from games.models import PartnerSignal
from games.tables import Table


def signals_for(table: Table, seat: int | None) -> list[dict[str, int | str]]:
    """The signals that the side of *seat* gave in this deal, in order; none for a watcher.

    Read from the database each time, because signals change no version and so aren't in a remembered table.
    """
    if seat is None or table.running is None or not table.frame.rules["signals"]:
        return []  # games without signals need no query
    made = PartnerSignal.objects.filter(round=table.running.row_id, seat__in=table.frame.partners(seat)).order_by("pk")
    return [{"seat": number, "signal": text} for number, text in made.values_list("seat", "text")]

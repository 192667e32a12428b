"""Rates as text: "20/m 200/h/address" is twenty a minute for a caller, two hundred an hour for an address."""

from dataclasses import dataclass
from functools import cache

PERIODS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


@dataclass(frozen=True, slots=True)
class Rate:
    """At most *most* times in *seconds*, for everybody at one address together or for each caller."""

    most: int
    seconds: int
    per_address: bool = False


@cache
def read(text: str) -> tuple[Rate, ...]:
    """Raises `ValueError` if the text is no list of rates."""
    return tuple(_one(part) for part in text.split())


def _one(part: str) -> Rate:
    most, period, *per = part.split("/")
    if period not in PERIODS or per not in ([], ["address"]) or int(most) < 1:
        raise ValueError(f"{part!r} is no rate; write 20/m or 200/h/address.")
    return Rate(int(most), PERIODS[period], bool(per))

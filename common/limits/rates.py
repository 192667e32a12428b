"""Rates as text. "20/m 200/h/address": twenty a minute for a caller, and two hundred an hour for an address. "200/5s":
two hundred in five seconds.
"""

import re
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
def parse_rates(text: str) -> tuple[Rate, ...]:
    """The rates in *text*, separated by spaces. Raises `ValueError` for an invalid one."""
    return tuple(_one(part) for part in text.split())


def _one(part: str) -> Rate:
    parts = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)?([smhd])(/address)?", part)
    if parts is None:
        raise ValueError(f"{part!r} isn't a rate. Write 20/m, 200/5s or 200/h/address.")
    most, periods, period, per_address = parts.groups()
    return Rate(int(most), int(periods or 1) * PERIODS[period], bool(per_address))

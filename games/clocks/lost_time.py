"""How much time people lost by an outage, and which deadlines move on because of it. Pure: time is an argument."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from django.db.models import Q

from rulebook.time_control import Speed

SHORT = timedelta(minutes=2)  # the longest outage that moves deadlines by its own length only
LEAST = timedelta(hours=1)  # by which a longer one moves them; also how long after it they move
LEAST_LIVE = timedelta(minutes=1)  # more than its length, for live games


@dataclass(frozen=True, slots=True)
class LostTime:
    """Deadlines until *last* move on by *more* (None: all of them); those of live games by *more_live*.

    *began* and *ended* are those of the outage. *began* is None if the host gives the time.
    """

    began: datetime | None
    ended: datetime
    last: datetime | None
    more: timedelta
    more_live: timedelta

    @classmethod
    def by_outage(cls, gap: timedelta, now: datetime) -> Self:
        """The site was away for so long, until *now*."""
        more = gap if gap <= SHORT else max(gap, LEAST)
        return cls(now - gap, now, now + LEAST, more, gap + LEAST_LIVE)

    @classmethod
    def given(cls, more: timedelta, now: datetime) -> Self:
        """The host gives everyone more time. Not in live games: whoever is there would wait for those who aren't."""
        return cls(None, now, None, more, timedelta())

    def hits(self, column: str) -> Q:
        """The rows whose deadline in this column moves on."""
        return Q(**{f"{column}__isnull": False}) if self.last is None else Q(**{f"{column}__lte": self.last})

    def concerns(self, deadline: datetime | None) -> bool:
        """Whether this deadline moves on."""
        return deadline is not None and (self.last is None or deadline <= self.last)

    def more_for(self, speed: Speed) -> timedelta:
        return self.more_live if speed is Speed.NOW else self.more

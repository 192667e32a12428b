"""Places move: always 1 to n, each by one UPDATE. Call with the ladder's row locked."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Case, F, PositiveIntegerField, Value, When
from django.db.models.functions import Greatest, Least

from ladders.models import Ladder, Rung

NUMBER = PositiveIntegerField()


def move(ladder: Ladder, start: int, to: int, **columns: Any) -> None:
    """Move the person at place *start* to the place *to*; those between move one place towards *start*.

    *columns*: more to change in these rows.
    """
    low, high = sorted((start, to))
    shifted = F("place") + (1 if to < start else -1)
    place = Case(When(place=start, then=Value(to)), default=shifted, output_field=NUMBER)
    between = Rung.objects.filter(ladder=ladder, place__gte=low, place__lte=high)
    between.update(place=place, best=Least("best", place, output_field=NUMBER), **columns)


def append(ladder: Ladder) -> int:
    """One person more. Returns their place, the last one."""
    ladder.size += 1
    ladder.save(update_fields=["size"])
    return ladder.size


def close_up(ladder: Ladder, place: int) -> None:
    """Nobody is at this place any more: all below move up."""
    below = Rung.objects.filter(ladder=ladder, place__gt=place)
    below.update(place=F("place") - 1, best=Least("best", F("place") - 1, output_field=NUMBER))
    ladder.size -= 1
    ladder.save(update_fields=["size"])


def counted(results: Mapping[int, bool], by: int = 1) -> dict[str, Any]:
    """Columns for an update that counts these results: whether a person (user id) has won. *by* -1: no longer; those
    who have left since, and come back, have nothing to lose.
    """
    winners = [player for player, won in results.items() if won]
    losers = [player for player, won in results.items() if not won]
    return {
        column: Case(When(player__in=people, then=Greatest(F(column) + by, 0)), default=F(column), output_field=NUMBER)
        for column, people in (("won", winners), ("lost", losers))
    }

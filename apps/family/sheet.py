"""The score sheet of a family."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

from django.db.models import Count, Max, Min, Q

from family.models import Family, Member, Play
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the score sheet."""

    member: Member
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class MostPips:
    """The most pips left in a hand when a game ended."""

    member: Member
    pips: int
    game: Game


class Sheet:
    """The games of a family: all, or those of one *year* or *variant*."""

    def __init__(self, family: Family, members: Sequence[Member], year: int | None, variant: str) -> None:
        self.family, self.members, self.year, self.variant = family, members, year, variant
        over = Q(seat__game__status=Game.Status.FINISHED, seat__game__annulled_at=None, seat__game__settle_at=None)
        self.all = Play.objects.filter(over, member__family=family)
        self.chosen = self.all
        if year is not None:
            bounds = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
            self.chosen = self.chosen.filter(seat__over_at__gte=bounds[0], seat__over_at__lt=bounds[1])
        if variant:
            self.chosen = self.chosen.filter(seat__game__variant=variant)

    @cached_property
    def years(self) -> list[int]:
        """From the newest to the first."""
        ends = self.all.aggregate(first=Min("seat__over_at"), last=Max("seat__over_at"))
        return list(range(ends["last"].year, ends["first"].year - 1, -1)) if ends["last"] else []

    @cached_property
    def variants(self) -> list[str]:
        found = self.all.order_by("seat__game__variant").values_list("seat__game__variant", flat=True).distinct()
        return list(found)

    @cached_property
    def lines(self) -> list[Line]:
        """Most wins first; of equal ones, who needed fewer games."""
        won = Count("pk", filter=Q(seat__result=Seat.Result.WON))
        sums = self.chosen.values("member").annotate(games=Count("pk"), won=won)
        known = {each.pk: each for each in self.members}
        lines = [Line(known[row["member"]], row["games"], row["won"]) for row in sums.order_by()]
        return sorted(lines, key=lambda line: (-line.won, line.games, line.member.pk))

    @cached_property
    def longest(self) -> Member | None:
        """The name with the longest row of wins, ever; None below two."""
        best = max(self.members, key=lambda each: each.longest_streak, default=None)
        return best if best is not None and best.longest_streak > 1 else None

    @cached_property
    def most_pips(self) -> MostPips | None:
        """Of the chosen games; of equal ones the first."""
        most = self.chosen.filter(last_hand__gt=0).order_by("-last_hand", "pk").select_related("seat__game").first()
        if most is None or most.last_hand is None:
            return None
        return MostPips(
            next(each for each in self.members if each.pk == most.member_id), most.last_hand, most.seat.game
        )

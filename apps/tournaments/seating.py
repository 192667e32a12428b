"""The four seatings, and everything that differs between them."""

from collections.abc import Iterable, Sequence
from itertools import chain

from django.db import models
from django.utils.translation import gettext_lazy as _

import pairing
from pairing import HalfPoints

WIN, DRAW, LOSS = 2, 1, 0  # half points of a match of two sides
OF_FOUR, OF_THREE = (6, 4, 2, 0), (6, 3, 0)  # half points by place, where everyone plays for themselves


class Seating(models.TextChoices):
    DUEL = "duel", _("One against one")
    PAIRS = "pairs", _("Fixed partners")
    ROTATING = "rotating", _("Changing partners")
    POD = "pod", _("Everyone for themselves")

    @property
    def members(self) -> int:
        """People in an entry."""
        return 2 if self.has_fixed_partners else 1

    @property
    def has_fixed_partners(self) -> bool:
        """Whether two people enter together."""
        return self is Seating.PAIRS

    @property
    def has_partners(self) -> bool:
        return self in {Seating.PAIRS, Seating.ROTATING}

    @property
    def changes_partners(self) -> bool:
        """Whether those who sit opposite each other are partners for one match, and entries of their own."""
        return self is Seating.ROTATING

    @property
    def has_two_sides(self) -> bool:
        return self is not Seating.POD

    @property
    def is_of_two(self) -> bool:
        """Whether two entries meet at a table."""
        return self.has_two_sides and not self.changes_partners

    @property
    def fewest(self) -> int:
        """Entries that a tournament needs."""
        return 3 if self.is_of_two else 4

    def seats(self, possible: Iterable[int]) -> int:
        """The seats of a full table, in a game with so many *possible* ones."""
        if self is Seating.DUEL:
            return 2
        return 4 if self.has_two_sides or 4 in possible else 3

    def sides(self, seats: int) -> int:
        return 2 if self.has_two_sides else seats

    @property
    def pairing_kind(self) -> pairing.Kind:
        if self.is_of_two:
            return pairing.Kind.DUEL
        return pairing.Kind.ROTATING if self.changes_partners else pairing.Kind.POD

    def tables_of_group(self, entries: int, seats: int) -> Iterable[tuple[int, ...]]:
        """The tables of a group in which everybody meets everybody, by positions."""
        if self.is_of_two:
            return chain.from_iterable(pairing.duels(entries))
        return pairing.tables_of(entries, min(entries, seats), rotating=self.changes_partners)

    # ---- What a match counts

    @property
    def win(self) -> HalfPoints:
        """Of the first at a table."""
        return WIN if self.has_two_sides else OF_FOUR[0]

    @property
    def bye(self) -> HalfPoints:
        """Of a round without opponents: a win, or the second place of four."""
        return WIN if self.has_two_sides else OF_FOUR[1]

    def points(self, sums: Sequence[float]) -> tuple[HalfPoints, ...]:
        """Of each position, from the gains of a match by position: 1 and ½ for two sides, else by places, which equal
        ones share, rounded down.
        """
        if self.has_two_sides:
            mine, theirs = sums[0], sums[1]
            first = WIN if mine > theirs else DRAW if mine == theirs else LOSS
            return tuple(first if n % 2 == 0 else WIN - first for n in range(len(sums)))
        by_place = OF_FOUR if len(sums) == len(OF_FOUR) else OF_THREE
        points = []
        for mine in sums:
            ahead = sum(each > mine for each in sums)
            level = sum(each == mine for each in sums)
            points.append(sum(by_place[ahead : ahead + level]) // level)
        return tuple(points)

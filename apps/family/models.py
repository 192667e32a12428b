"""Family tables: up to eight names without accounts, their next game, and what they have played."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

import rules
from accounts.names import LONGEST as LONGEST_NAME
from common.chances import new_secret
from games.models import Seat
from rulebook import choices
from rulebook.clock_form import ClockForm
from rulebook.time_control import MOST_MISSED, Misses, TimeControl

MOST_NAMES = 8
LONGEST_TITLE = 40
# Values of a name without a person.
NOBODYS: Final = {"person": None, "ready_at": None, "made_here": False, "link_made_at": None}


class Family(models.Model):
    """A group that plays one kind of game. Everyone with its link may open its page."""

    key = models.CharField(max_length=40, default=new_secret, editable=False)  # of its permanent link
    title = models.CharField(max_length=LONGEST_TITLE)
    variant = models.CharField(max_length=40)
    length = models.CharField(max_length=10)  # as in the form of a new game
    clock = models.CharField(max_length=30)  # likewise
    pairs = models.BooleanField(default=False)  # where the game lets them choose
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="family_key")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("family", args=[self.key])

    @property
    def link(self) -> str:
        """Its full address, to send and to print."""
        return settings.SITE_URL + self.get_absolute_url()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many can play together."""
        return choices.catalogue()[self.variant].seats

    def ruleset(self, seats: int) -> rules.RuleSet:
        """The rules of a game with so many players; of the default length if theirs is impossible."""
        options = choices.offered(self.variant, seats)
        if self.pairs and choices.catalogue()[self.variant].pairs[seats] == "may":
            options = options | {"pairs": True}
        if end := choices.ends(self.variant, seats, pairs=self.pairs).get(self.length):
            options = options | {"end": end}
        return choices.chosen_rules(self.variant, options, seats)

    def control(self, sides: int) -> TimeControl:
        """The clock of a game. It pauses where it may, and nobody loses for a day away: we move for them."""
        form = ClockForm({"clock": self.clock, "pauses": "on", "misses": Misses.MOVE, "misses_most": MOST_MISSED})
        form.is_valid()
        return form.time_control(sides)


class Member(models.Model):
    """A name of a family. *person* plays under it: the guest or account whose browser took it, or nobody yet."""

    family = models.ForeignKey(Family, on_delete=models.CASCADE, db_index=False, related_name="members")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)  # blank: of a deleted person
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="family_names"
    )
    made_here = models.BooleanField(default=False)  # the person is a guest who began with this name
    ready_at = models.DateTimeField(null=True)  # since then they want to be in the next game
    link_made_at = models.DateTimeField(null=True)  # when the host last made them a new private link
    left = models.BooleanField(default=False)  # removed: only the score sheet has them
    streak = models.PositiveIntegerField(default=0)  # games won one after the other, up to the last
    longest_streak = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["family", "person"], name="person_once_a_family"),
            models.CheckConstraint(
                condition=Q(left=False) | Q(person=None, ready_at=None), name="who_left_a_family_waits_for_nothing"
            ),
            models.CheckConstraint(
                condition=Q(ready_at=None) | Q(person__isnull=False), name="ready_for_a_family_game_is_a_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Play(models.Model):
    """A member's seat in a game of their family. The score sheet counts these."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="plays")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="play")
    last_hand = models.PositiveIntegerField(null=True)  # pips that their side held when the last round ended

    def __str__(self) -> str:
        return f"{self.member_id} on {self.seat_id}"

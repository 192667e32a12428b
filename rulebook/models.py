"""Saved rules: house rules under a name, to play by again and to share."""

from functools import cached_property

from django.conf import settings
from django.db import models
from django.urls import reverse

import rules
from common.chances import new_public_id

LONGEST_NAME = 60


class SavedRules(models.Model):
    """A game with its house rules. Games created from it have their own copy of the options."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_rules")
    name = models.CharField(max_length=LONGEST_NAME)
    variant = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()  # the number they were made for; others may be possible
    options = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "saved rules"

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("saved_rules", args=[self.public_id])

    @cached_property
    def ruleset(self) -> rules.RuleSet:
        return rules.ruleset(self.variant, self.options, self.seats)

    @cached_property
    def possible_seats(self) -> list[int]:
        """The numbers of players with whom these rules can be played."""
        every = rules.VARIANTS[self.variant].seats
        return [seats for seats in every if rules.is_possible(self.variant, self.options, seats)]

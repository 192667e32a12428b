"""Ratings, the changes by each game, and sums of results. Updated as games are settled, never counted on request."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import Game, Seat
from standings.strength import SETTLED_OPPONENTS, Strength

ALL = ""  # instead of a variant: all kinds of games together
PLAYER = settings.AUTH_USER_MODEL  # without an index of its own, because a longer one starts with it


class Ladder(models.Model):
    """A rated variant. Rating one of its games locks this row, so that its games are rated one by one.

    `standings.rating.hold` locks it by SQL, which also creates a missing row.
    """

    variant = models.CharField(max_length=40, primary_key=True)

    def __str__(self) -> str:
        return self.variant


class Standing(models.Model):
    """The columns of a `Strength`."""

    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    streak = models.PositiveIntegerField()
    best_streak = models.PositiveIntegerField()
    peak = models.IntegerField(null=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(name="%(class)s_is_uncertain", condition=Q(sigma__gt=0)),
            models.CheckConstraint(
                name="%(class)s_counts_add_up",
                condition=Q(games__gte=F("won") + F("drawn"), won__gte=F("best_streak"), best_streak__gte=F("streak")),
            ),
        ]

    STRENGTH = ("mu", "sigma", "games", "won", "drawn", "streak", "best_streak", "peak")

    @property
    def strength(self) -> Strength:
        return Strength(**{name: getattr(self, name) for name in self.STRENGTH})

    @property
    def shown(self) -> int:
        return self.strength.shown

    @property
    def doubt(self) -> int:
        return self.strength.doubt

    @property
    def provisional(self) -> bool:
        return self.strength.provisional

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.games) if self.games else 0

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn


def columns(strength: Strength) -> dict[str, float | None]:
    return {name: getattr(strength, name) for name in Standing.STRENGTH}


class Rating(Standing):
    """An account's rating in one kind of game after its last rated game, or in all ("", `strength.overall`).

    Written by SQL: `standings.rating.write_ratings`.
    """

    player = models.ForeignKey(PLAYER, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    variant = models.CharField(max_length=40, blank=True)
    order = models.IntegerField()  # the sort key of lists: the shown rating, provisional ones after settled ones
    updated = models.DateTimeField()  # when that game ended
    # Opponents in games that changed the player's strength; counted up to the number needed for a place.
    opponents = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "variant"], name="rating_once"),
            *Standing.Meta.constraints,
        ]
        indexes = [models.Index(fields=["variant", "-order", "id"], name="rating_order")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.variant}: {self.shown}"

    @property
    def provisional(self) -> bool:
        return self.opponents < SETTLED_OPPONENTS or super().provisional


class Effect(models.TextChoices):
    """How a game changes a player's strength, depending on who left (`standings.absence`)."""

    ALL = "all"  # rated by the places of all sides
    APART = "apart"  # rated only with the sides that nobody left in the first round
    KEPT = "kept"  # no change, but the game counts
    NONE = "none"  # no change, and the game doesn't count


class RatingChange(Standing):
    """A player's rating change by one game: the strength after it, and the rating before.

    In the order of (at, game), each row of a player can be computed again from the one before.
    New ones are added by SQL: `standings.rating.add_changes`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes", db_index=False)
    player = models.ForeignKey(
        PLAYER, null=True, on_delete=models.SET_NULL, related_name="rating_changes", db_index=False
    )
    variant = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()  # of the side, from 1
    result = models.CharField(max_length=5, choices=Seat.Result)
    absent = models.BooleanField(default=False, db_default=False)  # they left, or a computer replaced them
    effect = models.CharField(max_length=5, choices=Effect, default=Effect.ALL, db_default=Effect.ALL)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    beat = models.IntegerField(null=True)  # after a win, the rating of the strongest losing side
    at = models.DateTimeField()  # the end of the game

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="rated_once"),
            models.CheckConstraint(name="change_place_counts_from_1", condition=Q(place__gte=1)),
            models.CheckConstraint(name="change_beat_somebody_as_the_first", condition=Q(beat=None) | Q(place=1)),
            *Standing.Meta.constraints,
        ]
        indexes = [
            models.Index(fields=["variant", "at", "game", "seat"], name="change_order"),
            models.Index(fields=["player", "variant", "-at", "-game"], name="change_of_player"),
            models.Index(fields=["player", "-at", "-game"], name="change_of_any_game"),
            models.Index(
                fields=["player", "variant", "-beat", "at"], name="change_best_win", condition=Q(beat__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.before} to {self.shown}"

    @property
    def before(self) -> int:
        return round(self.mu_before)

    @property
    def difference(self) -> int:
        return self.shown - self.before


class Tally(models.Model):
    """Sums of an account's finished games: of one kind or of all (""), in one month ("2026-11") or ever ("").

    Written by `standings.tallies`.
    """

    player = models.ForeignKey(PLAYER, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    variant = models.CharField(max_length=40, blank=True)
    month = models.CharField(max_length=7, blank=True)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    points = models.BigIntegerField(default=0)  # of their side, from score sheets

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(fields=["player", "variant", "month"], name="tally_once"),
            models.CheckConstraint(name="tally_counts_add_up", condition=Q(games__gte=F("won") + F("drawn"))),
        ]
        indexes = [
            models.Index(
                fields=["variant", "month", "-won", "games", "id"], name="tally_order", condition=Q(games__gt=0)
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.variant} {self.month}: {self.won}/{self.games}"

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.games) if self.games else 0

    @property
    def points_a_game(self) -> float:
        return self.points / self.games if self.games else 0


class SharedYear(models.Model):
    """A calendar year (in UTC, like months) that an account shares by a link."""

    player = models.ForeignKey(PLAYER, on_delete=models.CASCADE, db_index=False, related_name="+")
    year = models.PositiveSmallIntegerField()
    public_id = models.CharField(max_length=16, unique=True, editable=False)  # a new one each time the year is shared

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "year"], name="year_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.year}"

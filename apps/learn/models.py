"""Analyses of finished games, and puzzles. We rate both the solvers and the puzzles' difficulty."""

from datetime import date, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from common.chances import new_public_id
from common.queues import QueueRow
from games.models import Game
from standings.strength import MODEL


class Analysis(QueueRow):
    """The stored analysis of one finished game, which a person asked for.

    While *due* is set, the analysis waits. A worker claims it for a turn of some deals (`StudiedDeal`). When all
    *wanted* deals are done, they become *found*: the answer of `mind.study`, of version *evaluator*. In a long game, a
    player can ask for more deals. A finished game doesn't change, so neither does its analysis, until a newer evaluator
    is asked.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    evaluator = models.PositiveSmallIntegerField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+"
    )
    asked_at = models.DateTimeField()
    due = models.DateTimeField(null=True)  # type: ignore[assignment]  # None: finished, or given up
    served_at = models.DateTimeField(null=True)  # when the last deal was finished
    deals = models.PositiveSmallIntegerField(db_default=0)  # of the whole game
    wanted = models.PositiveSmallIntegerField(db_default=0)  # how many of the first ones
    studied = models.PositiveSmallIntegerField(db_default=0)  # … how many of these are in *found*
    found = models.JSONField(null=True)
    done_at = models.DateTimeField(null=True)  # when *found* was stored

    class Meta:
        verbose_name_plural = "analyses"
        constraints = [
            models.CheckConstraint(
                name="analysis_is_found_when_it_is_done",
                condition=Q(found__isnull=True, done_at__isnull=True) | Q(found__isnull=False, done_at__isnull=False),
            ),
            models.CheckConstraint(
                name="analysis_has_deals_of_its_game", condition=Q(studied__lte=F("wanted"), wanted__lte=F("deals"))
            ),
        ]
        indexes = [
            models.Index(fields=["due"], name="analysis_due", condition=Q(due__isnull=False)),
            models.Index(fields=["asked_by", "-asked_at"], name="analysis_asked"),
            models.Index(fields=["served_at"], name="analysis_served", condition=Q(served_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"

    @property
    def failed(self) -> bool:
        """Whether we have given up on it."""
        return self.due is None and self.done_at is None

    @property
    def left(self) -> int:
        """How many deals of the game aren't in *found*."""
        return self.deals - self.studied

    @property
    def worked_out(self) -> int:
        """The number of finished deals, including pieces; one query."""
        return self.studied + self.pieces.count()

    @property
    def queue(self) -> str:
        """The queue of the person who asked, as `User.queue`."""
        return self.asked_by.queue if self.asked_by else f"game {self.game_id}"


class StudiedDeal(models.Model):
    """One finished deal of an analysis whose other deals are still missing. Deleted when all are in the analysis.

    *found* is the deal's part of the answer of `mind.study`, None if it had none.
    """

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, db_index=False, related_name="pieces")
    number = models.PositiveSmallIntegerField()  # from 0
    found = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["analysis", "number"], name="deal_studied_once")]

    def __str__(self) -> str:
        return f"deal {self.number} of {self.analysis_id}"


class Loss(models.Model):
    """The points a player's choices cost in an analysed game, in all and by habit (`mind.analysis.reasons.HABITS`)."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, db_index=False, related_name="losses")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    variant = models.CharField(max_length=40)
    over_at = models.DateTimeField()
    choices = models.PositiveIntegerField()
    loss = models.FloatField()
    spread = models.FloatField()  # points of a typical round of that game, so that losses are comparable
    habits = models.JSONField()

    class Meta:
        verbose_name_plural = "losses"
        constraints = [models.UniqueConstraint(fields=["analysis", "player"], name="loss_once_a_game")]
        indexes = [models.Index(fields=["player", "-over_at"], name="loss_when")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.analysis_id}"


class Puzzle(models.Model):
    """A position in which one move is far better than all others.

    *view* is the position as its player sees it. *moves* are all legal moves with their worth
    (`mind.analysis.puzzles`). *mu* and *sigma* are its difficulty.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    variant = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField()
    view = models.JSONField()
    solution = models.CharField(max_length=80)
    margin = models.FloatField()  # points between the best and the second best move
    moves = models.JSONField()
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+")
    made_at = models.DateTimeField()
    day = models.DateField(null=True, unique=True)  # the day on which it was the daily puzzle
    mu = models.FloatField(default=MODEL.mu, db_default=MODEL.mu)
    sigma = models.FloatField(default=MODEL.sigma, db_default=MODEL.sigma)
    tries = models.PositiveIntegerField(default=0, db_default=0)
    solved = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(name="puzzle_solved_at_most_as_often_as_tried", condition=Q(solved__lte=F("tries")))
        ]
        indexes = [models.Index(fields=["variant", "mu"], name="puzzle_by_game")]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.variant})"

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.public_id])

    @property
    def difficulty(self) -> int:
        """On the scale of the solvers' ratings."""
        return round(self.mu)


class PuzzleSource(QueueRow):
    """A finished public game to search for puzzles: all its players have agreed. Deleted after its last deal.

    Without a game, minds play one and search that.
    """

    due = models.DateTimeField(default=timezone.now, db_index=True)
    game = models.OneToOneField(Game, null=True, on_delete=models.CASCADE, related_name="+")
    next_deal = models.PositiveSmallIntegerField(default=0)  # from 0

    def __str__(self) -> str:
        return f"puzzles of {self.game_id or 'minds'}"


class Try(models.Model):
    """A player's one move in a puzzle."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    move = models.CharField(max_length=80)
    right = models.BooleanField()
    at = models.DateTimeField()
    rating = models.IntegerField()  # after the try
    rated = models.BooleanField(default=True)  # False if they knew the solution, or played the game

    class Meta:
        verbose_name_plural = "tries"
        constraints = [models.UniqueConstraint(fields=["player", "puzzle"], name="one_try_a_puzzle")]
        indexes = [models.Index(fields=["player", "-at"], name="try_when")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.puzzle_id}"


class Solver(models.Model):
    """A player's puzzle rating, and their streak of days with the daily puzzle solved."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    mu = models.FloatField(default=MODEL.mu)
    sigma = models.FloatField(default=MODEL.sigma)
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)  # days in a row, up to *last_day*
    best_streak = models.PositiveIntegerField(default=0)
    last_day = models.DateField(null=True)
    seen = models.BinaryField(default=b"")  # puzzles whose solutions they saw without a try (`learn.puzzles.sights`)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="solver_counts_add_up", condition=Q(solved__lte=F("tries"), streak__lte=F("best_streak"))
            )
        ]

    def __str__(self) -> str:
        return f"solver {self.player_id}"

    @property
    def rating(self) -> int:
        return round(self.mu)

    def streak_on(self, today: date) -> int:
        """The streak as of *today*; 0 once a day was missed."""
        return self.streak if self.last_day is not None and self.last_day >= today - timedelta(days=1) else 0

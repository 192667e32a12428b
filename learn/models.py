"""What was found out about finished games, and puzzles: both are rated, who solves them and how hard they are."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from common.chances import new_public_id
from games.models import Game
from standings.strength import MODEL


class Analysis(models.Model):
    """Of one finished game, asked for by somebody, worked out by a mind, and kept.

    While *at* is set it waits: whoever moves *at* on has it for a turn of some rounds (`StudiedDeal`); who is killed
    meanwhile leaves it to the next. Once all deals that are *wanted* are worked out they become *found*, which is what
    `mind.study` says, of version *evaluator*. Of a long game somebody may want more later. The game's end and its
    record don't change any more, so neither does this; a newer evaluator may be asked anew.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    evaluator = models.PositiveSmallIntegerField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+"
    )
    asked_at = models.DateTimeField()
    at = models.DateTimeField(null=True)  # from when on anybody may work it out; None: nobody need any more
    tries = models.PositiveSmallIntegerField(db_default=0)
    served_at = models.DateTimeField(null=True)  # when one of its deals was last worked out
    deals = models.PositiveSmallIntegerField(db_default=0)  # of the game
    wanted = models.PositiveSmallIntegerField(db_default=0)  # the first so many
    studied = models.PositiveSmallIntegerField(db_default=0)  # … of which so many are in *found*
    found = models.JSONField(null=True)
    done_at = models.DateTimeField(null=True)  # when *found* was stored

    class Meta:
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
            models.Index(fields=["at"], name="analysis_due", condition=Q(at__isnull=False)),
            models.Index(fields=["asked_by", "-asked_at"], name="analysis_asked"),
            models.Index(fields=["served_at"], name="analysis_served", condition=Q(served_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"

    @property
    def failed(self) -> bool:
        """Whether nobody tries it any more."""
        return self.at is None and self.done_at is None

    @property
    def left(self) -> int:
        """How many deals of the game aren't in *found*."""
        return self.deals - self.studied

    @property
    def worked_out(self) -> int:
        """How many deals are worked out, the pieces among them; one query."""
        return self.studied + self.pieces.count()

    @property
    def queue(self) -> str:
        """Whose turn it is when this is worked out; as of `User.queue`."""
        return self.asked_by.queue if self.asked_by else f"game {self.game_id}"


class StudiedDeal(models.Model):
    """One deal of an analysis that still waits for others: *found* is the deal's part of what `mind.study` says, None
    if there was nothing to be said. They go when all of them are in the analysis.
    """

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, db_index=False, related_name="pieces")
    number = models.PositiveSmallIntegerField()  # from 0
    found = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["analysis", "number"], name="deal_studied_once")]

    def __str__(self) -> str:
        return f"deal {self.number} of {self.analysis_id}"


class Loss(models.Model):
    """What the choices of one player cost in a game that was analysed: in points, and by habit (`mind.habits`)."""

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, db_index=False, related_name="losses")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    variant = models.CharField(max_length=40)
    over_at = models.DateTimeField()
    choices = models.PositiveIntegerField()
    loss = models.FloatField()
    spread = models.FloatField()  # of a round's points in that game: losses in games that count otherwise compare by it
    habits = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["analysis", "player"], name="loss_once_a_game")]
        indexes = [models.Index(fields=["player", "-over_at"], name="loss_when")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.analysis_id}"


class Puzzle(models.Model):
    """A position in which one move is far better than all others. *view* is what its seat sees, *moves* are all there
    were with what they are worth (`mind.puzzles`); *mu* and *sigma* say how hard it is.
    """

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    variant = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField()
    view = models.JSONField()
    solution = models.CharField(max_length=80)
    margin = models.FloatField()  # points by which the second best is behind
    moves = models.JSONField()
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+")
    made_at = models.DateTimeField()
    day = models.DateField(null=True, unique=True)  # whose daily puzzle it was
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


class PuzzleSource(models.Model):
    """A finished public game in which minds may look for puzzles: everybody who played it has agreed. It goes when its
    last deal has been looked at.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    next_deal = models.PositiveSmallIntegerField(default=0)  # from 0

    def __str__(self) -> str:
        return f"puzzles of {self.game_id}"


class Try(models.Model):
    """The one move that somebody has made at a puzzle."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="+")
    move = models.CharField(max_length=80)
    right = models.BooleanField()
    at = models.DateTimeField()
    rating = models.IntegerField()  # after it
    rated = models.BooleanField(default=True)  # not if they knew the solution before, or have played the game

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "puzzle"], name="one_try_a_puzzle")]
        indexes = [models.Index(fields=["player", "-at"], name="try_when")]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.puzzle_id}"


class Solver(models.Model):
    """How well somebody solves puzzles: a rating, and days in a row on which the daily one was solved."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    mu = models.FloatField(default=MODEL.mu)
    sigma = models.FloatField(default=MODEL.sigma)
    tries = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)  # days in a row, up to *last_day*
    best_streak = models.PositiveIntegerField(default=0)
    last_day = models.DateField(null=True)
    seen = models.BinaryField(default=b"")  # puzzles whose solutions they have seen without a try (`learn.sights`)

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

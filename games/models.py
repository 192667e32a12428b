"""The stored games. We store the deal and the moves, never the board: a position is a replay of them."""

from functools import cached_property
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

import rules
from accounts.followers import apart_from
from accounts.rest import Span
from common.chances import new_player_seed, new_public_id, new_secret, new_shuffle_seed
from games import constraints
from games.positions import shuffle
from rulebook.time_control import Clock, Misses, TimeControl

if TYPE_CHECKING:
    from accounts.models import User
    from accounts.readers import Reader


class Games(models.QuerySet["Game"]):
    """Queries that begin at `Game.objects`."""

    def public_for(self, user: "Reader | None") -> Self:
        """The public games that a list may show to *user*: none of a player who blocked them or whom they blocked.

        Lists of other people's games begin here. One query more for players with an account, which finds the blocks.
        """
        public = self.filter(visibility=Game.Visibility.PUBLIC)
        if hidden := apart_from(user):
            return public.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), player__in=hidden)))
        return public


class Game(models.Model):
    """One game, from its creation to its end. The row has what lists need, and nothing that a replay could compute.

    Four functions update the row by SQL: `games.commit.swap_versions` for a move, `games.commit.write_end` for a move
    that ends a deal, `games.commit.renew` for a change of its players, and `games.settling.settle` after the game.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting for players")
        PLAYING = "playing", _("In play")
        FINISHED = "finished", _("Finished")
        ABORTED = "aborted", _("Aborted")
        CANCELLED = "cancelled", _("Cancelled")
        EXPIRED = "expired", _("Expired")

    RUNNING = (Status.OPEN, Status.PLAYING)  # add over_at=None when you query their seats: it uses an index
    UNPLAYED = (Status.CANCELLED, Status.EXPIRED)  # ended before the first deal

    class Visibility(models.TextChoices):
        LINK = "link", _("Only people with the link")
        PUBLIC = "public", _("Everyone")

    public_id = models.CharField(max_length=16, default=new_public_id, editable=False)
    variant = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    seats_number = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.LINK)
    clock = models.CharField(max_length=10, choices=Clock, default=Clock.TURN)
    turn_seconds = models.PositiveIntegerField(null=True, blank=True)  # for the clock "turn"
    bank_seconds = models.PositiveIntegerField(null=True, blank=True)  # for the clock "bank": the starting time
    increment_seconds = models.PositiveIntegerField(null=True, blank=True)  # for the clock "bank": added after a turn
    cap_seconds = models.PositiveIntegerField(null=True, blank=True)  # for the clock "bank": the maximum
    pauses = models.BooleanField(default=False)  # the clock pauses in a player's rest (accounts.rest)
    misses = models.CharField(max_length=10, choices=Misses, default=Misses.OUT, db_default=Misses.OUT)
    misses_most = models.PositiveSmallIntegerField(null=True, blank=True)  # for misses "move": most turns in a row
    lasts_seconds = models.PositiveIntegerField(null=True, blank=True)  # from its start to its last moment
    last_moment = models.DateTimeField(null=True, blank=True)  # set when the game starts, unless the host gave one
    rated = models.BooleanField(default=True)  # while open, the host's wish; then whether it is rated
    met_enough = models.BooleanField(default=False, db_default=False)  # unrated because these players met often enough
    appointed = models.BooleanField(default=False, db_default=False)  # the server chose the opponents (a tournament)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    host = models.PositiveSmallIntegerField(default=0)  # the seat of the creator
    rematch_of = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch")

    version = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(null=True)  # the seat to move, while playing
    deadline = models.DateTimeField(null=True)
    offer_ends = models.DateTimeField(null=True)  # while open
    outage_began = models.DateTimeField(null=True)  # of the last outage that moved its times; None: the host did
    outage_ended = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)  # by agreement (`Ask`): the clocks stop from here …
    paused_until = models.DateTimeField(null=True)  # … to here
    asked_at = models.DateTimeField(null=True)  # the newest `Ask`; None: the game has none
    shuffle_secret = models.BinaryField(default=new_shuffle_seed)  # for the seeds of all deals; public after the game

    totals = models.JSONField(default=list)  # points by side, of the rounds scored so far
    winners = models.JSONField(null=True)  # sides, once finished
    reason = models.CharField(max_length=20, blank=True)  # why the game ended, rules.md 10

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    settle_at = models.DateTimeField(null=True)  # a finished game has work left to do (games.settling)
    annulled_at = models.DateTimeField(null=True)  # by a moderator: the result no longer counts

    objects = Games.as_manager()

    class Meta:
        # Not `unique=True`: PostgreSQL would add a second index for LIKE, which every timed move would have to update.
        constraints = [models.UniqueConstraint(fields=["public_id"], name="game_public_id"), *constraints.GAME]
        indexes = [
            models.Index(
                fields=["deadline"], name="game_overdue", condition=Q(status="playing", deadline__isnull=False)
            ),
            models.Index(
                fields=["last_moment"], name="game_time_up", condition=Q(status="playing", last_moment__isnull=False)
            ),
            models.Index(fields=["offer_ends"], name="game_offer_ends", condition=Q(status="open")),
            models.Index(fields=["settle_at"], name="game_unsettled", condition=Q(settle_at__isnull=False)),
            models.Index(fields=["-created_at"], name="game_lobby", condition=Q(status="open", visibility="public")),
            models.Index(
                fields=["-moved_at", "-id"], name="game_in_play", condition=Q(status="playing", visibility="public")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.variant})"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.public_id])

    @cached_property
    def rules(self) -> "rules.RuleSet":
        return rules.ruleset(self.variant, self.options, self.seats_number)

    @property
    def is_public(self) -> bool:
        """Whether everybody may find this game. For lists of games, use `Game.objects.public_for`."""
        return self.visibility == self.Visibility.PUBLIC

    @property
    def invites_guests(self) -> bool:
        """Whether its link is an invitation by somebody with an account. A guest could let everyone in by theirs."""
        host = next((seat.player for seat in self.seats.all() if seat.number == self.host), None)
        return self.visibility == Game.Visibility.LINK and host is not None and not host.is_guest

    @property
    def time_control(self) -> TimeControl:
        """The clock settings of this game. In tournaments nothing pauses, whatever an older row says."""
        return TimeControl(
            self.clock, self.turn_seconds, self.bank_seconds, self.increment_seconds, self.cap_seconds,
            self.pauses and not self.appointed, self.misses, self.misses_most, self.lasts_seconds, self.paused,
        )  # fmt: skip

    @property
    def paused(self) -> Span | None:
        """When the clocks stop by agreement; None if they never did, or if a player ended the pause."""
        return (self.paused_at, self.paused_until) if self.paused_at and self.paused_until else None

    @property
    def first_commitment(self) -> str:
        """SHA-256 of the seed the first round will be shuffled with, in hex."""
        return shuffle.commitment(shuffle.seed_of(bytes(self.shuffle_secret), 0))


class Seat(models.Model):
    """A player's place in one game. Its token is the private link that brings a guest back.

    A move updates the time bank and the missed turns by SQL (`games.commit.keep_clocks`); the last move also sets the
    result (`games.commit.write_end`). A look stores the version it saw (`games.actions.rematch.mark_seen`).
    """

    class Result(models.TextChoices):
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")

    class Stood(models.TextChoices):
        """The score of a side at the moment one of its players left."""

        BEHIND = "behind"
        LEVEL = "level"
        AHEAD = "ahead"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="seats")
    number = models.PositiveSmallIntegerField()  # from 0, clockwise
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        db_index=False,
        related_name="seats",
    )
    kept_for = models.ForeignKey(  # only this player may take the seat
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    token = models.CharField(max_length=40, default=new_secret)
    shuffle_seed = models.CharField(max_length=64, default=new_player_seed)  # the player's share in the shuffle
    bank_left = models.PositiveBigIntegerField(null=True)  # clock "bank": milliseconds at the start of their turn
    missed = models.PositiveSmallIntegerField(default=0, db_default=0)  # turns in a row that the clock played
    seen_version = models.PositiveIntegerField(default=0)
    left = models.BooleanField(default=False)  # resigned or out of time while others play on
    stand_in = models.CharField(max_length=10, blank=True, db_default="")  # level of the computer that plays for them
    stood_in = models.BooleanField(default=False, db_default=False)  # a computer has played for them at some point
    helped = models.BooleanField(default=False, db_default=False)  # they used a hint or took a move back
    away_early = models.BooleanField(
        default=False, db_default=False
    )  # … in the first round, or before a move of theirs
    # Their side's score then; "behind" never changes again. Empty: they stayed, or the game is older than 0.3.0.
    away_when = models.CharField(max_length=6, choices=Stood, blank=True, db_default="")
    aborted = models.BooleanField(default=False, db_default=False)  # they aborted this game, and it was rated
    result = models.CharField(max_length=5, choices=Result, blank=True)
    over_at = models.DateTimeField(null=True)  # when the game ended in any way; for lists of a player's games
    points = models.BigIntegerField(null=True)  # the side's total, once finished; house rules can make it very large

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["player", "game"], name="player_once_a_table"),
            models.UniqueConstraint(fields=["token"], name="seat_token"),
            *constraints.SEAT,
        ]
        indexes = [
            models.Index(fields=["player", "game"], name="seat_player_now", condition=Q(over_at__isnull=True)),
            models.Index(
                fields=["player", "-over_at", "-id"], name="seat_player_past", condition=Q(over_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.game_id}"

    @property
    def holder(self) -> "User | None":
        """The seated player, or the one the seat is reserved for."""
        return self.player or self.kept_for


class Round(models.Model):
    """One deal. An annulled deal is a row of its own with the same round number.

    Rows are written by SQL: `games.commit.write_end`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="rounds")
    index = models.PositiveSmallIntegerField()  # number of the deal in the game, from 0
    number = models.PositiveSmallIntegerField()  # number of the round, from 1
    seed = models.BinaryField()  # 32 bytes, secret until the round ends
    commitment = models.CharField(max_length=64)  # SHA-256 of the seed in hex, shown before the deal
    deal = models.JSONField()  # as in records; secret until the round ends
    dealt_at = models.DateTimeField()
    first_version = models.PositiveIntegerField()  # of the game, when dealt
    over = models.BooleanField(default=False)

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["game", "index"], name="deal_once"), *constraints.ROUND]

    def __str__(self) -> str:
        return f"round {self.number} of {self.game_id}"


class Move(models.Model):
    """One move, chosen or forced. Rows are added by SQL: `games.commit.add_moves`."""

    class By(models.TextChoices):
        PLAYER = "player", _("the player")
        FORCED = "forced", _("the server, as the only possible move")
        CLOCK = "clock", _("the clock")
        PLANNED = "planned", _("the player, planned ahead")
        BOT = "bot", _("a computer")

    BY_THEMSELVES = (By.PLAYER, By.PLANNED)  # chosen by the player, unless they left

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="moves")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, db_index=False, related_name="moves")
    version = models.PositiveIntegerField()  # of the game, after this move
    ply = models.PositiveSmallIntegerField()  # within the deal, from 1
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=80)
    by = models.CharField(max_length=10, choices=By, default=By.PLAYER, db_default=By.PLAYER)
    key = models.CharField(max_length=64, blank=True)  # the client's id of the request; a repeat changes nothing
    made_at = models.DateTimeField()
    taken_back = models.PositiveIntegerField(null=True)  # the game's version that took it back, if any

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="one_move_a_version"),
            models.UniqueConstraint(
                fields=["round", "ply"], name="one_move_a_ply", condition=Q(taken_back__isnull=True)
            ),
            *constraints.MOVE,
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.text}"


class PartnerSignal(models.Model):
    """A signal that a seat gave its partner in a deal (rules.md 9.3).

    It isn't a move: others can't see it, its time or its place among the moves.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, db_index=False, related_name="signals")
    seat = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=4)  # "wink" or "puff"
    version = models.PositiveIntegerField()  # of the game; a signal doesn't change it
    key = models.CharField(max_length=64, blank=True)  # as a move's

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "seat", "text"], name="signal_once_a_deal")]

    def __str__(self) -> str:
        return f"signal of seat {self.seat}"  # without the signal, because logs may contain this


class RoundScore(models.Model):
    """A side's line on the score sheet. Rows are added by SQL: `games.commit.write_end`."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, db_index=False, related_name="scores")
    side = models.PositiveSmallIntegerField()
    pips = models.BigIntegerField()
    written = models.BigIntegerField()
    total = models.BigIntegerField()
    won = models.BooleanField(default=False)
    over = models.CharField(max_length=10)  # "out" or "blocked"
    by = models.PositiveSmallIntegerField(null=True)  # the seat that went out
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ["round", "side"]
        constraints = [models.UniqueConstraint(fields=["round", "side"], name="score_once")]

    def __str__(self) -> str:
        return f"side {self.side}: {self.written}"


class Ask(models.Model):
    """A player of a game of two people asks the other to change something, or has changed it (`games.actions.agree`).

    An ask is open until it's answered or withdrawn, or until it lapses; nobody writes that it has lapsed
    (`games.positions.agreed.is_open`). A pause that a player ends, and time that a player gives unasked, are rows that
    are agreed from the start.
    """

    class Kind(models.TextChoices):
        TAKE_BACK = "take_back", _("to take back a move")
        PAUSE = "pause", _("to pause the game")
        RESUME = "resume", _("to go on")
        TIME = "time", _("for more time")

    class Answer(models.TextChoices):
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="asks")
    seat = models.PositiveSmallIntegerField()  # who asks; of time: who gets it
    kind = models.CharField(max_length=10, choices=Kind)
    until = models.DateTimeField(null=True)  # of a pause
    seconds = models.PositiveIntegerField(null=True)  # of time
    version = models.PositiveIntegerField()  # of the game, when asked
    deal = models.PositiveSmallIntegerField()  # index of the deal …
    ply = models.PositiveSmallIntegerField()  # … and number of its moves when asked; of a move to take back: its number
    hidden = models.BooleanField(default=False, db_default=False)  # from the other player, who has blocked the asker
    asked_at = models.DateTimeField()
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default="", db_default="")  # empty: open
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind"], condition=Q(answer="", hidden=False), name="one_open_ask_of_a_kind"
            ),
            models.CheckConstraint(
                name="ask_says_what_for",
                condition=Q(kind="pause", until__isnull=False, seconds=None)
                | Q(kind="time", until=None, seconds__gt=0)
                | Q(kind__in=["take_back", "resume"], until=None, seconds=None),
            ),
            models.CheckConstraint(
                name="ask_has_a_time_of_its_answer", condition=Q(answer="") ^ Q(answered_at__isnull=False)
            ),
        ]
        indexes = [models.Index(fields=["game", "id"], name="ask_of_game")]

    def __str__(self) -> str:
        return f"{self.kind}, asked by seat {self.seat} of {self.game_id}"

"""Series of tournaments, tournaments, who plays in them, and their results."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from common.chances import new_public_id
from common.queues import QueueRow
from games.models import Game
from tournaments.kinds import FormatName, Kind, Pace
from tournaments.seating import Seating

PERSON = settings.AUTH_USER_MODEL
REMOVED = 0  # `Entry.absent_in` of one that a moderator has taken out: it can't come back
TITLE = 80  # the longest name of a tournament


class Terms(models.Model):
    """What a tournament is: the columns that a series hands on to its tournaments."""

    name = models.CharField(max_length=TITLE, blank=True)
    format = models.CharField(max_length=12, choices=FormatName)
    seating = models.CharField(max_length=10, choices=Seating)
    variant = models.CharField(max_length=40)
    end = models.CharField(max_length=20, blank=True)  # the option `end` of its games; empty: the game's own
    seats = models.PositiveSmallIntegerField()  # of a full table
    pace = models.CharField(max_length=7, choices=Pace)
    rated = models.BooleanField()
    deals = models.PositiveSmallIntegerField()  # games of a pairing, played at once
    rounds = models.PositiveSmallIntegerField(default=0)  # of a Swiss; of a round robin: 0 for all at once
    round_days = models.PositiveSmallIntegerField()  # of a round, of a stage of groups; of a whole arena
    minutes = models.PositiveSmallIntegerField(default=0, db_default=0)  # of an evening: instead of `round_days`
    group_size = models.PositiveSmallIntegerField(default=0)  # of a cup: most entries of a group; of a match: boards
    at_once = models.PositiveSmallIntegerField(default=1)  # pairings of an entry; for arenas
    least = models.PositiveSmallIntegerField()  # entries
    most = models.PositiveSmallIntegerField()
    computers = models.CharField(max_length=10, choices=User.Level, blank=True)  # may fill up to four entries; unrated
    club = models.ForeignKey(
        "clubs.Club", null=True, blank=True, on_delete=models.SET_NULL, related_name="%(class)s_set"
    )

    class Meta:
        abstract = True

    @property
    def kind(self) -> Kind:
        return Kind(self.variant, Seating(self.seating), self.seats, Pace(self.pace), self.end)

    @property
    def is_evening(self) -> bool:
        """Whether all are there from its beginning to its end, within hours."""
        return self.minutes > 0

    @property
    def round_lasts(self) -> timedelta:
        return timedelta(minutes=self.minutes) if self.minutes else timedelta(days=self.round_days)


def constraints(name: str) -> list[models.CheckConstraint]:
    """What the database checks of `Terms`."""
    return [
        models.CheckConstraint(
            name=f"{name}_has_entries_and_games",
            condition=Q(least__gte=2, most__gte=F("least"), deals__gte=1, round_days__gte=1, at_once__gte=1),
        ),
        models.CheckConstraint(
            name=f"{name}_has_the_seats_of_its_tables",
            condition=Q(seating="duel", seats=2)
            | Q(seating__in=["pairs", "rotating"], seats=4)
            | Q(seating="pod", seats__in=[3, 4]),
        ),
        models.CheckConstraint(name=f"{name}_with_computers_is_unrated", condition=Q(computers="") | Q(rated=False)),
    ]


class Series(Terms, QueueRow):
    """Tournaments that begin again and again."""

    key = models.CharField(max_length=40, unique=True)
    opens = models.DateTimeField()  # when entries of the next one open
    every_days = models.PositiveSmallIntegerField()
    lead_days = models.PositiveSmallIntegerField()  # from the opening of entries to the start
    active = models.BooleanField(default=True)
    number = models.PositiveIntegerField(default=0)  # of its last tournament

    class Meta:
        verbose_name_plural = "series"
        constraints = [
            *constraints("series"),
            models.CheckConstraint(name="series_goes_on", condition=Q(every_days__gte=1)),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def leads(self) -> timedelta:
        """From the opening of entries to the start."""
        return timedelta(days=self.lead_days)


class Tournament(Terms):
    """One tournament, from its first entry to its trophies.

    Every change locks this row first, after the rows of people and games. What time does next is its row in `Step`.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Open for entries")
        RUNNING = "running", _("Running")
        OVER = "over", _("Finished")
        CANCELLED = "cancelled", _("Cancelled")

    class Entering(models.TextChoices):
        OPEN = "open", _("Everyone")
        LINK = "link", _("Only people with the link")

    public_id = models.CharField(max_length=16, default=new_public_id, unique=True, editable=False)
    series = models.ForeignKey(
        Series, null=True, blank=True, on_delete=models.SET_NULL, db_index=False, related_name="tournaments"
    )
    number = models.PositiveIntegerField(null=True, blank=True)  # within its series
    made_by = models.ForeignKey(PERSON, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    entering = models.CharField(max_length=4, choices=Entering, default=Entering.OPEN)
    programs = models.BooleanField(default=False, db_default=False)  # its maker lets programs enter
    rating_from = models.PositiveSmallIntegerField(null=True, blank=True)
    rating_to = models.PositiveSmallIntegerField(null=True, blank=True)
    spread = models.FloatField()  # of the points of one deal: what a forfeited deal costs
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    stage = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)  # of the stage
    entered = models.PositiveIntegerField(default=0)  # entries that are in
    waits = models.PositiveSmallIntegerField(default=0)  # how often it was put off, because too few had entered
    entries_end = models.DateTimeField()
    created_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True)  # when it started
    round_ends = models.DateTimeField(null=True)
    last_day = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            *constraints("tournament"),
            models.UniqueConstraint(fields=["series", "number"], name="tournament_once"),
            models.CheckConstraint(
                name="tournament_stands_as_its_state_says",
                condition=Q(state="open", starts_at=None, over_at=None, stage=0)
                | Q(state="running", starts_at__isnull=False, last_day__isnull=False, over_at=None, stage__gte=1)
                | Q(state="over", starts_at__isnull=False, over_at__isnull=False)
                | Q(state="cancelled", over_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["state", "-over_at", "-id"], name="tournament_list", condition=Q(entering="open")),
            models.Index(fields=["made_by"], name="tournament_made_by", condition=Q(made_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.name or self.variant})"

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.public_id])

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_running(self) -> bool:
        return self.state == self.State.RUNNING

    @property
    def takes_guests(self) -> bool:
        """Whether guests may enter: by link, an evening, or members of its club."""
        is_among_friends = self.entering == self.Entering.LINK or self.club_id is not None
        return not self.rated and (self.is_evening or is_among_friends)

    @property
    def takes_newcomers(self) -> bool:
        """Whether people may enter who come without an account, and get a guest's."""
        return self.takes_guests and self.club_id is None

    @property
    def asks_who_enters(self) -> bool:
        """Whether it counts beyond itself: it's rated, and not by link, and programs can't enter. So we ask who enters
        (`known`).
        """
        is_counted = self.rated and self.entering == self.Entering.OPEN and not self.programs
        return is_counted and (self.club_id is not None or not self.is_evening)

    @property
    def gives_trophies(self) -> bool:
        """A club's tournament decides the club's own titles. An evening gives none: people would play one after the
        other.
        """
        return self.asks_who_enters and self.club_id is None

    @property
    def games_visibility(self) -> str:
        """Who finds its games in lists and on profiles: everyone, if everyone may find the tournament."""
        is_for_all = self.entering == self.Entering.OPEN and self.club_id is None
        return Game.Visibility.PUBLIC if is_for_all else Game.Visibility.LINK


class Step(QueueRow):
    """What time does with a tournament next: it begins, a round is paired or ends, it closes."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="step")

    def __str__(self) -> str:
        return f"step of {self.tournament_id}"


class Ranking(QueueRow):
    """Results have come in since places were ranked last."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="ranking")

    def __str__(self) -> str:
        return f"ranking of {self.tournament_id}"


class Entry(models.Model):
    """Who plays together in a tournament: one person, or two fixed partners.

    SQL writes seeds (`tournaments.life.beginning.begin_or_wait`) and places (`tournaments.life.closing.give_places`).
    """

    class State(models.TextChoices):
        IN = "in", _("in")
        PAUSED = "paused", _("paused")
        ABSENT = "absent", _("absent")
        OUT = "out", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="entries")
    state = models.CharField(max_length=6, choices=State, default=State.IN)
    seed = models.PositiveIntegerField(null=True)  # from 1, once the tournament has begun
    rating = models.IntegerField(default=0)
    late = models.BooleanField(default=False)  # entered when the first round was paired
    absent_in = models.PositiveSmallIntegerField(null=True)  # the round in which they didn't move; or `REMOVED`
    team = models.PositiveSmallIntegerField(null=True)  # of a match: the number of its team, from 0
    board = models.PositiveSmallIntegerField(null=True)  # of a match: the first is 1
    division = models.PositiveSmallIntegerField(null=True)  # of a league: where they come from; the highest is 0
    place = models.PositiveIntegerField(null=True)  # at the end; equal ones share it
    entered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed"], name="entry_seed_once"),
            models.CheckConstraint(
                name="entry_absent_since", condition=~Q(state="absent") | Q(absent_in__isnull=False)
            ),
        ]
        indexes = [models.Index(fields=["tournament", "place", "id"], name="entry_place")]

    def __str__(self) -> str:
        return f"entry {self.pk} in {self.tournament_id}"


class Member(models.Model):
    """A person of an entry; their row stays without them when the account is deleted."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, db_index=False, related_name="members")
    player = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, db_index=False, related_name="+")
    slot = models.PositiveSmallIntegerField(default=0)
    agreed = models.BooleanField(default=True)  # False: somebody named them as their partner

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "slot"], name="member_slot"),
            models.UniqueConstraint(fields=["player", "tournament"], name="member_once", condition=Q(agreed=True)),
        ]
        indexes = [models.Index(fields=["player", "tournament"], name="member_of")]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.entry_id}"


class Departure(QueueRow):
    """Somebody has left a running tournament: their games are still to be resigned."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="+")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, db_index=False, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "tournament"], name="departure_once")]

    def __str__(self) -> str:
        return f"{self.player_id} from {self.tournament_id}"


class Trace(models.Model):
    """From where an entry of a tournament with trophies came: a keyed hash of a browser or network of its people."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="traces")
    key = models.CharField(max_length=16)

    class Meta:
        indexes = [models.Index(fields=["tournament", "key"], name="trace_of")]

    def __str__(self) -> str:
        return f"trace of {self.entry_id}"


class Team(models.Model):
    """A team of a match: the players of a club. *number*: from 0. *name*: the club's when the match was made."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="teams")
    number = models.PositiveSmallIntegerField()
    club = models.ForeignKey("clubs.Club", null=True, on_delete=models.SET_NULL, related_name="teams")
    captain = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=60)
    accepted_at = models.DateTimeField(null=True)  # when its captain agreed to play

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_once"),
            models.UniqueConstraint(fields=["tournament", "club"], name="team_club_once"),
        ]

    def __str__(self) -> str:
        return f"team {self.number} of {self.tournament_id}"


class Place(models.Model):
    """Where an entry stands in a stage, among its group. A function of the results (`standing.recount`).

    SQL writes sums (`tournaments.rounds.standing.add`) and places (`tournaments.rounds.standing.rank`).

    *points2*: points × 2. *effect*: the effectiveness of its *deals* games, summed, in thousandths.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="places")
    stage = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="places")
    through = models.PositiveSmallIntegerField(default=0)  # how many of its group go on to the next stage
    seed = models.PositiveIntegerField()  # within the group
    struck_out = models.BooleanField(default=False)  # its games in this stage count for nobody
    points2 = models.IntegerField(default=0)
    played = models.PositiveSmallIntegerField(default=0)  # pairings that count
    won = models.PositiveSmallIntegerField(default=0)  # of these, by play
    effect = models.IntegerField(default=0)
    deals = models.PositiveSmallIntegerField(default=0)
    tiebreaks = models.JSONField(default=list)
    place = models.PositiveIntegerField(default=0)  # in the group; equal ones share it; 0: not ranked yet
    likely = models.JSONField(null=True)  # from and to which place, if chance had been otherwise

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "stage", "entry"], name="place_once")]
        indexes = [models.Index(fields=["tournament", "stage", "group", "place", "seed"], name="place_in_order")]

    def __str__(self) -> str:
        return f"{self.entry_id} in stage {self.stage}"


class Round(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="all_rounds")
    stage = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    over = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "stage", "number"], name="round_once"),
            models.CheckConstraint(name="round_ends_after_it_starts", condition=Q(ends__gt=F("starts"))),
        ]

    def __str__(self) -> str:
        return f"round {self.stage}.{self.number} of {self.tournament_id}"


class Pairing(models.Model):
    """A table of a round: the entries that meet there, in several games. *scores*: of its finished games, by
    number; None for an annulled one.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, db_index=False, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    deals = models.PositiveSmallIntegerField()  # games; 0: a bye
    last_moment = models.DateTimeField()  # of its games
    scores = models.JSONField(default=dict)
    over = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="pairing_once")]

    def __str__(self) -> str:
        return f"table {self.table} of {self.round_id}"


class Start(QueueRow):
    """A pairing whose games have yet to begin, one by one. *tell*: the entries to notify of the round."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="start")
    number = models.PositiveSmallIntegerField(default=0)  # of the next game, from 0
    tell = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"start of {self.pairing_id}"


class Result(models.Model):
    """What an entry got from a pairing. *side*: its position at the table, from 0."""

    class How(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("bye")
        FORFEIT = "forfeit", _("forfeit")
        ABSENT = "absent", _("absent")
        ANNULLED = "annulled", _("annulled")

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, db_index=False, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="results")
    side = models.PositiveSmallIntegerField()
    points2 = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(max_length=8, choices=How, default=How.PLAYED)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "side"], name="result_side"),
            models.UniqueConstraint(fields=["pairing", "entry"], name="result_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} in {self.pairing_id}"


class TableOf(models.Model):
    """A game of a pairing. *number*: from 0."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="table_of")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, db_index=False, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "tables of tournaments"
        constraints = [models.UniqueConstraint(fields=["pairing", "number"], name="table_of_once")]

    def __str__(self) -> str:
        return f"game {self.game_id} of {self.pairing_id}"


class Trophy(models.Model):
    """A place among the first three."""

    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, db_index=False, related_name="trophies")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, db_index=False, related_name="trophies")
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "trophies"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="trophy_once"),
            models.CheckConstraint(name="trophy_for_the_first_three", condition=Q(place__range=(1, 3))),
        ]
        indexes = [models.Index(fields=["player", "-at"], name="trophy_of")]

    def __str__(self) -> str:
        return f"{self.place} for {self.player_id}"


class Absence(models.Model):
    """Somebody who didn't move in a tournament may enter another one only after a while."""

    player = models.OneToOneField(PERSON, on_delete=models.CASCADE, related_name="+")
    times = models.PositiveSmallIntegerField(default=1)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} until {self.until}"

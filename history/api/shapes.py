"""The shapes of requests and answers."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

import rules
from common.api.inputs import Input, Text
from common.api.pages import Cursor, PageShape
from common.api.shapes import Moment, Shape
from games.api import outputs
from games.api.view_shape import SeatLine
from games.models import Game, Seat
from games.shown import table_view
from history import book
from history.forms import LONGEST_SEARCH
from history.glance import BestWin as BestWinFound
from history.models import LONGEST_TITLE, Balance, Meeting, Study
from standings.models import RatingChange


class WhichPast(Input):
    """Filters for the caller's finished games."""

    opponent = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_SEARCH,
        help_text="How a word of the name of somebody who sat there begins; of many of such a name the first 50 count.",
    )  # fmt: skip
    player = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=150, help_text="The username of who sat there."
    )
    variant = serializers.ChoiceField(list(rules.VARIANTS), required=False, default="", allow_blank=True)
    result = serializers.ChoiceField(Meeting.Result.choices, required=False, default="", allow_blank=True)
    since = serializers.DateField(required=False, help_text="The first day, in my time zone.")
    until = serializers.DateField(required=False, help_text="The last day.")
    rated = serializers.BooleanField(required=False, allow_null=True, default=None)
    on = serializers.DateField(
        required=False, help_text="Without a cursor: begin with the last game of that day, or the last one before it."
    )
    cursor = Cursor()


class WhichResults(Input):
    """Which games to add up."""

    computers = serializers.BooleanField(
        required=False, allow_null=True, default=None,
        help_text="Of games that computers sat in, or of all others; left out: of the others, if there are any.",
    )  # fmt: skip


class WhichOpponents(Input):
    """Filters for the caller's opponents."""

    opponent = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_SEARCH,
        help_text="How a word of the name begins: people and computers, at most 50.",
    )  # fmt: skip
    computers = serializers.BooleanField(required=False, default=False, help_text="Computers instead of people.")
    cursor = Cursor()


class GameChange(Shape):
    """The caller's rating change by a game."""

    before = serializers.IntegerField()
    after = serializers.IntegerField(source="shown")
    difference = serializers.IntegerField()


class PastGame(Shape):
    """A finished game from the caller's side."""

    id = serializers.CharField(source="game.public_id")
    variant = serializers.CharField(source="game.variant")
    name = serializers.CharField(source="game.rules.name", help_text="Of the game played.")
    status = serializers.ChoiceField(Game.Status.choices, source="game.status")
    rated = serializers.BooleanField(source="game.rated")
    result = serializers.ChoiceField(Meeting.Result.choices, help_text="Mine.")
    you = serializers.IntegerField(source="number", help_text="My seat.")
    seats = SeatLine(many=True)
    totals = serializers.ListField(child=serializers.IntegerField(), source="game.totals", help_text="By side.")
    reason = serializers.CharField(source="game.reason", help_text="Of the end.")
    started = Moment(source="game.started_at", allow_null=True)
    finished = Moment(source="game.finished_at")
    change = GameChange(allow_null=True, help_text="Of my rating; null where the game changed none.")

    def change_of(self, seat: Seat) -> RatingChange | None:
        changes: dict[int, RatingChange] = self.context["changes"]
        return changes.get(seat.game_id)

    def result_of(self, seat: Seat) -> str:
        return book.result(seat)

    def seats_of(self, seat: Seat) -> list[dict[str, Any]]:
        return table_view.seats_shown(seat.game)


class PastGames(PageShape):
    results = PastGame(many=True)


class PairScore(Shape):
    games = serializers.IntegerField()
    won = serializers.IntegerField(help_text="By me.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    otherwise = serializers.IntegerField(help_text="Somebody else at the table won.")


class VariantScore(PairScore):
    variant = serializers.CharField()


class Streak(Shape):
    length = serializers.IntegerField()
    mine = serializers.BooleanField()


class HeadToHead(Shape):
    """Head to head: the caller's games with one player, counting only games with a result."""

    username = serializers.CharField(source="other.username")
    name = serializers.CharField(source="other.name")
    against = PairScore(source="both.against", help_text="Games we were not partners in.")
    together = PairScore(source="both.together", help_text="Games as partners.")
    variants = VariantScore(many=True, help_text="Against each other, the game most played first.")
    longest_mine = serializers.IntegerField(help_text="My wins in a row.")
    longest_theirs = serializers.IntegerField()
    now = Streak(source="both.now", allow_null=True, help_text="The streak that goes on.")
    margin = serializers.FloatField(
        source="both.margin", allow_null=True, help_text="Points I was ahead by, a game, as in my results."
    )
    last = PastGame(source="both.last", many=True, help_text="The last ten games.")

    def variants_of(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"variant": variant, **asdict(score)} for variant, score in asked["both"].variants]

    def longest_mine_of(self, asked: dict[str, Any]) -> int:
        mine, _theirs = asked["both"].longest
        return int(mine)

    def longest_theirs_of(self, asked: dict[str, Any]) -> int:
        _mine, theirs = asked["both"].longest
        return int(theirs)


class Sums(Shape):
    """Games by their result for the caller."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class VariantSums(Sums):
    variant = serializers.CharField()
    name = serializers.CharField(help_text="Of the game.")
    margin = serializers.FloatField(
        source="average_margin", allow_null=True,
        help_text="By how many points my side was ahead of the best other one, a game: of those played to their end; "
        "where few points are good, by how many fewer. Null: there is no such game.",
    )  # fmt: skip

    def name_of(self, balance: Balance) -> str:
        return rules.VARIANTS[balance.variant].name if balance.variant in rules.VARIANTS else balance.variant


class MonthSums(Sums):
    month = serializers.CharField(help_text="“2026-11”, by UTC.")


class BestWin(Shape):
    """The caller's win against the highest rated opponent."""

    id = serializers.CharField(source="seat.game.public_id")
    variant = serializers.CharField(source="seat.game.variant")
    seats = SeatLine(many=True)
    rating = serializers.IntegerField(help_text="Theirs, before it; of several on a side what they have on average.")
    finished = Moment(source="seat.game.finished_at")

    def seats_of(self, best: BestWinFound) -> list[dict[str, Any]]:
        return table_view.seats_shown(best.seat.game)


class Results(Shape):
    """The caller's games with a result, added up."""

    computers = serializers.BooleanField(help_text="Whether these are the games that computers sat in.")
    ever = Sums()
    streak = serializers.IntegerField(source="ever.wins", help_text="Games won in a row, up to now.")
    longest_streak = serializers.IntegerField(source="ever.most_wins")
    best_win = BestWin(allow_null=True, help_text="Of the rated ones.")
    variants = VariantSums(many=True, help_text="The most played first.")
    months = MonthSums(many=True, help_text="Those I have played in, the newest first.")

    def best_win_of(self, _glance: Any) -> BestWinFound | None:
        best: BestWinFound | None = self.context["best"]
        return best


class Opponent(Shape):
    """A player the caller has met, and results against them. Games as partners don't count."""

    username = serializers.CharField(source="other.username")
    name = serializers.CharField(source="other.name")
    games = serializers.IntegerField(help_text="All of them.")
    together = serializers.IntegerField(help_text="As partners.")
    won = serializers.IntegerField(help_text="By me.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    otherwise = serializers.IntegerField(help_text="Somebody else at the table won.")
    last = Moment(source="last_at", help_text="When the newest was over.")


class Opponents(PageShape):
    results = Opponent(many=True)


class NewStudy(Input):
    """A record to store."""

    record = serializers.DictField(help_text="In the format dominoes/1; up to 1 MB.")
    title = Text(required=False, default="", allow_blank=True, max_length=LONGEST_TITLE)


class ChangedStudy(Input):
    """Missing fields keep their value."""

    title = Text(required=False, min_length=1, max_length=LONGEST_TITLE)
    shared = serializers.BooleanField(required=False, help_text="Whether everybody who has its address may see it.")


class StudyLine(Shape):
    id = serializers.CharField(source="public_id")
    title = serializers.CharField()
    shared = serializers.BooleanField()
    created = Moment(source="created_at")


class StudyWhole(StudyLine):
    record = serializers.DictField(help_text="In the format dominoes/1.")
    deals = serializers.IntegerField(help_text="How many; /rounds/<deal>/ shows each.")

    def deals_of(self, study: Study) -> int:
        return len(study.record["rounds"])


class Studies(PageShape):
    results = StudyLine(many=True)


class StudyDeal(outputs.Replay):
    """A deal step by step, with all hands open. There is no check, because we didn't shuffle it."""

    check = None  # type: ignore[assignment] # so is a field left out

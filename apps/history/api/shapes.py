"""The shapes of requests and answers."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated

from rest_framework import serializers

import rules
from accounts.models import User
from common.api.pages import PageShape
from common.api.shapes import Moment, Shape
from common.wishes import Most
from games.api.outputs import SeatLine
from games.models import Game
from games.shown import table_view
from games.shown.rows import Row
from history import book
from history.against import HeadToHead as Both
from history.glance import BestWin as BestWinFound
from history.models import LONGEST_TITLE, Balance, Meeting, Study
from standings.models import RatingChange


class GameChange(Shape):
    """How a rated game changed your rating."""

    before = serializers.IntegerField()
    after = serializers.IntegerField(source="shown")
    difference = serializers.IntegerField()


class PastGame(Shape):
    """A past game."""

    id = serializers.CharField(source="game.public_id")
    variant = serializers.CharField(source="game.variant")
    name = serializers.CharField(source="game.rules.name", help_text="The name of the variant.")
    status = serializers.ChoiceField(Game.Status.choices, source="game.status")
    rated = serializers.BooleanField(source="game.rated")
    result = serializers.ChoiceField(Meeting.Result.choices, help_text="Your result.")
    you = serializers.IntegerField(source="mine.number", help_text="Your seat.")
    seats = SeatLine(many=True)
    totals = serializers.ListField(child=serializers.IntegerField(), source="game.totals", help_text="By side.")
    reason = serializers.CharField(source="game.reason", help_text="Why the game ended.")
    started = Moment(source="game.started_at", allow_null=True)
    finished = Moment(source="game.finished_at")
    change = GameChange(allow_null=True, help_text="The change of your rating; null: none.")

    def change_of(self, row: Row) -> RatingChange | None:
        changes: dict[int, RatingChange] = self.context["changes"]
        return changes.get(row.game.pk)

    def result_of(self, row: Row) -> str:
        return book.result_in(row)

    def seats_of(self, row: Row) -> list[table_view.SeatShown]:
        return table_view.seats_shown(row.game.seats)


class PastGames(PageShape):
    results = PastGame(many=True)


class PairScore(Shape):
    games = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Games you won.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    otherwise = serializers.IntegerField(help_text="Games that a third side won.")


class VariantScore(PairScore):
    variant = serializers.CharField()


class Streak(Shape):
    length = serializers.IntegerField()
    mine = serializers.BooleanField()


class HeadToHead(Shape):
    """Your finished games with another player."""

    username = serializers.CharField()
    name = serializers.CharField()
    against = PairScore(help_text="Games as opponents.")
    together = PairScore(help_text="Games as partners.")
    variants = VariantScore(many=True, help_text="Games as opponents by variant, the most played first.")
    longest_mine = serializers.IntegerField(help_text="Your longest streak of wins.")
    longest_theirs = serializers.IntegerField()
    now = Streak(allow_null=True, help_text="The current streak.")
    margin = serializers.FloatField(allow_null=True, help_text="Your average lead in points, as in your results.")
    last = PastGame(many=True, help_text="The last ten games.")

    def username_of(self, _both: Both) -> str:
        other: User = self.context["other"]
        return other.username

    def name_of(self, _both: Both) -> str:
        other: User = self.context["other"]
        return other.name

    def variants_of(self, both: Both) -> list[dict[str, object]]:
        return [{"variant": variant, **asdict(score)} for variant, score in both.variants]

    def longest_mine_of(self, both: Both) -> int:
        return both.longest[0]

    def longest_theirs_of(self, both: Both) -> int:
        return both.longest[1]


class Sums(Shape):
    """Your games by result."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class VariantSums(Sums):
    variant = serializers.CharField()
    name = serializers.CharField(help_text="The name of the variant.")
    margin = serializers.FloatField(
        source="average_margin",
        allow_null=True,
        help_text="Your side's average lead over the best other side, in points, in games played to their end. Where "
        "low scores win, fewer points are a lead. Null: no such game.",
    )

    def name_of(self, balance: Balance) -> str:
        return rules.VARIANTS[balance.variant].name if balance.variant in rules.VARIANTS else balance.variant


class MonthSums(Sums):
    month = serializers.CharField(help_text="“2026-11”, by UTC.")


class BestWin(Shape):
    """Your win against the highest-rated opponent."""

    id = serializers.CharField(source="row.game.public_id")
    variant = serializers.CharField(source="row.game.variant")
    seats = SeatLine(many=True)
    rating = serializers.IntegerField(help_text="The opponent's rating before the game; for a pair, the average.")
    finished = Moment(source="row.game.finished_at")

    def seats_of(self, best: BestWinFound) -> list[table_view.SeatShown]:
        return table_view.seats_shown(best.row.game.seats)


class Results(Shape):
    """The sums of your finished games."""

    computers = serializers.BooleanField(help_text="Whether these are games with computers.")
    ever = Sums()
    streak = serializers.IntegerField(source="ever.wins", help_text="Your current streak of wins.")
    longest_streak = serializers.IntegerField(source="ever.most_wins")
    best_win = BestWin(allow_null=True, help_text="Among rated games.")
    variants = VariantSums(many=True, help_text="The most played first.")
    months = MonthSums(many=True, help_text="The months with games, the newest first.")

    def best_win_of(self, _glance: object) -> BestWinFound | None:
        best: BestWinFound | None = self.context["best"]
        return best


class Opponent(Shape):
    """An opponent, and the results of the games you weren't partners in."""

    username = serializers.CharField(source="other.username")
    name = serializers.CharField(source="other.name")
    games = serializers.IntegerField(help_text="All games together, also as partners.")
    together = serializers.IntegerField(help_text="Games as partners.")
    won = serializers.IntegerField(help_text="Games you won.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()
    otherwise = serializers.IntegerField(help_text="Games that a third side won.")
    last = Moment(source="last_at", help_text="When the last game ended.")


class Opponents(PageShape):
    results = Opponent(many=True)


@dataclass(frozen=True, slots=True)
class NewStudy:
    """A record to save as a study."""

    record: Annotated[Mapping[str, object], "In the format dominoes/1; up to 1 MB."]
    title: Annotated[str, Most(LONGEST_TITLE)] = ""


class StudyLine(Shape):
    id = serializers.CharField(source="public_id")
    title = serializers.CharField()
    shared = serializers.BooleanField()
    created = Moment(source="created_at")


class StudyWhole(StudyLine):
    record = serializers.DictField(help_text="In the format dominoes/1.")
    deals = serializers.IntegerField(help_text="The number of deals. /rounds/<deal>/ shows each.")

    def deals_of(self, study: Study) -> int:
        return len(study.record["rounds"])


class Studies(PageShape):
    results = StudyLine(many=True)

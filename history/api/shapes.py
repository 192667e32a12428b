"""What may be asked, and what is answered."""

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
from history.models import LONGEST_TITLE, Meeting, Study


class WhichPast(Input):
    """Which of my games that are over."""

    opponent = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=LONGEST_SEARCH,
        help_text="How a word of the name of somebody who sat there begins.",
    )  # fmt: skip
    player = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=150, help_text="The username of who sat there."
    )
    variant = serializers.ChoiceField(list(rules.VARIANTS), required=False, default="", allow_blank=True)
    result = serializers.ChoiceField(Meeting.Result.choices, required=False, default="", allow_blank=True)
    since = serializers.DateField(required=False, help_text="The first day, in my time zone.")
    until = serializers.DateField(required=False, help_text="The last day.")
    rated = serializers.BooleanField(required=False, allow_null=True, default=None)
    cursor = Cursor()


class PastGame(Shape):
    """A game that is over, as I see it."""

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
    """I and another one: games with a result."""

    username = serializers.CharField(source="other.username")
    name = serializers.CharField(source="other.name")
    against = PairScore(source="both.against", help_text="Games we were not partners in.")
    together = PairScore(source="both.together", help_text="Games as partners.")
    variants = VariantScore(many=True, help_text="Against each other, the game most played first.")
    longest_mine = serializers.IntegerField(help_text="My wins in a row.")
    longest_theirs = serializers.IntegerField()
    now = Streak(source="both.now", allow_null=True, help_text="The streak that goes on.")
    last = PastGame(source="both.last", many=True, help_text="The last ten games.")

    def variants_of(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"variant": variant, **asdict(score)} for variant, score in asked["both"].variants]

    def longest_mine_of(self, asked: dict[str, Any]) -> int:
        mine, _theirs = asked["both"].longest
        return int(mine)

    def longest_theirs_of(self, asked: dict[str, Any]) -> int:
        _mine, theirs = asked["both"].longest
        return int(theirs)


class NewStudy(Input):
    """A record to be kept."""

    record = serializers.DictField(help_text="In the format dominoes/1; up to 1 MB.")
    title = Text(required=False, default="", allow_blank=True, max_length=LONGEST_TITLE)


class ChangedStudy(Input):
    """What is left out stays."""

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
    """A deal step by step and with every hand open. Nobody here has shuffled it, so there is nothing to check."""

    check = None  # type: ignore[assignment] # so is a field left out

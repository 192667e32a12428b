"""Response bodies. Those of `games.shown` are made of its types: pages, sockets and API send the same."""

from collections.abc import Mapping

import orjson
from rest_framework import serializers

import rulebook
import rules
from common.api.pages import PageShape
from common.api.shapes import Moment, Shape, numbers, texts
from common.api.typed import Shapes
from games.listed import Listed
from games.models import Game
from games.positions import frame
from games.positions.tables import Happened
from games.shown import partner_signals, proof, records, replay, small_boards, table_view
from rulebook import facts, lengths, score_sheet, time_control
from rules import OPTIONS, GameEnd, RoundResult, RuleSet, View

shape_of = Shapes(
    {
        View: "RoundView",
        RoundResult: "RoundLine",
        GameEnd: "Outcome",  # in another order
        Happened: "MoveEvent",
        facts.Facts: "Rules",
        partner_signals.SignalShown: "PartnerSignal",
        proof.Proof: "Check",
        records.Record: "GameRecord",  # TypeScript has a Record of its own
        replay.OpenReplay: "StudyDeal",
        score_sheet.SheetFacts: "Sheet",
        table_view.SeatShown: "SeatLine",
        table_view.TableView: "GameView",
        time_control.ClockShown: "Clock",
    }
)
GameView = shape_of(table_view.TableView)
SeatLine = shape_of(table_view.SeatShown)
Clock = shape_of(time_control.ClockShown)
Outcome = shape_of(rules.Outcome)
Replay = shape_of(replay.Replay)
StudyDeal = shape_of(replay.OpenReplay)
Record = shape_of(records.Record)
SmallBoard = shape_of(small_boards.SmallBoard)


class Played(Shape):
    """*version*: the game's version after the move and the forced moves that followed."""

    version = serializers.IntegerField()
    view = GameView(required=False, help_text="Only on request: your view at this version or a later one.")


class GameLine(Shape):
    """A game in a list: the fields of its view, without the board."""

    id = serializers.CharField(source="public_id")
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Game.Status.choices)
    variant = serializers.CharField()
    name = serializers.CharField(source="rules.name")
    options = serializers.DictField()
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    rated = serializers.BooleanField(
        help_text="Whether it is rated; before the start, whether its host wants that. `ratings/` gives the reason."
    )
    seats = SeatLine(many=True)
    you = serializers.IntegerField(allow_null=True, help_text="Your seat.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move, while playing.")
    clock = Clock(source="time_control.shown")
    deadline = Moment(allow_null=True)
    last_moment = Moment(
        allow_null=True, help_text="When the scores decide the game; null: no limit, or not known yet."
    )
    created = Moment(source="created_at")
    totals = numbers(help_text="Points of the finished rounds, by side.")
    outcome = Outcome(allow_null=True)
    annulled = Moment(
        source="annulled_at", allow_null=True, help_text="When a moderator annulled the game. It no longer counts."
    )

    def options_of(self, game: Listed) -> dict[str, object]:
        options: dict[str, object] = orjson.loads(game.options)
        return options

    def seats_of(self, game: Listed) -> list[table_view.SeatShown]:
        return table_view.seats_shown(game.seats, self.context["away"])

    def you_of(self, game: Listed) -> int | None:
        mine = game.seat_of(self.context["reader"].pk)
        return mine.number if mine else None

    def outcome_of(self, game: Listed) -> rules.Outcome | None:
        return frame.outcome_of(game)


class PaginatedGameLineList(PageShape):  # its name in the schema
    results = GameLine(many=True)


class WatchedLine(GameLine):
    watchers = serializers.IntegerField(help_text="The number of people watching now.")

    def watchers_of(self, game: Listed) -> int:
        watchers: int = self.context["watchers"].get(game.pk, 0)
        return watchers


class PaginatedWatchedLineList(PageShape):
    results = WatchedLine(many=True)


class SmallBoards(Shape):
    boards = SmallBoard(many=True)


class VariantLine(Shape):
    """A game of the catalogue."""

    key = serializers.CharField()
    name = serializers.CharField()
    line = serializers.CharField(help_text="The game in one line.")
    seats = numbers(help_text="The possible numbers of players.")
    pairs_at = numbers(help_text="The numbers of players that can play as partners.")
    limits = numbers(help_text="Common time limits in seconds (`lasts_seconds` of a new game).")
    options = serializers.DictField(help_text="The options whose values differ from the general defaults.")
    changeable = texts(help_text="The options that house rules can change.")
    offered = serializers.DictField(
        child=serializers.DictField(),
        help_text="By number of players: the options that our own form sets, such as a bigger set. The API doesn't set "
        "them; send them as `options` if you want them.",
    )

    def line_of(self, variant: rules.Variant) -> str:
        return rulebook.one_line(variant.key)

    def offered_of(self, variant: rules.Variant) -> dict[str, dict[str, object]]:
        return {str(seats): dict(options) for seats, options in variant.offered.items()}

    def limits_of(self, variant: rules.Variant) -> tuple[int, ...]:
        return lengths.LIMITED.get(variant.key, ())

    def changeable_of(self, variant: rules.Variant) -> list[str]:
        return sorted(rules.OPTIONS if variant.changeable is None else variant.changeable)


class VariantTable(Shape):
    """The value of every option with one number of players."""

    seats = serializers.IntegerField()
    sides = serializers.IntegerField()
    tiles = serializers.IntegerField(help_text="The number of tiles in the set.")
    options = serializers.DictField()
    turns = serializers.IntegerField(help_text="About how many turns a game takes, for all players together.")
    rules = texts(help_text="The rules in three sentences.")

    def tiles_of(self, ruleset: RuleSet) -> int:
        return len(ruleset.tiles)

    def options_of(self, ruleset: RuleSet) -> dict[str, object]:
        options = {name: getattr(ruleset, name) for name in sorted(OPTIONS)}
        return {name: dict(each) if isinstance(each, Mapping) else each for name, each in options.items()}

    def turns_of(self, ruleset: RuleSet) -> int:
        return lengths.turns(ruleset)

    def rules_of(self, ruleset: RuleSet) -> list[str]:
        return rulebook.three_sentences(ruleset)


class VariantView(VariantLine):
    tables = VariantTable(many=True)

    def tables_of(self, variant: rules.Variant) -> list[RuleSet]:
        return [rules.ruleset(variant.key, {}, seats) for seats in variant.seats]

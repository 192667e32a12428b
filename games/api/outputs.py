"""Response bodies, except the view of a game (view_shape.py).

Other modules build `GameView`, `Replay` and `Record`, because sockets and pages send them, too; tests compare them
with these shapes. Each other shape builds its own body.
"""

from typing import Any

from rest_framework import serializers

import rulebook
import rules
from common.api.pages import PageShape
from common.api.shapes import Moment, Shape
from games import frame
from games.api.view_shape import (
    Clock,
    GameView,
    LaidTile,
    OpenEnd,
    Outcome,
    RoundView,
    ScoreLine,
    SeatLine,
    numbers,
    texts,
)
from games.models import Game, Move
from games.shown import table_view
from rulebook import lengths
from rules import OPTIONS, RuleSet

__all__ = [
    "GameLine", "GameView", "PaginatedGameLineList", "PaginatedWatchedLineList", "Played", "Record", "Replay",
    "SmallBoards", "VariantLine", "VariantView",
]  # fmt: skip


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

    def seats_of(self, game: Game) -> list[dict[str, Any]]:
        return table_view.seats_shown(game, self.context["away"])

    def you_of(self, game: Game) -> int | None:
        reader = self.context["reader"]
        return next((seat.number for seat in game.seats.all() if reader.pk and seat.player_id == reader.pk), None)

    def outcome_of(self, game: Game) -> dict[str, Any] | None:
        return frame.outcome_of(game)


class PaginatedGameLineList(PageShape):  # its name in the schema
    results = GameLine(many=True)


class WatchedLine(GameLine):
    watchers = serializers.IntegerField(help_text="The number of people watching now.")

    def watchers_of(self, game: Game) -> int:
        found: int = self.context["watchers"].get(game.pk, 0)
        return found


class PaginatedWatchedLineList(PageShape):
    results = WatchedLine(many=True)


class Frame(Shape):
    """The deal after *ply* moves, with all hands shown. The layout is the part of the view's layout up to this ply.
    In Sausage, where a layout can change, each frame has its own."""

    ply = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    move = serializers.CharField(allow_null=True)
    turn = serializers.IntegerField(allow_null=True)
    hands = serializers.ListField(child=texts(), help_text="Tiles by seat.")
    boneyard = serializers.IntegerField()
    ends = OpenEnd(many=True)
    count = serializers.IntegerField(allow_null=True)
    scored = serializers.IntegerField(help_text="Points that the move scored at once for its side.")
    totals = numbers(help_text="By side.")
    layout = LaidTile(many=True, required=False)


class SmallBoard(Shape):
    """The board of the current or last deal, as watchers see it."""

    id = serializers.CharField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Game.Status.choices)
    seats = serializers.IntegerField(help_text="The number of seats.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move, while playing.")
    sum = serializers.IntegerField(
        allow_null=True, help_text="The sum of two halves that touch; null: they must be equal."
    )
    rows = serializers.BooleanField(help_text="Whether the layout has the two lines of Sausage.")
    layout = LaidTile(many=True)
    ends = OpenEnd(many=True)


class SmallBoards(Shape):
    boards = SmallBoard(many=True)


class Dealing(Shape):
    """The rules in force for one deal."""

    set = serializers.IntegerField()
    doubles = serializers.BooleanField()
    seats = serializers.IntegerField()
    hand = serializers.IntegerField()
    rows = serializers.BooleanField()
    dealt = numbers(help_text="The seats that get tiles.")
    aside = serializers.DictField(child=serializers.CharField(), help_text="Tiles that are dealt first, by seat.")
    lead = serializers.CharField(help_text="The lead rule, in the terms of rules.md 4.")
    host = serializers.IntegerField(help_text="The seat that leads under the rule “host”.")


class Check(Shape):
    """The data to verify a shuffle (docs/api.md).

    *commitment* is SHA-256 of *seed*. *tiles* is the deck in the order of HMAC-SHA256(seed, "round_id|seeds joined by
    commas|tile"). *deal* follows from *tiles* by *rules*.
    """

    round_id = serializers.CharField()
    seed = serializers.CharField()
    commitment = serializers.CharField()
    first = serializers.CharField(help_text="The commitment shown before the first deal.")
    secret = serializers.CharField(
        allow_null=True, help_text="The source of all seeds of the game; null until it ends."
    )
    seeds = texts(help_text="The players' seeds, by seat.")
    rules = Dealing()
    tiles = texts()
    deal = serializers.DictField()


class Replay(Shape):
    """A finished deal, step by step, with all hands shown."""

    id = serializers.CharField()
    deal = serializers.IntegerField(help_text="Index of the deal in the game, from 0.")
    round = serializers.IntegerField(
        help_text="Number of the round, from 1. After an annulled deal, the next has the same number."
    )
    names = serializers.ListField(child=serializers.CharField(allow_null=True))
    view = RoundView()
    frames = Frame(many=True)
    by = serializers.ListField(child=serializers.ChoiceField(Move.By.choices))
    score = ScoreLine(allow_null=True)
    check = Check()


class RecordRound(Shape):
    deal = serializers.DictField()
    moves = texts()


class Record(Shape):
    """A game as a `dominoes/1` record; `python -m rules replay FILE` replays it."""

    format = serializers.ChoiceField(["dominoes/1"])
    variant = serializers.CharField()
    options = serializers.DictField()
    seats = texts()
    rounds = RecordRound(many=True)


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

    def offered_of(self, variant: rules.Variant) -> dict[str, dict[str, Any]]:
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

    def options_of(self, ruleset: RuleSet) -> dict[str, Any]:
        options = {name: getattr(ruleset, name) for name in sorted(OPTIONS)}
        return {name: each if isinstance(each, str | int | None) else dict(each) for name, each in options.items()}

    def turns_of(self, ruleset: RuleSet) -> int:
        return lengths.turns(ruleset)

    def rules_of(self, ruleset: RuleSet) -> list[str]:
        return rulebook.three_sentences(ruleset)


class VariantView(VariantLine):
    tables = VariantTable(many=True)

    def tables_of(self, variant: rules.Variant) -> list[RuleSet]:
        return [rules.ruleset(variant.key, {}, seats) for seats in variant.seats]

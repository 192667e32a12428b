"""Response bodies, except the view of a game (view_shape.py).

A `GameView`, a `Replay` and a `Record` are made elsewhere, as sockets and pages send them, too, and at each move;
tests hold them against these shapes. All others are made by the shape itself.
"""

from typing import Any

from rest_framework import serializers

import rulebook
import rules
from accounts import models
from common.api.pages import PageShape
from common.api.shapes import Moment, Shape
from games import frame, queries
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
    "GameLine", "GameView", "Me", "PaginatedGameLineList", "PaginatedWatchedLineList", "Played", "Record", "Replay",
    "SmallBoards", "Token", "TokenMade", "VariantLine", "VariantView",
]  # fmt: skip


class Played(Shape):
    """*version*: of the game after the move and the forced ones that followed it."""

    version = serializers.IntegerField()
    view = GameView(required=False, help_text="If it was asked for: as you see the game then, or later.")


class GameLine(Shape):
    """A game in the list: what the whole view says too, but for what lies on the table."""

    id = serializers.CharField(source="public_id")
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Game.Status.choices)
    variant = serializers.CharField()
    name = serializers.CharField(source="rules.name")
    options = serializers.DictField()
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    rated = serializers.BooleanField(
        help_text="Whether it changes ratings; before the start, whether its host wishes so. `ratings/` tells why not."
    )
    seats = SeatLine(many=True)
    you = serializers.IntegerField(allow_null=True, help_text="The seat of who asks.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move, while playing.")
    clock = Clock(source="time_control.shown")
    deadline = Moment(allow_null=True)
    last_moment = Moment(allow_null=True, help_text="Then the scores as they stand decide; null: not known, or none.")
    created = Moment(source="created_at")
    totals = numbers(help_text="Points by side, of the rounds written.")
    outcome = Outcome(allow_null=True)
    annulled = Moment(source="annulled_at", allow_null=True, help_text="By a moderator: the game counts for nothing.")

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
    watchers = serializers.IntegerField(help_text="How many watch it just now.")

    def watchers_of(self, game: Game) -> int:
        found: int = self.context["watchers"].get(game.pk, 0)
        return found


class PaginatedWatchedLineList(PageShape):
    results = WatchedLine(many=True)


class Frame(Shape):
    """The deal after *ply* moves, all hands open. The layout is that of the view up to this ply; where a
    layout changes (Sausage) the frame has its own."""

    ply = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    move = serializers.CharField(allow_null=True)
    turn = serializers.IntegerField(allow_null=True)
    hands = serializers.ListField(child=texts(), help_text="By seat, open.")
    boneyard = serializers.IntegerField()
    ends = OpenEnd(many=True)
    count = serializers.IntegerField(allow_null=True)
    scored = serializers.IntegerField(help_text="What the move brought its side at once.")
    totals = numbers(help_text="By side.")
    layout = LaidTile(many=True, required=False)


class SmallBoard(Shape):
    """What lies on a table, as watchers see it: of the deal that runs, or of the last one."""

    id = serializers.CharField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Game.Status.choices)
    seats = serializers.IntegerField(help_text="How many.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move, while playing.")
    sum = serializers.IntegerField(allow_null=True, help_text="What halves that meet add up to; null: they are equal.")
    rows = serializers.BooleanField(help_text="Whether the layout is the two lines of Sausage.")
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
    dealt = numbers(help_text="The seats that are dealt tiles.")
    aside = serializers.DictField(child=serializers.CharField(), help_text="Tiles dealt before all others, by seat.")
    lead = serializers.CharField(help_text="Who leads, by the words of rules.md 4.")
    host = serializers.IntegerField(help_text="The seat that leads under the rule “host”.")


class Check(Shape):
    """What it takes to check the shuffle (docs/api.md): SHA-256 of *seed* is *commitment*, *tiles* is the deck in
    the order of HMAC-SHA256(seed, "round_id|seeds joined by commas|tile"), and *deal* follows from it by *rules*."""

    round_id = serializers.CharField()
    seed = serializers.CharField()
    commitment = serializers.CharField()
    first = serializers.CharField(help_text="The commitment that was shown before the first deal.")
    secret = serializers.CharField(allow_null=True, help_text="Makes all seeds of the game; null until it is finished.")
    seeds = texts(help_text="The players' shares, by seat.")
    rules = Dealing()
    tiles = texts()
    deal = serializers.DictField()


class Replay(Shape):
    """A finished deal, step by step and with every hand open."""

    id = serializers.CharField()
    deal = serializers.IntegerField(help_text="Index of the deal in the game, from 0.")
    round = serializers.IntegerField(help_text="Number of the round, from 1; a deal that was annulled shares it.")
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
    """A game as a `dominoes/1` record; `python -m rules replay FILE` plays it."""

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
    seats = numbers(help_text="The numbers of seats it can be played by.")
    pairs_at = numbers(help_text="The numbers of seats at which partners are possible.")
    limits = numbers(help_text="Seconds it is often limited to (`lasts_seconds` of a new game).")
    options = serializers.DictField(help_text="What the game sets differently from the values of any game.")
    changeable = texts(help_text="The options a house rule may change.")
    offered = serializers.DictField(
        child=serializers.DictField(),
        help_text="By number of seats, the options that the site's own form offers, such as a bigger set. The API "
        "plays by the game's own: send these as `options` to play by them.",
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
    """The game at one number of seats: every option with its value."""

    seats = serializers.IntegerField()
    sides = serializers.IntegerField()
    tiles = serializers.IntegerField(help_text="In the set.")
    options = serializers.DictField()
    turns = serializers.IntegerField(help_text="That a usual game takes, about: of all seats together.")
    rules = texts(help_text="In three sentences.")

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


class Me(Shape):
    name = serializers.CharField(help_text="What others at the table read.")
    username = serializers.CharField()
    guest = serializers.BooleanField(source="is_guest", help_text="Somebody without an account.")
    program = serializers.BooleanField(source="is_program", help_text="Whether a program plays for this account.")
    waiting = serializers.IntegerField(help_text="In how many games it is my turn.")

    def waiting_of(self, user: models.User) -> int:
        return queries.waiting_count(user.pk)


class Token(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(models.Token.Scope.choices))
    created = Moment()
    last_used = Moment(allow_null=True, help_text="To the hour.")
    expires = Moment(allow_null=True, help_text="null: it works until it is ended.")


class TokenMade(Token):
    """Send it as `Authorization: Token …`; it is shown this once."""

    token = serializers.CharField()

    def token_of(self, _token: models.Token) -> str:
        return str(self.context["token"])

"""What is answered, besides the view of a game (view_shape.py): shapes for the schema.

The answers are made elsewhere (games/shown/table_view.py, lines.py …); tests hold them against these shapes.
"""

from typing import Any

from rest_framework import serializers

from accounts import models
from common.api.pages import PageShape
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

Shape = serializers.Serializer[Any]
__all__ = [
    "GameLine", "GameView", "Me", "PaginatedGameLineList", "Played", "Record", "Replay", "Token", "TokenMade",
    "VariantLine", "VariantView",
]  # fmt: skip


class Played(Shape):
    """*version*: of the game after the move and the forced ones that followed it."""

    version = serializers.IntegerField()
    view = GameView(required=False, help_text="If it was asked for: as you see the game then, or later.")


class GameLine(Shape):
    """A game in the list: what the whole view says too, but for what lies on the table."""

    id = serializers.CharField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(Game.Status.choices)
    variant = serializers.CharField()
    name = serializers.CharField()
    options = serializers.DictField()
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    rated = serializers.BooleanField(help_text="Whether it changes ratings. With a guest at the table it never does.")
    seats = SeatLine(many=True)
    you = serializers.IntegerField(allow_null=True, help_text="The seat of who asks.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move, while playing.")
    clock = Clock()
    deadline = serializers.DateTimeField(allow_null=True)
    created = serializers.DateTimeField()
    totals = numbers(help_text="Points by side, of the rounds written.")
    outcome = Outcome(allow_null=True)
    annulled = serializers.DateTimeField(allow_null=True, help_text="By a moderator: the game counts for nothing.")


class PaginatedGameLineList(PageShape):  # its name in the schema
    results = GameLine(many=True)


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
    options = serializers.DictField(help_text="What the game sets differently from the values of any game.")
    changeable = texts(help_text="The options a house rule may change.")


class VariantTable(Shape):
    """The game at one number of seats: every option with its value."""

    seats = serializers.IntegerField()
    sides = serializers.IntegerField()
    tiles = serializers.IntegerField(help_text="In the set.")
    options = serializers.DictField()
    turns = serializers.IntegerField(help_text="That a usual game takes, about: of all seats together.")
    rules = texts(help_text="In three sentences.")


class VariantView(VariantLine):
    tables = VariantTable(many=True)


class Me(Shape):
    name = serializers.CharField(help_text="What others at the table read.")
    username = serializers.CharField()
    guest = serializers.BooleanField(help_text="Somebody without an account.")
    waiting = serializers.IntegerField(help_text="In how many games it is my turn.")


class Token(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(models.Token.Scope.choices))
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="To the hour.")
    expires = serializers.DateTimeField(allow_null=True, help_text="null: it works until it is ended.")


class TokenMade(Token):
    """Send it as `Authorization: Token …`; it is shown this once."""

    token = serializers.CharField()

"""The shape of the view that page, socket and API show of a game.

`games.shown.table_view` builds the view, because a shape would be too slow after every move. Tests compare the two.
"""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from accounts.models import User
from common.api.shapes import Shape
from games.models import Game, Move, Seat
from rulebook import time_control


def numbers(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **more)


def texts(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), **more)


class SeatLine(Shape):
    seat = serializers.IntegerField(help_text="From 0, clockwise.")
    side = serializers.IntegerField(help_text="Partners share a side. Points belong to a side.")
    name = serializers.CharField(allow_null=True, help_text="null: the seat is free.")
    face = serializers.CharField(
        allow_null=True,
        help_text="The tile that pages draw next to the name, such as “6.2.3.1”: its two halves, its colour (0 to 11), "
        "and its rotation (0 to 3 eighths of a turn; 4 to 7: the same on a disc). It depends only on the name. "
        "null: the seat is free.",
    )
    guest = serializers.BooleanField()
    program = serializers.BooleanField(help_text="The owner says that a program plays for this account.")
    computer = serializers.ChoiceField(
        User.Level.choices, allow_null=True, help_text="The level, if one of our computers has the seat; else null."
    )
    stand_in = serializers.ChoiceField(
        User.Level.choices, allow_null=True,
        help_text="The level of the computer that plays for this player until they return; else null.",
    )  # fmt: skip
    stood_in = serializers.BooleanField(help_text="A computer plays or has played for this player.")
    missed = serializers.IntegerField(
        help_text="Turns in a row in which this player ran out of time and we moved for them (`clock.misses`: “move”). "
        "After `clock.misses_most` of these they are out."
    )
    left = serializers.BooleanField(help_text="They resigned or ran out of time, and the others play on.")
    away = serializers.DateTimeField(allow_null=True, help_text="When their vacation ends; null: they aren't away.")
    points = serializers.IntegerField(allow_null=True, help_text="The points of their side, once the game has ended.")
    result = serializers.ChoiceField(Seat.Result.choices, allow_blank=True)


class Clock(Shape):
    kind = serializers.ChoiceField(time_control.Clock.choices)
    seconds = serializers.IntegerField(allow_null=True, help_text="Seconds for each turn (kind “turn”).")
    bank = serializers.IntegerField(allow_null=True, help_text="Seconds at the start (kind “bank”).")
    increment = serializers.IntegerField(allow_null=True, help_text="Seconds added after each turn.")
    cap = serializers.IntegerField(allow_null=True, help_text="The maximum of a bank in seconds.")
    pauses = serializers.BooleanField(
        help_text="The clock pauses during players' vacations, weekends off and quiet hours."
    )
    misses = serializers.ChoiceField(
        time_control.Misses.choices, help_text="What happens when a player runs out of time."
    )
    misses_most = serializers.IntegerField(
        allow_null=True, help_text="For “move”: in how many turns in a row we move for them."
    )
    lasts = serializers.IntegerField(
        allow_null=True, help_text="Time limit of the game in seconds from its start. The scores at that time decide."
    )


class RunningClock(Clock):
    left = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Seconds left by seat: of the current turn, and of every bank. null: the seat has no clock now.",
    )
    stands_until = serializers.DateTimeField(
        allow_null=True, help_text="When the clock runs again, while the player to move is off; else null."
    )


class Outcome(Shape):
    winners = numbers(help_text="The winning sides; more than one in a draw.")
    reason = serializers.CharField()
    totals = numbers(help_text="By side.")


class RoundLine(Shape):
    """The score of a round."""

    round = serializers.IntegerField(help_text="From 1.")
    over = serializers.ChoiceField(["out", "blocked"])
    by = serializers.IntegerField(allow_null=True, help_text="The seat that went out.")
    winner = serializers.IntegerField(allow_null=True, help_text="The winning side.")
    pips = numbers(help_text="Pips left, by side.")
    written = numbers(help_text="By side.")
    totals = numbers(help_text="By side.")
    notes = texts()


class Ledger(Shape):
    right = serializers.IntegerField(allow_null=True, help_text="The seat with the right of the hundred.")
    debtor = serializers.IntegerField(allow_null=True, help_text="The seat that owes a fish.")
    tries = serializers.IntegerField(help_text="Rounds since the seat has owed it.")
    eggs = serializers.IntegerField(help_text="Eggs in a row.")


class ScoreLine(RoundLine):
    """A line of the score sheet."""

    deal = serializers.IntegerField(help_text="Index of the deal, from 0, for /rounds/<deal>/.")
    ends = numbers(required=False, help_text="Points scored during play, by side. Left out if there are none.")
    draws = numbers(required=False, help_text="Change of the total for tiles drawn, by side.")
    bids = numbers(required=False, help_text="Change of the total for auctions, by side.")
    kept = numbers(required=False, help_text="Pips carried over to the next round, by side.")
    ledger = Ledger(required=False, help_text="Sea Goat: rights and debts after this round.")


class Sheet(Shape):
    """The kind of score sheet."""

    counts = serializers.ChoiceField(
        ["points", "generals", "account"], help_text="account: only one side has points, and can lose them all."
    )
    goal = serializers.ChoiceField(["low", "high"])
    open_at = serializers.IntegerField(help_text="The pips needed for a side's first score; 0: any number.")
    remember = serializers.BooleanField(help_text="Pips below `open_at` carry over to the next round.")
    during = serializers.BooleanField(help_text="Points are scored while playing.")


class Rules(Shape):
    """The rules that you need to draw a game or verify a deal."""

    set = serializers.IntegerField(help_text="The highest number: 6 for the double-six set.")
    doubles = serializers.BooleanField(help_text="The set has doubles.")
    hand = serializers.IntegerField(help_text="Tiles in a hand, or in a row.")
    leads = texts(help_text="The possible lead rules (rules.md 4). The first one is for the first round.")
    sum = serializers.IntegerField(
        allow_null=True, help_text="The sum of two halves that touch; null: they must be equal."
    )
    rows = serializers.BooleanField(help_text="Players get face-down rows instead of hands.")
    auction = serializers.BooleanField(help_text="The last two tiles are auctioned.")
    pick = serializers.BooleanField(help_text="A player who draws picks a tile from the boneyard.")
    redeal = serializers.BooleanField(help_text="A player with many doubles can ask for a new deal.")
    signals = serializers.BooleanField(help_text="Partners may signal.")
    queue = serializers.BooleanField(help_text="Some pairs wait while others play.")
    dealt = serializers.IntegerField(help_text="The number of seats that get tiles while all players are there.")
    aside = serializers.CharField(
        allow_null=True, help_text="The tile that comes with the right of the hundred; null: no such right."
    )


class LaidTile(Shape):
    """A tile of the layout, in order of play."""

    tile = serializers.CharField()
    onto = serializers.CharField(allow_null=True, help_text="The tile it was played against.")
    at = serializers.IntegerField(allow_null=True, help_text="The value of the end it was played on.")
    arm = serializers.CharField(help_text="lead, line, or side (a side end of a spinner).")
    seat = serializers.IntegerField(allow_null=True)
    ply = serializers.IntegerField()
    spinner = serializers.BooleanField(required=False)
    closed = serializers.BooleanField(required=False)
    lengthwise = serializers.BooleanField(required=False)


class OpenEnd(Shape):
    tile = serializers.CharField()
    value = serializers.IntegerField()
    arm = serializers.CharField()


class RoundView(Shape):
    """The current deal as you may see it."""

    round = serializers.IntegerField(help_text="From 1.")
    ply = serializers.IntegerField(help_text="The number of moves in this deal.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move.")
    hand = texts(allow_null=True, help_text="Your own tiles; null for watchers.")
    hands = numbers(help_text="The number of tiles in each hand, by seat.")
    boneyard = serializers.IntegerField()
    reserve = serializers.IntegerField(help_text="The number of boneyard tiles that can't be drawn.")
    open = serializers.ListField(
        child=texts(), allow_null=True, help_text="All hands by seat, once the round has ended."
    )
    start = serializers.CharField(allow_null=True)
    turned = serializers.CharField(allow_null=True, help_text="Sausage: the turned-over tile that must be placed.")
    layout = LaidTile(many=True)
    ends = OpenEnd(many=True)
    count = serializers.IntegerField(allow_null=True, help_text="The sum of the open ends, if the game scores it.")
    legal = texts(help_text="Your legal moves; empty if it isn't your turn. Send one of them unchanged.")
    legal_counts = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        allow_null=True,
        help_text="For each of these, the sum of the open ends after it, or null if it plays no tile. null if the game"
        " doesn't score the sum.",
    )
    moves = serializers.ListField(
        child=serializers.CharField(), help_text='The moves of this deal, each as "SEAT MOVE".'
    )
    totals = numbers(help_text="By side.")
    result = RoundLine(allow_null=True)
    outcome = Outcome(allow_null=True)


class MoveEvent(Shape):
    version = serializers.IntegerField()
    deal = serializers.IntegerField()
    ply = serializers.IntegerField()
    seat = serializers.IntegerField()
    move = serializers.CharField()
    by = serializers.ChoiceField(Move.By.choices)


class RoundEvent(ScoreLine):
    """A round ended and was scored."""

    version = serializers.IntegerField()
    type = serializers.ChoiceField(["round"])


@extend_schema_field(
    PolymorphicProxySerializer("Event", [MoveEvent, RoundEvent], resource_type_field_name=None, many=True)
)
class Events(serializers.ListField):
    pass


class PartnerSignal(Shape):
    """“wink”: the seat has 0-0; “puff”: it has 6-6 (General)."""

    seat = serializers.IntegerField()
    signal = serializers.ChoiceField(["wink", "puff"])


class Rematch(Shape):
    id = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(Game.Status.choices)


class GameView(Shape):
    """A game as you may see it. Pages, sockets and the API show the same."""

    id = serializers.CharField()
    version = serializers.IntegerField(help_text="Grows with every change; send it with your move.")
    status = serializers.ChoiceField(Game.Status.choices)
    variant = serializers.CharField()
    name = serializers.CharField(help_text="The name of the variant.")
    options = serializers.DictField(help_text="House rules: the changed options.")
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    rated = serializers.BooleanField(
        help_text="Whether it is rated; before the start, whether its host wants that. `ratings/` gives the reason."
    )
    you = serializers.IntegerField(allow_null=True, help_text="Your seat; null for watchers.")
    host = serializers.IntegerField(allow_null=True, help_text="The host's seat.")
    seats = SeatLine(many=True)
    clock = RunningClock()
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    annulled = serializers.DateTimeField(
        allow_null=True, help_text="When a moderator annulled the game. It no longer counts."
    )
    deadline = serializers.DateTimeField(allow_null=True, help_text="When the player to move runs out of time.")
    last_moment = serializers.DateTimeField(
        allow_null=True, help_text="When the scores decide the game. null: no limit, or not known yet."
    )
    now = serializers.DateTimeField(help_text="The server's time when it answered.")
    round = RoundView(allow_null=True, help_text="null before the start.")
    deal = serializers.IntegerField(allow_null=True, help_text="Index of the current deal, from 0.")
    by = serializers.ListField(
        child=serializers.ChoiceField(Move.By.choices), help_text="Who made each move in `round.moves`."
    )
    signals = PartnerSignal(
        many=True,
        help_text="Your side's signals in this deal. A signal doesn't change the version, and others don't see it.",
    )
    commitment = serializers.CharField(help_text="SHA-256, in hex, of the seed of the current deal.")
    scores = ScoreLine(many=True, help_text="The lines of the score sheet.")
    rules = Rules(help_text="The rules in force.")
    sheet = Sheet(help_text="The kind of score sheet.")
    totals = numbers(help_text="By side.")
    outcome = Outcome(allow_null=True)
    seen = serializers.IntegerField(allow_null=True, help_text="The last version you had seen; null for watchers.")
    since = Events(help_text="What has happened since then.")
    rematch = Rematch(allow_null=True)

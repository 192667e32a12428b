"""The shape of the view: what page, socket and API show of a game.

The view itself is made by games.shown.table_view, as it is sent after each move, where a shape would cost too much;
tests hold it against this.
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
    side = serializers.IntegerField(help_text="Partners share one; points are kept by side.")
    name = serializers.CharField(allow_null=True, help_text="null: the seat is free.")
    face = serializers.CharField(
        allow_null=True,
        help_text="“6.2.3.1”: the halves of a tile that pages draw beside the name, the number of its colour (0 to "
        "11), and how it lies (0 to 3 eighths of a turn, 4 to 7 the same on a disc). It follows from the name alone. "
        "null: the seat is free.",
    )
    guest = serializers.BooleanField()
    program = serializers.BooleanField(help_text="A program plays for this account, as its owner says.")
    computer = serializers.ChoiceField(
        User.Level.choices, allow_null=True, help_text="The level of a computer of ours; null: a person, or nobody."
    )
    stand_in = serializers.ChoiceField(
        User.Level.choices, allow_null=True,
        help_text="The level of the computer that plays for this person, whose time was over, until they are back.",
    )  # fmt: skip
    stood_in = serializers.BooleanField(help_text="A computer plays for this person, or has done so.")
    missed = serializers.IntegerField(
        help_text="Turns in a row in which the clock has moved for this person (`clock.misses`: “move”); after "
        "`clock.misses_most` of them they are out."
    )
    left = serializers.BooleanField(help_text="Resigned or out of time while others play on.")
    away = serializers.DateTimeField(allow_null=True, help_text="On holiday until then.")
    points = serializers.IntegerField(allow_null=True, help_text="Of the side, once the game is finished.")
    result = serializers.ChoiceField(Seat.Result.choices, allow_blank=True)


class Clock(Shape):
    kind = serializers.ChoiceField(time_control.Clock.choices)
    seconds = serializers.IntegerField(allow_null=True, help_text="For each turn (kind “turn”).")
    bank = serializers.IntegerField(allow_null=True, help_text="Seconds to begin with (kind “bank”).")
    increment = serializers.IntegerField(allow_null=True, help_text="Seconds added after each turn.")
    cap = serializers.IntegerField(allow_null=True, help_text="The most seconds a bank can hold.")
    pauses = serializers.BooleanField(help_text="It stands still on a player's holidays, weekends and quiet hours.")
    misses = serializers.ChoiceField(time_control.Misses.choices, help_text="What becomes of who lets it run out.")
    misses_most = serializers.IntegerField(
        allow_null=True, help_text="In how many turns in a row a move is made for them (misses “move”)."
    )
    lasts = serializers.IntegerField(
        allow_null=True, help_text="Seconds from the start to the last moment, when the scores as they stand decide."
    )


class RunningClock(Clock):
    left = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        help_text="Seconds by seat: of the turn that runs, and of every bank. null: nothing runs there.",
    )
    stands_until = serializers.DateTimeField(
        allow_null=True, help_text="The player on turn rests: their clock goes on then."
    )


class Outcome(Shape):
    winners = numbers(help_text="Sides; several share a draw.")
    reason = serializers.CharField()
    totals = numbers(help_text="By side.")


class RoundLine(Shape):
    """A round as the rules write it down."""

    round = serializers.IntegerField(help_text="From 1.")
    over = serializers.ChoiceField(["out", "blocked"])
    by = serializers.IntegerField(allow_null=True, help_text="The seat that went out.")
    winner = serializers.IntegerField(allow_null=True, help_text="A side.")
    pips = numbers(help_text="By side, as counted.")
    written = numbers(help_text="By side.")
    totals = numbers(help_text="By side.")
    notes = texts()


class Ledger(Shape):
    right = serializers.IntegerField(allow_null=True, help_text="The seat with the right of the hundred.")
    debtor = serializers.IntegerField(allow_null=True, help_text="The seat that owes a fish.")
    tries = serializers.IntegerField(help_text="Rounds since it owes.")
    eggs = serializers.IntegerField(help_text="Eggs in a row.")


class ScoreLine(RoundLine):
    """A line of the score sheet."""

    deal = serializers.IntegerField(help_text="Index of the deal, from 0; what /rounds/<deal>/ shows.")
    ends = numbers(required=False, help_text="By side: scored during play. Where no side has any it is left out.")
    draws = numbers(required=False, help_text="By side: paid for tiles drawn, as it changed the total.")
    bids = numbers(required=False, help_text="By side: paid at auctions, as it changed the total.")
    kept = numbers(required=False, help_text="By side: pips kept in mind for the next round.")
    ledger = Ledger(required=False, help_text="Sea Goat: what goes on after this round.")


class Sheet(Shape):
    """What kind of score sheet the game keeps."""

    counts = serializers.ChoiceField(
        ["points", "generals", "account"], help_text="account: one side has points, and they can be written off."
    )
    goal = serializers.ChoiceField(["low", "high"])
    open_at = serializers.IntegerField(help_text="Fewer pips than that don't open a side's account; 0: all count.")
    remember = serializers.BooleanField(help_text="Pips below open_at are kept in mind.")
    during = serializers.BooleanField(help_text="Points are scored while playing.")


class Rules(Shape):
    """The rules in force, as far as drawing a table or checking a deal needs them."""

    set = serializers.IntegerField(help_text="The highest number: 6 is the double-six set.")
    doubles = serializers.BooleanField(help_text="The set has doubles.")
    hand = serializers.IntegerField(help_text="Tiles of a hand, or of a row.")
    leads = texts(help_text="The lead rules that a deal may come to (rules.md 4), the first round's first.")
    sum = serializers.IntegerField(allow_null=True, help_text="What halves that meet add up to; null: they are equal.")
    rows = serializers.BooleanField(help_text="Face-down rows are dealt instead of hands.")
    auction = serializers.BooleanField(help_text="The last two tiles are auctioned.")
    pick = serializers.BooleanField(help_text="Who draws chooses among the tiles of the boneyard.")
    redeal = serializers.BooleanField(help_text="Who is dealt many doubles is asked whether to deal again.")
    signals = serializers.BooleanField(help_text="Partners may signal.")
    queue = serializers.BooleanField(help_text="More pairs sit at the table than play at a time.")
    dealt = serializers.IntegerField(help_text="How many seats are dealt tiles while nobody has left.")
    aside = serializers.CharField(
        allow_null=True, help_text="The tile that the right of the hundred gives; null: there is no such right."
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
    """The running deal as this viewer may see it."""

    round = serializers.IntegerField(help_text="From 1.")
    ply = serializers.IntegerField(help_text="Moves made in this deal.")
    turn = serializers.IntegerField(allow_null=True, help_text="The seat to move.")
    hand = texts(allow_null=True, help_text="Your own tiles; null for watchers.")
    hands = numbers(help_text="How many tiles each seat holds.")
    boneyard = serializers.IntegerField()
    reserve = serializers.IntegerField(help_text="How many tiles of the boneyard are never drawn.")
    open = serializers.ListField(child=texts(), allow_null=True, help_text="Every hand, once the round is over.")
    start = serializers.CharField(allow_null=True)
    turned = serializers.CharField(allow_null=True, help_text="Sausage: the tile turned over, to be placed.")
    layout = LaidTile(many=True)
    ends = OpenEnd(many=True)
    count = serializers.IntegerField(allow_null=True, help_text="What the ends add up to, where the game scores it.")
    legal = texts(help_text="Your legal moves if it is your turn, else empty. Send one back as it is.")
    legal_counts = serializers.ListField(
        child=serializers.IntegerField(allow_null=True),
        allow_null=True,
        help_text="What the ends would add up to after each of these, null for what lays no tile; null where the game"
        " doesn't score it.",
    )
    moves = serializers.ListField(
        child=serializers.CharField(), help_text='This deal so far, one a ply, each "SEAT MOVE".'
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
    """A round was written down."""

    version = serializers.IntegerField()
    type = serializers.ChoiceField(["round"])


@extend_schema_field(
    PolymorphicProxySerializer("Event", [MoveEvent, RoundEvent], resource_type_field_name=None, many=True)
)
class Events(serializers.ListField):
    pass


class PartnerSignal(Shape):
    """“wink”: the seat holds 0-0; “puff”: 6-6 (General)."""

    seat = serializers.IntegerField()
    signal = serializers.ChoiceField(["wink", "puff"])


class Rematch(Shape):
    id = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(Game.Status.choices)


class GameView(Shape):
    """A game as the caller may see it: the same on the page, over the socket and here."""

    id = serializers.CharField()
    version = serializers.IntegerField(help_text="Grows with every change; send it with your move.")
    status = serializers.ChoiceField(Game.Status.choices)
    variant = serializers.CharField()
    name = serializers.CharField(help_text="Of the game played.")
    options = serializers.DictField(help_text="House rules: what was changed.")
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    rated = serializers.BooleanField(
        help_text="Whether it changes ratings; before the start, whether its host wishes so. `ratings/` tells why not."
    )
    you = serializers.IntegerField(allow_null=True, help_text="Your seat; null for watchers.")
    host = serializers.IntegerField(allow_null=True, help_text="The seat of who made the game.")
    seats = SeatLine(many=True)
    clock = RunningClock()
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    annulled = serializers.DateTimeField(allow_null=True, help_text="By a moderator: the game counts for nothing.")
    deadline = serializers.DateTimeField(allow_null=True, help_text="Of the seat to move.")
    last_moment = serializers.DateTimeField(
        allow_null=True, help_text="Of the game: then the scores as they stand decide. null: not known, or none."
    )
    now = serializers.DateTimeField(help_text="The server's time of this answer.")
    round = RoundView(allow_null=True, help_text="null before the start.")
    deal = serializers.IntegerField(allow_null=True, help_text="Index of the running deal, from 0.")
    by = serializers.ListField(
        child=serializers.ChoiceField(Move.By.choices), help_text="Who made each of round.moves."
    )
    signals = PartnerSignal(
        many=True, help_text="Of your own side in this deal. One made changes no version, and nothing that others see."
    )
    commitment = serializers.CharField(help_text="SHA-256 of the seed the running deal was shuffled with, in hex.")
    scores = ScoreLine(many=True, help_text="The lines of the score sheet.")
    rules = Rules(help_text="The rules in force.")
    sheet = Sheet(help_text="What kind of score sheet the game keeps.")
    totals = numbers(help_text="By side.")
    outcome = Outcome(allow_null=True)
    seen = serializers.IntegerField(allow_null=True, help_text="The version you had seen before; null for watchers.")
    since = Events(help_text="What has happened since.")
    rematch = Rematch(allow_null=True)

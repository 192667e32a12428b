"""Request bodies and their limits. Actions and rules decide if a request is allowed."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts import names
from accounts.models import Token, User
from accounts.tokens import LONGEST_LIFE
from common.api.inputs import LARGEST_NUMBER, Input, Text, Whole, YesNo
from common.api.pages import Cursor
from games.actions import LONGEST_MOVE
from games.lobby import LENGTHS, SPEEDS
from games.models import Game
from games.pages.forms import LONGEST_NAME
from games.shown import small_boards
from rulebook.time_control import MOST_MISSED, Clock, Misses

LONGEST_OFFER = 60  # days
LONGEST_KEY = 64
SEATS = frozenset("1234567")  # of others than the host


class Name(Text):
    def to_internal_value(self, data: Any) -> str:
        return names.tidy(super().to_internal_value(data))


class Nickname(Name):
    """What others at the table read."""

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        try:
            names.check_nickname(name)
        except names.NotPossible as refused:
            raise serializers.ValidationError(str(refused)) from None
        return name


class SitDown(Input):
    name = Nickname(
        required=False, default="", allow_blank=True, max_length=LONGEST_NAME,
        help_text="For guests. Players with an account join under its name.",
    )  # fmt: skip
    shuffle_seed = Text(
        required=False, default="", allow_blank=True, max_length=64,
        help_text="Your share in the shuffle: letters and digits. If you leave it out, the server draws one.",
    )  # fmt: skip


def _seconds(help_text: str) -> Whole:
    return Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=LARGEST_NUMBER, help_text=help_text
    )


class NewGame(SitDown):
    """A game to be played: its rules, its clock, and who may find it."""

    variant = Text(min_length=1, max_length=40, help_text="A key of /api/v1/variants/.")
    options = serializers.DictField(
        required=False, default=dict, help_text='House rules: only the options to change, as in {"end": "rounds:2"}.'
    )
    seats = Whole(required=False, default=2, min_value=2, max_value=8)
    clock = serializers.ChoiceField(Clock.choices, required=False, default=Clock.TURN)
    turn_seconds = Whole(
        required=False, allow_null=True, default=86_400, min_value=0, max_value=LARGEST_NUMBER,
        help_text="For the clock “turn”: 30 seconds to 14 days.",
    )  # fmt: skip
    bank_seconds = _seconds("Of the clock “bank”, to begin with: from 1 minute to 30 days.")
    increment_seconds = _seconds("Added to the bank after each turn: up to 1 day. Left out: nothing.")
    cap_seconds = _seconds("The most the bank can hold: up to 60 days. Left out: what it begins with.")
    pauses = serializers.BooleanField(
        required=False, allow_null=True, default=None,
        help_text="The clock pauses during a player's rest. Default: true for a day or more; shorter clocks can't.",
    )  # fmt: skip
    misses = serializers.ChoiceField(
        Misses.choices, required=False, allow_null=True, default=None,
        help_text="What happens when a player runs out of time. “out”: they lose, or with more than two sides are out. "
        "“move”: the clock makes a legal move for them, up to `misses_most` times in a row; where one may draw "
        "although a tile fits, a draw of the clock tells that none does. “computer”: it plays on "
        "for them until they are back, and from then on they can lose rating but win none. Left out: “out” with two "
        "sides, “move” with more. Without a clock there is nothing to miss.",
    )  # fmt: skip
    misses_most = Whole(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_MISSED,
        help_text="For “move”: how many turns in a row. Default: 3.",
    )  # fmt: skip
    lasts_seconds = _seconds(
        "From the start of the game to its last moment, 5 minutes to 365 days: then the scores as they stand decide. "
        "Left out: it has none."
    )
    last_moment = serializers.DateTimeField(
        required=False, allow_null=True, default=None,
        help_text="The last moment itself, 5 minutes to 365 days from now, instead of `lasts_seconds`.",
    )  # fmt: skip
    rated = serializers.BooleanField(
        required=False, default=True,
        help_text="Without a clock, or with a guest or a computer at the table, a game is never rated; nor is one "
        "whose `lasts_seconds` are less than ten turns, or than two full banks. Of the games that two people play "
        "against each other, the first three that begin on a day (UTC) are.",
    )  # fmt: skip
    visibility = serializers.ChoiceField(Game.Visibility.choices, required=False, default=Game.Visibility.LINK)
    offer_days = Whole(required=False, default=14, min_value=1, max_value=LONGEST_OFFER)
    computers = serializers.DictField(
        child=serializers.ChoiceField(User.Level.choices), required=False, default=dict,
        help_text='Computers by seat, for example {"1": "strong"}. If no seat stays free, the game starts at once.',
    )  # fmt: skip

    def validate_computers(self, levels: dict[str, str]) -> dict[int, str]:
        if not all(seat in SEATS for seat in levels):
            raise serializers.ValidationError(_("Computers can take seats 1 to 7. Seat 0 is yours."))
        return {int(seat): level for seat, level in levels.items()}


class Fill(Input):
    """Which computer is to sit down, and where."""

    level = serializers.ChoiceField(User.Level.choices)
    seat = Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=11,
        help_text="Default: every free seat.",
    )  # fmt: skip


class Join(SitDown):
    """Where to sit, and as whom. May be left out."""

    seat = Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=11, help_text="Default: the first free."
    )


class MoveSent(Input):
    """A move, chosen from a view."""

    move = Text(min_length=1, max_length=LONGEST_MOVE, help_text='One of `round.legal`, such as "5-3>6-5" or "draw".')
    version = Whole(min_value=0, max_value=LARGEST_NUMBER, help_text="The version of the view you chose the move from.")
    key = Text(
        required=False, default="", allow_blank=True, max_length=LONGEST_KEY,
        help_text="Your name for this request. If you send it again, you get the first answer and nothing moves.",
    )  # fmt: skip
    view = serializers.BooleanField(
        required=False, default=False, help_text="Add your view after the move to the answer."
    )


class Abort(Input):
    """May be left out."""

    loss = serializers.BooleanField(
        required=False, default=False, help_text="If aborting counts as a loss, resign. Without this you get an error."
    )


class TakenBack(Input):
    """The version the player saw."""

    version = Whole(min_value=0, max_value=LARGEST_NUMBER, help_text="The version of the view you see.")


class Seen(Input):
    """The version the player has seen."""

    version = Whole(min_value=0, max_value=LARGEST_NUMBER)


class NewToken(Input):
    """The scopes of your token, and how long it works."""

    name = Name(min_length=1, max_length=50, help_text="Only you see it, for example “bot on the laptop”.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Token.Scope.choices), min_length=1, max_length=len(Token.Scope),
        help_text="Every other scope includes “read”.",
    )  # fmt: skip
    days = Whole(
        required=False, allow_null=True, default=None, min_value=1, max_value=LONGEST_LIFE,
        help_text="null: it works until you end it.",
    )  # fmt: skip


class MyMark(Input):
    """What others read beside your name."""

    program = YesNo(help_text="Whether a program plays for you.")


class Since(Input):
    """What a poller has already."""

    since = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_NUMBER,
        help_text="The version you have: 204 if there is no newer one.",
    )  # fmt: skip
    signals = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_NUMBER,
        help_text="How many signals the view you have shows: with another number there is no 204.",
    )  # fmt: skip


class WhichBoards(Input):
    """Of which games the boards are wanted."""

    games = serializers.CharField(max_length=1_000, help_text="Ids with commas between them, 40 at most.")

    def validate_games(self, ids: str) -> list[str]:
        found = [each for each in ids.split(",") if each]
        if len(found) > small_boards.MOST:
            raise serializers.ValidationError(_("You can ask for %(n)d games at most.") % {"n": small_boards.MOST})
        return found


class WhichGames(Input):
    """Which games to list."""

    status = serializers.MultipleChoiceField(
        choices=Game.Status.choices, required=False, help_text="May be given more than once."
    )
    mine = serializers.BooleanField(required=False, default=False, help_text="The games I sit in, also those by link.")
    variant = serializers.CharField(required=False, allow_blank=True, max_length=40)
    seats = serializers.IntegerField(required=False, min_value=2, max_value=8, help_text="For so many players.")
    by = Name(required=False, allow_blank=True, max_length=150, help_text="User name of who has set the table.")
    speed = serializers.ChoiceField(
        choices=list(SPEEDS), required=False,
        help_text="Of the clock: a turn of less than an hour, up to a day, more; or none. `days`: all but `fast`.",
    )  # fmt: skip
    length = serializers.ChoiceField(
        choices=list(LENGTHS), required=False,
        help_text="One round; up to three rounds or fifty points; as the game is usually played.",
    )  # fmt: skip
    rated = serializers.BooleanField(required=False)
    cursor = Cursor()

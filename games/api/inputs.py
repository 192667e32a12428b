"""Request bodies and their limits. Actions and rules decide if a request is allowed."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.api.fields import Name, Nickname
from accounts.models import User
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
    """The rules, clock and visibility of a new game."""

    variant = Text(min_length=1, max_length=40, help_text="A `key` from /api/v1/variants/.")
    options = serializers.DictField(
        required=False,
        default=dict,
        help_text='House rules: only the options to change, for example {"end": "rounds:2"}.',
    )
    seats = Whole(required=False, default=2, min_value=2, max_value=8)
    clock = serializers.ChoiceField(Clock.choices, required=False, default=Clock.TURN)
    turn_seconds = Whole(
        required=False, allow_null=True, default=86_400, min_value=0, max_value=LARGEST_NUMBER,
        help_text="For the clock “turn”: 30 seconds to 14 days.",
    )  # fmt: skip
    bank_seconds = _seconds("For the clock “bank”, at the start: 1 minute to 30 days.")
    increment_seconds = _seconds("Added to the bank after each turn: up to 1 day. Default: 0.")
    cap_seconds = _seconds("The maximum of the bank: up to 60 days. Default: `bank_seconds`.")
    pauses = YesNo(
        required=False, allow_null=True, default=None,
        help_text="Pause the clock during players' vacations, weekends off and quiet hours. Only clocks of a day or "
        "more can pause; for these, true is the default.",
    )  # fmt: skip
    misses = serializers.ChoiceField(
        Misses.choices, required=False, allow_null=True, default=None,
        help_text="When a player runs out of time: “out”: they lose or, with more than two sides, are out. "
        "“move”: we make a legal move for them, up to `misses_most` times in a row. If players may draw although a "
        "tile fits, such a draw shows that none fits. “computer”: a computer plays for them until they return. From "
        "then on they can lose rating but not gain any. Default: “out” with two sides, “move” with more. Ignored "
        "without a clock.",
    )  # fmt: skip
    misses_most = Whole(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_MISSED,
        help_text="For “move”: the maximum of turns in a row. Default: 3.",
    )  # fmt: skip
    lasts_seconds = _seconds(
        "Time limit of the whole game, 5 minutes to 365 days from its start. The scores at that time decide. "
        "Default: no limit."
    )
    last_moment = serializers.DateTimeField(
        required=False, allow_null=True, default=None,
        help_text="Instead of `lasts_seconds`: when the game ends at the latest, 5 minutes to 365 days from now.",
    )  # fmt: skip
    rated = YesNo(
        required=False, default=True,
        help_text="Rate the game if it qualifies. Games without a clock, with a guest or with a computer are never "
        "rated, nor with house rules: `options` that the site's new-game form doesn't offer. A bank "
        "needs three seconds for each usual turn. Ten turns or two full banks must fit between the start and "
        "`lasts_seconds` or `last_moment`. Two people can play three rated games against each other a day (UTC).",
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
    """The level of the computer to add, and its seat."""

    level = serializers.ChoiceField(User.Level.choices)
    seat = Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=11,
        help_text="Default: every free seat.",
    )  # fmt: skip


class Join(SitDown):
    """The seat to take, and a guest's name. The body is optional."""

    seat = Whole(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=11,
        help_text="Default: the first free seat.",
    )


class MoveSent(Input):
    """A move from `round.legal` of a view."""

    move = Text(min_length=1, max_length=LONGEST_MOVE, help_text='One of `round.legal`, such as "5-3>6-5" or "draw".')
    version = Whole(min_value=0, max_value=LARGEST_NUMBER, help_text="The version of the view you chose the move from.")
    key = Text(
        required=False, default="", allow_blank=True, max_length=LONGEST_KEY,
        help_text="Your name for this request. If you send it again, you get the first answer and nothing moves.",
    )  # fmt: skip
    view = YesNo(required=False, default=False, help_text="Add your view after the move to the answer.")


class Abort(Input):
    """The body is optional."""

    loss = YesNo(
        required=False, default=False, help_text="If aborting counts as a loss, resign. Without this you get an error."
    )


class TakenBack(Input):
    """The version that the caller sees."""

    version = Whole(min_value=0, max_value=LARGEST_NUMBER, help_text="The version of the view you see.")


class Seen(Input):
    """The version that the caller has seen."""

    version = Whole(min_value=0, max_value=LARGEST_NUMBER)


class Since(Input):
    """The state that the caller already has."""

    since = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_NUMBER,
        help_text="The version you have. If there is no newer one, you get a 204.",
    )  # fmt: skip
    signals = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_NUMBER,
        help_text="The number of signals in your view. If it has changed, you get the view, not a 204.",
    )  # fmt: skip


class WhichBoards(Input):
    """The games whose boards the caller wants."""

    games = serializers.CharField(max_length=1_000, help_text="Up to 40 ids, separated by commas.")

    def validate_games(self, ids: str) -> list[str]:
        found = [each for each in ids.split(",") if each]
        if len(found) > small_boards.MOST:
            raise serializers.ValidationError(_("You can ask for %(n)d games at most.") % {"n": small_boards.MOST})
        return found


class WhichGames(Input):
    """Filters for the list of games."""

    status = serializers.MultipleChoiceField(
        choices=Game.Status.choices, required=False, help_text="Repeat it for several values."
    )
    mine = serializers.BooleanField(
        required=False, default=False, help_text="Only your games, including those by link."
    )
    variant = serializers.CharField(required=False, allow_blank=True, max_length=40)
    seats = serializers.IntegerField(required=False, min_value=2, max_value=8, help_text="The number of players.")
    by = Name(required=False, allow_blank=True, max_length=150, help_text="The host's user name.")
    speed = serializers.ChoiceField(
        choices=list(SPEEDS), required=False,
        help_text="Time per move: `fast` under an hour, `day` up to a day, `slow` more, `none`. `days`: not `fast`.",
    )  # fmt: skip
    length = serializers.ChoiceField(
        choices=list(LENGTHS), required=False,
        help_text="`one` round; `short`: up to three rounds or fifty points; `usual`: the default of the game.",
    )  # fmt: skip
    rated = serializers.BooleanField(required=False)
    rating_from = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_NUMBER,
        help_text="The host's lowest rating in that kind of game. Hosts without one are left out.",
    )  # fmt: skip
    rating_to = serializers.IntegerField(
        required=False, min_value=0, max_value=LARGEST_NUMBER, help_text="The host's highest rating."
    )
    cursor = Cursor()

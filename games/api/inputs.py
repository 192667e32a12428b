"""What programs ask for, with its limits. Actions and rules decide if a request is allowed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.fields import empty

from accounts.api.fields import LONGEST_USERNAME, Name, Nickname
from accounts.models import User
from common.wishes import LARGEST_NUMBER, NULLABLE, Between, Cursor, Most
from common.wishes.fields import Choice
from games.actions import LONGEST_MOVE
from games.lobby import Filters
from games.models import Game
from games.pages.forms import LONGEST_NAME
from games.shown import small_boards
from rulebook.time_control import MOST_MISSED, Clock, Misses

LONGEST_OFFER = 60  # days
LONGEST_KEY = 64
SEATS = frozenset("1234567")  # of others than the host
Version = Annotated[int, Between(0, LARGEST_NUMBER)]
Seconds = Annotated[int | None, NULLABLE, Between(0, LARGEST_NUMBER)]


class ComputerSeats(serializers.DictField):
    """Levels of computers by seat."""

    child = Choice(User.Level.choices)

    def to_internal_value(self, data: Any) -> dict[int, str]:
        levels = super().to_internal_value(data)
        if not all(seat in SEATS for seat in levels):
            raise serializers.ValidationError(_("Computers can take seats 1 to 7. Seat 0 is yours."))
        return {int(seat): level for seat, level in levels.items()}


class Ids(serializers.CharField):
    """Ids of games, separated by commas."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=1_000, **more)

    def run_validation(self, data: Any = empty) -> Any:
        found = [each for each in super().run_validation(data).split(",") if each]
        if len(found) > small_boards.MOST:
            raise serializers.ValidationError(_("You can ask for %(n)d games at most.") % {"n": small_boards.MOST})
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown:
    name: Annotated[str, Nickname, Most(LONGEST_NAME), "For guests. Players with an account join under its name."] = ""
    shuffle_seed: Annotated[
        str, Most(64), "Your share in the shuffle: letters and digits. If you leave it out, the server draws one."
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame(SitDown):
    """The rules, clock and visibility of a new game."""

    variant: Annotated[str, Between(1, 40), "A `key` from /api/v1/variants/."]
    options: Annotated[
        Mapping[str, object], 'House rules: only the options to change, for example {"end": "rounds:2"}.'
    ] = field(default_factory=dict)
    seats: Annotated[int, Between(2, 8)] = 2
    clock: Clock = Clock.TURN
    turn_seconds: Annotated[Seconds, "For the clock “turn”: 30 seconds to 14 days."] = 86_400
    bank_seconds: Annotated[Seconds, "For the clock “bank”, at the start: 1 minute to 30 days."] = None
    increment_seconds: Annotated[Seconds, "Added to the bank after each turn: up to 1 day. Default: 0."] = None
    cap_seconds: Annotated[Seconds, "The maximum of the bank: up to 60 days. Default: `bank_seconds`."] = None
    pauses: Annotated[
        bool | None,
        NULLABLE,
        "Pause the clock during players' vacations, weekends off and quiet hours. Only clocks of a day or "
        "more can pause; for these, true is the default.",
    ] = None
    misses: Annotated[
        Misses | None,
        NULLABLE,
        "When a player runs out of time: “out”: they lose or, with more than two sides, are out. "
        "“move”: we make a legal move for them, up to `misses_most` times in a row. If players may draw although a "
        "tile fits, such a draw shows that none fits. “computer”: a computer plays for them until they return. From "
        "then on they can lose rating but not gain any. Default: “out” with two sides, “move” with more. Ignored "
        "without a clock.",
    ] = None
    misses_most: Annotated[
        int | None, NULLABLE, Between(1, MOST_MISSED), "For “move”: the maximum of turns in a row. Default: 3."
    ] = None
    lasts_seconds: Annotated[
        Seconds,
        "Time limit of the whole game, 5 minutes to 365 days from its start. The scores at that time decide. "
        "Default: no limit.",
    ] = None
    last_moment: Annotated[
        datetime | None,
        NULLABLE,
        "Instead of `lasts_seconds`: when the game ends at the latest, 5 minutes to 365 days from now.",
    ] = None
    rated: Annotated[
        bool,
        "Rate the game if it qualifies. Games without a clock, with a guest or with a computer are never "
        "rated, nor with house rules: `options` that the site's new-game form doesn't offer. A bank "
        "needs three seconds for each usual turn. Ten turns or two full banks must fit between the start and "
        "`lasts_seconds` or `last_moment`. Two people can play three rated games against each other a day (UTC).",
    ] = True
    visibility: Game.Visibility = Game.Visibility.LINK
    offer_days: Annotated[int, Between(1, LONGEST_OFFER)] = 14
    computers: Annotated[
        Mapping[int, str],
        ComputerSeats,
        'Computers by seat, for example {"1": "strong"}. If no seat stays free, the game starts at once.',
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fill:
    """The level of the computer to add, and its seat."""

    level: User.Level
    seat: Annotated[int | None, NULLABLE, Between(0, 11), "Default: every free seat."] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(SitDown):
    """The seat to take, and a guest's name. The body is optional."""

    seat: Annotated[int | None, NULLABLE, Between(0, 11), "Default: the first free seat."] = None


@dataclass(frozen=True, slots=True)
class MoveSent:
    """A move from `round.legal` of a view."""

    move: Annotated[str, Between(1, LONGEST_MOVE), 'One of `round.legal`, such as "5-3>6-5" or "draw".']
    version: Annotated[Version, "The version of the view you chose the move from."]
    key: Annotated[
        str,
        Most(LONGEST_KEY),
        "Your name for this request. If you send it again, you get the first answer and nothing moves.",
    ] = ""
    view: Annotated[bool, "Add your view after the move to the answer."] = False


@dataclass(frozen=True, slots=True)
class Abort:
    """The body is optional."""

    loss: Annotated[bool, "If aborting counts as a loss, resign. Without this you get an error."] = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The version that the caller sees."""

    version: Annotated[Version, "The version of the view you see."]


@dataclass(frozen=True, slots=True)
class Seen:
    """The version that the caller has seen."""

    version: Version


@dataclass(frozen=True, slots=True)
class Since:
    """The state that the caller already has."""

    since: Annotated[Version | None, "The version you have. If there is no newer one, you get a 204."] = None
    signals: Annotated[
        Version | None,
        "The number of signals in your view. If it has changed, you get the view, not a 204.",
    ] = None


@dataclass(frozen=True, slots=True)
class WhichBoards:
    """The games whose boards the caller wants."""

    games: Annotated[tuple[str, ...], Ids, "Up to 40 ids, separated by commas."]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichGames(Filters):
    """Filters for the list of games."""

    status: Annotated[tuple[Game.Status, ...], "Repeat it for several values."] = ()
    mine: Annotated[bool, "Only your games, including those by link."] = False
    by: Annotated[str | None, "", Name, Most(LONGEST_USERNAME), "The host's user name."] = None
    rating_from: Annotated[
        Version | None,
        "The host's lowest rating in that kind of game. Hosts without one are left out.",
    ] = None
    rating_to: Annotated[Version | None, "The host's highest rating."] = None
    cursor: Cursor = ""

"""Inputs and outputs of the API of seeks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from rest_framework import serializers

from accounts.api.fields import Nickname
from common.api.shapes import Moment, Shape
from common.wishes import LARGEST_NUMBER, NULLABLE, Between, Most
from games.api.outputs import Clock
from games.pages.forms import LONGEST_NAME
from matching import queries
from matching.models import StandingOrder, Wish
from matching.pools import ANY, Pace, Pool, Wanted, pool_of
from rulebook.time_control import ClockShown

PACE = "`live`: everybody is there. `brisk`, `usual`: over days. `pools/` has their clocks."


@dataclass(frozen=True, slots=True)
class Chosen:
    """The wished game."""

    variant: Annotated[
        str | None,
        NULLABLE,
        Between(1, 40),
        "A `variant` of `pools/`. Null: any of the games that you play most, in up to five pools; not before you "
        "have played one.",
    ] = None
    seats: Annotated[int | None, NULLABLE, Between(2, 4), "Default: the fewest of the game."] = None
    pace: Annotated[Pace, PACE] = Pace.USUAL
    rated: Annotated[bool, "Guests always play unrated."] = True

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.pace, self.rated, self.variant or ANY, self.seats or 0)


@dataclass(frozen=True, slots=True)
class NewSeek(Chosen):
    """The wished game, and a guest's name."""

    name: Annotated[str, Nickname, Most(LONGEST_NAME), "For guests. Players with an account play under its name."] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOrder(Chosen):
    """The wished game, and how many of it at a time. The pace can't be `live`."""

    games: Annotated[int, Between(1, LARGEST_NUMBER), "1 to 10 games in play or looked for."]


@dataclass(frozen=True, slots=True)
class WhichPools:
    """Whose waits to show."""

    rated: Annotated[bool, "False: the waits for unrated games."] = True


class ChosenShown(Shape):
    variant = serializers.CharField(allow_null=True, help_text="Null: any of the games you play most.")
    seats = serializers.IntegerField(allow_null=True)
    pace = serializers.ChoiceField(Pace.choices, help_text=PACE)
    rated = serializers.BooleanField()

    def variant_of(self, chosen: Wish | StandingOrder) -> str | None:
        return chosen.variant or None

    def seats_of(self, chosen: Wish | StandingOrder) -> int | None:
        return chosen.seats or None


class OrderView(ChosenShown):
    games = serializers.IntegerField(help_text="How many games we keep you at.")


class PoolName(Shape):
    variant = serializers.CharField()
    seats = serializers.IntegerField()


class SeekView(ChosenShown):
    """A game that you look for."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(
        ["waiting", "gathering"],
        help_text="`gathering`: a live game begins once all its players say that they are here.",
    )
    deadline = Moment(allow_null=True, help_text="Of a gathering. If you aren't here by then, the seek ends.")
    here = serializers.BooleanField(help_text="Whether you have come to the gathering.")
    pools = PoolName(many=True, help_text="Where it waits. The first game that we find ends the seek.")
    since = Moment()
    until = Moment(help_text="When it ends by itself.")
    usual_wait = serializers.IntegerField(
        allow_null=True, help_text="How many seconds people usually wait in the first pool; null: we don't know."
    )

    def state_of(self, wish: Wish) -> str:
        return "waiting" if wish.gathering is None else "gathering"

    def deadline_of(self, wish: Wish) -> datetime | None:
        return wish.gathering.due if wish.gathering else None

    def pools_of(self, wish: Wish) -> list[Pool]:
        return [pool_of(seek.pool) for seek in wish.seeks.all()]

    def usual_wait_of(self, wish: Wish) -> int | None:
        pools = self.pools_of(wish)
        return queries.usual_wait(pools[0]) if pools else None


class SeekAnswer(Shape):
    """A seek waits, or its game has begun."""

    state = serializers.ChoiceField(["waiting", "gathering", "found"])
    game = serializers.CharField(allow_null=True, help_text="With `found`: the id of the game. It has begun.")
    seek = SeekView(allow_null=True, help_text="Null with `found`.")


class PoolLine(PoolName):
    """A kind of game that you can seek. *clock* and *options* are those of its games."""

    pace = serializers.ChoiceField(Pace.choices, help_text=PACE)
    clock = Clock()
    options = serializers.DictField(help_text="The house rules, as in `games/`.")
    usual_wait = serializers.IntegerField(
        allow_null=True, help_text="How many seconds people usually wait; null: we don't know."
    )

    def clock_of(self, pool: Pool) -> ClockShown:
        return pool.control.shown()

    def options_of(self, pool: Pool) -> dict[str, object]:
        return dict(pool.ruleset.options)

    def usual_wait_of(self, pool: Pool) -> int | None:
        waits: dict[str, int] = self.context["waits"]
        return waits.get(pool.key, waits.get(pool.pace))

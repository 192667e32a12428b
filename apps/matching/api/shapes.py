"""Inputs and outputs of the API of seeks."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from accounts.api.fields import Nickname
from common.api.inputs import LARGEST_NUMBER, Input, Text, Whole, YesNo
from common.api.shapes import Moment, Shape
from games.api.outputs import Clock
from games.pages.forms import LONGEST_NAME
from matching import queries
from matching.models import StandingOrder, Wish
from matching.pools import ANY, Pace, Pool, Wanted, pool_of
from rulebook.time_control import ClockShown

PACE = "`live`: everybody is there. `brisk`, `usual`: over days. `pools/` has their clocks."


class Chosen(Input):
    """The wished game."""

    variant = Text(
        required=False, allow_null=True, default=None, min_length=1, max_length=40,
        help_text="A `variant` of `pools/`. Null: any of the games that you play most, in up to five pools.",
    )  # fmt: skip
    seats = Whole(
        required=False, allow_null=True, default=None, min_value=2, max_value=4,
        help_text="Default: the fewest of the game.",
    )  # fmt: skip
    pace = serializers.ChoiceField(Pace.choices, required=False, default=Pace.USUAL, help_text=PACE)
    rated = YesNo(required=False, default=True, help_text="Guests always play unrated.")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Adds `wanted`, what the fields ask for."""
        wanted = Wanted(Pace(sent["pace"]), bool(sent["rated"]), str(sent["variant"] or ANY), sent["seats"] or 0)
        return sent | {"wanted": wanted}


class NewSeek(Chosen):
    """The wished game, and a guest's name."""

    name = Nickname(
        required=False, default="", allow_blank=True, max_length=LONGEST_NAME,
        help_text="For guests. Players with an account play under its name.",
    )  # fmt: skip


class NewOrder(Chosen):
    """The wished game, and how many of it at a time. The pace can't be `live`."""

    games = Whole(min_value=1, max_value=LARGEST_NUMBER, help_text="1 to 10 games in play or looked for.")


class WhichPools(Input):
    """Whose waits to show."""

    rated = serializers.BooleanField(required=False, default=True, help_text="False: the waits for unrated games.")


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

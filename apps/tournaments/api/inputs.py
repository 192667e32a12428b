"""Inputs of the API of tournaments."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.api.fields import Name, Nickname
from accounts.models import User
from common.api.inputs import Input, Text, Whole, YesNo
from common.api.pages import Cursor
from common.refusals import Unreadable
from games.pages.forms import LONGEST_NAME
from rulebook import choices
from tournaments import plans, queries
from tournaments.formats.arena import MOST_AT_ONCE
from tournaments.kinds import FormatName, Pace
from tournaments.models import TITLE, Tournament
from tournaments.pages import forms
from tournaments.seating import Seating

SEATING = (
    "`duel`: one against one. `pairs`: fixed partners, who enter together. `rotating`: partners change from table to "
    "table. `pod`: everyone for themselves."
)
PACE = (
    "`brisk`: 1 day, and 12 hours for each turn, up to 2 days. `usual`: 3 days, and 1 day for each turn, up to 5 days. "
    "`slow`: 7 days for each turn."
)
ENTERING = "`link`: not in any list; people need its id to enter."


class WhichTournaments(Input):
    """Which list, and where to start."""

    state = serializers.ChoiceField(
        ["open", "running", "over"], required=False, default="open",
        help_text="“open”: those that take entries; the next to start comes first. “running” and “over”: the newest.",
    )  # fmt: skip
    cursor = Cursor()


class WhichStandings(Input):
    """The stage, and where to start."""

    stage = serializers.IntegerField(
        required=False, min_value=1, max_value=queries.MOST_STAGES, help_text="From 1. Default: the current one."
    )
    cursor = Cursor()


class AfterGame(Input):
    """The game that you have just moved in."""

    after = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=16,
        help_text="The id of a game: we answer with the one that comes next in your list.",
    )  # fmt: skip


class NewEntry(Input):
    """With whom you enter."""

    partner = Text(
        required=False, default="", allow_blank=True, max_length=150,
        help_text="With fixed partners: the user name of yours, who has to agree. Default: we find you one.",
    )  # fmt: skip
    name = Nickname(
        required=False, default="", allow_blank=True, max_length=LONGEST_NAME,
        help_text="For guests, in unrated tournaments by link. Players with an account play under its name.",
    )  # fmt: skip


class Agreement(Input):
    """To whom you agree."""

    partner = Text(
        required=False, default="", allow_blank=True, max_length=150,
        help_text="The user name of the player who asked you. Default: the first one who did.",
    )  # fmt: skip


class Paused(Input):
    """Whether you pause."""

    paused = YesNo(help_text="True: we don't pair you any more. False: pair me again, I'm here.")


class NewTournament(Input):
    """The terms of a tournament. Each has a default that works, except the game."""

    variant = Text(min_length=1, max_length=40, help_text="A key of `variants/`.")
    format = serializers.ChoiceField(FormatName.choices, required=False, default=FormatName.CUP)
    seating = serializers.ChoiceField(Seating.choices, required=False, default=Seating.DUEL, help_text=SEATING)
    pace = serializers.ChoiceField(Pace.choices, required=False, default=Pace.USUAL, help_text=PACE)
    length = serializers.ChoiceField(
        list(forms.LENGTHS), required=False, default="one",
        help_text="Of a game: `one` round, a `short` game, or the `usual` one.",
    )  # fmt: skip
    deals = Whole(
        required=False, allow_null=True, default=None, min_value=1, max_value=plans.MOST_DEALS,
        help_text="Games of a match, played side by side: a multiple of the players at a table. Default: as many.",
    )  # fmt: skip
    least = Whole(required=False, default=4, min_value=3, max_value=plans.MOST_OF_MAKERS, help_text="Entries.")
    most = Whole(required=False, default=6, min_value=3, max_value=plans.MOST_OF_MAKERS, help_text="Entries.")
    group_size = Whole(required=False, default=6, min_value=3, max_value=8, help_text="For cups: the most entries.")
    rounds = Whole(
        required=False, allow_null=True, default=None, min_value=0, max_value=11,
        help_text="Of a Swiss: 3 to 9, by default 5. Of a round robin: 0 (default) plays all of them at once, another "
        "number one after the other.",
    )  # fmt: skip
    at_once = Whole(
        required=False, default=2, min_value=1, max_value=MOST_AT_ONCE,
        help_text="For arenas: how many matches an entry has at once.",
    )  # fmt: skip
    round_days = Whole(
        required=False, allow_null=True, default=None, min_value=1, max_value=plans.MOST_DAYS,
        help_text="Of a round, a stage, or a whole arena. Default: as many as games need; an arena has 14 or more.",
    )  # fmt: skip
    starts_in = Whole(required=False, default=7, min_value=1, max_value=60, help_text="Days from now.")
    rated = YesNo(required=False, default=True, help_text="With computers it's unrated.")
    entering = serializers.ChoiceField(
        Tournament.Entering.choices, required=False, default=Tournament.Entering.OPEN, help_text=ENTERING
    )
    programs = YesNo(required=False, default=False, help_text="Whether programs can enter, too.")
    computers = serializers.ChoiceField(
        [("", ""), *User.Level.choices], required=False, default="",
        help_text="The level of the computers that fill it up to `least` entries. Default: none do.",
    )  # fmt: skip
    name = Name(
        required=False, default="", allow_blank=True, max_length=TITLE, help_text="Default: one made of the terms."
    )

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Raises `Unreadable` for a game that doesn't exist."""
        if sent["variant"] not in choices.catalogue():
            raise Unreadable("unknown_variant", _("There is no such game."))
        return sent

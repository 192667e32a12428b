"""Requests about matches of clubs, which pages and the API read alike."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.api.fields import LONGEST_USERNAME, Name
from clubs.models import Club
from common.wishes import NULLABLE, Between, Most, Shown
from rulebook.listed import game_choices
from tournaments import plans
from tournaments.formats.match import FEWEST_BOARDS, MOST_BOARDS
from tournaments.kinds import ONE_ROUND, FormatName, Pace
from tournaments.models import TITLE, Tournament
from tournaments.seating import Seating
from tournaments.wishes import PACE, YES_OR_NO, paces, starts

MOST_ENTERED = 1_000  # people of all clubs


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTerms:
    """The terms of a match of clubs, or of a league of clubs."""

    variant: Annotated[str, Between(1, 40), Shown(gettext_lazy("Game"), choices=game_choices), "A key of `variants/`."]
    boards: Annotated[
        int, Between(FEWEST_BOARDS, MOST_BOARDS), Shown(gettext_lazy("Boards"), required=True), "Players of a club."
    ] = 4
    pace: Annotated[Pace, Shown(gettext_lazy("Clock"), choices=paces), PACE] = Pace.USUAL
    deals: Annotated[
        int, Between(1, plans.MOST_DEALS), Shown(gettext_lazy("Games per board"), required=True),
        "Games of one round on each board, played side by side: an even number.",
    ] = 4  # fmt: skip
    starts_in_hours: Annotated[
        int, Between(24, 60 * 24), Shown(gettext_lazy("Start"), choices=lambda: starts(24)), "Hours from now."
    ] = 7 * 24
    round_days: Annotated[
        int | None, NULLABLE, Between(1, plans.MOST_DAYS), Shown(gettext_lazy("Days")),
        "From the start to the last day; of a league, of each round. Default: as many as games need.",
    ] = None  # fmt: skip
    rated: Annotated[
        bool, Shown(pgettext_lazy("tournament", "Rated"), choices=YES_OR_NO),
        "Rated matches ask of players what rated tournaments ask. Guests can only play unrated ones.",
    ] = False  # fmt: skip
    name: Annotated[
        str, Most(TITLE), Name, Shown(pgettext_lazy("tournament", "Name")), "Default: one made of the terms."
    ] = ""

    def made(self, home: Club, now: datetime, *, is_league: bool) -> Tournament:
        """The unsaved match. Raises `Unreadable` if the game can't be played so."""
        made = Tournament(
            name=" ".join(self.name.split()), format=FormatName.MATCH, seating=Seating.DUEL, variant=self.variant,
            end=ONE_ROUND, seats=2, pace=self.pace, rated=self.rated, deals=self.deals, least=3, most=MOST_ENTERED,
            group_size=self.boards, rounds=int(is_league), club=home,
            entries_end=now + timedelta(hours=self.starts_in_hours),
        )  # fmt: skip
        made.round_days = self.round_days or plans.usual_days(made)
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch(MatchTerms):
    """A match that your club proposes to another one, or a league that it hosts."""

    opponent: Annotated[
        str, Most(16), "The id of the club that you challenge. Default: a league, which three to eight clubs can join."
    ] = ""

    def match(self, home: Club, now: datetime) -> Tournament:
        """The unsaved match. Raises `Unreadable`."""
        return self.made(home, now, is_league=not self.opponent)


@dataclass(frozen=True, slots=True)
class ClubAnswer:
    """Your club's answer."""

    accepts: Annotated[bool, "False: you decline, and the match is cancelled."]


@dataclass(frozen=True, slots=True)
class WhichClub:
    """Your club."""

    club: Annotated[str, Between(1, 16), "The id of a club that you organise."]


@dataclass(frozen=True, slots=True)
class LineUp:
    """The players of a club, in order of rating."""

    players: Annotated[
        tuple[Annotated[str, Most(LONGEST_USERNAME)], ...],
        Most(MOST_BOARDS),
        "User names by board, the first board first. Nobody may be over 100 points stronger than someone before them.",
    ]

"""Requests about clubs, which pages and the API read alike."""

from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import rules
from accounts.api.fields import LONGEST_USERNAME, Name
from clubs.models import LONGEST_ABOUT, LONGEST_NAME, Club, Membership
from common.lines import Lines
from common.refusals import Unreadable
from common.wishes import Cursor, Most, Shown
from rulebook.listed import game_choices
from talk import saying

TILES = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
SEEN_BY = [(True, pgettext_lazy("who sees the members", "Everybody")), (False, gettext_lazy("Only members"))]
JOINING = (
    "`open`: everyone with an account can join. `request`: organisers accept people. `link`: people need the link. "
    "With the link, everybody can join at once, guests too."
)


def all_or_a_game() -> list[tuple[str, Any]]:
    return [("", _("All games")), *game_choices()]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTerms:
    """Everything about a club that its organisers can change, except its name."""

    about: Annotated[
        str, Most(LONGEST_ABOUT), Shown(gettext_lazy("About the club"), Lines({"rows": 4})), "Plain text."
    ] = ""
    joining: Annotated[Club.Joining, Shown(gettext_lazy("How people join"), forms.RadioSelect), JOINING] = (
        Club.Joining.OPEN
    )
    shows_members: Annotated[
        bool,
        Shown(gettext_lazy("Who sees the members"), forms.RadioSelect, SEEN_BY),
        "False: only members see who is in the club, and its calendar.",
    ] = True
    tile: Annotated[str, TILES, Shown(gettext_lazy("Tile")), "The emblem: a tile of the double-six set …"] = "6-6"
    ground: Annotated[Club.Colour, Shown(gettext_lazy("Colour of the tile")), "… of this colour …"] = Club.Colour.BLUE
    dots: Annotated[Club.Colour, Shown(gettext_lazy("Colour of the dots")), "… with dots of this one."] = (
        Club.Colour.WHITE
    )

    def checked(self) -> "ClubTerms":
        """These terms, with tidy text. Raises `Unreadable`."""
        if self.ground == self.dots:
            raise Unreadable("same_colours", _("Choose two different colours, or nobody sees the dots."))
        return replace(self, about=saying.tidied_lines(self.about))

    @classmethod
    def of(cls, club: Club) -> dict[str, object]:
        """The terms of a club, by field."""
        return {field.name: getattr(club, field.name) for field in fields(ClubTerms)}

    def store(self, club: Club) -> None:
        """Write them into the club's row, unsaved."""
        for field in fields(ClubTerms):
            setattr(club, field.name, getattr(self, field.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub(ClubTerms):
    """A club to create."""

    name: Annotated[str, Most(LONGEST_NAME), Name, Shown(gettext_lazy("Name")), "2 to 30 characters."]

    @property
    def terms(self) -> ClubTerms:
        return ClubTerms(**{field.name: getattr(self, field.name) for field in fields(ClubTerms)})


@dataclass(frozen=True, slots=True)
class ClubName:
    """The name of a club."""

    name: Annotated[str, Most(LONGEST_NAME), Name, Shown(gettext_lazy("Name")), "2 to 30 characters."]


@dataclass(frozen=True, slots=True)
class WhichRatings:
    """Which ratings, and where to start."""

    game: Annotated[
        str, ["", *rules.VARIANTS], Shown(gettext_lazy("Game"), choices=all_or_a_game), "Default: all games."
    ] = ""
    after: Cursor = ""


@dataclass(frozen=True, slots=True)
class WhichClubs:
    """Which clubs, and where to start."""

    name: Annotated[str, Most(LONGEST_NAME), Shown(gettext_lazy("Name")), "The beginning of its name."] = ""
    cursor: Cursor = ""


@dataclass(frozen=True, slots=True)
class JoinClub:
    """How you join."""

    link: Annotated[str, Most(40), "The last part of the invitation link, if you have one."] = ""
    name: Annotated[str, Most(LONGEST_NAME), Name, "For guests, who need the link."] = ""


@dataclass(frozen=True, slots=True)
class ClubRole:
    """What a member is from now on."""

    role: Annotated[
        Membership.Role, "`owner`: the club is theirs, and you become an organiser. They must be an organiser before."
    ]


@dataclass(frozen=True, slots=True)
class ClubInvite:
    """Whom you invite."""

    player: Annotated[str, Most(LONGEST_USERNAME), "Their user name."]

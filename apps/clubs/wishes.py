"""Requests about clubs, which pages and the API read alike."""

from dataclasses import dataclass, fields, replace
from typing import Annotated

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.api.fields import LONGEST_USERNAME, Name
from clubs.models import LONGEST_ABOUT, LONGEST_NAME, Club, Membership
from common.refusals import Unreadable
from common.wishes import Cursor, Most, Shown

TILES = [f"{low}-{high}" for high in range(7) for low in range(high + 1)]
JOINING = (
    "`open`: everyone with an account can join. `request`: organisers accept people. `link`: people need the link. "
    "With the link, everybody can join at once, guests too."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTerms:
    """Everything about a club that its organisers can change, except its name."""

    about: Annotated[
        str, Most(LONGEST_ABOUT), Shown(gettext_lazy("About the club"), forms.Textarea({"rows": 4})), "Plain text."
    ] = ""
    joining: Annotated[Club.Joining, Shown(gettext_lazy("How people join"), forms.RadioSelect), JOINING] = (
        Club.Joining.OPEN
    )
    shows_members: Annotated[
        bool, Shown(gettext_lazy("Everybody can see who is in the club")), "False: only members see who is in the club."
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
        return replace(self, about=self.about.replace("\r\n", "\n").strip())

    def store(self, club: Club) -> None:
        """Write them into the club's row, unsaved."""
        for field in fields(ClubTerms):
            setattr(club, field.name, getattr(self, field.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub(ClubTerms):
    """A club to create."""

    name: Annotated[str, Most(LONGEST_NAME), Name, Shown(gettext_lazy("Name")), "2 to 30 characters."]


@dataclass(frozen=True, slots=True)
class NewName:
    """The name of a club."""

    name: Annotated[str, Most(LONGEST_NAME), Name, Shown(gettext_lazy("Name")), "2 to 30 characters."]


@dataclass(frozen=True, slots=True)
class WhichClubs:
    """Which clubs, and where to start."""

    name: Annotated[str, Most(LONGEST_NAME), Shown(gettext_lazy("Name")), "The beginning of its name."] = ""
    cursor: Cursor = ""


@dataclass(frozen=True, slots=True)
class Joined:
    """How you join."""

    link: Annotated[str, Most(40), "The last part of the invitation link, if you have one."] = ""
    name: Annotated[str, Most(LONGEST_NAME), Name, "For guests, who need the link."] = ""


@dataclass(frozen=True, slots=True)
class NewRole:
    """What a member is from now on."""

    role: Annotated[
        Membership.Role, "`owner`: the club is theirs, and you become an organiser. They must be an organiser before."
    ]


@dataclass(frozen=True, slots=True)
class Invited:
    """Whom you invite."""

    player: Annotated[str, Most(LONGEST_USERNAME), "Their user name."]

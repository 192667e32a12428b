"""Requests about ladders, which pages and the API read alike."""

from dataclasses import dataclass
from typing import Annotated

from accounts.api.fields import LONGEST_USERNAME
from common.wishes import Between, Cursor, Most


@dataclass(frozen=True, slots=True)
class WhichLadders:
    """Of whom."""

    club: Annotated[str, Most(16), "The id of a club. Default: the site."] = ""
    cursor: Cursor = ""


@dataclass(frozen=True, slots=True)
class NewLadder:
    """Which game, and of whom."""

    variant: Annotated[str, Between(1, 40), "A key of `variants/`. Two must be able to play it in single rounds."]
    club: Annotated[str, Most(16), "The id of a club that you organise. Default: the site."] = ""


@dataclass(frozen=True, slots=True)
class NewChallenge:
    """Whom you challenge."""

    player: Annotated[str, Between(1, LONGEST_USERNAME), "A user name: one of the ten players above you."]

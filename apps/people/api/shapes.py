"""Inputs and outputs of the API of people."""

from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.fields import empty

from accounts.api.fields import LONGEST_USERNAME
from accounts.models import User
from common.api.documented import webhook_of
from common.api.shapes import Moment, Shape, texts
from common.lists.paging import Page
from common.wishes import Between, Most
from people import queries
from people.models import Friendship, Invitation

MOST_INVITED, MOST_NAMED = 7, 100


class Somebody(Shape):
    username = serializers.CharField()
    name = serializers.CharField(help_text="Display name.")
    program = serializers.BooleanField(source="is_program", help_text="A program plays for this account.")


class GameOpen(Shape):
    """A public game that has free seats."""

    id = serializers.CharField()
    url = serializers.URLField()
    variant = serializers.CharField()
    name = serializers.CharField(help_text="Of the game, for people.")
    host = serializers.CharField(allow_null=True)
    seats = serializers.IntegerField()
    free_seats = serializers.IntegerField()
    rated = serializers.BooleanField()
    speed = serializers.CharField()
    clock = serializers.CharField(help_text="For people.")
    created = Moment()


class GameOpened(Shape):
    """The body of a host's webhook, for each new open game."""

    type = serializers.ChoiceField(["game.open"])
    timestamp = Moment()
    data = GameOpen()  # type: ignore[assignment] # a field, which REST framework takes out of the class


GAME_OPENED = webhook_of("gameOpened", "A public game was opened (a webhook of the host)", GameOpened)


class PersonView(Somebody):
    """An account's public profile, with the caller's own friendship and block."""

    about = serializers.CharField(help_text="Bio.")
    since = Moment(source="date_joined")
    finished = serializers.IntegerField(help_text="Finished games.")
    friend = serializers.ChoiceField(
        ["", "friends", "asked", "asks"], help_text="Your friendship: none, friends, asked by you, or asks you."
    )
    blocked = serializers.BooleanField(help_text="Whether you blocked them.")

    def about_of(self, person: User) -> str:
        return queries.profile(person).about

    def finished_of(self, person: User) -> int:
        return queries.finished_number(person)

    def friend_of(self, person: User) -> str:
        return queries.bond(self.context["reader"], person)

    def blocked_of(self, person: User) -> bool:
        return queries.blocks(self.context["reader"], person)


class PersonStatus(Somebody):
    here = serializers.BooleanField(
        help_text="They have a page open, they are your friend, and both of you show friends that you are here."
    )
    playing = texts(help_text="The ids of the public games that they play now: the newest ten.")

    def here_of(self, person: User) -> bool:
        return person.pk in self.context["here"]

    def playing_of(self, person: User) -> list[str]:
        games: list[str] = self.context["playing"].get(person.pk, [])
        return games


class FriendLine(Somebody):
    state = serializers.ChoiceField(["friends", "asked", "asks"], help_text="Friends, asked by you, or asks you.")
    at = Moment(help_text="When you became friends or the request was sent.")

    def username_of(self, row: Friendship) -> str:
        return self._other(row).username

    def name_of(self, row: Friendship) -> str:
        return self._other(row).name

    def program_of(self, row: Friendship) -> bool:
        return self._other(row).is_program

    def state_of(self, row: Friendship) -> str:
        return "friends" if row.since else "asked" if row.asker_id == self.context["me"].pk else "asks"

    def at_of(self, row: Friendship) -> datetime:
        return row.since or row.at

    def _other(self, row: Friendship) -> User:
        return row.asked if row.asker_id == self.context["me"].pk else row.asker


class BlockLine(Somebody):
    username = serializers.CharField(source="whom.username")
    name = serializers.CharField(source="whom.name", help_text="Display name.")
    program = serializers.BooleanField(source="whom.is_program", help_text="A program plays for this account.")
    at = Moment()


class InvitationLine(Shape):
    game = serializers.CharField(source="game.public_id", help_text="Game id.")
    variant = serializers.CharField(source="game.variant")
    player = Somebody()
    by = Somebody()
    state = serializers.ChoiceField(Invitation.State.choices)
    reason = serializers.ChoiceField([("", ""), *Invitation.Reason.choices], help_text="Why it was declined.")
    words = serializers.CharField(help_text="Message sent with the refusal.")
    at = Moment()


@dataclass(frozen=True, slots=True)
class Who:
    """A person. Friends need an account; guests can be blocked."""

    username: Annotated[str, Between(1, LONGEST_USERNAME)]


@dataclass(frozen=True, slots=True)
class Whom:
    """The players to invite: all of them or none."""

    players: Annotated[
        tuple[Annotated[str, Between(1, LONGEST_USERNAME)], ...], Between(1, MOST_INVITED), "Their user names."
    ]


@dataclass(frozen=True, slots=True)
class Seed:
    shuffle_seed: Annotated[str, Most(64), "Your share in the shuffle."] = ""


class Names(serializers.CharField):
    """User names, separated by commas."""

    def run_validation(self, data: Any = empty) -> Any:
        names = {name for name in super().run_validation(data).replace("\0", "").split(",") if name}
        if len(names) > MOST_NAMED:
            raise serializers.ValidationError(_("You can ask for %(n)d players at most.") % {"n": MOST_NAMED})
        return names


@dataclass(frozen=True, slots=True)
class Named:
    names: Annotated[Set[str], Names, "User names, separated by commas: up to 100."]


@dataclass(frozen=True, slots=True)
class Beginning:
    q: Annotated[str, Most(60), "Start of the name."]


@dataclass(frozen=True, slots=True)
class Place:
    """The start of a page of a list."""

    after: Annotated[int | None, Between(0, 2**63 - 1), "`next` of the page before."] = None


class NumberedPage(Shape):
    next = serializers.IntegerField(allow_null=True, help_text="`after` of the next page. Null on the last page.")

    def next_of(self, page: Page[object]) -> int | None:
        return int(page.next) if page.next else None


class Friendlist(NumberedPage):
    results = FriendLine(many=True, source="rows")


class Blocklist(NumberedPage):
    results = BlockLine(many=True, source="rows")


class InvitationList(NumberedPage):
    results = InvitationLine(many=True, source="rows")

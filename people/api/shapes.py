"""What is sent and answered about people: shapes for the schema."""

from typing import Any

from rest_framework import serializers

from accounts.models import User
from common.api.inputs import Input, Text
from people.models import LONGEST_WORDS, Friendship, Invitation

Shape = serializers.Serializer[Any]
LONGEST_USERNAME = 150
MOST_INVITED = 7


class Somebody(Shape):
    username = serializers.CharField()
    name = serializers.CharField(help_text="What others at the table read.")


class PersonView(Somebody):
    """What everybody may know of somebody with an account."""

    about = serializers.CharField(help_text="A sentence of their own.")
    since = serializers.DateTimeField()
    finished = serializers.IntegerField(help_text="Finished games.")
    friend = serializers.ChoiceField(
        ["", "friends", "asked", "asks"], help_text="With who asks: friends; asked by them; asks them."
    )
    blocked = serializers.BooleanField(help_text="By who asks.")


class FriendLine(Somebody):
    state = serializers.ChoiceField(["friends", "asked", "asks"], help_text="Friends; asked by me; asks me.")
    at = serializers.DateTimeField(help_text="Friends since, or asked at.")


class BlockLine(Somebody):
    at = serializers.DateTimeField()


class InvitationLine(Shape):
    game = serializers.CharField(help_text="Its id.")
    variant = serializers.CharField()
    player = Somebody()
    by = Somebody()
    state = serializers.ChoiceField(Invitation.State.choices)
    reason = serializers.ChoiceField([("", ""), *Invitation.Reason.choices], help_text="Of one that was declined.")
    words = serializers.CharField(help_text="… and in their own words.")
    at = serializers.DateTimeField()


class Who(Input):
    """Somebody; to be friends they need an account."""

    username = Text(min_length=1, max_length=LONGEST_USERNAME)


class Whom(Input):
    """Players to keep a seat for: all of them, or none."""

    players = serializers.ListField(
        child=Text(min_length=1, max_length=LONGEST_USERNAME), min_length=1, max_length=MOST_INVITED,
        help_text="Their user names.",
    )  # fmt: skip


class Answer(Input):
    """Why not."""

    reason = serializers.ChoiceField(Invitation.Reason.choices, required=False, default=Invitation.Reason.NOT_NOW)
    words = Text(required=False, default="", allow_blank=True, max_length=LONGEST_WORDS)


class Seed(Input):
    shuffle_seed = Text(
        required=False, default="", allow_blank=True, max_length=64, help_text="Your share in the shuffle."
    )


class Beginning(Input):
    q = serializers.CharField(max_length=60, help_text="How the name begins.")


class Place(Input):
    """Where a list goes on."""

    after = serializers.IntegerField(
        required=False, min_value=0, max_value=2**63 - 1, help_text="`next` of the page before."
    )


class Friendlist(Shape):
    next = serializers.IntegerField(allow_null=True, help_text="The next page is `?after=` this; null: there is none.")
    results = FriendLine(many=True)


class Blocklist(Shape):
    next = serializers.IntegerField(allow_null=True, help_text="The next page is `?after=` this; null: there is none.")
    results = BlockLine(many=True)


class InvitationList(Shape):
    next = serializers.IntegerField(allow_null=True, help_text="The next page is `?after=` this; null: there is none.")
    results = InvitationLine(many=True)


# ---- How they are filled ------------------------------------------------------------------------
def somebody(user: User) -> dict[str, Any]:
    return {"username": user.username, "name": user.name}


def friend_line(row: Friendship, me: User) -> dict[str, Any]:
    asker = row.asker_id == me.pk
    state = "friends" if row.since else "asked" if asker else "asks"
    return {**somebody(row.asked if asker else row.asker), "state": state, "at": row.since or row.at}


def invitation_line(row: Invitation) -> dict[str, Any]:
    return {
        "game": row.game.public_id,
        "variant": row.game.variant,
        "player": somebody(row.player),
        "by": somebody(row.by),
        "state": row.state,
        "reason": row.reason,
        "words": row.words,
        "at": row.at,
    }

"""Outputs of the API of clubs."""

from django.utils import timezone
from rest_framework import serializers

from clubs.models import Club, Membership, Request
from clubs.shown import Seen
from clubs.wishes import JOINING
from common.api.pages import PageShape
from common.api.shapes import Moment, Shape
from people.api.shapes import Somebody


class ClubLine(Shape):
    """A club in a list."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="How many members with an account it has.")
    joining = serializers.ChoiceField(Club.Joining.choices, help_text=JOINING)
    tile = serializers.CharField(help_text="The emblem: a tile of the double-six set …")
    ground = serializers.ChoiceField(Club.Colour.choices, help_text="… of this colour …")
    dots = serializers.ChoiceField(Club.Colour.choices, help_text="… with dots of this one.")
    url = serializers.CharField(help_text="Its page on this site.")

    def url_of(self, club: Club) -> str:
        return club.get_absolute_url()


class ClubList(PageShape):
    results = ClubLine(many=True)


class ClubView(ClubLine):
    """A club as the caller sees it. Needs `here` (a `Seen`), `request` (theirs to the club) and `may_invite` (whether
    they may see the link) as context.
    """

    about = serializers.CharField(help_text="Plain text.")
    former_name = serializers.CharField(help_text="For 90 days after it was renamed; empty: it wasn't.")
    shows_members = serializers.BooleanField(help_text="Whether everybody sees who is in the club, or only members.")
    created = Moment(source="created_at")
    closed = Moment(source="closed_at", allow_null=True)
    role = serializers.ChoiceField(Membership.Role.choices, allow_null=True, help_text="Yours; null: you aren't in it.")
    asked = serializers.ChoiceField(["", "asked", "invited"], help_text="You asked to join, or are invited.")
    asking = serializers.IntegerField(allow_null=True, help_text="For organisers: how many people ask to join.")
    link = serializers.CharField(
        allow_null=True,
        help_text="For organisers: everybody can join with it. Null for others, and for tokens that lack the scope "
        "`account`.",
    )

    @property
    def here(self) -> Seen:
        here: Seen = self.context["here"]
        return here

    def former_name_of(self, club: Club) -> str:
        return club.shown_former_name(timezone.now())

    def role_of(self, _club: Club) -> str | None:
        return self.here.mine.role if self.here.mine else None

    def asked_of(self, _club: Club) -> str:
        request: Request | None = self.context["request"]
        return "" if request is None else "asked" if request.by_id is None else "invited"

    def asking_of(self, _club: Club) -> int | None:
        return self.here.asking if self.here.organises else None

    def link_of(self, club: Club) -> str | None:
        return club.address_with_link() if self.here.organises and self.context["may_invite"] else None


class ClubMember(Shape):
    player = Somebody()
    role = serializers.ChoiceField(Membership.Role.choices)
    since = Moment()


class ClubMembers(PageShape):
    results = ClubMember(many=True)


class MyClub(Shape):
    club = ClubLine()
    role = serializers.ChoiceField(Membership.Role.choices)
    since = Moment()


class ClubRequest(Shape):
    player = Somebody()
    at = Moment()


class ClubRequests(PageShape):
    results = ClubRequest(many=True)


class ClubInvitation(Shape):
    club = ClubLine()
    by = Somebody()
    at = Moment()

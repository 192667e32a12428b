"""The API of messengers and of the calendar link."""

from dataclasses import dataclass
from typing import Annotated

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import View
from accounts.login import security
from common import limits
from common.api.documented import changes, changes_by_body, reads
from common.api.shapes import Moment, Shape
from common.wishes import Between, shape_of
from notices import destinations, services
from notices.models import CalendarLink, Messenger


class ServiceLine(Shape):
    name = serializers.CharField()
    schemas = serializers.ListField(child=serializers.CharField(), help_text="What its addresses begin with.")
    example = serializers.CharField()
    help = serializers.CharField(source="where", help_text="Where to get an address.")


class MessengerLine(Shape):
    id = serializers.IntegerField()
    service = serializers.CharField()
    hint = serializers.CharField(help_text="The end of its address. Nobody can read all of it.")
    since = Moment(source="created_at")
    failed = Moment(source="failed_at", allow_null=True, help_text="When the last message failed; null if it arrived.")
    error = serializers.CharField(source="wrong", allow_blank=True, help_text="A status of HTTP, or an error's name.")
    off = serializers.BooleanField(help_text="We switched it off because it kept failing. Add it again to retry.")

    def off_of(self, messenger: Messenger) -> bool:
        return messenger.off_at is not None


class MessengerList(Shape):
    services = ServiceLine(many=True, help_text="The services that this site offers.")
    messengers = MessengerLine(many=True)


@dataclass(frozen=True, slots=True)
class NewMessenger:
    address: Annotated[str, Between(1, 500), "Such as `ntfys://host/topic`. The services say what theirs look like."]


class CalendarAnswer(Shape):
    """*url* is empty except in the answer that creates the link: we can't show it again."""

    url = serializers.CharField(allow_blank=True)
    since = Moment(allow_null=True, help_text="When the link was created; null if there is none.")


class Messengers(View):
    writes = "account"

    @extend_schema(
        operation_id="messengers_list",
        summary="List your messengers",
        description="And the services that this site offers.",
        responses=reads(MessengerList),
    )
    def get(self, _request: Request) -> Response:
        offered = {service.name: service for service in services.offered().values()}
        return Response(MessengerList({"services": offered.values(), "messengers": self.player.messengers.all()}).data)

    @extend_schema(
        operation_id="messengers_add",
        summary="Get notifications in a messenger",
        description="Needs a logged-in session. Connects to nothing yet. Test it on the page of your notification "
        "settings.",
        request=shape_of(NewMessenger),
        responses=changes_by_body({201: MessengerLine}, 409),
    )
    def post(self, request: Request) -> Response:
        sent = self.body(NewMessenger)
        self.must_be_the_owner()
        limits.check("notice_test", request._request)
        added = destinations.add_messenger(player=self.player, typed=sent.address, now=timezone.now())
        security.tell(request._request, self.player, "messenger_added", service=added.service)
        return Response(MessengerLine(added).data, status=201)


class OneMessenger(View):
    writes = "account"

    @extend_schema(
        operation_id="messengers_remove",
        summary="Remove a messenger",
        description="It gets no more notifications.",
        request=None,
        responses=changes({204: OpenApiResponse(description="Removed, or it wasn't there.")}, 404),
    )
    def delete(self, _request: Request, pk: int) -> Response:
        destinations.remove_messenger(player=self.player, pk=pk)
        return Response(status=204)


class Calendar(View):
    writes = "account"

    @extend_schema(
        operation_id="calendar_link",
        summary="See whether you have a calendar link",
        description="Since when. We can't show the link again.",
        responses=reads(CalendarAnswer),
    )
    def get(self, _request: Request) -> Response:
        link = CalendarLink.objects.filter(user=self.player).first()
        return Response(CalendarAnswer({"url": "", "since": link and link.created_at}).data)

    @extend_schema(
        operation_id="calendar_link_make",
        summary="Create a calendar link, or replace it",
        description="Needs a logged-in session. The old link ends. Everyone who has the link can see your deadlines "
        "and tournaments (iCalendar).",
        request=None,
        responses=changes(CalendarAnswer),
    )
    def post(self, request: Request) -> Response:
        self.must_be_the_owner()
        limits.check("token", request._request)
        now = timezone.now()
        token = destinations.make_calendar_link(player=self.player, now=now)
        security.tell(request._request, self.player, "calendar_link_made")
        url = settings.SITE_URL + reverse("calendar", args=[token])
        return Response(CalendarAnswer({"url": url, "since": now}).data)

    @extend_schema(
        operation_id="calendar_link_end",
        summary="Remove your calendar link",
        description="It stops working at once.",
        request=None,
        responses=changes({204: OpenApiResponse(description="Removed, or there was none.")}),
    )
    def delete(self, _request: Request) -> Response:
        destinations.end_calendar_link(player=self.player)
        return Response(status=204)

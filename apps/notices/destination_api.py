"""The API of messengers and of the calendar link."""

from dataclasses import dataclass
from typing import Annotated

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.api.base import View
from accounts.login import security
from common import limits
from common.api.documented import endpoint, nothing
from common.api.shapes import Moment, Shape
from common.wishes import Between
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

    @endpoint("messengers_list", "List your messengers", MessengerList)
    def get(self) -> Response:
        """And the services that this site offers."""
        offered = {service.name: service for service in services.offered().values()}
        return Response(MessengerList({"services": offered.values(), "messengers": self.player.messengers.all()}).data)

    @endpoint("messengers_add", "Get notifications in a messenger", {201: MessengerLine}, 409)
    def post(self, sent: NewMessenger) -> Response:
        """Needs a logged-in session. Connects to nothing yet. Test it on the page of your notification settings."""
        self.must_be_the_owner()
        limits.check("notice_test", self.request._request)
        added = destinations.add_messenger(player=self.player, typed=sent.address, now=timezone.now())
        security.tell(self.request._request, self.player, "messenger_added", service=added.service)
        return Response(MessengerLine(added).data, status=201)


class OneMessenger(View):
    writes = "account"

    @endpoint("messengers_remove", "Remove a messenger", nothing("Removed, or it wasn't there."), 404)
    def delete(self, pk: int) -> Response:
        """It gets no more notifications."""
        destinations.remove_messenger(player=self.player, pk=pk)
        return Response(status=204)


class Calendar(View):
    writes = "account"

    @endpoint("calendar_link", "See whether you have a calendar link", CalendarAnswer)
    def get(self) -> Response:
        """Since when. We can't show the link again."""
        link = CalendarLink.objects.filter(user=self.player).first()
        return Response(CalendarAnswer({"url": "", "since": link and link.created_at}).data)

    @endpoint("calendar_link_make", "Create a calendar link, or replace it", CalendarAnswer)
    def post(self) -> Response:
        """Needs a logged-in session. The old link ends. Everyone who has the link can see your deadlines and
        tournaments (iCalendar).
        """
        self.must_be_the_owner()
        limits.check("token", self.request._request)
        now = timezone.now()
        token = destinations.make_calendar_link(player=self.player, now=now)
        security.tell(self.request._request, self.player, "calendar_link_made")
        url = settings.SITE_URL + reverse("calendar", args=[token])
        return Response(CalendarAnswer({"url": url, "since": now}).data)

    @endpoint("calendar_link_end", "Remove your calendar link", nothing("Removed, or there was none."))
    def delete(self) -> Response:
        """It stops working at once."""
        destinations.end_calendar_link(player=self.player)
        return Response(status=204)

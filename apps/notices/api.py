"""The API of notifications: the list, the settings, and browsers with push notifications."""

from dataclasses import asdict, dataclass
from typing import Annotated

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import agents, browser, guests
from accounts.api.base import View
from accounts.login import security
from accounts.models import Token, User
from common.api.documented import endpoint, nothing, webhook_of
from common.api.pages import PageShape, WhichPage, page_answer
from common.api.shapes import Moment, Shape
from common.wishes import LARGEST_NUMBER, NULLABLE, Between, Most
from notices import actions, push, queries, webhook
from notices.choices import Channel, Event
from notices.models import Device, Wishes


class NoticeLine(Shape):
    """A notification. The next turn of the same game reuses the *id* of a turn."""

    id = serializers.IntegerField(source="notice.pk")
    event = serializers.ChoiceField(Event.choices, source="notice.event")
    also = serializers.CharField(
        allow_null=True, help_text="What came with a turn: the game “started” or a “round” ended."
    )
    game = serializers.CharField(source="notice.game.public_id", allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="The game's version after the event.")
    title = serializers.CharField(source="told.title")
    text = serializers.CharField(source="told.body", allow_blank=True)
    url = serializers.CharField(source="told.path", help_text="A path on this site.")
    at = Moment(source="notice.at")
    deadline = Moment(source="notice.deadline", allow_null=True, help_text="Of the turn.")
    new = serializers.BooleanField(source="notice.new", help_text="Neither read nor seen on the board.")

    def also_of(self, line: queries.Line) -> str | None:
        return line.notice.also or None

    def version_of(self, line: queries.Line) -> int | None:
        return line.notice.version if line.notice.game else None


class NoticeSent(Shape):
    """The body of your webhook. It may come twice, with the same *id*."""

    id = serializers.CharField(help_text="The same if we send it again.")
    event = serializers.ChoiceField([*Event.choices, ("reminder", "Reminder")])
    also = serializers.ChoiceField(
        ["started", "round"], allow_null=True, help_text="An event that came with this turn."
    )
    game = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True, help_text="The game's version after the event.")
    url = serializers.URLField(help_text="The page about it.")
    deadline = Moment(allow_null=True, help_text="When the turn ends that now runs in this game.")
    at = Moment(help_text="When it happened; of a reminder, when the turn began.")
    title = serializers.CharField(help_text="A sentence for people, in your language. It never names a tile.")


NOTIFIED = webhook_of("notified", "Something happened in your games", NoticeSent)


class PaginatedNoticeLineList(PageShape):  # its name in the schema
    results = NoticeLine(many=True)


@dataclass(frozen=True, slots=True)
class WhichRead:
    """The notifications to mark as read; without fields, all of them."""

    game: Annotated[str | None, Most(16), "Only those of this game."] = None
    id: Annotated[int | None, Between(0, LARGEST_NUMBER), "Only this one."] = None


class Read(Shape):
    read = serializers.IntegerField(help_text="How many were new.")


class NoticeSettings(Shape):
    """Your notification settings."""

    events = serializers.DictField(
        child=serializers.ListField(child=serializers.ChoiceField(Channel.choices)),
        source="table",
        help_text="Channels by event. `reminder` allows neither `page` nor `digest`.",
    )
    reminders = serializers.ListField(
        child=serializers.IntegerField(), help_text="Percent of the time for a turn, ascending."
    )
    digest_hour = serializers.IntegerField(help_text="In your time zone.")
    webhook = serializers.CharField(allow_blank=True)
    webhook_secret = serializers.CharField(
        allow_blank=True,
        help_text="The secret we sign webhook requests with. Empty for tokens without the scope `account`, and for "
        "guests who came by their link.",
    )
    webhook_standard_secret = serializers.CharField(
        allow_blank=True, help_text="The same secret for libraries of standardwebhooks.com: `whsec_…`."
    )
    webhook_off = serializers.BooleanField(
        help_text="We switched it off because it kept failing. Set it again to retry."
    )
    mail = serializers.BooleanField(help_text="Whether you have a confirmed email address.")

    def webhook_secret_of(self, wishes: Wishes) -> str:
        return wishes.webhook_secret if self.context["may_sign"] else ""

    def webhook_standard_secret_of(self, wishes: Wishes) -> str:
        secret = self.webhook_secret_of(wishes)
        return webhook.standard_secret(secret) if secret else ""

    def webhook_off_of(self, wishes: Wishes) -> bool:
        return wishes.webhook_off_at is not None

    def mail_of(self, wishes: Wishes) -> bool:
        return bool(queries.address(wishes.user))


@dataclass(frozen=True, slots=True)
class Keys:
    p256dh: Annotated[str, Between(1, 120)]
    auth: Annotated[str, Between(1, 60)]


@dataclass(frozen=True, slots=True)
class Subscription:
    """The result of `PushSubscription.toJSON()`."""

    endpoint: Annotated[str, Between(1, 700)]
    keys: Keys
    expirationTime: Annotated[float | None, NULLABLE] = None  # noqa: N815 - the browser's name for it


class DeviceLine(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    since = Moment(source="created_at")


class Devices(Shape):
    """*key* is what a browser subscribes with (`applicationServerKey`)."""

    key = serializers.CharField()
    devices = DeviceLine(many=True)


def settings_answer(request: Request, wishes: Wishes) -> Response:
    """Contains the webhook's secret only for readers who may change it, so that others can't forge our signature."""
    by_link = request.auth is None and guests.came_by_link(request._request)
    may_sign = Token.Scope.ACCOUNT in request.auth.scopes if isinstance(request.auth, Token) else not by_link
    return Response(NoticeSettings(wishes, context={"may_sign": may_sign}).data)


A_PAGE = 50


class Notices(View):
    @endpoint("notices_list", "List your notifications", PaginatedNoticeLineList, 404)
    def get(self, player: User, wanted: WhichPage) -> Response:
        """Newest first. Each game has at most one notification of a turn: that of the current turn."""
        listing = queries.page_of(player, wanted.cursor, A_PAGE)
        return Response(page_answer(PaginatedNoticeLineList, self.request, listing))


class ReadNotices(View):
    writes = "account"

    @endpoint("notices_read", "Mark notifications as read", Read)
    def post(self, which: WhichRead) -> Response:
        """All of them; with `game` or `id`, only those."""
        one = None if which.id is None else [which.id]
        number = actions.mark_read(player=self.player, now=timezone.now(), game=which.game or "", notices=one)
        return Response(Read({"read": number}).data)


class Settings(View):
    writes = "account"

    @endpoint("notices_settings", "Get your notification settings", NoticeSettings)
    def get(self) -> Response:
        """The channels for each event, your webhook, reminders and the time of the digest."""
        return settings_answer(self.request, queries.wishes(self.player))

    @endpoint("notices_settings_change", "Change your notification settings", NoticeSettings)
    def post(self, new: actions.NewWishes) -> Response:
        """Changes only the fields that you send. The answer is all of your settings. Another webhook needs a logged-in
        session.
        """
        player = self.player
        before = queries.wishes(player).webhook
        if new.webhook is not None:
            self.not_by_link()
            if new.webhook not in ("", before):
                self.must_be_the_owner()
        wishes = actions.wish(player=player, wanted=new, now=timezone.now())
        if wishes.webhook not in ("", before):
            security.tell(self.request._request, player, "webhook_set", webhook=wishes.webhook)
        return settings_answer(self.request, wishes)


class PushDevices(View):
    writes = "account"

    @endpoint("devices_list", "List your browsers with push notifications", Devices)
    def get(self) -> Response:
        """Browsers in which you turned on push notifications, with the date."""
        devices = Device.objects.filter(player=self.player)
        return Response(Devices({"key": push.public_key(), "devices": devices}).data)

    @endpoint("devices_add", "Turn on push notifications in a browser", {201: DeviceLine}, 409)
    def post(self, player: User, sent: Subscription) -> Response:
        """Send what the browser's `PushManager.subscribe()` returned."""
        name = agents.name(self.request.headers.get("User-Agent", ""))
        session = "" if isinstance(self.request.auth, Token) else browser.name(self.request.session)
        device = actions.add_device(
            player=player, endpoint=sent.endpoint, **asdict(sent.keys), now=timezone.now(), name=name, browser=session
        )
        return Response(DeviceLine(device).data, status=201)


class PushDevice(View):
    writes = "account"

    @endpoint(
        "devices_remove", "Turn off push notifications in a browser", nothing("Turned off, or it wasn't on."), 404
    )
    def delete(self, pk: int) -> Response:
        """This browser gets no more push notifications. Others stay."""
        Device.objects.filter(pk=pk, player=self.player).delete()
        return Response(status=204)

"""Notifications and deliveries. We never show the text of a letter, because it may contain a secret."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from dominoes_site.admin.tables import HostTable
from notices.models import Delivery


class Notices(HostTable):
    list_display = ("event", "player", "game", "at", "stage", "due", "read_at")
    list_select_related = ("player", "game")
    list_filter = ("event",)
    lookups = ("event__exact", "player__id__exact")
    search_fields = ("player__username__exact",)
    search_help_text = gettext_lazy("A user name")
    fields = ("event", "also", "player", "by", "game", "at", "deadline", "stage", "due", "read_at")


class Deliveries(HostTable):
    list_display = ("channel", "about", "player", "to", "since", "tries", "due")
    list_filter = ("channel",)
    lookups = ("channel__exact", "player__id__exact")
    search_fields = ("player__username__exact",)
    search_help_text = gettext_lazy("A user name")
    fields = ("channel", "about", "player", "to", "notice", "stage", "since", "tries", "due")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        deliveries = super().get_queryset(request).select_related("player", "notice__player", "device", "letter")
        return deliveries.defer("letter__subject", "letter__body")

    @admin.display(description=gettext_lazy("About"))
    def about(self, delivery: Delivery) -> str:
        if hasattr(delivery, "letter"):
            return delivery.letter.kind
        return delivery.notice.get_event_display() if delivery.notice else "digest"

    @admin.display(description=gettext_lazy("To"))
    def to(self, delivery: Delivery) -> str:
        """The address of a letter, or the browser of a push; other channels use the player's settings."""
        if hasattr(delivery, "letter"):
            return delivery.letter.to
        return delivery.device.name if delivery.device else ""

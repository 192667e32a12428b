"""Tournaments and their entries. Results are the server's; hosts can cancel a tournament and remove an entry."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from dominoes_site.admin.deeds import deed
from dominoes_site.admin.tables import HostTable
from tournaments import words
from tournaments.entries import withdrawing
from tournaments.life import closing
from tournaments.models import Entry, Tournament


class Tournaments(HostTable):
    list_display = ("public_id", "title", "state", "entered", "made_by", "entries_end", "last_day")
    list_filter = ("state",)
    lookups = ("state__exact",)
    search_fields = ("public_id",)
    search_help_text = gettext_lazy("The name in the tournament’s address")
    actions = ("cancel",)
    fields = (
        "public_id", "title", "series", "made_by", "entering", "rated", "state", "stage", "round", "entered",
        "created_at", "entries_end", "starts_at", "round_ends", "last_day", "over_at",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        return super().get_queryset(request).select_related("made_by", "series")

    def concerns(self, row: Tournament) -> User | None:
        return row.made_by

    def view_on_site(self, row: Tournament) -> str:
        return row.get_absolute_url()

    @admin.display(description=gettext_lazy("Title"))
    def title(self, row: Tournament) -> str:
        return words.title(row)

    @deed(gettext_lazy("Cancel"))
    def cancel(self, _request: HttpRequest, row: Tournament, _reason: str) -> None:
        """Running games go on, but don't count for the tournament."""
        closing.cancel_as_moderator(public_id=row.public_id, now=timezone.now())


class Entries(HostTable):
    list_display = ("id", "tournament", "people", "state", "place", "entered_at")
    list_filter = ("state",)
    lookups = ("state__exact",)
    search_fields = ("tournament__public_id",)
    search_help_text = gettext_lazy("The name in the tournament’s address")
    actions = ("remove",)
    fields = ("tournament", "people", "state", "seed", "rating", "late", "place", "entered_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        return super().get_queryset(request).select_related("tournament").prefetch_related("members__player")

    def concerns(self, row: Entry) -> User | None:
        return next((member.player for member in row.members.all() if member.player), None)

    @admin.display(description=gettext_lazy("Players"))
    def people(self, row: Entry) -> str:
        return ", ".join(member.player.name for member in row.members.all() if member.player)

    @deed(gettext_lazy("Remove"))
    def remove(self, _request: HttpRequest, row: Entry, _reason: str) -> None:
        """Withdraw the entry; its running games are resigned."""
        withdrawing.remove(entry=row, now=timezone.now())

"""Finds reports. Moderators read and decide them on their own pages."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from accounts.readers import current_user
from dominoes_site.admin.tables import HostTable
from moderation import queries
from moderation.models import Report


class Reports(HostTable):
    list_display = ("reason", "player", "reporter", "game", "at", "decided_at", "decided_by", "decided")
    list_select_related = ("player", "reporter", "game", "decided_by")
    list_filter = (("decided_at", admin.EmptyFieldListFilter),)
    lookups = ("decided_at__isempty", "player__id__exact")
    search_fields = ("player__username__exact", "reporter__username__exact")
    search_help_text = gettext_lazy("A user name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Leaves out reports about the reader or their games."""
        return queries.shown_to(current_user(request)).order_by("-pk").prefetch_related("actions")

    def change_view(self, request: HttpRequest, object_id: str, *_args: object, **_kwargs: object) -> HttpResponse:
        if (report := self.get_object(request, object_id)) is None:
            raise Http404
        return redirect(report)

    @admin.display(description=gettext_lazy("Decision"))
    def decided(self, report: Report) -> str:
        return ", ".join(action.get_kind_display() for action in report.actions.all())

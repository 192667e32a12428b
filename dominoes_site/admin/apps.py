"""Apps that people sign in to: hosts see their makers and addresses, and disable them. We never show a secret."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import App, Grant, User
from accounts.oauth import registry
from dominoes_site.admin.deeds import deed
from dominoes_site.admin.tables import HostTable


class Apps(HostTable):
    list_display = ("name", "id", "owner", "type", "redirect_uris", "created_at", "disabled")
    fields = (*list_display, "people")
    list_select_related = ("owner",)
    lookups = ("owner__id__exact",)
    search_fields = ("name", "id__exact", "owner__username__exact", "redirect_uris")
    search_help_text = gettext_lazy("Part of a name or address, a client ID, or a user name")
    actions = ("stop", "allow_again")

    def concerns(self, row: App) -> User | None:
        owner: User | None = row.owner
        return owner

    @admin.display(description=gettext_lazy("Disabled"), boolean=True)
    def disabled(self, app: App) -> bool:
        return app.stopped

    @admin.display(description=gettext_lazy("People who use it"))
    def people(self, app: App) -> int:
        return Grant.objects.filter(app=app, last_used__isnull=False).values("user").distinct().count()

    @deed(gettext_lazy("Disable the app, and end its access"), permission="end")
    def stop(self, request: HttpRequest, app: App, _reason: str) -> None:
        registry.stop(app, timezone.now())

    @deed(gettext_lazy("Allow the app again"))
    def allow_again(self, request: HttpRequest, app: App, _reason: str) -> None:
        registry.allow_again(app)

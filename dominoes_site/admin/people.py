"""People: find them by name or email address, suspend and readmit them, help with a lost password."""

from datetime import datetime

from allauth.account.forms import ResetPasswordForm
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import browsers, farewell, tokens
from accounts.models import App, User
from accounts.readers import current_user
from common import refusals
from dominoes_site.admin.deeds import deed
from dominoes_site.admin.tables import HostTable
from moderation import actions as moderation
from moderation.models import Action, silenced_until


class People(HostTable):
    list_display = ("username", "nickname", "email", "is_guest", "bot_level", "is_active", "date_joined", "last_login")
    list_filter = ("is_guest", "bot_level", "is_active", "is_staff")
    lookups = ("is_guest__exact", "bot_level__exact", "is_active__exact", "is_staff__exact")
    search_fields = ("username", "nickname", "email", "emailaddress__email")
    search_help_text = gettext_lazy("Part of a user name, display name or email address")
    actions = ("close", "reopen", "send_reset", "log_out", "end_tokens", "delete")
    fields = (
        "username", "nickname", "addresses", "stored", "is_guest", "bot_level", "is_active", "is_staff", "is_superuser",
        "date_joined", "last_login", "deleted_at", "silenced", "language", "time_zone",
    )  # fmt: skip

    def concerns(self, row: User) -> User:
        return row

    @admin.display(description=gettext_lazy("Email addresses"))
    def addresses(self, person: User) -> str:
        rows = EmailAddress.objects.filter(user=person).order_by("-primary", "pk").values_list("email", "verified")
        texts = [f"{email} ({_('confirmed') if verified else _('not confirmed')})" for email, verified in rows]
        return ", ".join(texts) or "-"

    @admin.display(description=gettext_lazy("Silenced until"))
    def silenced(self, person: User) -> datetime | str:
        return silenced_until(person.pk, timezone.now()) or "-"

    @admin.display(description=gettext_lazy("Stored data"))
    def stored(self, person: User) -> SafeString:
        """Links to the rows that belong to this person."""
        lists = [
            (_("Games"), "games_game", f"q={person.username}", person.seats.count()),
            (_("Tokens"), "accounts_token", f"user__id__exact={person.pk}", person.tokens.count()),
            (_("Browsers"), "accounts_browser", f"user__id__exact={person.pk}", person.browsers.count()),
            (_("Apps"), "accounts_app", f"owner__id__exact={person.pk}", App.objects.filter(owner=person).count()),
            (_("Notifications"), "notices_notice", f"player__id__exact={person.pk}", person.notices.count()),
            (_("Reports"), "moderation_report", f"player__id__exact={person.pk}", ""),
        ]
        links = [(reverse(f"admin:{name}_changelist"), query, title, n) for title, name, query, n in lists]
        return format_html_join(" · ", '<a href="{}?{}">{} {}</a>', links)

    # ---- Deeds
    @deed(Action.Kind.CLOSE.label, reason=True)
    def close(self, request: HttpRequest, person: User, reason: str) -> None:
        _decide(request, person, Action.Kind.CLOSE, reason)

    @deed(Action.Kind.REOPEN.label, reason=True)
    def reopen(self, request: HttpRequest, person: User, reason: str) -> None:
        _decide(request, person, Action.Kind.REOPEN, reason)

    @deed(gettext_lazy("Send a link for a new password"))
    def send_reset(self, request: HttpRequest, person: User, _reason: str) -> None:
        """As if they had requested it themselves; only to a confirmed address."""
        confirmed = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "pk").first()
        if confirmed is None or not person.is_active:
            raise refusals.NotNow("no_address", _("This account is closed or has no confirmed email address."))
        with translation.override(person.language or settings.LANGUAGE_CODE):
            form = ResetPasswordForm({"email": confirmed.email})
            form.full_clean()
            form.save(request)

    @deed(gettext_lazy("Log out everywhere"))
    def log_out(self, request: HttpRequest, person: User, _reason: str) -> None:
        browsers.end(person, person.browsers.all())

    @deed(gettext_lazy("Revoke all tokens"))
    def end_tokens(self, request: HttpRequest, person: User, _reason: str) -> None:
        tokens.end_all(person)

    @deed(gettext_lazy("Delete the account for good"), permission="end")
    def delete(self, request: HttpRequest, person: User, _reason: str) -> None:
        farewell.delete_account(user=person, now=timezone.now())


def _decide(request: HttpRequest, person: User, kind: Action.Kind, reason: str) -> None:
    subject = moderation.Subject(person)
    moderation.intervene(moderator=current_user(request), subject=subject, kind=kind, note=reason, now=timezone.now())

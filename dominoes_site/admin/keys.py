"""Tokens of programs, and logged-in browsers. We never show the keys themselves."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts import browsers, tokens
from accounts.models import Browser, Invite, Token, User
from common.chances import new_secret
from dominoes_site.admin.deeds import deed
from dominoes_site.admin.tables import HostTable


class Tokens(HostTable):
    list_display = fields = ("name", "user", "may", "created", "last_used", "last_place", "expires")
    list_select_related = ("user",)
    lookups = ("user__id__exact",)
    search_fields = ("user__username__exact",)
    search_help_text = gettext_lazy("A user name")
    actions = ("end",)

    def concerns(self, row: Token) -> User:
        return row.user

    @admin.display(description=gettext_lazy("Scopes"))
    def may(self, token: Token) -> str:
        return ", ".join(token.scopes)

    @deed(gettext_lazy("Revoke the token"), permission="end")
    def end(self, request: HttpRequest, token: Token, _reason: str) -> None:
        tokens.end(user=token.user, token_id=token.pk)


class Invites(HostTable):
    list_display = fields = ("note", "link", "uses", "expires")
    actions = ("end",)

    def concerns(self, row: Invite) -> None:
        return None

    def has_add_permission(self, request: HttpRequest, *_of: object) -> bool:
        return super().has_act_permission(request)

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        return () if obj is None else ("note", "link", "uses", "expires")

    def get_fields(self, request: HttpRequest, obj: object = None) -> tuple[str, ...]:
        return ("note", "uses", "expires") if obj is None else ("note", "link", "uses", "expires")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"expires": timezone.now() + timedelta(days=14)}

    def save_model(self, request: HttpRequest, obj: Invite, form: object, change: bool) -> None:
        obj.token = new_secret()
        super().save_model(request, obj, form, change)

    @deed(gettext_lazy("End the invitation"), permission="end")
    def end(self, request: HttpRequest, invite: Invite, _reason: str) -> None:
        Invite.objects.filter(pk=invite.pk).update(uses=0)


class Browsers(HostTable):
    list_display = fields = ("called", "user", "place", "by_link", "since", "last_used")
    list_select_related = ("user",)
    lookups = ("user__id__exact",)
    search_fields = ("user__username__exact",)
    search_help_text = gettext_lazy("A user name")
    actions = ("end",)

    def concerns(self, row: Browser) -> User:
        return row.user

    def get_queryset(self, request: HttpRequest) -> QuerySet[Browser]:
        return super().get_queryset(request).filter(session__expire_date__gt=timezone.now())

    @deed(gettext_lazy("Log this browser out"), permission="end")
    def end(self, request: HttpRequest, browser: Browser, _reason: str) -> None:
        browsers.end(browser.user, Browser.objects.filter(pk=browser.pk))

"""Tokens of programs, and logged-in browsers. We never show the keys themselves."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts import browsers, tokens
from accounts.models import Browser, Token, User
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

"""The page for API tokens, connected apps, and apps of one's own."""

from collections import defaultdict
from dataclasses import asdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import names, programs, tokens
from accounts.api.shapes import NewToken
from accounts.login.admission import for_accounts
from accounts.login.security import asks_again, tell
from accounts.models import App, Grant, Token, User
from accounts.oauth import grants
from accounts.oauth.consent import WORDS
from accounts.readers import current_user
from common import limits
from common.wishes import WishForm


@never_cache
@for_accounts
@asks_again
def access_page(request: HttpRequest) -> HttpResponse:
    """The list of tokens, and a form for a new one. We show a new token's text only in the answer to the form."""
    user = current_user(request)
    form = WishForm(NewToken, request.POST or None, initial=_wanted(request.GET))
    context: dict[str, object] = {}
    if request.method == "POST" and form.is_valid():
        limits.check("token", request)
        try:
            token, text = tokens.make(user=user, now=timezone.now(), **asdict(form.wish))
            tell(request, user, "token_made", token=token.name)
            form, context = WishForm(NewToken, initial=_wanted(QueryDict())), {"made": token, "text": text}
        except tokens.TooManyTokens:
            form.add_error(None, _("You’ve reached the token limit. Revoke one first."))
    context |= {"form": form, "tokens": tokens.own(user), "connected": _connected(user)}
    context["apps"] = App.objects.filter(owner=user).order_by("created_at", "pk")
    return render(request, "accounts/access.html", context, status=422 if form.is_bound else 200)


def _wanted(query: QueryDict) -> dict[str, object]:
    """The first values of the form of a new token. A program may link here with what it needs:
    `?name=My+bot&scopes=play,talk&days=30`.
    """
    scopes = [scope for scope in Token.Scope.values if scope in query.get("scopes", "").split(",")]
    return {
        "name": names.tidy(query.get("name", ""))[:50],
        "scopes": [Token.Scope.READ.value, *scopes] if scopes else ["read", "play"],
        "days": query.get("days", ""),
    }


def _connected(user: User) -> list[dict[str, object]]:
    """The apps that can use the account: what each may do, since when, and where it last asked."""
    by_app: dict[str, list[Grant]] = defaultdict(list)
    for grant in grants.live(user):
        by_app[grant.app_id].append(grant)
    apps = []
    for given in by_app.values():
        scopes = {scope for grant in given for scope in grant.scopes}
        last = max(given, key=lambda grant: grant.last_used or grant.created)
        apps.append(
            {"app": last.app, "last": last, "since": given[-1].created, "scopes": [s for s in WORDS if s in scopes]}
        )
    return apps


@require_POST
@for_accounts
def mark_program(request: HttpRequest) -> HttpResponse:
    """Set whether others see that a program plays for this account."""
    programs.mark(current_user(request), program="program" in request.POST)
    messages.success(request, _("Saved."))
    return redirect("settings_access")


@require_POST
@for_accounts
def end_token(request: HttpRequest, token_id: int) -> HttpResponse:
    if tokens.end(user=current_user(request), token_id=token_id):
        messages.success(request, _("This token was revoked."))
    return redirect("settings_access")


@require_POST
@for_accounts
def end_all_tokens(request: HttpRequest) -> HttpResponse:
    if tokens.end_all(current_user(request)):
        messages.success(request, _("All your tokens were revoked."))
    return redirect("settings_access")

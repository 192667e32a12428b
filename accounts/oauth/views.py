"""The page where people let an app in, and the addresses that the app itself asks."""

from collections.abc import Callable
from functools import wraps

from allauth.core.internal.httpkit import add_query_params
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.internal.oauthlib.utils import convert_response, extract_params
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST
from oauthlib.oauth2 import AccessDeniedError
from oauthlib.oauth2.rfc6749.errors import FatalClientError, OAuth2Error

from accounts import tokens
from accounts.login.security import must_ask_again, tell
from accounts.models import App, Token
from accounts.oauth import redirects
from accounts.oauth.consent import ConsentForm, sentence
from accounts.oauth.provider import Server
from accounts.readers import current_user
from common import limits
from common.database import tried_again
from common.refusals import TooMany

View = Callable[[HttpRequest], HttpResponse]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask the reader whether an app may use their account, and send them back to it with a code or a no."""
    limits.check("sign_in", request)
    uri, _method, _body, headers = extract_params(request)
    server, asked = Server(), (uri, "GET", "", headers)
    try:
        if any("\0" in value for value in request.GET.values()):
            raise FatalClientError("Unreadable parameter")
        scopes, info = server.validate_authorization_request(*asked)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.user.is_guest:
            return render(request, "oauth/guest.html", {"app": info["request"].client}, status=403)
        sensitive = Token.Scope.ACCOUNT in scopes or "login" in info.get("prompt", ())
        if sensitive and must_ask_again(request):
            return redirect(_with(reverse("account_reauthenticate"), REDIRECT_FIELD_NAME, request.get_full_path()))
        return _consent(request, server, asked, scopes, info)
    except AccessDeniedError as error:
        return _back(error.in_uri(error.redirect_uri))
    except OAuth2Error as error:
        # Anyone may register an app. So only the reader's click leads to its address, or we would be a redirector to
        # any site. Of the errors that are fatal, the address itself is wrong.
        known = error.redirect_uri and not isinstance(error, FatalClientError)
        back = _with(error.in_uri(error.redirect_uri), "iss", settings.SITE_URL) if known else ""
        return render(request, "oauth/refused.html", {"said": sentence(error), "back": back}, status=400)


@tried_again
def _consent(
    request: HttpRequest, server: Server, asked: tuple[object, ...], scopes: list[str], info: dict[str, object]
) -> HttpResponse:
    app: App = info["request"].client  # type: ignore[attr-defined]
    user, address = current_user(request), str(info["redirect_uri"])
    form = ConsentForm(request.POST if request.method == "POST" else None, asked=scopes)
    if request.method == "POST" and "allow" not in request.POST:
        raise AccessDeniedError(request=info["request"])
    if form.is_valid():
        known = user.grants.filter(app=app, last_used__isnull=False).exists()
        with transaction.atomic():
            given = {"scopes": form.granted(), "credentials": {"user": user}}
            answered, _body, _status = server.create_authorization_response(*asked, **given)
            if not known:
                tell(request, user, "app_connected", app=app.name)
        return _back(answered["Location"])
    context = {"app": app, "form": form, "place": redirects.place(address), "maker": app.owner}
    page = render(request, "oauth/consent.html", context, status=422 if form.is_bound else 200)
    page._csp_update = {"form-action": redirects.form_action(address)}  # type: ignore[attr-defined]
    return page


def _back(location: str) -> HttpResponse:
    """Send the person back to the app. (Django's redirects know no schemes of apps.) `iss` tells apps that know several
    sites who answers (RFC 9207).
    """
    return HttpResponse(status=302, headers={"Location": _with(location, "iss", settings.SITE_URL)})


def _with(address: str, name: str, value: str) -> str:
    added: str = add_query_params(address, {name: value})
    return added


def _for_apps(view: View) -> View:
    """An address that programs ask: no cookies, no caches, errors as OAuth has them."""

    @csrf_exempt
    @never_cache
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            limits.check("app", request)
        except TooMany as refused:
            body = {"error": "temporarily_unavailable", "error_description": refused.counted().message}
            return JsonResponse(body, status=refused.status, headers={"Retry-After": str(refused.wait)})
        try:
            return view(request)
        except OAuth2Error as error:
            return JsonResponse(dict(error.twotuples), status=error.status_code, headers=error.headers)

    return answer


@_for_apps
@require_POST
def token(request: HttpRequest) -> HttpResponse:
    """Exchange a code or a refresh token for tokens. A stolen one ends its grant even though we refuse it."""
    return _exchanged(request)


@tried_again
def _exchanged(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        answer: HttpResponse = convert_response(*Server().create_token_response(*extract_params(request)))
    return answer


@_for_apps
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = convert_response(*Server().create_revocation_response(*extract_params(request)))
    return answer


@_for_apps
@require_http_methods(["GET", "HEAD", "POST"])
def userinfo(request: HttpRequest) -> HttpResponse:
    """Facts about the person, as far as they let the app know."""
    text = tokens.in_header(request.headers.get("Authorization", ""))
    access = tokens.find(text, timezone.now()) if text else None
    if access is None or access.grant is None or "openid" not in access.grant.scopes:
        error, status = ("invalid_token", 401) if access is None else ("insufficient_scope", 403)
        return JsonResponse({"error": error}, status=status, headers={"WWW-Authenticate": f'Bearer error="{error}"'})
    return JsonResponse(get_adapter().get_claims("userinfo", access.user, access.grant.app, access.grant.scopes))

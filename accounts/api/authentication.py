"""Tokens: `Authorization: Token …`, or `Bearer …`."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts import tokens
from accounts.models import Token, User
from common import address
from common.limits.throttling import count
from common.refusals import Forbidden


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """The user and the token. Raise 401 for an invalid token, even where none is needed."""
        text = tokens.in_header(request.headers.get("Authorization", ""))
        if text is None:
            return None
        if (token := tokens.find(text, timezone.now(), address.neighbourhood(address.of_request(request)))) is None:
            count(request, request._request)  # REST framework counts only requests that pass
            raise AuthenticationFailed(_("This token isn’t valid."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def needed(view: object, method: str) -> str:
    """The scope that a token must have for a request to the view."""
    if method in SAFE_METHODS:
        return str(getattr(view, "reads", Token.Scope.READ.value))
    return str(getattr(view, "writes", Token.Scope.PLAY.value))


def check_scope(request: Request, view: object) -> None:
    """Raise `Forbidden` and name the scope the token lacks. Sessions may do everything."""
    if isinstance(request.auth, Token) and (scope := needed(view, request.method or "")) not in request.auth.scopes:
        raise Forbidden("scope", _("This token lacks the scope “%(scope)s”.") % {"scope": scope})


class TokenScheme(OpenApiAuthenticationExtension):
    """How the schema describes tokens, apps, and the scope that each address requires."""

    target_class = TokenAuthentication
    name = ["token", "oauth2"]

    def get_security_definition(self, auto_schema: object) -> list[dict[str, object]]:
        about = "`Authorization: Bearer …`, or `Token …`. The word in brackets is the scope that the token needs."
        scopes = {scope.value: str(scope.label) for scope in Token.Scope}
        token: dict[str, object] = {"type": "http", "scheme": "bearer", "description": about}
        flow = {"scopes": scopes} | {
            f"{name}Url": reverse(f"oauth_{page}")
            for name, page in (("authorization", "authorize"), ("token", "token"), ("refresh", "token"))
        }
        apps = "Apps that people sign in to, with PKCE (docs/api.md). Their access tokens are sent like the others."
        return [token, {"type": "oauth2", "description": apps, "flows": {"authorizationCode": flow}}]

    def get_security_requirement(self, auto_schema: Any) -> list[dict[str, list[str]]]:
        return [{name: [needed(auto_schema.view, auto_schema.method)]} for name in self.name]

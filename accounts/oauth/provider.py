"""The parts that allauth's provider asks of a site: keys, claims, and how codes and tokens are stored."""

import re
import secrets
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from allauth.idp.oidc.internal.oauthlib.utils import get_validator_context
from allauth.idp.oidc.models import Client, PrivateKey
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256
from oauthlib.openid import Server as AnyServer

from accounts.login.admission import has_account
from accounts.models import App, Grant, SigningKey, User
from accounts.oauth import grants, redirects
from common import address

LONGEST = 100  # characters of an app's id
PROOF = re.compile(r"[A-Za-z0-9._~-]{43,128}")  # what an app proves a code with (RFC 7636, 4.1)


class Adapter(DefaultOIDCAdapter):
    def get_issuer(self) -> str:
        """Our address. A request's Host header could be anyone's."""
        return settings.SITE_URL

    def list_private_keys(self, **_filters: object) -> list[PrivateKey]:
        """The key from the environment, or one that the server made once for all its processes."""
        return [PrivateKey(pem=settings.OIDC_PRIVATE_KEY or _made())]

    def get_claims(
        self, purpose: Literal["id_token", "userinfo"], user: User, client: Client, scopes: Iterable[str],
        email: str | None = None, **_more: object,
    ) -> dict[str, object]:  # fmt: skip
        """An address that isn't confirmed could be anybody's, so no app gets it."""
        claims: dict[str, object] = {"sub": self.get_user_sub(client, user)}
        if "profile" in scopes:
            page = settings.SITE_URL + reverse("person", args=[user.username])
            claims |= {"name": user.name, "preferred_username": user.username, "profile": page}
        if "email" in scopes:
            confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
            if confirmed is not None:
                claims |= {"email": confirmed.email, "email_verified": True}
        return claims


@cache
def _made() -> str:
    name = "id_token"
    if (known := SigningKey.objects.filter(name=name).first()) is not None:
        return known.private
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    fresh = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    return SigningKey.objects.get_or_create(name=name, defaults={"private": fresh})[0].private


class Validator(OAuthLibRequestValidator):
    """allauth's checks, made stricter, with our grants in place of its cache and tokens."""

    grant: Grant | None = None  # that the app exchanges or renews
    refresh_token = ""  # … by this one

    def _lookup_client(self, request: Request, client_id: object) -> App | None:
        if not isinstance(client_id, str) or len(client_id) > LONGEST or not client_id.isalnum():
            return None
        known: dict[str, App | None] = get_validator_context().clients
        if client_id not in known:
            app = App.objects.select_related("owner").filter(pk=client_id, owner__is_active=True).first()
            known[client_id] = None if app is None or app.stopped else app
        return known[client_id]

    def _use_client(self, request: Request, client: App) -> None:
        super()._use_client(request, client)
        request.client_id = client.pk  # also if it came in a header, so that an ID token names it

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Request, *_args: object) -> bool:
        return any(redirects.matches(one, redirect_uri) for one in request.client.get_redirect_uris())

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        """Of confidential apps, too: a secret doesn't bind a code to the browser that asked for it."""
        return True

    def validate_silent_login(self, request: Request) -> bool:
        return has_account(context.request.user)

    def validate_silent_authorization(self, request: Request) -> bool:
        """The person always sees who asks. (allauth would count what they let other apps do.)"""
        return False

    def validate_user_match(
        self, id_token_hint: str | None, scopes: list[str], claims: object, request: Request
    ) -> bool:
        if not id_token_hint or not context.request.user.is_authenticated:
            return True
        return bool(super().validate_user_match(id_token_hint, scopes, None, request))

    # ---- Codes
    def save_authorization_code(self, client_id: str, code: dict[str, str], request: Request, *_args: object) -> None:
        asked = {name: getattr(request, name, None) or "" for name in ("redirect_uri", "nonce", "code_challenge")}
        grants.give(
            user=request.user,
            app=request.client,
            scopes=request.scopes,
            code=code["code"],
            asked=asked,
            now=timezone.now(),
        )

    def validate_code(self, client_id: str, code: str, client: App, request: Request, *_args: object) -> bool:
        self.grant = grants.by_code(code, client, timezone.now())
        if self.grant is None:
            return False
        request.user, request.scopes = self.grant.user, self.grant.scopes
        return True

    def _lookup_authorization_code(self, request: Request, client_id: object, code: object) -> dict[str, object] | None:
        grant = self.grant or grants.asked_with(code)
        if grant is None:
            return None
        asked = grant.asked
        return {
            "redirect_uri": asked["redirect_uri"],
            "scopes": grant.scopes,
            "code": {"nonce": asked["nonce"] or None},
            "pkce": {"code_challenge": asked["code_challenge"], "code_challenge_method": "S256"},
        }

    def invalidate_authorization_code(self, client_id: str, code: str, request: Request, *_args: object) -> None:
        """`renew` has emptied it. The code stays known, to notice it if it comes again."""

    # ---- Tokens
    def save_bearer_token(self, token: dict[str, Any], request: Request, *_args: object) -> None:
        assert self.grant is not None
        token["refresh_token"] = grants.renew(
            self.grant,
            access_token=token["access_token"],
            scopes=request.scopes,
            before=self.refresh_token,
            place=address.neighbourhood(address.of_request(context.request)),
            now=timezone.now(),
        )

    def validate_refresh_token(self, refresh_token: str, client: App, request: Request, *_args: object) -> bool:
        self.grant, self.refresh_token = grants.by_refresh_token(refresh_token, client, timezone.now()), refresh_token
        if self.grant is None:
            return False
        request.user = self.grant.user
        return True

    def get_original_scopes(self, refresh_token: str, request: Request, *_args: object) -> list[str]:
        assert self.grant is not None
        return list(self.grant.scopes)

    def revoke_token(self, token: str, token_type_hint: str, request: Request, *_args: object) -> None:
        """Ends the whole grant, whichever of the app's own tokens this is."""
        grants.end(grants.known_by(token, request.client))


class Server(AnyServer):
    """OAuth with our checks. Of the ways to prove a code, it allows S256 alone."""

    def __init__(self) -> None:
        super().__init__(
            Validator(),
            token_expires_in=int(grants.ACCESS_LASTS.total_seconds()),
            token_generator=lambda _request: f"boneapp_{secrets.token_urlsafe(30)}",
        )
        for grant in (self.auth_grant, self.openid_connect_auth.proxy_target):
            grant._code_challenge_methods = {"S256": _proves}


def _proves(verifier: str, challenge: str) -> bool:
    return PROOF.fullmatch(verifier) is not None and bool(code_challenge_method_s256(verifier, challenge))

"""Sign-in by the host's own OpenID Connect provider (OIDC_ISSUER), such as Keycloak or a school's login.

A login of the provider opens the account that was created with it, or that its owner connected in the settings. We
never look for an account by email address: an address doesn't prove who somebody is.
"""

from collections.abc import Mapping
from functools import wraps

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount import forms, views
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.openid_connect import views as oidc
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts import registration, sessions
from accounts.followers import followers
from accounts.login.admission import not_for_guests
from accounts.login.second_factor import View, as_stranger
from accounts.login.security import asks_again
from accounts.models import User
from common.database import tried_again
from common.processes.failures import logged
from common.refusals import Forbidden

HOST = {"provider_id": "host"}  # the only provider


class Adapter(DefaultSocialAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest, _sociallogin: object) -> bool:
        if settings.OIDC_REGISTERS or registration.is_open(request):
            return True
        raise ImmediateHttpResponse(_closed(request, registration.closed()))

    @tried_again
    def save_user(self, request: HttpRequest, sociallogin: object, form: object = None) -> User:
        """Create the account and use up the invitation: both or neither."""
        with sessions.unchanged_if_it_fails(request), transaction.atomic():
            if not settings.OIDC_REGISTERS:
                registration.take(request)
            user: User = super().save_user(request, sociallogin, form)
        for follower in followers():
            with logged("After a sign-up"):
                follower.signed_up(user)
        return user

    def serialize_instance(self, instance: object) -> object:
        """Into the session, until the person has chosen a name. allauth can't write columns with a default in SQL."""
        if isinstance(instance, User):
            return {"pk": instance.pk, "email": instance.email}
        return super().serialize_instance(instance)

    def deserialize_instance(self, model: object, data: Mapping[str, str]) -> object:
        return User(**data) if model is User else super().deserialize_instance(model, data)


class SignupForm(forms.SignupForm):
    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")


def _closed(request: HttpRequest, refused: Forbidden) -> HttpResponseBase:
    return render(request, "account/signup_closed.html", {"said": refused.counted().message}, status=403)


def _entrance(view: View) -> View:
    """Guests count as strangers here; their games come along with the login."""

    @wraps(view)
    def called(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Forbidden as refused:
            return _closed(request, refused)

    return never_cache(as_stranger(called))


def _login(request: HttpRequest, **host: str) -> HttpResponseBase:
    """To the provider. Before a login is connected to an account, its owner confirms the password."""
    go_on = asks_again(oidc.login) if request.GET.get("process") == "connect" else oidc.login
    answer: HttpResponseBase = go_on(request, **host)
    return answer


urlpatterns = [
    path("login/", _entrance(_login), HOST, name="openid_connect_login"),
    path("login/callback/", _entrance(oidc.callback), HOST, name="openid_connect_callback"),
    path("signup/", _entrance(views.signup), name="socialaccount_signup"),
    path("cancelled/", views.login_cancelled, name="socialaccount_login_cancelled"),
    path("error/", views.login_error, name="socialaccount_login_error"),
    path("", not_for_guests(views.connections), name="socialaccount_connections"),
]

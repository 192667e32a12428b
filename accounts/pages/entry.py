"""Settings, and allauth's sign-up and login for people who already play as guests."""

from contextlib import suppress
from typing import Any

from allauth.account.views import LoginView, SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache

from accounts import guests, names, preferences, registration, sessions
from accounts.followers import followers
from accounts.login.admission import not_for_accounts
from accounts.models import Invite, taken, taken_sentence
from accounts.pages.forms import SettingsForm
from common.database import tried_again
from common.processes.failures import logged
from common.refusals import Forbidden, NotFound, NotNow

NEXT_THEME = {"system": "light", "light": "dark", "dark": "system"}


@method_decorator(not_for_accounts, name="dispatch")
class Signup(SignupView):
    """Guests who sign up keep their row (`AccountAdapter.new_user`)."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account and revoke others' keys to the guest: both or neither.

        If two people choose the same name at once, the second gets the usual error.
        """
        form.hashed = make_password(form.cleaned_data.pop("password1"))  # slow, so before the transaction
        guest = self.request.user
        if guest.is_authenticated and guests.has_suggested_name(guest) and not guests.came_by_link(self.request):
            with suppress(NotNow):  # someone else in one of their games has it, or is being renamed
                guests.rename(guest, names.tidy(self.request.POST["username"])[: names.LONGEST])
        try:
            answer = self._signed_up(form)
        except Forbidden:  # somebody else took the last place of the invitation
            return self.closed()
        except IntegrityError:
            if not taken(form.cleaned_data["username"]):
                raise
            if self.request.user.is_authenticated:  # still a guest
                self.request.user.refresh_from_db()
            form.add_error("username", taken_sentence())
            again: HttpResponse = self.form_invalid(form)
            return again
        if self.user is not None:  # programs that fill in the hidden field get no account
            for follower in followers():
                with logged("After a sign-up"):
                    follower.signed_up(self.user)
        return answer

    @tried_again
    def _signed_up(self, form: object) -> HttpResponse:
        with sessions.unchanged_if_it_fails(self.request), transaction.atomic():
            registration.take(self.request)
            answer: HttpResponse = super().form_valid(form)
        return answer

    def closed(self) -> HttpResponse:
        """The page says why, and how to get in."""
        context = {"said": registration.closed().counted().message, **Login.extra_context}
        return render(self.request, "account/signup_closed.html", context, status=403)


@never_cache
def join_site(request: HttpRequest, token: str) -> HttpResponse:
    """The host's invitation: this browser may create an account."""
    if not Invite.valid().filter(token=token).exists():
        raise NotFound("no_invitation", _("This invitation has expired or has been used. Ask the host for a new one."))
    request.session[registration.INVITED_BY] = token
    return redirect("account_signup")


@method_decorator(not_for_accounts, name="dispatch")
class Login(LoginView):
    """Guests who log in bring their games along (`AccountAdapter.login`)."""

    extra_context = {"provider": settings.OIDC_NAME if settings.OIDC_ISSUER else ""}

    def get_context_data(self, **context: object) -> dict[str, object]:
        return {**super().get_context_data(**context), "may_sign_up": registration.is_open(self.request)}


@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    user = request.user
    known = preferences.chosen_by(request)
    initial = known | {"language": get_language(), "nickname": user.name if user.is_authenticated else ""}
    form = SettingsForm(request.POST or None, initial=initial, has_name=user.is_authenticated)
    if request.method == "POST" and form.is_valid():
        chosen = {name: value for name, value in form.cleaned_data.items() if value}  # missing fields keep their value
        language = chosen.pop("language")
        if user.is_authenticated:
            try:
                guests.rename(user, chosen.pop("nickname"))
            except names.NotPossible as refused:
                form.add_error("nickname", str(refused))
                return render(request, "accounts/settings.html", {"form": form}, status=422)
            preferences.store_choice(user, chosen)
            preferences.keep_language(user, language)
        messages.success(request, _("Saved."))
        response = redirect("settings")
        preferences.set_cookies(response, chosen)
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, max_age=preferences.A_YEAR, samesite="Lax")
        return response
    return render(request, "accounts/settings.html", {"form": form})


def set_language(request: HttpRequest) -> HttpResponse:
    """Django's view keeps the language in a cookie; what we send to the person follows it."""
    response = i18n.set_language(request)
    cookie = response.cookies.get(settings.LANGUAGE_COOKIE_NAME)
    if cookie and request.user.is_authenticated:
        preferences.keep_language(request.user, cookie.value)
    return response


def look(request: HttpRequest) -> HttpResponse:
    """Save a setting changed with one tap: the look of tiles, sound and motion. The menu's button sends no name, and
    switches to the next of the three themes. A GET request leads to the settings.
    """
    if request.method != "POST":
        return redirect(f"{reverse('settings')}#id_theme_0")
    named = {name: request.POST.get(name) for name in preferences.ALLOWED.keys() & request.POST.keys()}
    chosen = {name: value for name, value in named.items() if value in preferences.ALLOWED[name]}
    if not named:
        chosen = {"theme": NEXT_THEME[preferences.chosen_by(request)["theme"]]}
    if request.user.is_authenticated and chosen:
        preferences.store_choice(request.user, chosen)
    back = request.POST.get("next", "")
    if request.headers.get("Accept") == "application/json":
        response: HttpResponse = JsonResponse(chosen)
    elif url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        response = redirect(back)
    else:
        response = redirect("home")
    preferences.set_cookies(response, chosen)
    return response

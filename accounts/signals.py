"""Receives the signals of Django and allauth about logins, passwords and email addresses, and passes them on to the
followers of people (`accounts.followers`).
"""

from allauth.account.models import EmailAddress
from allauth.account.signals import password_changed, password_reset, password_set, user_signed_up
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import browser, browsers, claiming, preferences, rest_actions
from accounts.followers import followers
from accounts.models import User
from common.database import tried_again


@receiver(user_logged_in)
def logged_in(request: HttpRequest, user: User, **_signal: object) -> None:
    browsers.begin(request, user)
    rest_actions.keep_zone(request, user)
    preferences.keep_language(user, get_language())
    _tell(request, user)


@tried_again
@transaction.atomic
def _tell(request: HttpRequest, user: User) -> None:
    for follower in followers():
        follower.logged_in(request, user)


@receiver(user_signed_up)
def signed_up(request: HttpRequest, user: User, **_signal: object) -> None:
    claiming.take_the_keys(user, browser.known(request.session), but=request.session.session_key)


@receiver(user_logged_out)
def logged_out(request: HttpRequest, user: User | None, **_signal: object) -> None:
    if user is None:
        return
    here = browser.known(request.session)
    for follower in followers():
        follower.logged_out(user, here)


@receiver([password_changed, password_set, password_reset])
def has_another_password(signal: Signal, request: HttpRequest, user: User, **_signal: object) -> None:
    reset = signal is password_reset
    browsers.end(user, user.browsers.all() if reset else browsers.others(request, user))
    for follower in followers():
        follower.password_changed(request, user, reset=reset)


@receiver([post_save, post_delete], sender=EmailAddress)
def has_another_address(instance: EmailAddress, **_signal: object) -> None:
    for follower in followers():
        follower.address_changed(instance.user)

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts import address, browser, second_factor
from accounts.models import User
from accounts.signals import guest_merged


class AccountAdapter(DefaultAccountAdapter):
    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up stays the same user: his games are his, without moving a row."""
        user = request.user
        if user.is_authenticated and user.is_guest:
            user.is_guest = False
            return user
        return super().new_user(request)

    def login(self, request: HttpRequest, user: Any) -> None:
        """Whichever way somebody logs in, as whom he played here until now comes along."""
        before = second_factor.guest_of(request)
        guest = User.objects.get(pk=before.pk) if before is not None and before.pk != user.pk else None
        at = browser.known(request.session)  # Django begins another session for who has another password, too
        super().login(request, user)
        browser.keep(request.session, at)
        if guest is not None:
            guest_merged.send(sender=User, guest=guest, user=user)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords are counted where they are tried: names are public, and nobody is to keep others out."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        return address.of_request(request)

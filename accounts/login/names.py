"""Forms of allauth with our words for a name: in German, its own were three for the same field."""

from typing import Any

from allauth.account import forms as allauth
from django.utils.translation import gettext_lazy as _


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email address")


class SignupForm(allauth.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")

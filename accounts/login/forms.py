"""Forms of allauth with our words for a name (in German, its own were three for the same field) and for a passkey."""

from typing import Any

from allauth.account import forms as allauth
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email address")


class SignupForm(allauth.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Username")


class AddKeyForm(AddWebAuthnForm):
    """New keys are passkeys unless the user chooses otherwise."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
        field = self.fields["passwordless"]
        field.initial = True
        field.label, field.help_text = _("Log in with only this passkey, no password"), ""

"""A new password, with the offer to revoke the user's tokens and apps, which would otherwise keep working."""

from typing import Any

from allauth.account import forms as allauth
from django import forms
from django.utils.translation import ngettext

from accounts import tokens
from accounts.models import User


class _EndsTokens(forms.Form):
    user: User | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.user is not None and (n := tokens.programs(self.user)):
            label = ngettext(
                "Also end the access of my program. It will need a new token or login.",
                "Also end the access of my %(n)d programs and apps. They will need new tokens or logins.",
                n,
            )
            self.fields["end_tokens"] = forms.BooleanField(label=label % {"n": n}, required=False)

    def save(self) -> None:
        super().save()  # type: ignore[misc]  # of allauth's form beside it
        if self.user is not None and self.cleaned_data.get("end_tokens"):
            tokens.end_all(self.user)


class ChangeForm(_EndsTokens, allauth.ChangePasswordForm):
    pass


class SetForm(_EndsTokens, allauth.SetPasswordForm):
    pass


class ResetForm(_EndsTokens, allauth.ResetPasswordKeyForm):
    pass

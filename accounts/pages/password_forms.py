"""A new password, with the offer to revoke the user's tokens, which would otherwise keep working."""

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
        if self.user is not None and (n := self.user.tokens.count()):
            label = ngettext(
                "Also revoke my token. Its program will need a new one.",
                "Also revoke my %(n)d tokens. Their programs will need new ones.",
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

"""The texts of the page of consent: scopes in plain words, and why a request can't be answered."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.openid.connect.core.exceptions import ConsentRequired, LoginRequired

from accounts.models import Token

WORDS = {
    "openid": gettext_lazy("Recognise you when you return, by a number"),
    "profile": gettext_lazy("See your name and user name"),
    "email": gettext_lazy("See your confirmed email address"),
    **{scope.value: scope.label for scope in Token.Scope},
}
ALWAYS = {"openid", Token.Scope.READ.value}  # without them the app couldn't work at all


class ConsentForm(forms.Form):
    """The scopes that the person may leave out."""

    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("If you like, it may also"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, data: QueryDict | None, *, asked: list[str]) -> None:
        super().__init__(data, initial={"scopes": asked})
        scopes = {*asked} | ({Token.Scope.READ.value} if {*asked} & {*Token.Scope.values} else set())
        self.needed = [scope for scope in WORDS if scope in scopes & ALWAYS]
        self.fields["scopes"].choices = [(scope, WORDS[scope]) for scope in WORDS if scope in scopes - ALWAYS]  # type: ignore[attr-defined]

    @property
    def needs(self) -> list[str]:
        """In words."""
        return [str(WORDS[scope]) for scope in self.needed]

    def granted(self) -> list[str]:
        return [*self.needed, *self.cleaned_data["scopes"]]


def sentence(error: errors.OAuth2Error) -> str:
    """Why we can't answer what the app asked, in words for the person who came from it."""
    if isinstance(error, errors.InvalidClientIdError):
        return _("We don’t know this app. It may have been deleted or disabled.")
    if isinstance(error, (errors.MismatchingRedirectURIError, errors.InvalidRedirectURIError)):
        return _("The app wants you to be sent to an address that its maker hasn’t registered.")
    if isinstance(error, (LoginRequired, ConsentRequired)):
        return _("The app wants to sign you in without a question. We always ask you.")
    if isinstance(error, errors.InvalidScopeError):
        return _("The app asks for a permission that doesn’t exist.")
    message = _("The app’s request is incomplete or can’t be read (%(error)s).")
    return message % {"error": error.description or error.error}

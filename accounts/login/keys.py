from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.utils.translation import gettext_lazy as _


class AddKeyForm(AddWebAuthnForm):
    """New keys are passkeys unless the user chooses otherwise."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
        field = self.fields["passwordless"]
        field.initial = True
        field.label, field.help_text = _("Log in with only this passkey, no password"), ""

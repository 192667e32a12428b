"""Tokens in requests and answers."""

from dataclasses import dataclass
from typing import Annotated

from django.forms import CheckboxSelectMultiple, TextInput
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from accounts import models
from accounts.api.fields import Name
from accounts.tokens import LONGEST_LIFE
from common.api.shapes import Moment, Shape
from common.wishes import NULLABLE, Between, Shown

LIVES = [("", _("Until I revoke it")), ("30", _("30 days")), ("365", _("A year"))]


class Token(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(models.Token.Scope.choices))
    created = Moment()
    last_used = Moment(allow_null=True, help_text="Rounded to the hour.")
    expires = Moment(allow_null=True, help_text="null: it works until you revoke it.")


class TokenMade(Token):
    """Send the token as `Authorization: Token …`. You can't get it again."""

    token = serializers.CharField()

    def token_of(self, _token: models.Token) -> str:
        return str(self.context["token"])


@dataclass(frozen=True, slots=True)
class NewToken:
    """The name, scopes and lifetime of a token."""

    name: Annotated[
        str, Name, Between(1, 50), Shown(_("What is it for?"), TextInput({"autocomplete": "off"})),
        "Only you see it, for example “bot on the laptop”.",
    ]  # fmt: skip
    scopes: Annotated[
        tuple[models.Token.Scope, ...],
        Between(1, len(models.Token.Scope)),
        Shown(_("What it can do"), CheckboxSelectMultiple, choices=models.Token.Scope.choices),
        "Every other scope includes “read”.",
    ]
    days: Annotated[
        int | None, NULLABLE, Between(1, LONGEST_LIFE), Shown(_("How long it’s valid"), choices=LIVES),
        "null: it works until you revoke it.",
    ] = None  # fmt: skip

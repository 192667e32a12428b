"""Tokens in requests and answers."""

from rest_framework import serializers

from accounts import models
from accounts.api.fields import Name
from accounts.tokens import LONGEST_LIFE
from common.api.inputs import Input, Whole
from common.api.shapes import Moment, Shape


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


class NewToken(Input):
    """The name, scopes and lifetime of a token."""

    name = Name(min_length=1, max_length=50, help_text="Only you see it, for example “bot on the laptop”.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(models.Token.Scope.choices),
        min_length=1,
        max_length=len(models.Token.Scope),
        help_text="Every other scope includes “read”.",
    )
    days = Whole(
        required=False, allow_null=True, default=None, min_value=1, max_value=LONGEST_LIFE,
        help_text="null: it works until you revoke it.",
    )  # fmt: skip

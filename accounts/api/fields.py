"""Names as programs send them."""

from rest_framework import serializers

from accounts import names
from common.api.inputs import Text


class Name(Text):
    def to_internal_value(self, data: object) -> str:
        return names.tidy(super().to_internal_value(data))


class Nickname(Name):
    """The name that other players see."""

    def to_internal_value(self, data: object) -> str:
        name = super().to_internal_value(data)
        try:
            names.check_nickname(name)
        except names.NotPossible as refused:
            raise serializers.ValidationError(str(refused)) from None
        return name

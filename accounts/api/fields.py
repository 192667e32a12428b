"""Names and people in wishes."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from accounts import finding, names
from accounts.models import User
from common.wishes.fields import Text

LONGEST_USERNAME = 150


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


class Person(serializers.CharField):
    """The person with a user name; None if it is empty. Raises `NotFound`."""

    def __init__(self, **more: Any) -> None:
        defaults: Any = {"default": "", "allow_blank": True, "max_length": LONGEST_USERNAME}
        super().__init__(**(defaults | more))

    def run_validation(self, data: Any = empty) -> User | None:
        username = super().run_validation(data)
        return finding.anybody(username) if username else None

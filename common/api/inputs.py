"""Request bodies: bounded shapes without unknown fields."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

LARGEST_NUMBER = 2**31 - 1  # of a database column
Checked = dict[str, Any]  # what an `Input` has read, by its fields


class Whole(serializers.IntegerField):
    """A JSON number without fraction; DRF would read the text "5" too."""

    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A JSON string; DRF would read numbers too."""

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class YesNo(serializers.BooleanField):
    """A JSON true or false; DRF would read 0 and "no" too."""

    def to_internal_value(self, data: object) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Number(serializers.FloatField):
    """A JSON number; DRF would read true and the text "5" too."""

    def to_internal_value(self, data: object) -> float:
        if type(data) is not int and type(data) is not float:
            self.fail("invalid")
        return super().to_internal_value(data)


class Input(serializers.Serializer[object]):
    """Refuses unknown fields, because a misspelled option must not create a game with other rules."""

    def to_internal_value(self, data: object) -> Checked:
        if isinstance(data, dict) and (strange := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError(dict.fromkeys(strange, _("There is no such field.")))
        read: Checked = super().to_internal_value(data)
        return read


class InputSchema(OpenApiSerializerExtension):
    """Says in the schema that an `Input` has no other fields."""

    target_class = Input
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, object]:
        shape = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**shape, "additionalProperties": False}

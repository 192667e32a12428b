"""Shapes of what is answered: each makes both the schema and the answer, so that they can't tell different things."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from rest_framework import serializers
from rest_framework.fields import Field, SkipField

from common.timestamps import stamp


# (Not a docstring: the schema would tell it of every shape that has none.) A field is filled with what the answered
# thing has of that name or by its `source`; or with what the method <field>_of says of the thing.
class Shape(serializers.Serializer[Any]):
    def to_representation(self, instance: Any) -> dict[str, Any]:
        answer = {}
        for name, field, value_of in self._filled:
            try:
                value = value_of(instance)
            except SkipField:  # it may be left out
                continue
            answer[name] = None if value is None else field.to_representation(value)
        return answer

    @cached_property
    def _filled(self) -> list[tuple[str, Field[Any, Any, Any, Any], Callable[[Any], Any]]]:
        """By field: its name, itself, and where its value comes from; found once for all rows of a list."""
        return [(name, field, getattr(self, f"{name}_of", field.get_attribute)) for name, field in self.fields.items()]


class Moment(serializers.DateTimeField):
    """ISO 8601 in UTC, to the second; what is written so already stays."""

    def to_representation(self, value: datetime | str) -> str | None:  # type: ignore[override]
        return value if isinstance(value, str) else stamp(value.astimezone(UTC))

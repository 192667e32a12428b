"""Shapes of answers. Each produces both the schema and the answer, so the two can't differ."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, cached_property
from types import MethodType
from typing import Any

from rest_framework import serializers
from rest_framework.fields import Field, SkipField

from common.times.timestamps import stamp

AnyField = Field[Any, Any, Any, Any]
Getter = Callable[[object], object]  # returns a field's value
Writer = Callable[[Any], object]  # converts the value for JSON


# A field's value is the object's attribute of that name or `source`, or the result of the method <field>_of(object).
# (Not a docstring, because the schema would show it for every shape without one.)
class Shape(serializers.Serializer[object]):
    def to_representation(self, instance: object) -> dict[str, object]:
        answer: dict[str, object] = {}
        for name, value_of, written in self._filled:
            try:
                value = value_of(instance)
            except SkipField:  # an optional field
                continue
            answer[name] = None if value is None else written(value)
        return answer

    @cached_property
    def _filled(self) -> list[tuple[str, Getter, Writer]]:
        """For each field its name, source and writer; found once for all rows of a list."""
        return [
            (name, getattr(self, f"{name}_of", value_of), self._writer(field))
            for name, field, value_of in _fields(type(self))
        ]

    def _writer(self, field: AnyField) -> Writer:
        """The converter of a field. Nested shapes get the context of this shape."""
        if isinstance(field, Shape):
            return type(field)(context=self.context).to_representation
        if isinstance(field, serializers.ListSerializer) and isinstance(field.child, Shape):
            row = type(field.child)(context=self.context).to_representation
            return lambda rows: [row(each) for each in rows]
        return field.to_representation


@cache
def _fields(shape: type[Shape]) -> list[tuple[str, AnyField, Getter]]:
    """Created once for all answers, because a serializer per answer would copy every field."""
    return [(name, field, _getter(field)) for name, field in shape().fields.items()]


def _getter(field: AnyField) -> Getter:
    """Like `field.get_attribute`, without checking each value's type."""
    names = field.source_attrs

    def value_of(thing: object) -> object:
        value = thing
        try:
            for name in names:
                value = value[name] if isinstance(value, dict) else getattr(value, name)
        except (AttributeError, KeyError):
            return field.get_attribute(thing)  # handles optional fields
        return value() if isinstance(value, MethodType) else value

    return value_of


def numbers(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), help_text=help_text)


def texts(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=help_text)


class Moment(serializers.DateTimeField):
    """ISO 8601 in UTC, to the second. Text that is already in this form stays."""

    def to_representation(self, value: datetime | str) -> str | None:  # type: ignore[override]
        return value if isinstance(value, str) else stamp(value.astimezone(UTC))

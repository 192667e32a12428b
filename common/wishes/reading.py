"""Reads wishes from query strings and JSON."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from django.http import QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

from common.api.errors import flat
from common.api.shapes import AnyField
from common.refusals import Unreadable
from common.wishes.fields import LENIENT, STRICT, fields_of

Wish = TypeVar("Wish")
Checked = dict[str, Any]  # what an `Input` has read, by its fields


class Input(serializers.Serializer[object]):
    """Refuses unknown fields, because a misspelled option must not create a game with other rules."""

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, dict) and (strange := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError(dict.fromkeys(strange, _("There is no such field.")))
        return super().to_internal_value(data)


class WishShape(Input):
    """Reads a wish."""

    kind: Any

    def to_internal_value(self, data: object) -> Any:
        read = super().to_internal_value(data)
        return self.kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in read.items()})


class InputSchema(OpenApiSerializerExtension):
    """Says in the schema that an `Input` has no other fields."""

    target_class = Input
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, object]:
        shape = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**shape, "additionalProperties": False}


@cache
def shape_of(kind: type) -> type[WishShape]:
    """Reads a wish from JSON, in which 5 is a number and "5" isn't; its shape in the schema."""
    return _shape(kind, STRICT)


@cache
def lenient_shape_of(kind: type) -> type[WishShape]:
    """Reads a wish from texts."""
    return _shape(kind, LENIENT)


def _shape(kind: type, plain: Mapping[object, type[AnyField]]) -> type[WishShape]:
    text = kind.__doc__ or ""
    described = None if text.startswith(f"{kind.__name__}(") else text  # the docstring that every dataclass gets
    fields = fields_of(kind, plain, lambda inner: _shape(inner, plain))
    return type(kind.__name__, (WishShape,), {**fields, "kind": kind, "__doc__": described})


def sent(kind: type[Wish], body: object) -> Wish:
    """The wish in a JSON value. Raises `ValidationError` of REST framework, or what the wish's fields refuse with."""
    return _read(shape_of(kind), body)


def asked(kind: type[Wish], query: QueryDict) -> Wish:
    """The wish in a query string, in which an empty value counts as a value. Raises like `sent`."""
    shape = lenient_shape_of(kind)
    several = {name for name, field in shape().fields.items() if isinstance(field, serializers.ListField)}
    return _read(shape, {name: query.getlist(name) if name in several else query[name] for name in query})


def posted(kind: type[Wish], form: QueryDict) -> Wish:
    """The wish in what a page's form sent, with its other fields left out. Raises `Unreadable`."""
    known = form.copy()
    for name in form.keys() - {field.name for field in dataclasses.fields(kind)}:
        del known[name]
    try:
        return asked(kind, known)
    except serializers.ValidationError as wrong:
        raise Unreadable("invalid", next(flat(wrong.detail))[1]) from None


def _read(shape: type[Input], data: object) -> Any:
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data

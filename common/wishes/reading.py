"""Reads wishes from query strings, JSON and pages' forms."""

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from django.http import QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from rest_framework import serializers

from common.api.errors import flat
from common.refusals import Unreadable
from common.wishes.fields import fields_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Wish = TypeVar("Wish", bound="DataclassInstance")


class Input(serializers.Serializer[object]):
    """Refuses unknown fields, because a misspelled option must not create a game with other rules."""

    kind: Any = None  # the wish that it makes

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, dict) and (strange := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError(dict.fromkeys(strange, _("There is no such field.")))
        read = super().to_internal_value(data)
        if self.kind is None:
            return read
        return self.kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in read.items()})


class InputSchema(OpenApiSerializerExtension):
    """Says in the schema that an `Input` has no other fields."""

    target_class = Input
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, object]:
        shape = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**shape, "additionalProperties": False}


@cache
def shape_of(kind: Any, *, strict: bool = True) -> type[Input]:
    """The reader of a wish, which is its shape in the schema, too. *strict*: it reads JSON, in which "5" is no number;
    otherwise it reads texts.
    """
    made: dict[str, Any] = {**fields_of(kind, strict, lambda inner: shape_of(inner, strict=strict)), "kind": kind}
    text = kind.__doc__ or ""
    if not text.startswith(f"{kind.__name__}("):  # the docstring that every dataclass gets
        made["__doc__"] = text
    return type(kind.__name__, (Input,), made)


def sent(kind: type[Wish], body: object) -> Wish:
    """The wish in a JSON value. Raises `ValidationError` of REST framework, or what the wish's fields refuse with."""
    return _read(kind, body, strict=True)


def asked(kind: type[Wish], query: QueryDict) -> Wish:
    """The wish in a query string, in which an empty value counts as a value. Raises like `sent`."""
    readers: Any = shape_of(kind, strict=False)().fields
    several = {name for name, reader in readers.items() if isinstance(reader, serializers.ListField)}
    given = {name: query.getlist(name) if name in several else query[name] for name in query}
    try:
        return _read(kind, given, strict=False)
    except serializers.ValidationError as wrong:  # a field that is given several times has one name
        detail: Any = wrong.detail
        joined = {name: [sentence for _path, sentence in flat(detail[name])] for name in several & detail.keys()}
        raise serializers.ValidationError(detail | joined) from None


def posted(kind: type[Wish], form: QueryDict) -> Wish:
    """The wish in what a page's form sent, with its other fields left out. Raises `Unreadable`."""
    known = form.copy()
    for name in form.keys() - {field.name for field in fields(kind)}:
        del known[name]
    try:
        return asked(kind, known)
    except serializers.ValidationError as wrong:
        raise Unreadable("invalid", next(flat(wrong.detail))[1]) from None


def _read(kind: type[Wish], data: object, *, strict: bool) -> Wish:
    serializer = shape_of(kind, strict=strict)(data=data)
    serializer.is_valid(raise_exception=True)
    wish: Wish = serializer.validated_data
    return wish

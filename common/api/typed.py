"""Shapes of answers, made of the types that build them: the schema can't say anything else than the code.

A text in `Annotated` describes the field. A class of choices there lists its values; with "" there may be none.
"""

import dataclasses
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from django.db.models import TextChoices
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from common.api.shapes import AnyField, Shape
from common.times.timestamps import Stamp
from common.wishes.fields import LENIENT, apart

PLAIN = LENIENT | {Stamp: serializers.DateTimeField}
NO_CHOICES: Mapping[object, type[TextChoices]] = {}


class Shapes:
    """Makes the shape of a frozen dataclass. *names*: of types whose name in the schema is another one; *choices*: of
    types that can't name them.
    """

    def __init__(self, names: Mapping[object, str], choices: Mapping[object, type[TextChoices]] = NO_CHOICES) -> None:
        self._names, self._choices = names, choices
        self._made: dict[str, type[Shape]] = {}  # by name, so that types of one name share a shape

    def __call__(self, kind: Any) -> type[Shape]:
        name = self._names.get(kind, kind.__name__)
        if name not in self._made:
            hints = get_type_hints(kind, include_extras=True)
            sparse = getattr(kind, "leaves_out_defaults", False)
            made = {
                field.name: self._field(hints[field.name], optional=sparse and field.default is not dataclasses.MISSING)
                for field in dataclasses.fields(kind)
            }
            self._made[name] = type(name, (Shape,), {**made, "__doc__": _text_of(kind)})
        return self._made[name]

    def _field(self, hint: object, *, optional: bool = False, **more: Any) -> AnyField:
        kind, notes, or_none = apart(hint)
        for note in notes:
            more |= _said(note)
        if optional:  # it is left out instead of null
            more["required"] = False
        elif or_none:
            more["allow_null"] = True
        if get_origin(kind) is tuple:
            return self._list(get_args(kind)[0], more)
        if get_origin(kind) is Mapping:
            inner = get_args(kind)[1]
            return serializers.DictField(**more if inner in {object, Any} else {"child": self._field(inner), **more})
        if get_origin(kind) is Literal:
            more["choices"] = get_args(kind)
        if kind in self._choices:
            more["choices"] = self._choices[kind].choices
        if "choices" in more:
            return serializers.ChoiceField(**more)
        return self(kind)(**more) if dataclasses.is_dataclass(kind) else PLAIN[kind](**more)

    def _list(self, inner: object, more: dict[str, Any]) -> AnyField:
        if get_origin(inner) in {Union, UnionType} and NoneType not in get_args(inner):
            kinds = [self(each) for each in get_args(inner)]
            either = PolymorphicProxySerializer("ReplayEvent", kinds, resource_type_field_name=None, many=True)
            events: type[AnyField] = extend_schema_field(either)(type("Either", (serializers.ListField,), {}))
            return events(**more)
        if dataclasses.is_dataclass(inner):
            several: AnyField = self(inner)(many=True, **more)
            return several
        return serializers.ListField(child=self._field(inner), **more)


def _text_of(kind: type) -> str | None:
    """The docstring, unless it is the one that every dataclass gets."""
    text = kind.__doc__ or ""
    return None if text.startswith(f"{kind.__name__}(") else text


def _said(note: object) -> dict[str, object]:
    if note == "":
        return {"allow_blank": True}
    if isinstance(note, str):
        return {"help_text": note}
    return {"choices": get_args(note) or cast(type[TextChoices], note).choices}

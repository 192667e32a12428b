"""The fields of wishes, made of their types and notes.

    seats: Annotated[int, Between(2, 8), "The number of players."] = 2

A field with a default may be left out. The notes: a text describes the field in the API, but "" allows an empty text;
`Between` and `Most` bound it, and so does a list of its choices or an enumeration; `NULLABLE` allows JSON's null; a
class of REST framework's fields reads it in its own way; `Shown` makes it a field of the form.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import date, datetime, time
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import orjson
from django import forms
from django.core import validators
from django.db.models import Choices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from common import texts
from common.api.shapes import AnyField

LARGEST_NUMBER = 2**31 - 1  # of a database column
NULLABLE = object()
MOST_NAMED = 12  # choices in a sentence
MOST_QUOTED = 60  # characters of what somebody sent


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of a number, or of the length of a text or list. None: no bound."""

    least: int | None
    most: int | None

    def options(self, kind: object) -> dict[str, Any]:
        """For a field of REST framework. Texts are bounded by Django's sentences, which say how long they are."""
        if kind in {int, float}:
            return {"min_value": self.least, "max_value": self.most}
        if get_origin(kind) is tuple:
            return {"min_length": self.least, "max_length": self.most}
        least, most = validators.MinLengthValidator, validators.MaxLengthValidator
        bounds = ((most, self.most), (least, self.least))
        options: dict[str, Any] = {"validators": [kind(bound) for kind, bound in bounds if bound is not None]}
        return options | {"allow_blank": False} if kind is str and self.least else options


def Most(most: int) -> Between:  # noqa: N802 - a note like `Between`
    return Between(None, most)


@dataclass(frozen=True, slots=True)
class Shown:
    """The field in a form. *choices*: pairs of a value and its name, or what makes them in the reader's language, if
    they differ from the API's. *required*: whether the form needs it; None: if it has no default.
    """

    label: texts.Text
    widget: type[forms.Widget] | forms.Widget | None = None
    choices: Any = None
    required: bool | None = None


Cursor = Annotated[str, Most(200), Shown("", forms.HiddenInput), "The value from `next` or `previous`."]


class Strict(AnyField):
    """Reads JSON's own type: REST framework would read the text "5" as a number, too, and 0 as false."""

    kinds: tuple[type, ...]

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(data) if type(data) in self.kinds else self.fail("invalid", input=data)


class Whole(Strict, serializers.IntegerField):
    kinds = (int,)


class Text(Strict, serializers.CharField):
    kinds = (str,)


class YesNo(Strict, serializers.BooleanField):
    kinds = (bool,)


class Number(Strict, serializers.FloatField):
    kinds = (int, float)


class Choice(serializers.ChoiceField):
    """One of the choices; of an enumeration its member. Its refusal names them, or some and where all are."""

    default_error_messages = {
        "invalid_choice": _("“{input}” isn’t possible here. Choose one of: {choices}."),
        "one_of_many": _("“{input}” isn’t possible here. Choose one of: {choices} … The schema lists all {n}."),
    }
    kind: Any = None

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        return self.kind(value) if self.kind and value != "" else value

    def fail(self, key: str, **values: Any) -> Any:
        if key == "invalid_choice":
            choices = [str(choice) for choice in self.choices if choice != ""]
            key = key if len(choices) <= MOST_NAMED else "one_of_many"
            values = {"choices": ", ".join(choices[:MOST_NAMED]), "n": len(choices), "input": _as_sent(values["input"])}
        super().fail(key, **values)


def _as_sent(value: object) -> str:
    """The value as its sender wrote it, if it isn't long."""
    text = value if isinstance(value, str) else orjson.dumps(value, default=str).decode()
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1]}…"


# The sentences that forms and the API share. REST framework's differ from Django's, or speak of Python's types.
AN_OBJECT = _("This must be a JSON object.")
SENTENCES: dict[type[AnyField], dict[str, texts.Text]] = {
    serializers.CharField: {
        "blank": forms.Field.default_error_messages["required"],
        "invalid": _("This must be text."),
    },
    serializers.IntegerField: {"invalid": forms.IntegerField.default_error_messages["invalid"]},
    serializers.FloatField: {"invalid": forms.FloatField.default_error_messages["invalid"]},
    serializers.BooleanField: {"invalid": _("Choose yes or no (true or false).")},
    serializers.DateField: {"invalid": _("Enter a date that exists, such as 2026-11-29.")},
    serializers.DateTimeField: {"invalid": _("Enter a date and time that exist, such as 2026-11-29T18:00:00Z.")},
    serializers.TimeField: {"invalid": _("Enter a time, such as 22:30.")},
    serializers.ListField: {"not_a_list": _("This must be a list.")},
    serializers.DictField: {"not_a_dict": AN_OBJECT},
    serializers.Serializer: {"invalid": AN_OBJECT},
}
STRICT: dict[object, type[AnyField]] = {
    int: Whole,
    float: Number,
    bool: YesNo,
    str: Text,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
    time: serializers.TimeField,
    object: serializers.JSONField,
}
LENIENT: dict[object, type[AnyField]] = STRICT | {
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    str: serializers.CharField,
}
CONTAINERS: dict[object, type[AnyField]] = {tuple: serializers.ListField, Mapping: serializers.DictField}
Nested = Callable[[Any], type[AnyField]]  # makes the field of a wish in a wish


def fields_of(kind: Any, strict: bool, nested: Nested) -> dict[str, AnyField]:
    """The fields of a wish by name. *strict*: they read JSON."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: _field(hints[field.name], strict, nested, **_default(field)) for field in fields(kind)}


def _default(field: Field[Any]) -> dict[str, object]:
    """Whether it may be left out, and the default that the schema shows."""
    if field.default is MISSING and field.default_factory is MISSING:
        return {}
    if field.default in (MISSING, None, ()):
        return {"required": False}
    return {"required": False, "default": field.default, **({"allow_blank": True} if field.default == "" else {})}


def _field(hint: object, strict: bool, nested: Nested, **more: Any) -> AnyField:
    kind, notes, _or_none = apart(hint)
    reader: Any = None
    for note in notes:
        if note is NULLABLE:
            more["allow_null"] = True
        elif isinstance(note, str):
            more |= {"help_text": note} if note else {"allow_blank": True}
        elif isinstance(note, Between):
            more |= note.options(kind)
        elif isinstance(note, type) and issubclass(note, serializers.Field):
            reader = note
        elif not isinstance(note, Shown):
            more["choices"] = note if isinstance(note, list) else note.choices
    if more.get("default") == "" and (reader or not more["allow_blank"]):
        del more["default"]  # the schema must not show a default that can't be sent
    origin = get_origin(kind)
    if isinstance(kind, type) and issubclass(kind, Choices):
        reader, more["choices"] = type(kind.__name__, (Choice,), {"kind": kind}), kind.choices
    elif origin is Literal or "choices" in more:
        reader, more["choices"] = reader or Choice, more.get("choices", get_args(kind))
    elif reader is None and origin in CONTAINERS and (inner := get_args(kind)[origin is Mapping]) is not object:
        more["child"] = _field(inner, strict, nested)
    if is_dataclass(kind):
        reader = reader or nested(kind)
    reader = reader or (STRICT if strict else LENIENT).get(kind) or CONTAINERS[origin]
    sentences = next((texts for each, texts in SENTENCES.items() if issubclass(reader, each)), {})
    made: AnyField = reader(**more, error_messages=sentences)
    return made


def apart(hint: Any) -> tuple[Any, list[Any], bool]:
    """The type of a hint without None, its notes, and whether it had None."""
    notes: list[Any] = []
    or_none = False
    while get_origin(hint) in {Annotated, Union, UnionType}:
        if get_origin(hint) is Annotated:
            hint, *inner = get_args(hint)
            notes += inner
        else:
            (hint,), or_none = (each for each in get_args(hint) if each is not NoneType), True
    return hint, notes, or_none

"""The fields of wishes, made of their types and notes.

    seats: Annotated[int, Between(2, 8), "The number of players."] = 2

A field with a default may be left out. The notes: a text describes the field in the API, but "" allows an empty text;
`Between`, `Most` and `OneOf` bound it; an enumeration, too; `NULLABLE` allows JSON's null; a class of REST framework's
fields reads it in its own way; `Shown` makes it a field of the form.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from django import forms
from django.core import validators
from django.db.models import Choices
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from common import texts
from common.api.shapes import AnyField

LARGEST_NUMBER = 2**31 - 1  # of a database column
NULLABLE = object()
BOUNDS = {
    "number": (validators.MinValueValidator, validators.MaxValueValidator),
    "length": (validators.MinLengthValidator, validators.MaxLengthValidator),
}


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of a number, or of the length of a text or list. None: no bound."""

    least: int | None
    most: int | None

    def validators(self, kind: object) -> list[Callable[[Any], None]]:
        least, most = BOUNDS["number" if kind in {int, float} else "length"]
        found: list[Callable[[Any], None]] = [] if self.most is None else [most(self.most)]
        return found if self.least is None else [*found, least(self.least)]


def Most(most: int) -> Between:  # noqa: N802 - a note like `Between`
    return Between(None, most)


@dataclass(frozen=True, slots=True)
class OneOf:
    """The choices: values, or pairs of a value and its name."""

    choices: Iterable[Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """The field in a form. *choices*: pairs of a value and its name, or what makes them in the reader's language, if
    they differ from the API's. *required*: whether the form needs it; None: if it has no default.
    """

    label: texts.Text
    widget: type[forms.Widget] | forms.Widget | None = None
    help_text: texts.Text = ""
    choices: Any = None
    required: bool | None = None


Cursor = Annotated[str, Most(200), Shown("", forms.HiddenInput), "The value from `next` or `previous`."]


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


class Choice(serializers.ChoiceField):
    """One of the choices; of an enumeration its member. Its refusal names them."""

    kind: Any = None

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        return self.kind(value) if self.kind and value != "" else value

    def fail(self, key: str, **values: Any) -> Any:
        super().fail(key, **values, choices=", ".join(str(choice) for choice in self.choices if choice != ""))


# The sentences that forms and the API share, where REST framework has others than Django.
SENTENCES: dict[type[AnyField], dict[str, texts.Text]] = {
    serializers.CharField: {"blank": forms.Field.default_error_messages["required"]},
    serializers.IntegerField: {"invalid": forms.IntegerField.default_error_messages["invalid"]},
    serializers.FloatField: {"invalid": forms.FloatField.default_error_messages["invalid"]},
    serializers.DateField: {"invalid": _("Enter a date that exists, such as 2026-11-29.")},
    Choice: {"invalid_choice": _("“{input}” isn’t possible here. Choose one of: {choices}.")},
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
Nested = Callable[[type], type[AnyField]]  # makes the field of a wish in a wish


def fields_of(kind: Any, plain: Mapping[object, type[AnyField]], nested: Nested) -> dict[str, AnyField]:
    """The fields of a wish by name. *plain*: those of simple types."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: _field(hints[field.name], plain, nested, **_default(field)) for field in dataclasses.fields(kind)
    }


def _default(field: dataclasses.Field[Any]) -> dict[str, object]:
    """Whether it may be left out, and the default that the schema shows."""
    if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
        return {}
    if field.default in (dataclasses.MISSING, None, ()):
        return {"required": False}
    return {"required": False, "default": field.default, **({"allow_blank": True} if field.default == "" else {})}


def _field(hint: object, plain: Mapping[object, type[AnyField]], nested: Nested, **more: Any) -> AnyField:
    kind, notes = apart(hint)
    reader: Any = None
    for note in notes:
        if note is NULLABLE:
            more["allow_null"] = True
        elif isinstance(note, str):
            more |= {"help_text": note} if note else {"allow_blank": True}
        elif isinstance(note, Between):
            more["validators"] = note.validators(kind)
        elif isinstance(note, type) and issubclass(note, serializers.Field):
            reader = note
        elif not isinstance(note, Shown):
            more["choices"] = note.choices
    if isinstance(kind, type) and issubclass(kind, Choices):
        reader, more["choices"] = type(kind.__name__, (Choice,), {"kind": kind}), kind.choices
    elif "choices" in more:
        reader = reader or Choice
    elif get_origin(kind) is tuple:
        more["child"] = _field(get_args(kind)[0], plain, nested)
    elif get_origin(kind) is Mapping and get_args(kind)[1] is not object:
        more["child"] = _field(get_args(kind)[1], plain, nested)
    if reader is None and dataclasses.is_dataclass(kind):
        reader = nested(kind)
    reader = reader or plain.get(kind) or CONTAINERS[get_origin(kind)]
    return reader(**more, error_messages=_sentences(reader))


CONTAINERS = {tuple: serializers.ListField, Mapping: serializers.DictField}


def _sentences(reader: type[AnyField]) -> dict[str, texts.Text]:
    return next((said for kind, said in SENTENCES.items() if issubclass(reader, kind)), {})


def apart(hint: Any) -> tuple[Any, list[Any]]:
    """The type of a hint, without None, and its notes."""
    notes: list[Any] = []
    while get_origin(hint) in {Annotated, Union, UnionType}:
        if get_origin(hint) is Annotated:
            hint, *inner = get_args(hint)
            notes += inner
        else:
            (hint,) = (each for each in get_args(hint) if each is not NoneType)
    return hint, notes

"""Forms of wishes."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Generic, get_type_hints

from django import forms
from django.core import validators
from django.utils.datastructures import MultiValueDict
from rest_framework import serializers

from common.api.errors import flat
from common.api.shapes import AnyField
from common.refusals import Refused
from common.wishes.fields import Shown, apart
from common.wishes.reading import Wish, shape_of

ATTRIBUTES = {
    validators.MaxLengthValidator: "maxlength",
    validators.MinValueValidator: "min",
    validators.MaxValueValidator: "max",
}
TIMES: dict[type[AnyField], Callable[[], forms.Widget]] = {
    serializers.DateField: lambda: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    serializers.TimeField: lambda: forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
}


class WishField(forms.Field):
    """Shows a field of a wish, and reads it as the API does. *otherwise*: its value if it is left out."""

    def __init__(self, reader: AnyField, note: Shown, otherwise: Any) -> None:
        self.reader, self.otherwise = reader, otherwise
        required = otherwise is MISSING if note.required is None else note.required
        widget = note.widget or _widget(reader, note)
        super().__init__(required=required, label=note.label, widget=widget)
        self.initial = None if otherwise is MISSING else otherwise
        if isinstance(self.widget, forms.Select | forms.RadioSelect | forms.CheckboxSelectMultiple):
            self.widget.choices = note.choices or getattr(reader, "choices", {}).items()

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        typed = isinstance(widget, forms.widgets.Input | forms.Textarea) and not widget.is_hidden
        bounds: dict[Any, Any] = {type(each): each for each in self.reader.validators} if typed else {}
        return {name: bounds[kind].limit_value for kind, name in ATTRIBUTES.items() if kind in bounds}

    def clean(self, value: Any) -> Any:
        if value in self.empty_values:
            if self.required:
                raise forms.ValidationError(self.error_messages["required"], code="required")
            return self.otherwise
        try:
            return self.reader.run_validation(value)
        except serializers.ValidationError as wrong:
            raise forms.ValidationError([sentence for _path, sentence in flat(wrong.detail)]) from None
        except Refused as refused:
            raise forms.ValidationError(refused.counted().message) from None


def _widget(reader: AnyField, note: Shown) -> Any:
    """The usual widget of a field."""
    if note.choices or isinstance(reader, serializers.ChoiceField):
        return forms.Select
    if isinstance(reader, serializers.IntegerField):
        return forms.NumberInput
    if isinstance(reader, serializers.BooleanField):
        return forms.CheckboxInput
    return next((make() for kind, make in TIMES.items() if isinstance(reader, kind)), forms.TextInput)


class WishForm(forms.Form, Generic[Wish]):
    """The fields of a wish that are shown."""

    def __init__(self, kind: type[Wish], data: "MultiValueDict[str, str] | None" = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.kind = kind
        # Readers of its own: REST framework's sentences stay in the language in which they were first read.
        readers = shape_of(kind, strict=False)().fields
        shown = {name: WishField(readers[name], note, otherwise) for name, note, otherwise in _shown(kind)}
        self.fields = shown | self.fields

    @property
    def wish(self) -> Wish:
        """What the form asks for. Defaults replace what is invalid, so ask `is_valid` first where that matters."""
        self.is_valid()
        return self.kind(
            **{name: self.cleaned_data[name] for name, *_ in _shown(self.kind) if name in self.cleaned_data}
        )


@cache
def _shown(kind: Any) -> list[tuple[str, Shown, Any]]:
    """For each field of the form its name, how it is shown, and its default."""
    hints = get_type_hints(kind, include_extras=True)
    return [
        (field.name, note, field.default)
        for field in fields(kind)
        for note in apart(hints[field.name])[1]
        if isinstance(note, Shown)
    ]

"""Form fields that choose a person or a computer for a seat, for new games and open games."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.reserved import OF_COMPUTERS

PREFIX = "computer_"  # before the number of the seat, from 0


def levels() -> list[tuple[str, str]]:
    """All computers with their names, the weakest first."""
    return [
        (level.value, _("%(name)s, computer: %(level)s") % {"name": OF_COMPUTERS[level][0], "level": level.label})
        for level in User.Level
    ]


def seat_fields(numbers: range | list[int]) -> dict[str, forms.ChoiceField]:
    """A field for each of these seats, by field name. If it's empty, the seat stays free."""
    return {
        f"{PREFIX}{number}": forms.ChoiceField(
            label=_("Seat %(n)d") % {"n": number + 1}, required=False, choices=[("", _("Person")), *levels()]
        )
        for number in numbers
    }


def chosen_levels(cleaned: Mapping[str, object]) -> dict[int, str]:
    """The levels of the chosen computers, by seat."""
    fields = {name: level for name, level in cleaned.items() if name.startswith(PREFIX)}
    return {int(name.removeprefix(PREFIX)): str(level) for name, level in fields.items() if level}


def carried(sent: Mapping[str, str]) -> dict[str, str]:
    """The choices for the seats, passed from one form to another."""
    return {name: str(sent[name]) for name in sent if name.startswith(PREFIX)}

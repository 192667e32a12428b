from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.preferences import HOW_TO_PLAY

ON_OFF = [("on", _("On")), ("off", _("Off"))]


class TidyField(forms.CharField):
    """A single line without invisible characters."""

    def to_python(self, value: object) -> str:
        return names.tidy(super().to_python(value) or "")


class NicknameField(TidyField):
    """The name that other players see."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=names.LONGEST, validators=[nickname_is_possible], **kwargs)


def nickname_is_possible(name: str) -> None:
    try:
        names.check_nickname(name)
    except names.NotPossible as refused:
        raise forms.ValidationError(str(refused)) from None


class SettingsForm(forms.Form):
    """Display and play settings. Visitors without a name get all except those about their name and play."""

    nickname = NicknameField(label=_("Display name"), widget=forms.TextInput(attrs={"autocomplete": "nickname"}))
    theme = forms.ChoiceField(label=_("Colours"), choices=User.Theme.choices, widget=forms.RadioSelect)
    felt = forms.ChoiceField(
        required=False, label=_("Table colour"), choices=User.Felt.choices, widget=forms.RadioSelect
    )
    tiles = forms.ChoiceField(required=False, label=_("Tiles"), choices=User.Tiles.choices, widget=forms.RadioSelect)
    faces = forms.ChoiceField(
        required=False, label=_("Tiles show"), choices=User.Faces.choices, widget=forms.RadioSelect
    )
    sending = forms.ChoiceField(label=_("Playing a tile"), choices=User.Sending.choices, widget=forms.RadioSelect)
    autoplay = forms.ChoiceField(
        required=False,  # a missing field keeps its value
        label=_("When only one tile fits"),
        choices=[("off", _("I play it myself")), ("on", _("Play it for me"))],
        widget=forms.RadioSelect,
    )
    advance = forms.ChoiceField(
        required=False,
        label=_("After a move"),
        choices=[("off", _("Stay in the game")), ("on", _("Go to my next game"))],
        widget=forms.RadioSelect,
    )
    looking = forms.ChoiceField(
        required=False,
        label=_("Show others when I’m looking at a game"),
        help_text=_(
            "We hide this while we play your only tile for you. It would reveal which moves those were."
            " Your open games also show when you were last here."
        ),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    shows_here = forms.ChoiceField(
        required=False,
        label=_("Show friends when I’m here"),
        help_text=_(
            "While you have a page open, friends who show this, too, see you on their home page and can challenge you."
            " You see them in the same way."
        ),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    gives_puzzles = forms.ChoiceField(
        required=False,
        label=_("Use my finished public games for puzzles"),
        help_text=_(
            "If all players of a game agree, its positions can become puzzles for everyone."
            " Solved puzzles link to the game."
        ),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    sound = forms.ChoiceField(label=_("Sounds"), choices=ON_OFF, widget=forms.RadioSelect)
    motion = forms.ChoiceField(label=_("Animations"), choices=ON_OFF, widget=forms.RadioSelect)
    reactions = forms.ChoiceField(
        required=False,
        label=_("Reactions"),
        help_text=_("Players can send “Well played” and other short reactions. Turn this off to hide them."),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    coach = forms.ChoiceField(
        required=False,
        label=_("Advice after lost rounds"),
        help_text=_(
            "After a round you lose, we show the move that would have helped most."
            " In games with other people, we wait until the game has ended."
        ),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, data: QueryDict | None, *, initial: dict[str, str], has_name: bool) -> None:
        super().__init__(data, initial=initial)
        if not has_name:
            for name in ("nickname", *HOW_TO_PLAY):
                del self.fields[name]

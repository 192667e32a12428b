from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.preferences import HOW_TO_PLAY

ON_OFF = [("on", _("On")), ("off", _("Off"))]


class TidyField(forms.CharField):
    """One line without signs that can't be seen."""

    def to_python(self, value: Any) -> str:
        return names.tidy(super().to_python(value) or "")


class NicknameField(TidyField):
    """What others at the table read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=names.LONGEST, validators=[nickname_is_possible], **kwargs)


def nickname_is_possible(name: str) -> None:
    try:
        names.check_nickname(name)
    except names.NotPossible as refused:
        raise forms.ValidationError(str(refused)) from None


class SettingsForm(forms.Form):
    """How somebody likes the site. Strangers have no name yet and play nothing; all else they have too."""

    nickname = NicknameField(label=_("Name at the table"), widget=forms.TextInput(attrs={"autocomplete": "nickname"}))
    theme = forms.ChoiceField(label=_("Colours"), choices=User.Theme.choices, widget=forms.RadioSelect)
    felt = forms.ChoiceField(required=False, label=_("Table"), choices=User.Felt.choices, widget=forms.RadioSelect)
    tiles = forms.ChoiceField(required=False, label=_("Tiles"), choices=User.Tiles.choices, widget=forms.RadioSelect)
    faces = forms.ChoiceField(
        required=False, label=_("Tiles show"), choices=User.Faces.choices, widget=forms.RadioSelect
    )
    sending = forms.ChoiceField(label=_("Playing a tile"), choices=User.Sending.choices, widget=forms.RadioSelect)
    autoplay = forms.ChoiceField(
        required=False,  # left out, it stays as it is
        label=_("The only tile that fits"),
        choices=[("off", _("I play it myself")), ("on", _("Play it for me"))],
        widget=forms.RadioSelect,
    )
    advance = forms.ChoiceField(
        required=False,
        label=_("After a move"),
        choices=[("off", _("Stay at the table")), ("on", _("Go on to the next game that waits"))],
        widget=forms.RadioSelect,
    )
    looking = forms.ChoiceField(
        required=False,
        label=_("Show when I’m looking at a table"),
        help_text=_("Nobody sees it while your only tile is played for you: it would tell which moves those were."),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    gives_puzzles = forms.ChoiceField(
        required=False,
        label=_("Puzzles may be made of my finished public games"),
        help_text=_(
            "If all who played a game agree, positions of it become puzzles for everybody; solved, they lead to it."
        ),
        choices=ON_OFF,
        widget=forms.RadioSelect,
    )
    sound = forms.ChoiceField(label=_("Sounds"), choices=ON_OFF, widget=forms.RadioSelect)
    motion = forms.ChoiceField(label=_("Motion"), choices=ON_OFF, widget=forms.RadioSelect)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, *args: Any, has_name: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_name:
            for name in ("nickname", *HOW_TO_PLAY):
                del self.fields[name]

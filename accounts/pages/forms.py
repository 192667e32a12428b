from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.preferences import HOW_TO_PLAY
from common.texts import Text

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


class Radio(forms.ChoiceField):
    """On or off, or other choices. A missing field keeps its value, unless it is *required*."""

    def __init__(self, label: Text, choices: Any = ON_OFF, *, required: bool = False, help_text: Text = "") -> None:
        super().__init__(label=label, choices=choices, required=required, help_text=help_text, widget=forms.RadioSelect)


class SettingsForm(forms.Form):
    """Display and play settings. Visitors without a name get all except those about their name and play."""

    nickname = NicknameField(label=_("Display name"), widget=forms.TextInput(attrs={"autocomplete": "nickname"}))
    theme = Radio(_("Colours"), User.Theme.choices, required=True)
    felt = Radio(_("Table colour"), User.Felt.choices)
    tiles = Radio(_("Tiles"), User.Tiles.choices)
    faces = Radio(_("Tiles show"), User.Faces.choices)
    sending = Radio(_("Playing a tile"), User.Sending.choices, required=True)
    autoplay = Radio(_("When only one tile fits"), [("off", _("I play it myself")), ("on", _("Play it for me"))])
    advance = Radio(_("After a move"), [("off", _("Stay in the game")), ("on", _("Go to my next game"))])
    looking = Radio(
        _("Show others when I’m looking at a game"),
        help_text=_(
            "We hide this while we play your only tile for you. It would reveal which moves those were."
            " Your open games also show when you were last here."
        ),
    )
    shows_here = Radio(
        _("Show friends when I’m here"),
        help_text=_(
            "While you have a page open, friends who show this, too, see you on their home page and can challenge you."
            " So do members of your clubs, on the club’s page. You see them in the same way."
        ),
    )
    gives_puzzles = Radio(
        _("Use my finished public games for puzzles"),
        help_text=_(
            "If all players of a game agree, its positions can become puzzles for everyone."
            " Solved puzzles link to the game."
        ),
    )
    sound = Radio(_("Sounds"), required=True)
    motion = Radio(_("Animations"), required=True)
    reactions = Radio(
        _("Reactions"),
        help_text=_("Players can send “Well played” and other short reactions. Turn this off to hide them."),
    )
    coach = Radio(
        _("Advice after lost rounds"),
        help_text=_(
            "After a round you lose, we show the move that would have helped most."
            " In games with other people, we wait until the game has ended."
        ),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, data: QueryDict | None, *, initial: dict[str, str], has_name: bool) -> None:
        super().__init__(data, initial=initial)
        if not has_name:
            for name in ("nickname", *HOW_TO_PLAY):
                del self.fields[name]

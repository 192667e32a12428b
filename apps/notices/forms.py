from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from common.refusals import Unreadable
from common.texts import Text
from notices import outside
from notices.choices import CHOSEN, NO_CHOICE, Channel
from notices.models import Wishes

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


def _part(label: Text) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=99, required=False)


class WishesForm(forms.Form):
    """Notification settings. The boxes of the table of events and channels have names such as “turn.push”."""

    first = _part(_("First reminder (percent of your time used)"))
    second = _part(_("Last reminder (percent of your time used)"))
    digest_hour = forms.TypedChoiceField(label=_("Time of the daily email"), choices=HOURS, coerce=int)
    webhook = forms.CharField(
        label=_("Webhook URL"),
        required=False,
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )

    def __init__(self, sent: QueryDict | None, *, wishes: Wishes) -> None:
        reminders = [*wishes.reminders, None, None]
        now = {"first": reminders[0], "second": reminders[1]}
        now |= {"digest_hour": wishes.digest_hour, "webhook": wishes.webhook}
        super().__init__(sent, initial=now)
        self.wishes = wishes

    def clean_webhook(self) -> str:
        url = str(self.cleaned_data["webhook"]).strip()
        try:
            if url:
                outside.must_be_allowed(url)
        except Unreadable as refused:
            raise forms.ValidationError(refused.counted().message) from None
        return url

    @property
    def reminders(self) -> tuple[int, ...]:
        """As chosen. Players with more than two (set by the API) keep them unless they change these two."""
        if not {"first", "second"} & set(self.changed_data):
            return tuple(self.wishes.reminders)
        return tuple(part for part in (self.cleaned_data["first"], self.cleaned_data["second"]) if part)

    def table(self) -> dict[str, list[str]]:
        """The ticked boxes: channels by event."""
        return {event: [each for each in Channel if f"{event}.{each}" in self.data] for event in CHOSEN}

    def rows(self) -> list[dict[str, object]]:
        """For the page: every event with its boxes."""
        table = self.table() if self.is_bound else self.wishes.table()
        return [
            {
                "event": event,
                "label": event.label,
                "boxes": [
                    {
                        "name": f"{event}.{channel}",
                        "label": channel.label,
                        "checked": channel in table[event],
                        "choice": (event, channel) not in NO_CHOICE,
                    }
                    for channel in Channel
                ],
            }
            for event in CHOSEN
        ]

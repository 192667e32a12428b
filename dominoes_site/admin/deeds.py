"""The deeds of hosts on a row. Each is confirmed on its own page, done by the row's room, and logged."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.readers import current_user
from common.refusals import Refused
from common.texts import Text
from dominoes_site.admin.tables import HostTable
from moderation.actions import must_be_below
from moderation.models import LONGEST_REASON

Table = TypeVar("Table", bound=HostTable)
Row = TypeVar("Row", bound=Model)
Does = Callable[[Table, HttpRequest, Row, str], None]  # for a reason; may raise `Refused`
Asks = Callable[..., HttpResponse | None]  # of the chosen rows


class Reason(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("The reason"),
        help_text=gettext_lazy("Give a reason. The player will see it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def deed(name: Text, *, permission: str = "act", reason: bool = False) -> Callable[[Does[Table, Row]], Asks]:
    """An action in the list, and a button on a row's page. *name*: a short label; *permission*: “act” or “end”, see
    `HostTable`; *reason*: whether a reason is required. The person it concerns must rank below the host.
    """
    form_class = Reason if reason else forms.Form

    def decorate(does: Does[Table, Row]) -> Asks:
        @admin.action(description=name, permissions=[permission])
        @wraps(does)
        def ask_and_do(table: Table, request: HttpRequest, rows: QuerySet[Row]) -> HttpResponse | None:
            chosen = list(rows[: table.list_per_page + 1])
            if len(chosen) > table.list_per_page:  # “all of them” is a mistake
                table.message_user(request, _("Select %(n)d at most.") % {"n": table.list_per_page}, messages.ERROR)
                return None
            form = form_class(request.POST if "sure" in request.POST else None)
            if not form.is_valid():
                context = {
                    **table.admin_site.each_context(request),
                    "title": name,
                    "opts": table.opts,
                    "rows": chosen,
                    "form": form,
                    "action": does.__name__,
                }
                return TemplateResponse(request, "admin/sure.html", context, status=400 if form.is_bound else 200)
            for row in chosen:
                try:
                    if (person := table.concerns(row)) is not None:
                        must_be_below(person, current_user(request))
                    does(table, request, row, form.cleaned_data.get("reason", ""))
                except Refused as refused:
                    table.message_user(request, f"{row}: {refused.counted().message}", messages.WARNING)
                else:
                    table.log_change(request, row, str(name))
                    table.message_user(request, f"{row}: {name}", messages.SUCCESS)
            return None

        return ask_and_do

    return decorate

"""Base class of the administration's tables."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html

from accounts.models import User
from accounts.readers import current_user

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class HostTable(ModelAdmin):
    """Hosts change rows only through deeds. Each table lists its fields, so that a new field stays hidden until
    someone decides to show it. Passwords, digests, keys, seeds and hands must never appear.
    """

    lookups: tuple[str, ...] = ()  # allowed filters; others would reveal hidden fields
    change_form_template = "admin/row.html"
    ordering = ("-pk",)  # another order would read the whole table
    sortable_by = ()
    list_per_page = list_max_show_all = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    view_on_site: Any = False

    def has_add_permission(self, request: HttpRequest, *_of: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Whether the host may use deeds that change a row."""
        return super().has_change_permission(request)

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether the host may use deeds that end a row."""
        return super().has_delete_permission(request)

    def concerns(self, row: Any) -> User | None:
        """The person a deed on this row affects, or None."""
        raise NotImplementedError

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in self.lookups

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: object
    ) -> "type[forms.ModelForm[Model]]":
        """The form without help texts for editors."""
        kwargs["help_texts"] = dict.fromkeys(self.get_fields(request, obj), "")
        return super().get_form(request, obj, change, **kwargs)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        """The row, with its deeds as buttons."""
        deeds = self.get_action_choices(request, default_choices=[])
        return super().change_view(request, object_id, form_url, {"deeds": deeds})

    def log_change(self, request: HttpRequest, obj: Model, message: str) -> LogEntry:
        """Log the deed without names, so that no name survives its account."""
        return LogEntry.objects.create(
            user=current_user(request),
            content_type=ContentType.objects.get_for_model(obj),
            object_id=obj.pk,
            object_repr=f"{obj._meta.verbose_name} {obj.pk}",
            action_flag=CHANGE,
            change_message=message,
        )


def page_of(row: Model) -> str:
    """The address of a row's page."""
    return reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk])


def person_link(person: User | None) -> str:
    return format_html('<a href="{}">{}</a>', page_of(person), person.name) if person else "-"

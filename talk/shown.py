"""What other pages show of talk and notes."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User


def note_about(request: HttpRequest, person: User) -> SafeString | str:
    """A panel on somebody's profile with what the reader has noted about him; not on one's own."""
    if not request.user.is_authenticated or request.user == person:
        return ""
    shown = {"name": "note", "url": reverse("person_note", args=[person.username]), "title": _("My note")}
    return render_to_string("games/_panel.html", shown)

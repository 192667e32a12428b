"""What other packages add to somebody's profile: `register` a call that draws a section, in `AppConfig.ready`."""

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts.models import User

Section = Callable[[HttpRequest, User], SafeString | str]  # "" where there is nothing to say
_sections: list[Section] = []


def register(section: Section) -> None:
    _sections.append(section)


def drawn(request: HttpRequest, person: User) -> list[str]:
    """The sections about *person*, for whoever reads the page."""
    return [html for section in _sections if (html := section(request, person))]

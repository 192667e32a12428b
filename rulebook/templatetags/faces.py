"""Names of people in templates, with their face and the mark of computers and programs."""

from functools import lru_cache
from typing import Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from common.cache.recent import kept_by_language
from rulebook.faces import KEPT, face_drawing, face_of

register = template.Library()


class Named(Protocol):
    """A person, as `User` or as a row of a list."""

    @property
    def name(self) -> str: ...
    @property
    def is_bot(self) -> bool: ...
    @property
    def is_program(self) -> bool: ...
    @property
    def bot_level(self) -> str: ...


@register.simple_tag
def face(name: str) -> SafeString:
    return face_drawing(face_of(name))


@register.simple_tag
def named(person: Named, called: str = "") -> SafeString:
    """The name for lists and headings, or the shorter *called*, with face and mark; links go around it."""
    return _named(person.name, called or person.name, mark_of(person))


@lru_cache(KEPT)
def _named(name: str, called: str, mark: SafeString) -> SafeString:
    drawn = face_drawing(face_of(name))
    return format_html('<span class="named">{}<span class="named-name">{}</span>{}</span>', drawn, called, mark)


def mark_of(person: Named) -> SafeString:
    """The mark of a computer or program; empty for people."""
    if person.is_bot:
        return computer_mark(person.bot_level)
    return program_mark() if person.is_program else SafeString()


@kept_by_language
def program_mark() -> SafeString:
    return format_html(
        ' <span class="program" title="{}"><span>{}</span></span>',
        _("A program plays for this account"),
        _("program"),
    )


@register.simple_tag
@kept_by_language
def computer_mark(level: str) -> SafeString:
    return format_html(
        ' <span class="program computer" title="{}"><span>{}</span></span>', User.Level(level).label, _("computer")
    )

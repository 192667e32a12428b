"""What somebody reads of the talk at a table; nothing here changes anything."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game
from people.queries import blocked_ids
from talk import rooms
from talk.models import Message, Note, Reading

ON_A_PAGE = 50
MOST_COUNTED = 99  # unread messages


@dataclass(frozen=True, slots=True)
class Talk:
    """A page of it, the oldest message first. *earlier*: what to ask for before it; None: it begins here."""

    messages: list[Message]
    earlier: int | None
    muted: bool

    @property
    def newest(self) -> int:
        return self.messages[-1].pk if self.messages else 0


def talk(game: Game, reader: Any, before: int | None = None) -> Talk:
    """The newest messages that the reader may read, or those before one."""
    found = _readable(game, reader)
    if before is not None:
        found = found.filter(pk__lt=before)
    newest = list(found.select_related("author").order_by("-pk")[: ON_A_PAGE + 1])
    shown = newest[:ON_A_PAGE][::-1]
    return Talk(shown, shown[0].pk if len(newest) > ON_A_PAGE else None, _is_muted(game, reader))


def may_read(message: Message, game: Game, reader: Any) -> bool:
    return _readable(game, reader).filter(pk=message.pk).exists()


def unread(game: Game, reader: Any) -> int:
    """How many messages of others are new to them; 0 where they have muted those."""
    if not reader.is_authenticated or not rooms.readable(game, reader):
        return 0
    reading = Reading.objects.filter(game=game, reader=reader).first() or Reading()
    if reading.muted:
        return 0
    new = _readable(game, reader).filter(pk__gt=reading.seen).exclude(author=reader)
    return len(new.values_list("pk")[:MOST_COUNTED])


def my_note(author: Any, *, game: Game | None = None, person: User | None = None) -> str:
    if not author.is_authenticated:
        return ""
    return Note.objects.filter(author=author, game=game, person=person).values_list("text", flat=True).first() or ""


def _readable(game: Game, reader: Any) -> QuerySet[Message]:
    """Without what passes between people who have blocked each other."""
    found = Message.objects.filter(game=game, room__in=rooms.readable(game, reader))
    return found.exclude(author__in=blocked) if (blocked := blocked_ids(reader)) else found


def _is_muted(game: Game, reader: Any) -> bool:
    return reader.is_authenticated and Reading.objects.filter(game=game, reader=reader, muted=True).exists()

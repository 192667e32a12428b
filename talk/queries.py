"""What somebody reads of the talk at a table; nothing here changes anything."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from common.paging import Page, page
from games.models import Game
from people.queries import blocked_ids
from talk import rooms
from talk.models import Message, Note, Reading

ON_A_PAGE = 50
MOST_COUNTED = 99  # unread messages


@dataclass(frozen=True, slots=True)
class Talk:
    """A page of it, the oldest message first, though the page after it has earlier ones."""

    page: Page[Message]
    muted: bool

    @property
    def messages(self) -> list[Message]:
        return self.page.rows

    @property
    def newest(self) -> int:
        return self.messages[-1].pk if self.messages else 0


def talk(game: Game, reader: Any, cursor: str = "") -> Talk:
    """The newest messages that the reader may read, or those before one."""
    newest = page(_readable(game, reader).select_related("author").order_by("-pk"), cursor, ON_A_PAGE)
    return Talk(newest.of(lambda messages: messages[::-1]), _is_muted(game, reader))


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

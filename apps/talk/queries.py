"""Read-only queries of the chat and notes."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from accounts.readers import Reader
from common.database import read_rows
from common.lists.paging import Page, page
from games.models import Game
from games.queries import find_game
from people.queries import blocked_ids
from talk import rooms
from talk.models import Message, Note, Reading

ON_A_PAGE = 50
MOST_COUNTED = 99  # unread messages
NEWS = f"""
    SELECT (SELECT count(*) FROM (
        SELECT 1 FROM talk_message message
        LEFT JOIN talk_reading reading ON reading.game_id = message.game_id AND reading.reader_id = %(reader)s
        WHERE message.game_id = %(game)s AND message.room IN (%(room)s, %(other)s) AND message.author_id <> %(reader)s
        AND message.id > COALESCE(reading.seen, 0) AND NOT COALESCE(reading.muted, FALSE) AND NOT EXISTS (
            SELECT 1 FROM people_block block WHERE block.by_id = %(reader)s AND block.whom_id = message.author_id
            OR block.by_id = message.author_id AND block.whom_id = %(reader)s)
        LIMIT {MOST_COUNTED}) newest),
    EXISTS (SELECT 1 FROM talk_message message
        WHERE message.game_id = %(game)s AND message.room IN (%(room)s, %(other)s))
    OR EXISTS (SELECT 1 FROM talk_reaction reaction JOIN games_seat seat ON seat.id = reaction.seat_id
        WHERE seat.game_id = %(game)s AND reaction.version >= %(version)s)
"""  # noqa: S608 - a number


@dataclass(frozen=True, slots=True)
class Talk:
    """A page of messages, oldest first. The next page has earlier ones."""

    page: Page[Message]
    muted: bool
    seen: int = 0  # outside games: the id of the newest message that the reader has seen

    @staticmethod
    def empty() -> "Talk":
        return Talk(Page([]), muted=False)

    @property
    def messages(self) -> list[Message]:
        return self.page.rows

    @property
    def newest(self) -> int:
        return self.messages[-1].pk if self.messages else 0


@dataclass(frozen=True, slots=True)
class News:
    """About the talk of a game: *unread* messages of others, at most `MOST_COUNTED`, 0 if the reader muted it; and
    whether there *is_more* to fetch for the felt: a last message, or reactions of this turn.
    """

    unread: int = 0
    is_more: bool = False


def talk(game: Game, reader: Reader, cursor: str = "") -> Talk:
    """The newest messages that *reader* may read, or the page at *cursor*."""
    newest = page(_readable(game, reader).select_related("author").order_by("-pk"), cursor, ON_A_PAGE)
    return Talk(newest.of(lambda messages: messages[::-1]), _is_muted(game, reader))


def may_read(message: Message, reader: Reader) -> bool:
    """Whether *reader* sees a message in a game or of two people. For the chat of a club, ask `clubs.chat`."""
    if message.game is not None:
        return _readable(find_game(message.game.public_id), reader).filter(pk=message.pk).exists()
    return message.conversation is not None and reader.pk in (
        message.conversation.one_id,
        message.conversation.other_id,
    )


def news(game: Game, reader: Reader) -> News:
    """What the page of a game says about its talk. Nothing for strangers.

    One query in SQL because each view of a game page asks it; the ORM needs twenty times as long to build it.
    """
    if not reader.is_authenticated or not (readable := rooms.readable(game, reader)):
        return News()
    asked: dict[str, int | str] = {
        "game": game.pk, "version": game.version, "reader": reader.pk, "room": readable[0], "other": readable[-1],
    }  # fmt: skip
    [(unread, is_more)] = read_rows(NEWS, asked)
    return News(int(unread), bool(is_more))


def last_message(game: Game, reader: Reader) -> Message | None:
    """The newest message that *reader* may read; None if they muted the chat."""
    if _is_muted(game, reader):
        return None
    return _readable(game, reader).select_related("author").order_by("-pk").first()


def my_note(author: User, *, game: Game | None = None, person: User | None = None) -> str:
    return Note.objects.filter(author=author, game=game, person=person).values_list("text", flat=True).first() or ""


def _readable(game: Game, reader: Reader) -> QuerySet[Message]:
    """Leaves out authors whom the reader blocked or who blocked the reader."""
    messages = Message.objects.filter(game=game, room__in=rooms.readable(game, reader))
    return messages.exclude(author__in=blocked) if (blocked := blocked_ids(reader)) else messages


def _is_muted(game: Game, reader: Reader) -> bool:
    return reader.is_authenticated and Reading.objects.filter(game=game, reader=reader, muted=True).exists()

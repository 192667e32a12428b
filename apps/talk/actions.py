"""Send a chat message, mute a game's chat, save a note."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import database
from accounts.models import User
from common import refusals
from common.database import tried_again
from games import queries
from games.models import Game
from games.viewers import live
from notices import actions as notices
from notices.choices import Event
from people.queries import blocked_ids
from talk import rooms, saying
from talk.models import LONGEST_NOTE, Message, Note, Reading


@tried_again
def say(*, game: Game, author: User, now: datetime, text: str = "", greeting: str = "", room: str = "") -> Message:
    """Send *text* or *greeting*, not both, to a room of *game* (from `find_game`). Returns the message.

    *room* defaults to the first one that the author may write in. Repeating the author's last message within
    `saying.SAME_AGAIN` returns that message. Raises `Unreadable`, `Forbidden` or `TooMany`.
    """
    text = saying.tidied(text, greeting)
    allowed = rooms.speakable(game, author)
    if not allowed:
        raise _must_not_speak(game, author)
    if room and room not in allowed:
        raise saying.not_here()
    place = Message.Room(room or allowed[0])
    with transaction.atomic():
        author = database.hold(author)  # one message at a time for each author
        said = Message(game=game, author=author, room=place, text=text, greeting=greeting, version=game.version, at=now)
        message, is_new = saying.publish(said)
        if not is_new:
            return message
        deaf = blocked_ids(author) | set(Reading.objects.filter(game=game, muted=True).values_list("reader", flat=True))
        seated = [seat.player_id for seat in game.seats.all() if seat.player_id is not None]
        if place == rooms.SEATED:
            _tell(message, [player for player in seated if player != author.pk and player not in deaf])
    _announce(game, place, seated, deaf)
    if place == rooms.SEATED or game.status not in Game.RUNNING:
        _tell_programs(message, game, [player for player in seated if player != author.pk and player not in deaf])
    return message


def _tell(message: Message, players: list[int]) -> None:
    """Notify them that there is a message, without its text."""
    for player in User.objects.filter(pk__in=players, is_active=True, bot_level=""):
        notices.tell(player=player, event=Event.MESSAGE, now=message.at, game=message.game, by=message.author)


def _announce(game: Game, room: Message.Room, seated: list[int], deaf: set[int]) -> None:
    """Tell the open boards of all readers to fetch the chat panel again. The nudge has no text."""
    if room == rooms.SEATED:
        live.show_panel(game.public_id, "talk", to=[player for player in seated if player not in deaf])
    elif game.status in Game.RUNNING:
        live.show_panel(game.public_id, "talk", but=[*seated, *deaf])
    else:
        live.show_panel(game.public_id, "talk", but=list(deaf))


def _tell_programs(message: Message, game: Game, players: list[int]) -> None:
    """Tell the programs of *players*, who may read it, but not the author's: it would answer itself. It has no text."""
    event = {"type": "talk", "id": game.public_id, "room": str(message.room), "message": message.pk}
    live.tell_programs([(player, event) for player in players])


def _must_not_speak(game: Game, author: User) -> refusals.Forbidden:
    if queries.seat_of(game, author) is not None:
        return refusals.Forbidden("nobody_there", _("Computers can’t read messages."))
    if game.started_at is None:
        return refusals.Forbidden("not_seated", _("Only players can chat before the game starts."))
    return refusals.Forbidden(
        "account_needed", _("Log in to chat as a spectator. Guests can chat only in games they play.")
    )


@tried_again
def mark_read(*, game: Game, reader: User, newest: int, now: datetime) -> None:
    """Store that *reader* has seen messages up to the id *newest*. An older id changes nothing."""
    reading, made = Reading.objects.get_or_create(game=game, reader=reader, defaults={"seen": newest})
    if made or Reading.objects.filter(pk=reading.pk, seen__lt=newest).update(seen=newest):
        notices.mark_read(player=reader, now=now, game=game.public_id, event=Event.MESSAGE)


@tried_again
def mute(*, game: Game, reader: User, muted: bool) -> None:
    Reading.objects.update_or_create(game=game, reader=reader, defaults={"muted": muted})


@tried_again
def write_note(*, author: User, text: str, now: datetime, game: Game | None = None, person: User | None = None) -> str:
    """Save the author's note about a game or a person, or delete it if *text* is empty. Returns the tidied text.

    Raises `Unreadable` if it is too long.
    """
    text = saying.tidied_lines(text)
    if len(text) > LONGEST_NOTE:
        raise refusals.Unreadable("too_long", _("A note can have at most %(n)d characters.") % {"n": LONGEST_NOTE})
    if text:
        kept = {"text": text, "changed_at": now}
        Note.objects.update_or_create(author=author, game=game, person=person, defaults=kept)
    else:
        Note.objects.filter(author=author, game=game, person=person).delete()
    return text

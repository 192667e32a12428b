"""What all chats share when somebody writes: tidy the text, refuse what can't be said, and store it once."""

from datetime import timedelta

from django.utils.translation import gettext as _

from accounts import names
from accounts.followers import followers
from common import limits, refusals
from talk.models import LONGEST_MESSAGE, Message

SAME_AGAIN = timedelta(seconds=30)  # an identical message within this time is a double click
SAID = ("game_id", "conversation_id", "room", "text", "greeting")


def tidied(text: str, greeting: str = "") -> str:
    """The text as we store it. Raises `Unreadable` if it is too long, or unless there's either a text or a greeting."""
    text = names.tidy(text)
    if len(text) > LONGEST_MESSAGE:
        sentence = _("A message can have at most %(n)d characters.") % {"n": LONGEST_MESSAGE}
        raise refusals.Unreadable("too_long", sentence)
    if bool(text) == bool(greeting) or greeting not in {"", *Message.Greeting.values}:
        raise refusals.Unreadable("nothing_said", _("Write something first."))
    return text


def tidied_lines(text: str) -> str:
    """The same for a text of several lines. It may be empty, and as long as it is."""
    return "\n".join(names.tidy(line) for line in text.splitlines()).strip()


def publish(message: Message) -> tuple[Message, bool]:
    """Store the message, unless it repeats its author's last one within `SAME_AGAIN`. Returns what is stored, and
    whether it's new.

    Call inside the transaction that holds the author (`accounts.database.hold`). Raises `Forbidden` or `TooMany`.
    """
    author = message.author
    if not author.is_active:
        raise not_here()
    for follower in followers():
        follower.speaking(author, message.at)
    last = Message.objects.filter(author=author).order_by("-pk").first()
    if last is not None and last.at > message.at - SAME_AGAIN and _said(last) == _said(message):
        return last, False
    limits.check("talk", author)
    message.save(force_insert=True)
    return message, True


def not_here() -> refusals.Forbidden:
    return refusals.Forbidden("not_here", _("You can’t write in this chat."))


def _said(message: Message) -> list[object]:
    return [getattr(message, name) for name in SAID]

"""Move or delete messages, reactions and notes when accounts are merged or deleted."""

from django.db.models import Q

from accounts.followers import FollowsPeople
from accounts.models import User
from talk.models import Conversation, Listener, Message, Note, Reaction, Reading


class TalkOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """Move the guest's messages and notes to the account. A note of the account wins over one of the guest."""
        Message.objects.filter(author=guest).update(author=account)
        read = list(Reading.objects.filter(reader=account).values_list("game", flat=True))
        Reading.objects.filter(reader=guest).exclude(game__in=read).update(reader=account)
        heard = list(Listener.objects.filter(reader=account).values_list("conversation", flat=True))
        Listener.objects.filter(reader=guest).exclude(conversation__in=heard).update(reader=account)
        known = Note.objects.filter(author=account)
        games, people = (list(known.values_list(about, flat=True)) for about in ("game", "person"))
        mine = Note.objects.filter(author=guest).exclude(game__in=[game for game in games if game])
        mine.exclude(person__in=[person for person in people if person]).update(author=account)

    def deleted(self, user: User) -> None:
        """Delete their messages, reactions and notes, others' notes about them, and what others wrote to them."""
        Conversation.objects.filter(Q(one=user) | Q(other=user)).delete()
        Listener.objects.filter(reader=user).delete()
        Message.objects.filter(author=user).delete()
        Reaction.objects.filter(seat__player=user).delete()
        Note.objects.filter(author=user).delete()
        Note.objects.filter(person=user).delete()
        Reading.objects.filter(reader=user).delete()

    def on_record(self, user: User) -> dict[str, object]:
        others = "conversation__one", "conversation__other"
        messages = Message.objects.filter(author=user).select_related("game", *others).order_by("pk")
        noted = Note.objects.filter(author=user).select_related("game", "person").order_by("pk")
        signs = Reaction.objects.filter(seat__player=user).select_related("seat__game").order_by("pk")
        return {
            "messages": [
                {
                    "game": each.game.public_id if each.game else None,
                    "to": _recipient(each),
                    "room": each.room,
                    "at": each.at,
                    "text": each.text or each.greeting,
                }
                for each in messages.iterator()
            ],
            "reactions": [
                {"game": each.seat.game.public_id, "at": each.at, "sign": each.sign} for each in signs.iterator()
            ],
            "notes": [
                {
                    "game": each.game.public_id if each.game else None,
                    "about": each.person.username if each.person else None,
                    "text": each.text,
                    "at": each.changed_at,
                }
                for each in noted.iterator()
            ],
        }


def _recipient(message: Message) -> str | None:
    """The user name of whom it was written to; None in a game or a club."""
    if message.conversation is None:
        return None
    people = message.conversation.one, message.conversation.other
    return next((each.username for each in people if each is not None and each.pk != message.author_id), None)

from typing import Any

from django.dispatch import Signal, receiver

from accounts.models import User
from accounts.signals import asked_for_data, deleted, guest_merged
from talk.models import Message, Note, Reading

# Somebody is about to say something: sent with author=User, now=datetime. A receiver raises Forbidden to refuse.
saying = Signal()


@receiver(guest_merged)
def words_come_along(guest: User, user: User, **_kwargs: Any) -> None:
    """Who logs in to his account keeps what he said and noted as a guest."""
    Message.objects.filter(author=guest).update(author=user)
    read = list(Reading.objects.filter(reader=user).values_list("game", flat=True))
    Reading.objects.filter(reader=guest).exclude(game__in=read).update(reader=user)
    known = Note.objects.filter(author=user)
    games, people = (list(known.values_list(about, flat=True)) for about in ("game", "person"))
    mine = Note.objects.filter(author=guest).exclude(game__in=[game for game in games if game])
    mine.exclude(person__in=[person for person in people if person]).update(author=user)


@receiver(deleted)
def words_are_forgotten(user: User, **_kwargs: Any) -> None:
    """What somebody said goes with him, and what others noted about him."""
    Message.objects.filter(author=user).delete()
    Note.objects.filter(author=user).delete()
    Note.objects.filter(person=user).delete()
    Reading.objects.filter(reader=user).delete()


@receiver(asked_for_data)
def words_on_record(user: User, **_kwargs: Any) -> dict[str, Any]:
    said = Message.objects.filter(author=user).select_related("game").order_by("pk")
    noted = Note.objects.filter(author=user).select_related("game", "person").order_by("pk")
    return {
        "messages": [
            {"game": each.game.public_id, "room": each.room, "at": each.at, "text": each.text or each.greeting}
            for each in said.iterator()
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

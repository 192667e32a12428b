"""Chat messages, reactions and private notes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat

LONGEST_MESSAGE, LONGEST_NOTE = 500, 2_000  # characters


class Conversation(models.Model):
    """Messages outside games: the letters of two people, or the chat of a club, which refers to this row.

    Of two people, *one* has the lower id.
    """

    one = models.ForeignKey(  # the constraint below has an index that begins with it
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, db_index=False, related_name="+"
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    newest = models.BigIntegerField(default=0)  # id of its last message

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="conversation_once"),
            models.CheckConstraint(
                condition=Q(one__isnull=True, other__isnull=True) | Q(one__lt=models.F("other")),
                name="conversation_of_two_or_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"conversation {self.pk}"

    @property
    def is_of_two(self) -> bool:
        return self.one_id is not None

    def partner_of(self, reader: int) -> int | None:
        """The id of the other person; None in a club."""
        return self.other_id if self.one_id == reader else self.one_id


class Listener(models.Model):
    """How far a reader has read a conversation, and whether they muted it. Of letters, both people have a row."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, db_index=False, related_name="listeners")
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen = models.BigIntegerField(default=0)  # id of the newest message they have seen
    muted = models.BooleanField(default=False)
    has_written = models.BooleanField(default=False)  # so the other may answer, even if they aren't friends

    class Meta:
        constraints = [models.UniqueConstraint(fields=["conversation", "reader"], name="one_listener")]

    def __str__(self) -> str:
        return f"{self.reader_id} in {self.conversation_id}: {self.seen}"


class Message(models.Model):
    """A message in one of a game's two chats, or in a conversation; `rooms.py` decides who may read and write where."""

    class Room(models.TextChoices):
        SEATED = "seated", _("Player chat")
        WATCHERS = "watchers", _("Spectator chat")
        CLUB = "club", _("Club chat")
        LETTERS = "letters", _("Messages")

    class Greeting(models.TextChoices):
        """Ready-made messages, shown in each reader's language."""

        HELLO = "hello", _("Hello!")
        GOOD_LUCK = "good_luck", _("Good luck")
        WELL_PLAYED = "well_played", _("Well played")
        LUCKY = "lucky", _("That was lucky")
        SORRY = "sorry", _("Sorry for the wait")
        THANKS = "thanks", _("Thank you for the game")

    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, db_index=False, related_name="messages")
    conversation = models.ForeignKey(
        Conversation, null=True, on_delete=models.CASCADE, db_index=False, related_name="messages"
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="messages"
    )
    room = models.CharField(max_length=10, choices=Room)
    text = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    greeting = models.CharField(max_length=20, choices=Greeting, blank=True)
    version = models.PositiveIntegerField()  # the game's version when it was sent; 0 in a conversation
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)  # by a moderator, or by an organiser of the club

    class Meta:
        indexes = [
            models.Index(fields=["game", "-id"], name="message_of_game"),
            models.Index(fields=["author", "-id"], name="message_by_author"),
            models.Index(
                fields=["conversation", "-id"],
                name="message_of_conversation",
                condition=Q(conversation__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(text="") ^ Q(greeting=""), name="message_says_one_thing"),
            models.CheckConstraint(
                condition=Q(game__isnull=True) ^ Q(conversation__isnull=True), name="message_in_one_place"
            ),
        ]

    def __str__(self) -> str:
        return self.said

    @property
    def said(self) -> str:
        """The text that readers see, in the active language."""
        if self.removed_at is not None:
            is_of_club = self.room == self.Room.CLUB  # where organisers remove messages, too
            return gettext("This message was removed.") if is_of_club else gettext("Removed by a moderator.")
        return str(self.Greeting(self.greeting).label) if self.greeting else self.text


class Reading(models.Model):
    """How far a reader has read a game's chat, and whether they muted it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="+")
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen = models.BigIntegerField(default=0)  # id of the newest message they have seen
    muted = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "reader"], name="one_reading")]

    def __str__(self) -> str:
        return f"{self.reader_id} at {self.game_id}: {self.seen}"


class Reaction(models.Model):
    """The last reaction of a seat's player. `reactions.py` decides who may send which, and who sees it how long."""

    class Sign(models.TextChoices):
        HELLO = "hello", _("Hello!")
        WELL_PLAYED = "well_played", _("Well played")
        OOPS = "oops", _("Oops!")
        THINKING = "thinking", _("Thinking …")
        THANKS = "thanks", _("Thanks")
        ONE_MORE = "one_more", _("One more?")

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="+")
    sign = models.CharField(max_length=20, choices=Sign)
    version = models.PositiveIntegerField()  # the game's version when it was sent
    number = models.PositiveSmallIntegerField()  # how many the player has sent at this version, with this one
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.sign} at {self.seat_id}"


class Note(models.Model):
    """A note about a game or a person. Only its author sees it."""

    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="notes")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST_NOTE)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author", "game"], name="one_note_a_game"),
            models.UniqueConstraint(fields=["author", "person"], name="one_note_a_person"),
            models.CheckConstraint(
                condition=Q(game__isnull=True) ^ Q(person__isnull=True), name="note_about_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"note of {self.author_id}"

"""What people say beside the board, and what they note for themselves."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game

LONGEST_MESSAGE, LONGEST_NOTE = 500, 2_000  # characters


class Message(models.Model):
    """Said at a table (by the seated, to all of them) or among those who watch it; rooms.py says who reads what."""

    class Room(models.TextChoices):
        SEATED = "seated", _("Player chat")
        WATCHERS = "watchers", _("Spectator chat")

    class Greeting(models.TextChoices):
        """Said in each reader's own language."""

        HELLO = "hello", _("Hello!")
        GOOD_LUCK = "good_luck", _("Good luck")
        WELL_PLAYED = "well_played", _("Well played")
        LUCKY = "lucky", _("That was lucky")
        SORRY = "sorry", _("Sorry for the wait")
        THANKS = "thanks", _("Thank you for the game")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False, related_name="messages"
    )
    room = models.CharField(max_length=10, choices=Room)
    text = models.CharField(max_length=LONGEST_MESSAGE, blank=True)
    greeting = models.CharField(max_length=20, choices=Greeting, blank=True)
    version = models.PositiveIntegerField()  # of the game when it was said
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)  # by a moderator

    class Meta:
        indexes = [
            models.Index(fields=["game", "-id"], name="message_of_game"),
            models.Index(fields=["author", "-id"], name="message_by_author"),
        ]
        constraints = [models.CheckConstraint(condition=Q(text="") ^ Q(greeting=""), name="message_says_one_thing")]

    def __str__(self) -> str:
        return self.said

    @property
    def said(self) -> str:
        """As it is read by everybody, in the reader's language."""
        if self.removed_at is not None:
            return gettext("Removed by a moderator.")
        return str(self.Greeting(self.greeting).label) if self.greeting else self.text


class Reading(models.Model):
    """How far somebody has read the talk of a table, and whether they want to hear of it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, db_index=False, related_name="+")
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen = models.BigIntegerField(default=0)  # the newest message they have had before their eyes
    muted = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "reader"], name="one_reading")]

    def __str__(self) -> str:
        return f"{self.reader_id} at {self.game_id}: {self.seen}"


class Note(models.Model):
    """About a game or about a person, for its author alone."""

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

"""Clubs: who belongs to them, who asks to, and what their organisers announce."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import skeletons
from common.chances import new_public_id, new_secret
from common.queues import QueueRow
from talk.models import Conversation

PERSON = settings.AUTH_USER_MODEL
LONGEST_NAME, LONGEST_ABOUT, LONGEST_POST = 30, 1_000, 1_000  # characters
RENAMED_ONCE_IN = timedelta(days=90)


class Club(models.Model):
    """A group of people who play together. *skeleton*: of its name, so that no two are alike
    (`accounts.skeletons.folded`).

    Every change of who belongs to it locks this row first, after the rows of people.
    """

    class Joining(models.TextChoices):
        OPEN = "open", _("Everyone can join")
        REQUEST = "request", _("People ask to join")
        LINK = "link", _("Only people with the link")

    class Colour(models.TextChoices):
        RED = "red", pgettext_lazy("colour", "Red")
        ORANGE = "orange", pgettext_lazy("colour", "Orange")
        GREEN = "green", pgettext_lazy("colour", "Green")
        TEAL = "teal", pgettext_lazy("colour", "Teal")
        BLUE = "blue", pgettext_lazy("colour", "Blue")
        PURPLE = "purple", pgettext_lazy("colour", "Purple")
        BLACK = "black", pgettext_lazy("colour", "Black")
        WHITE = "white", pgettext_lazy("colour", "White")

    public_id = models.CharField(max_length=16, default=new_public_id, unique=True, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    skeleton = models.CharField(max_length=skeletons.LONGEST, unique=True, editable=False)
    key = models.BinaryField(max_length=600)  # of its name, for search (`people.models.key_of`)
    about = models.TextField(max_length=LONGEST_ABOUT, blank=True)
    tile = models.CharField(max_length=3, default="6-6")  # the emblem: a tile of the double-six set …
    ground = models.CharField(max_length=6, choices=Colour, default=Colour.BLUE)  # … of this colour
    dots = models.CharField(max_length=6, choices=Colour, default=Colour.WHITE)  # … with dots of this one
    joining = models.CharField(max_length=7, choices=Joining, default=Joining.OPEN)
    link = models.CharField(max_length=40, default=new_secret, unique=True)  # the secret of its invitation link
    shows_members = models.BooleanField(default=True)  # to people who aren't members
    conversation = models.OneToOneField(Conversation, on_delete=models.PROTECT, related_name="club")
    size = models.PositiveIntegerField(default=0)  # members with an account
    created_at = models.DateTimeField()
    renamed_at = models.DateTimeField(null=True)
    former_name = models.CharField(max_length=LONGEST_NAME, blank=True)  # shown for as long as it can't change again
    hidden_at = models.DateTimeField(null=True)  # by a moderator: in no list, only members see it
    closed_at = models.DateTimeField(null=True)  # its results stay

    class Meta:
        constraints = [
            models.CheckConstraint(name="club_formerly", condition=Q(former_name="") | Q(renamed_at__isnull=False))
        ]
        indexes = [
            models.Index(
                fields=["-size", "id"], name="club_list", condition=Q(hidden_at__isnull=True, closed_at__isnull=True)
            ),
            models.Index(fields=["key"], name="club_key"),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.name})"

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.public_id])

    def address_with_link(self) -> str:
        """The page on which people with the invitation link join. For organisers."""
        return reverse("club_link", args=[self.public_id, self.link])

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def name_changes_at(self) -> datetime | None:
        """When the owner can change its name again; None: at once."""
        return self.renamed_at and self.renamed_at + RENAMED_ONCE_IN

    def shown_former_name(self, now: datetime) -> str:
        """Its former name for as long as the name can't change again, then ""."""
        return self.former_name if self.name_changes_at and self.name_changes_at > now else ""


class Membership(models.Model):
    """A person in a club. Leaving deletes the row."""

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        ORGANISER = "organiser", _("Organiser")
        MEMBER = "member", _("Member")

    ORGANISES = (Role.OWNER, Role.ORGANISER)

    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="memberships")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, db_index=False, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField()
    organiser_since = models.DateTimeField(null=True)  # the oldest organiser follows an owner who goes

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "club"], name="membership_once"),
            models.UniqueConstraint(fields=["club"], name="membership_one_owner", condition=Q(role="owner")),
            models.CheckConstraint(
                name="membership_organises_since",
                condition=Q(role="member", organiser_since=None)
                | (~Q(role="member") & Q(organiser_since__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(fields=["club", "since", "id"], name="membership_of_club"),
            models.Index(
                fields=["club", "organiser_since"],
                name="membership_organisers",
                condition=Q(organiser_since__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}: {self.role}"

    @property
    def organises(self) -> bool:
        return self.role in self.ORGANISES


class Request(models.Model):
    """Somebody asks to join (*by* is None), or an organiser invites them. One row for each person and club.

    It stays once it was declined, so that nobody is asked again and again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="requests")
    player = models.ForeignKey(PERSON, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(PERSON, null=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="request_once")]
        indexes = [models.Index(fields=["club", "-id"], name="request_open", condition=Q(declined_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.player_id} to {self.club_id}"


class Post(models.Model):
    """What an organiser announces to the members of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="posts")
    author = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(max_length=LONGEST_POST)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)  # by an organiser or a moderator

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="post_of_club")]

    def __str__(self) -> str:
        return f"post {self.pk} of {self.club_id}"


class News(QueueRow):
    """What the members of a club aren't all notified of yet (`clubs.notifications`). Newer news replaces it."""

    club = models.OneToOneField(Club, primary_key=True, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(PERSON, null=True, on_delete=models.SET_NULL, related_name="+")  # they know it
    words = models.JSONField(default=dict)  # for its sentence
    at = models.DateTimeField()
    told = models.BigIntegerField(default=0)  # the key of the last membership that is done

    def __str__(self) -> str:
        return f"news of {self.club_id}"

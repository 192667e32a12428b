import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import agents
from accounts.oauth.models import App as App
from accounts.oauth.models import Grant as Grant
from accounts.oauth.models import SigningKey as SigningKey
from accounts.rest import Rest
from accounts.skeletons import LONGEST, folded


class User(AbstractUser):
    """A player: a person with an account, a guest (whose row may become an account later), or one of our computers
    (`accounts.computers`).
    """

    class Theme(models.TextChoices):
        SYSTEM = "system", _("Same as device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Sending(models.TextChoices):
        SUBMIT = "submit", _("Place it, then press Submit")
        ONE_TAP = "one_tap", _("Play with one tap")

    class Felt(models.TextChoices):
        MIDNIGHT = "midnight", _("Midnight blue")
        PETROL = "petrol", _("Petrol")
        BAIZE = "baize", _("Green baize")
        WALNUT = "walnut", _("Walnut")
        SLATE = "slate", _("Slate")

    class Tiles(models.TextChoices):
        IVORY = "ivory", _("Ivory")
        WHITE = "white", _("White")
        EBONY = "ebony", _("Ebony")
        OLIVE = "olive", _("Olive wood")

    class Faces(models.TextChoices):
        DOTS = "dots", _("Dots")
        NUMERALS = "numerals", _("Numbers")
        PICTURES = "pictures", _("Pictures")

    class Lists(models.TextChoices):
        ROWS = "rows", _("Rows")
        BOARDS = "boards", _("Boards")

    class Level(models.TextChoices):
        """The strength of a computer. `mind.levels` defines each, by the same keys."""

        BEGINNER = "beginner", _("Beginner")
        CASUAL = "casual", _("Casual")
        SOLID = "solid", _("Solid")
        GOOD = "good", _("Good")
        STRONG = "strong", _("Strong")
        MASTER = "master", _("Master")

    is_guest = models.BooleanField(default=False)
    # Of a computer; blank for people.
    bot_level = models.CharField(max_length=10, choices=Level, blank=True, db_default="", editable=False)
    # Of the user name: two accounts never have names that look alike. None for guests and deleted accounts.
    skeleton = models.CharField(max_length=LONGEST, unique=True, null=True, editable=False)  # noqa: DJ001
    nickname = models.CharField(_("display name"), max_length=30, blank=True)
    theme = models.CharField(_("colours"), max_length=10, choices=Theme, default=Theme.SYSTEM)
    sending = models.CharField(_("playing a tile"), max_length=10, choices=Sending, default=Sending.SUBMIT)
    felt = models.CharField(_("table colour"), max_length=10, choices=Felt, default=Felt.MIDNIGHT)
    tiles = models.CharField(_("tiles"), max_length=10, choices=Tiles, default=Tiles.IVORY)
    faces = models.CharField(_("tiles show"), max_length=10, choices=Faces, default=Faces.DOTS)
    # Not read any more. Goes with the next release, as processes of the last one write it while they are replaced.
    lists = models.CharField(_("show my games as"), max_length=10, choices=Lists, default=Lists.ROWS)
    sound = models.BooleanField(_("sounds"), default=True)
    motion = models.BooleanField(_("motion"), default=True)
    reactions = models.BooleanField(_("reactions"), default=True, db_default=True)
    coach = models.BooleanField(_("advice after lost rounds"), default=True, db_default=True)
    autoplay = models.BooleanField(_("when only one tile fits, play it for me"), default=False)
    advance = models.BooleanField(_("go to my next game after a move"), default=False)
    looking = models.BooleanField(_("show others when I’m looking at a game"), default=True)
    shows_here = models.BooleanField(_("show friends when I’m here"), default=False, db_default=False)
    gives_puzzles = models.BooleanField(_("use my finished public games for puzzles"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True)  # of mail; blank: as the site's
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)  # IANA name; blank: not known yet
    weekend_pause = models.BooleanField(_("weekends off"), default=False)
    weekend_zone = models.CharField(max_length=64, blank=True)  # that weekends before the day below go by
    weekend_zone_until = models.DateField(null=True)  # a Monday; they have changed their zone on the weekend before
    quiet_from = models.TimeField(_("quiet hours start"), null=True, blank=True)  # local; after quiet_to: over midnight
    quiet_to = models.TimeField(_("quiet hours end"), null=True, blank=True)
    is_program = models.BooleanField(_("a program plays for this account"), default=False)
    deleted_at = models.DateTimeField(null=True, blank=True)
    guest_key = models.CharField(max_length=40, unique=True, null=True, blank=True)  # of their link to all games
    # Of a guest: their origin (`common.address.origin`). Guests of one address share a turn in queues.
    origin = models.CharField(max_length=16, blank=True, db_default="", editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                name="account_has_a_skeleton", condition=Q(skeleton=None) ^ Q(is_guest=False, deleted_at=None)
            ),
            models.CheckConstraint(name="guest_key_is_of_a_guest", condition=Q(guest_key=None) | Q(is_guest=True)),
            models.CheckConstraint(name="origin_is_of_a_guest", condition=Q(origin="") | Q(is_guest=True)),
            models.CheckConstraint(
                name="computer_has_no_key",
                condition=Q(bot_level="")
                | Q(is_guest=False, deleted_at=None, email="", guest_key=None, is_staff=False),
            ),
            models.CheckConstraint(
                name="quiet_hours_begin_and_end", condition=Q(quiet_from__isnull=True) ^ Q(quiet_to__isnull=False)
            ),
            models.CheckConstraint(
                name="weekend_zone_has_an_end", condition=Q(weekend_zone="") ^ Q(weekend_zone_until__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["bot_level"], name="computers_by_level", condition=Q(bot_level__gt="")),
            models.Index(fields=["origin"], name="guests_by_origin", condition=Q(origin__gt="")),
        ]

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is None or not {"username", "is_guest", "deleted_at"}.isdisjoint(update_fields):
            unnamed = self.is_guest or self.deleted_at is not None
            self.skeleton = None if unnamed else folded(self.username)
            if not self.is_guest:
                self.origin = ""
            update_fields = update_fields and {*update_fields, "skeleton", "origin"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_bot(self) -> bool:
        """Whether this is one of our computers. Those get no notifications, send no messages and appear in no list of
        people.
        """
        return self.bot_level != ""

    @property
    def queue(self) -> str:
        """The queue in which they wait for a computer's move. Guests with the same address share one, so that a crowd
        of them gets no more turns than one person.
        """
        return self.origin or f"person {self.pk}"

    @property
    def shows_looking(self) -> bool:
        """Whether opponents may see that they are looking at a game. Never while we play their only tile for them: a
        move made without looking would reveal that there was no choice.
        """
        return self.looking and not self.autoplay

    @property
    def name(self) -> str:
        """The name that other players see."""
        return gettext("Deleted player") if self.deleted_at else self.nickname or self.username

    @property
    def rest(self) -> Rest:
        """Their rest settings. Queries their vacations unless they are prefetched."""
        quiet = (self.quiet_from, self.quiet_to) if self.quiet_from is not None and self.quiet_to is not None else None
        vacations = tuple((vacation.starts, vacation.ends) for vacation in self.vacations.all())
        moved = (self.weekend_zone, self.weekend_zone_until) if self.weekend_zone_until is not None else None
        return Rest(self.time_zone or "UTC", self.weekend_pause, quiet, vacations, moved)

    def __str__(self) -> str:
        return self.name


class Vacation(models.Model):
    """A period in which a person's clocks pause, in games that allow it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, db_index=False, related_name="vacations")
    starts = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        ordering = ["starts"]
        constraints = [models.CheckConstraint(name="vacation_ends_after_start", condition=Q(ends__gt=F("starts")))]
        indexes = [models.Index(fields=["user", "ends"], name="vacation_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.starts:%Y-%m-%d} to {self.ends:%Y-%m-%d}"


class Invite(models.Model):
    """A link of the host by which people may create accounts (`accounts.registration`)."""

    token = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(max_length=100, blank=True)  # for the host
    expires = models.DateTimeField()
    uses = models.PositiveIntegerField(default=1)  # left

    def __str__(self) -> str:
        return self.note or f"invitation {self.pk}"

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse('join_site', args=[self.token])}"

    @classmethod
    def valid(cls) -> QuerySet["Invite"]:
        return cls.objects.filter(uses__gt=0, expires__gt=timezone.now())


class Token(models.Model):
    """Lets a program act for a person. We store only its digest, and show the token itself once (`tokens.make`)."""

    class Scope(models.TextChoices):
        READ = "read", _("Read: games, notifications and everything else you see")
        PLAY = "play", _("Play: create and join games, move, resign")
        TALK = "talk", _("Chat: read and send messages")
        ACCOUNT = "account", _("Account: friends, settings, notifications")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=50)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created = models.DateTimeField()
    last_used = models.DateTimeField(null=True)  # rounded to the hour
    last_place = models.CharField(max_length=45, blank=True)  # … from which network
    expires = models.DateTimeField(null=True)
    # Of an app that the person signed in to; null: they created the token themselves.
    grant = models.ForeignKey(Grant, on_delete=models.CASCADE, null=True, related_name="tokens", editable=False)

    class Meta:
        ordering = ["-created", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="token_ends_after_it_was_made", condition=Q(expires=None) | Q(expires__gt=F("created"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class Browser(models.Model):
    """A logged-in session (accounts.browsers). Deleted with the session."""

    session = models.OneToOneField("sessions.Session", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="browsers")
    name = models.CharField(max_length=64)  # accounts.browser: what else belongs to this browser
    agent = models.CharField(max_length=300, blank=True)  # its User-Agent
    place = models.CharField(max_length=45, blank=True)  # the network it was last used from
    by_link = models.BooleanField(default=False)  # logged in by a guest's link
    since = models.DateTimeField()
    last_used = models.DateTimeField()  # noted once a minute

    def __str__(self) -> str:
        return f"{self.called} of {self.user_id}"

    @property
    def called(self) -> str:
        """“Firefox on Android”."""
        return agents.name(self.agent)


def display_name(user: User) -> str:
    """The name allauth shows on its pages."""
    return user.name


def taken(username: str) -> bool:
    """Whether an account has this user name, or one that looks like it."""
    return User.objects.filter(skeleton=folded(username)).exists()


def taken_sentence() -> str:
    return gettext("That user name, or a very similar one, is already in use.")


def new_guest(nickname: str, origin: str = "") -> User:
    """Create a guest: a user without a password, known by their session and seat links. *origin*: see
    `common.address.origin`.
    """
    language = get_language() or ""  # of what we tell them outside their own requests
    name = f"guest-{secrets.token_hex(6)}"
    guest = User(username=name, nickname=nickname, is_guest=True, origin=origin, language=language)
    guest.set_unusable_password()
    guest.save()
    return guest

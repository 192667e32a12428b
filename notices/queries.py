"""Questions about notices; nothing here changes one."""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from common.paging import Page, page
from games.models import Seat
from notices.choices import OF_THE_BOARD, Channel, Event
from notices.models import Delivery, Notice, Wishes
from notices.sentences import Told, notice_text

MOST_COUNTED = 99


def wishes(player: User | int) -> Wishes:
    """How they want it; as by default if they never chose. Only `actions` saves it."""
    pk = player if isinstance(player, int) else player.pk
    return Wishes.objects.filter(user=pk).first() or Wishes(user_id=pk)


def address(player: User) -> str:
    """Where mail reaches them; only an address that they confirmed."""
    found = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk")
    return found.values_list("email", flat=True).first() or ""


def listed(player: User | int) -> QuerySet[Notice]:
    """What their list on the site has, the newest first; each with *.seen*: they have seen the board like that."""
    events = wishes(player).events(Channel.PAGE)
    chosen = Q(event__in=events) | Q(also__in=events)
    return _with_seen(Notice.objects.filter(chosen, player=player)).order_by("-at", "-id")


def _with_seen(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    seen = Seat.objects.filter(game=OuterRef("game"), player=OuterRef("player"), seen_version__gte=OuterRef("version"))
    return notices.annotate(seen=Exists(seen) & Q(event__in=OF_THE_BOARD))  # type: ignore[no-redef]


def page_of(player: User, cursor: str, size: int) -> Page[Notice]:
    """A page of their list."""
    return page(
        listed(player).select_related("game", "by", "player").prefetch_related("game__seats__player"), cursor, size
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A notice in its player's list. *new*: neither read, nor seen at the board."""

    notice: Notice
    told: Told
    new: bool


def lines_of(notices: list[Notice]) -> list[Line]:
    """The notices, as `listed` has them, in words."""
    now = timezone.now()
    return [Line(each, notice_text(each, now), each.read_at is None and not each.seen) for each in notices]


def unread_count(player: User | int) -> int:
    """How many notices are new to them, 99 at most; one query."""
    unread = _with_seen(Notice.objects.filter(player=player, read_at=None)).order_by("-at", "-id")
    unread = unread.filter(seen=False)  # type: ignore[misc]
    rows = unread.values_list("event", "also", "player__notice_wishes__channels")[:MOST_COUNTED]
    return sum(
        Wishes(channels=channels or {}).wants({Event(each) for each in events if each}, Channel.PAGE)
        for *events, channels in rows
    )


def waiting_deliveries() -> int:
    """How many could have been sent by now: a number that grows tells of a worker, or a mail server, that is away."""
    return Delivery.objects.filter(due__lte=timezone.now()).count()


def for_desk(user_id: int) -> dict[str, Any]:
    """What the open pages of a user are told: how many notices are new, and what has to be said at once."""
    counted: dict[str, Any] = {"unread": unread_count(user_id)}
    if counted["unread"] and (alert := _alert(user_id)) is not None:
        counted["alert"] = alert
    return counted


def _alert(user_id: int) -> dict[str, Any] | None:
    """The newest opening of a guest's link that the guest hasn't read of."""
    opened = Notice.objects.filter(player=user_id, event=Event.SITE, read_at=None, words__about="guest_link")
    notice = opened.select_related("player").order_by("-at", "-id").first()
    if notice is None:
        return None
    with override(notice.player.language or None):
        say = notice_text(notice, timezone.now())
    return {"text": f"{say.title}: {say.body}", "url": reverse("notice", args=[notice.pk])}

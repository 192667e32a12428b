"""Queries about notifications; nothing here changes one."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext, override

from accounts.models import User
from common.database import read_rows
from common.joined import Joined
from common.lists.paging import Page, page
from common.paths import path_of
from common.times.dates import day_words
from games.queries import WAITING
from notices.choices import OF_THE_BOARD, About, Channel, Event
from notices.listed import ListedNotice, listed_notices
from notices.models import Notice, Wishes
from notices.sentences import Told, notice_text
from notices.times import local

THEIR_WISHES = Joined("notices_wishes wishes", wishes=Wishes)
MOST_COUNTED = 99
JUST_NOW = timedelta(minutes=2)
HERE, LETTER = 1, -1  # a notification of the game being opened, one of a message between two people
_BOARD = ", ".join(f"'{event}'" for event in sorted(OF_THE_BOARD))
COUNTED = f"""
    SELECT 'waiting', (SELECT CAST(channels AS text) FROM notices_wishes WHERE user_id = %s),
        ({WAITING} AND game.public_id <> %s)
    UNION ALL SELECT * FROM (
        SELECT event, also, CASE WHEN game_id = (SELECT id FROM games_game WHERE public_id = %s) THEN {HERE}
            WHEN game_id IS NULL AND event = '{Event.MESSAGE}' THEN {LETTER} ELSE 0 END here
        FROM notices_notice notice WHERE player_id = %s AND read_at IS NULL AND NOT (event IN ({_BOARD}) AND EXISTS (
            SELECT 1 FROM games_seat seat WHERE seat.game_id = notice.game_id AND seat.player_id = notice.player_id
            AND seat.seen_version >= notice.version))
        ORDER BY here DESC, at DESC, id DESC LIMIT {MOST_COUNTED}) newest
"""  # noqa: S608 - names of events, and a number


def wishes(player: User | int) -> Wishes:
    """Their notification settings, or the defaults. Only `actions` saves them."""
    pk = player if isinstance(player, int) else player.pk
    stored: list[Wishes] = [theirs for [theirs] in THEIR_WISHES.rows("user_id = %s", [pk])]
    return stored[0] if stored else Wishes(user_id=pk)


def address(player: User) -> str:
    """Their confirmed email address; empty if there is none."""
    addresses = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk")
    return addresses.values_list("email", flat=True).first() or ""


def listed(player: User | int) -> QuerySet[Notice]:
    """The notifications in their list on the site, newest first."""
    events = wishes(player).events(Channel.PAGE)
    chosen = Q(event__in=events) | Q(also__in=events)
    return Notice.objects.filter(chosen, player=player).order_by("-at", "-id")


@dataclass(frozen=True, slots=True)
class Line:
    """A notification in its player's list."""

    notice: ListedNotice
    told: Told

    @property
    def address(self) -> str:
        return path_of("notice", self.notice.pk)


def page_of(player: User, cursor: str, size: int) -> Page[Line]:
    """A page of their list. Four queries."""
    now = timezone.now()
    keys = page(listed(player).only("pk", "at"), cursor, size)
    return keys.of(
        lambda rows: [Line(each, notice_text(each, now)) for each in listed_notices(player, [row.pk for row in rows])]
    )


@dataclass(frozen=True, slots=True)
class Gathered:
    """A day's notifications of one tournament or game, newest first; all others stand alone."""

    lines: list[Line]

    @property
    def latest(self) -> Line:
        return self.lines[0]

    @property
    def earlier(self) -> list[Line]:
        return self.lines[1:]

    @property
    def new(self) -> list[int]:
        """The keys of the new ones."""
        return [line.notice.pk for line in self.lines if line.notice.new]

    @property
    def new_words(self) -> str:
        """“2 new”."""
        number = len(self.new)
        return ngettext("%(n)s new", "%(n)s new", number) % {"n": number}


def by_day(lines: Iterable[Line], tournaments: Mapping[int, str]) -> list[tuple[str, list[Gathered]]]:
    """The lines of each day, gathered at the place of the newest. *tournaments*: the paths of those of games, by the
    game's key.
    """
    days: dict[date, dict[object, Gathered]] = {}
    for line in lines:
        notice = line.notice
        if notice.event == Event.TOURNAMENT:
            about: object = line.told.path
        else:
            about = tournaments.get(notice.game.pk, notice.game.public_id) if notice.game else notice.pk
        day = local(notice.player, notice.at).date()
        days.setdefault(day, {}).setdefault(about, Gathered([])).lines.append(line)
    return [(day_words(day, weekday=True), list(groups.values())) for day, groups in days.items()]


@dataclass(frozen=True, slots=True)
class Counts:
    """The header's numbers: other games that wait for the player, and new notifications and messages, 99 at most."""

    waiting: int
    unread: int
    letters: int  # conversations of two people with new messages
    here: bool  # there are some of the game *at*, too; not counted, because opening it marks them as read


def counts(player_id: int, at: str = "") -> Counts:
    """All numbers in one query that reads only what it counts. *at* is the public id of the game being opened, if any:
    it isn't counted.

    In SQL, because every page asks: the ORM takes ten times as long and needs more queries.
    """
    (_waiting, channels, waiting), *unread = read_rows(COUNTED, [player_id, player_id, at, at, player_id])
    chosen = Wishes(channels=json.loads(channels or "{}")).events(Channel.PAGE)
    elsewhere = [{event, also} for event, also, place in unread if place != HERE]
    letters = sum(place == LETTER for _event, _also, place in unread)
    new = sum(not chosen.isdisjoint(events) for events in elsewhere)
    return Counts(waiting, new, letters, len(elsewhere) < len(unread))


def for_desk(user_id: int) -> dict[str, object]:
    """The news for a user's open pages: how many notifications and messages are new, and an alert if there is one."""
    numbers = counts(user_id)
    counted: dict[str, object] = {"unread": numbers.unread, "letters": numbers.letters}
    if counted["unread"] and (alert := _alert(user_id)) is not None:
        counted["alert"] = alert
    return counted


def _alert(user_id: int) -> dict[str, str] | None:
    """The newest unread notification that a guest's link was opened, or else of an invitation that has just come: the
    other player may be waiting.
    """
    now = timezone.now()
    opened = Q(event=Event.SITE, words__about=About.GUEST_LINK)
    invited = Q(event=Event.INVITED, at__gt=now - JUST_NOW)
    notices = Notice.objects.filter(opened | invited, player=user_id, read_at=None)
    notice = (
        notices.select_related("player", "game__rematch_of").order_by("-event", "-at", "-id").first()
    )  # "site" before "invited"
    if notice is None:
        return None
    with override(notice.player.language or settings.LANGUAGE_CODE):
        say = notice_text(notice, now)
    alert = {"text": f"{say.title}: {say.body}", "url": reverse("notice", args=[notice.pk])}
    if notice.game and notice.game.rematch_of:
        alert["at"] = notice.game.rematch_of.get_absolute_url()  # its card says the same
    if notice.game and "ask" in notice.words:
        alert["at"] = notice.game.get_absolute_url()  # which shows it above the hand
    return alert

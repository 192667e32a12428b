"""Open games for those who aren't here: a feed for everybody, and a webhook of the host.

Both show what the lobby shows to strangers, and nothing of private games.
"""

import json
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import conditional_page, require_safe
from standardwebhooks.webhooks import Webhook

from common.queues import Failed, Meanwhile, Outcome, Queue
from common.times.timestamps import stamp
from games.listed import listed
from games.lobby import few_of_each, open_tables
from games.shown.rows import Row
from notices import outside
from notices.outside import Answer
from people.models import Announcement

MOST = 50  # games in the feed
GIVEN_UP = timedelta(days=1)
KEPT = 60  # seconds for which caches may keep it


# ---- The feed ------------------------------------------------------------------------------------------
class _Atom(Atom1Feed):
    def latest_post_date(self) -> datetime:
        """An empty feed keeps its date, too, so that it stays the same for caches."""
        return super().latest_post_date() if self.items else datetime(2026, 1, 1, tzinfo=UTC)


class OpenGames(Feed):  # type: ignore[type-arg]  # it isn't generic at run time
    """The newest open games, few of each host. Two queries."""

    feed_type = _Atom

    def title(self) -> str:
        return f"{settings.SITE_NAME}: {_('Open games')}"

    def subtitle(self) -> str:
        return _("Games that wait for players. Open one to join it.")

    def link(self) -> str:
        return settings.SITE_URL + reverse("lobby")

    def feed_url(self) -> str:
        return settings.SITE_URL + reverse("open_games_feed")

    def feed_guid(self) -> str:
        return self.feed_url()

    def items(self) -> list[Row]:
        return few_of_each(open_tables(), MOST).page.rows

    def item_title(self, row: Row) -> str:
        return f"{row.speed.label} · {row.name}"

    def item_description(self, row: Row) -> str:
        return _about(row)

    def item_link(self, row: Row) -> str:
        return settings.SITE_URL + row.address

    def item_guid(self, row: Row) -> str:
        return settings.SITE_URL + row.address

    def item_author_name(self, row: Row) -> str:
        return row.game.creator.name if row.game.creator else "?"

    def item_pubdate(self, row: Row) -> datetime:
        return row.game.created_at

    item_updateddate = item_pubdate


def _about(row: Row) -> str:
    rated = _("rated") if row.game.rated else _("unrated")
    return " · ".join([row.pace, _("%(n)d seats") % {"n": row.game.seats_number}, rated])


_feed = OpenGames()


@require_safe
@conditional_page
def open_games_feed(request: HttpRequest) -> HttpResponse:
    """In the language of the query, and without cookies, so that caches may keep it."""
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with override(language):
        answer: HttpResponse = _feed(request)
    answer.headers["Content-Language"] = language
    patch_cache_control(answer, public=True, max_age=KEPT)
    return answer


# ---- The webhook ---------------------------------------------------------------------------------------
class Announcements(Queue[Announcement]):
    """New open games to post to the host's webhook. A game that has started or ended meanwhile is left out."""

    name = "announcements"
    model = Announcement
    lease = timedelta(minutes=1)
    most = 20

    def work(self, announcement: Announcement, now: datetime, /) -> Outcome:
        waits = open_tables().filter(pk=announcement.pk).exists()
        if not settings.OPEN_GAMES_WEBHOOK or not waits:
            self._done(announcement)
            return None
        with override(settings.LANGUAGE_CODE):
            body = body_of(Row(listed([announcement.pk])[0], now))
        sending = self.lane.aside(partial(_post, f"open_{announcement.pk}", body, now))
        return Meanwhile(partial(self._posted, announcement, sending), sending)

    def _posted(self, announcement: Announcement, sending: "Future[Answer]") -> Outcome:
        reply = sending.result(timeout=0)
        if not reply.ok:
            return Failed(f"{reply.wrong or reply.status}")
        self._done(announcement)
        return None

    def _done(self, announcement: Announcement) -> None:
        self.held(announcement).delete()

    def is_hopeless(self, announcement: Announcement, now: datetime, /) -> bool:
        return now - announcement.since >= GIVEN_UP

    def all_done(self) -> None:
        outside.connections.close()


announcements = Announcements()


def body_of(row: Row) -> bytes:
    """The JSON body, with what the lobby shows to strangers."""
    game = row.game
    data = {
        "id": game.public_id,
        "url": settings.SITE_URL + row.address,
        "variant": game.variant,
        "name": row.name,
        "host": game.creator.name if game.creator else None,
        "seats": game.seats_number,
        "free_seats": row.free_seats,
        "rated": game.rated,
        "speed": str(row.speed),
        "clock": row.pace,
        "created": stamp(game.created_at),
    }
    return json.dumps({"type": "game.open", "timestamp": stamp(game.created_at), "data": data}).encode()


def _post(identity: str, body: bytes, now: datetime) -> Answer:
    headers = {"Content-Type": "application/json", "User-Agent": settings.SITE_NAME, "webhook-id": identity}
    if secret := settings.OPEN_GAMES_WEBHOOK_SECRET:
        at = now.replace(microsecond=0)
        headers["webhook-timestamp"] = str(int(at.timestamp()))
        headers["webhook-signature"] = Webhook(secret).sign(identity, at, body.decode())
    return outside.post(settings.OPEN_GAMES_WEBHOOK, body=body, headers=headers)

"""Open games outside of the site: a feed for everybody and a webhook of the host."""

import json
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from standardwebhooks.webhooks import Webhook

from common import queues
from games.actions import join_game
from people.models import Announcement
from people.open_games import announcements
from tests.notices.push_service import PushService

pytestmark = pytest.mark.django_db
FEED, SECRET = "/lobby/feed.atom", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ATOM = "{http://www.w3.org/2005/Atom}"


def entries() -> list[str]:
    feed = ElementTree.fromstring(Client().get(FEED).content)
    return [entry.find(f"{ATOM}link").get("href") for entry in feed.findall(f"{ATOM}entry")]


@pytest.fixture
def hook(settings):
    settings.NOTICES_TO_PRIVATE_ADDRESSES = True
    with PushService() as service:
        settings.OPEN_GAMES_WEBHOOK = f"{service.url}/open"
        settings.OPEN_GAMES_WEBHOOK_SECRET = SECRET
        yield service


def work(after: timedelta = timedelta(seconds=1)) -> None:
    queues.drain(announcements, timezone.now() + after)


def test_the_feed_has_what_the_lobby_shows_to_strangers(ada, ben, offer, settings):
    public = offer(ada, visibility="public")
    offer(ben, visibility="link")
    assert entries() == [f"{settings.SITE_URL}/g/{public.public_id}/"]


def test_the_feed_is_cached_and_answers_304(ada, offer):
    offer(ada, visibility="public")
    answer = Client().get(FEED)
    assert answer["Content-Type"].startswith("application/atom+xml")
    assert answer["Cache-Control"] == "public, max-age=60"
    assert not answer.cookies
    assert "Cookie" not in answer.get("Vary", "")
    again = Client().get(FEED, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_feed_speaks_the_language_of_its_query_alone(ada, client):
    client.cookies["django_language"] = "es"
    assert client.get(FEED)["Content-Language"] == "en"
    assert client.get(f"{FEED}?language=de", headers={"Accept-Language": "ru"})["Content-Language"] == "de"
    assert client.get(f"{FEED}?language=xx")["Content-Language"] == "en"


def test_links_never_come_from_the_host_of_the_request(ada, offer, settings):
    settings.ALLOWED_HOSTS = ["*"]
    offer(ada, visibility="public")
    assert b"evil.example" not in Client().get(FEED, headers={"Host": "evil.example"}).content


def test_the_feed_needs_as_many_queries_for_one_game_as_for_many(ada, ben, cleo, offer):
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            Client().get(FEED)
        return len(found)

    offer(ada, visibility="public")
    one = asked()
    for host in (ada, ben, cleo, ben):
        offer(host, visibility="public")
    assert asked() == one == 2


def test_the_lobby_names_its_feed(client):
    assert '<link rel="alternate" type="application/atom+xml"' in client.get("/lobby/").content.decode()


def test_a_public_open_game_is_posted_once_and_signed(ada, offer, hook, settings):
    game = offer(ada, visibility="public")
    for _sweep in range(3):
        work()
    [(path, headers, body)] = hook.posts
    assert path == "/open"
    Webhook(SECRET).verify(body, {name.lower(): value for name, value in headers.items()})
    said = json.loads(body)
    assert (said["type"], said["data"]["id"]) == ("game.open", game.public_id)
    assert said["data"]["url"] == f"{settings.SITE_URL}/g/{game.public_id}/"
    assert not Announcement.objects.exists()


def test_a_private_game_is_never_posted(ada, offer, hook):
    offer(ada, visibility="link")
    assert not Announcement.objects.exists()
    work()
    assert hook.posts == []


def test_a_game_that_has_gone_is_not_posted(ada, ben, offer, hook):
    game = offer(ada, visibility="public")
    join_game(public_id=game.public_id, player=ben)
    work()
    assert hook.posts == []
    assert not Announcement.objects.exists()


def test_a_failure_is_tried_again_for_a_day_with_the_same_id(ada, offer, hook):
    offer(ada, visibility="public")
    hook.answers["/open"] = 503
    for minute in range(0, 26 * 60, 10):
        work(timedelta(minutes=minute))
    assert 5 < len(hook.posts) < 40
    assert len({headers["webhook-id"] for _path, headers, _body in hook.posts}) == 1
    assert not Announcement.objects.exists()


def test_without_the_setting_nothing_is_stored(ada, offer):
    offer(ada, visibility="public")
    assert not Announcement.objects.exists()


@pytest.mark.parametrize("wrong", ["http://example.org/", "https://10.0.0.1/", "hello"])
def test_a_wrong_webhook_is_reported_at_the_start(wrong, settings):
    settings.OPEN_GAMES_WEBHOOK = wrong
    with pytest.raises(Exception, match="OPEN_GAMES_WEBHOOK"):
        call_command("check")

"""Announcements of a club: organisers post, and members hear of them once a day."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from clubs import actions, board, notifications
from clubs.models import Club, Membership, News, Post
from common import queues
from common.refusals import Refused, TooMany
from moderation import actions as moderation
from notices import bulletins
from notices.models import FORGOTTEN, Notice, Wishes
from notices.sentences import notice_text
from talk import conversations
from tests.api.conftest import Caller
from tests.clubs.conftest import NOW
from tests.common.conftest import rates

__all__ = ["rates"]
pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def announce(club: Club, by: User, text: str = "We meet on Friday.", hours: int = 0) -> Post:
    made = board.post(public_id=club.public_id, by=by, text=text, now=NOW + hours * HOUR)
    queues.drain(notifications.news, NOW + hours * HOUR)
    return made


def told(player: User) -> list[tuple[str, bool]]:
    """The player's notifications of clubs, and which are new."""
    there = Notice.objects.filter(player=player, event="club").order_by("pk")
    return [(notice_text(each, NOW).title, each.read_at is None) for each in there]


POSTED = "New announcement in Double Six"


@pytest.mark.both_databases
def test_members_are_notified_but_not_the_author_or_those_who_muted(ada, ben, cleo, club, guest):
    dora = guest("Dora")
    club = club(ada, ben, cleo, dora)
    conversations.mute(conversation=club.conversation, reader=cleo, muted=True)
    announce(club, ada)
    assert [told(person) for person in (ada, ben, cleo, dora)] == [[], [(POSTED, True)], [], [(POSTED, True)]]
    assert not News.objects.exists()
    [notice] = Notice.objects.filter(player=ben)
    assert notice_text(notice, NOW).path == club.get_absolute_url()
    assert "Friday" not in str(notice.words)


@pytest.mark.both_databases
def test_a_club_sends_one_notification_a_day(ada, ben, club, rates):
    club = club(ada, ben)
    announce(club, ada, "1")
    announce(club, ada, "2", hours=2)
    assert told(ben) == [(POSTED, True)]
    [notice] = Notice.objects.filter(player=ben)
    assert notice.at == NOW + 2 * HOUR
    Notice.objects.update(read_at=NOW + 3 * HOUR)
    announce(club, ada, "3", hours=4)  # the same day: the same one is new again
    assert told(ben) == [(POSTED, True)]
    announce(club, ada, "4", hours=25)  # unread: the same one, but it may be sent again
    assert told(ben) == [(POSTED, True)]
    assert Notice.objects.get(player=ben).stage == 0
    Notice.objects.update(read_at=NOW + 26 * HOUR, stage=FORGOTTEN)
    announce(club, ada, "5", hours=50)
    assert told(ben) == [(POSTED, False), (POSTED, True)]


def test_two_clubs_send_one_each_until_their_pages_are_read(ada, ben, club, browser_of):
    one, other = club(ada, ben), club(ada, ben, name="Blanks")
    for each in (one, other):
        announce(each, ada, each.name)
    assert told(ben) == [(POSTED, True), ("New announcement in Blanks", True)]
    browser_of(ben).get(one.get_absolute_url())
    assert told(ben) == [(POSTED, False), ("New announcement in Blanks", True)]
    browser_of(ben).get(f"{other.get_absolute_url()}posts/")
    assert told(ben) == [(POSTED, False), ("New announcement in Blanks", False)]


def test_only_those_with_other_channels_wait_for_the_queue_of_notifications(ada, ben, cleo, club):
    club = club(ada, ben, cleo)
    Wishes.objects.create(user=cleo, channels={"push": ["club"]})
    announce(club, ada)
    assert dict(Notice.objects.values_list("player__username", "stage")) == {"ben": FORGOTTEN, "cleo": 0}


def test_a_tournament_of_the_club_has_its_own_sentence(ada, ben, club):
    club = club(ada, ben)
    words = {"format": "knockout", "seating": "single", "variant": "block", "number": None, "url": "/tournaments/x/"}
    notifications.tell_members(club, "tournament", NOW, by=ada, **words)
    queues.drain(notifications.news, NOW)
    told_of = notice_text(Notice.objects.get(player=ben), NOW)
    assert (told_of.title, told_of.path) == ("Double Six: Block knockout", "/tournaments/x/")


def test_who_leaves_or_is_removed_keeps_no_notification(ada, ben, cleo, club):
    club = club(ada, ben, cleo)
    announce(club, ada)
    actions.leave(public_id=club.public_id, player=ben, now=NOW)
    actions.remove(public_id=club.public_id, by=ada, player=cleo, now=NOW)
    announce(club, ada, "Again", hours=1)
    assert told(ben) == told(cleo) == []


# ---- Five thousand members ------------------------------------------------------------------------
def crowd(club: Club, number: int) -> None:
    people = User.objects.bulk_create(User(username=f"mo{n}", skeleton=f"mo{n}", password="!") for n in range(number))
    Membership.objects.bulk_create(Membership(club=club, player=each, since=NOW) for each in people)


def test_five_thousand_members_take_few_statements_and_the_organiser_waits_for_none(ada, club):
    club = club(ada)
    crowd(club, 5_000)
    with CaptureQueriesContext(connection) as of_request:
        board.post(public_id=club.public_id, by=ada, text="Hello", now=NOW)
    assert len(of_request) <= 14
    assert not Notice.objects.exists()
    for hours, new in ((0, 5_000), (1, 5_000)):  # new ones, then the same ones changed
        if hours:
            board.post(public_id=club.public_id, by=ada, text="Hello again", now=NOW + HOUR)
        with CaptureQueriesContext(connection) as of_queue:
            queues.drain(notifications.news, NOW + hours * HOUR)
        assert len(of_queue) <= 11 * 15  # SQLite stores about ninety notifications with a statement
        assert Notice.objects.filter(at=NOW + hours * HOUR, event="club").count() == new


def test_a_killed_queue_goes_on_where_it_ended(ada, club, monkeypatch):
    club = club(ada)
    crowd(club, 25)
    monkeypatch.setattr(notifications, "A_PART", 10)
    board.post(public_id=club.public_id, by=ada, text="Hello", now=NOW)
    [row] = notifications.news.claim(NOW)
    step = notifications.news.work(row, NOW)  # one part is stored
    notifications.news.let_go(row)
    tell, parts = bulletins.tell, []

    def killed(players, **more):
        tell(players, **more)
        parts.append(players)
        raise KeyboardInterrupt

    monkeypatch.setattr(bulletins, "tell", killed)
    with pytest.raises(KeyboardInterrupt):
        step.then()  # the second is undone
    monkeypatch.setattr(bulletins, "tell", tell)
    assert Notice.objects.count() == 10
    queues.drain(notifications.news, NOW + HOUR)
    assert Notice.objects.count() == Notice.objects.values("player").distinct().count() == 25
    assert not News.objects.exists()


def test_newer_news_replaces_what_is_under_way(ada, club, monkeypatch):
    club = club(ada)
    crowd(club, 15)
    monkeypatch.setattr(notifications, "A_PART", 10)
    board.post(public_id=club.public_id, by=ada, text="Hello", now=NOW)
    [row] = notifications.news.claim(NOW)
    step = notifications.news.work(row, NOW)
    notifications.news.let_go(row)
    board.post(public_id=club.public_id, by=ada, text="Hello again", now=NOW + HOUR)
    assert step.then() is None  # the row isn't its any more
    queues.drain(notifications.news, NOW + HOUR)
    assert Notice.objects.filter(at=NOW + HOUR).count() == Notice.objects.count() == 15


# ---- Who may --------------------------------------------------------------------------------------
@pytest.mark.parametrize("who", ["ben", "cleo", "organiser"])
def test_organisers_post_and_remove(ada, ben, cleo, club, who):
    club = club(ada, ben, organisers=int(who == "organiser"))
    person = cleo if who == "cleo" else ben
    path = f"clubs/{club.public_id}/posts/"
    answer = Caller(person).post(path, text="Hello\n\nall")
    if who != "organiser":
        assert answer.status_code == 403
        first = board.post(public_id=club.public_id, by=ada, text="Hello", now=NOW)
        assert Caller(person).delete(f"{path}{first.pk}/").status_code == 403
        return
    assert answer.json()["text"] == "Hello\n\nall"
    assert Caller(person).post(path, text="Hello\n\nall").json() == answer.json()  # a double click
    assert [each["text"] for each in Caller(ada).get(path).json()["results"]] == ["Hello\n\nall"]
    assert Caller(person).delete(f"{path}{answer.json()['id']}/").status_code == 204
    assert Caller(ada).get(path).json()["results"] == []
    assert Caller(person).delete(f"{path}{answer.json()['id']}/").status_code == 404


def test_silenced_organisers_and_floods_post_nothing(ada, club, rates):
    rates(post="2/d")
    club = club(ada)
    announce(club, ada, "1")
    announce(club, ada, "2")
    with pytest.raises(TooMany):
        announce(club, ada, "3")
    moderation.silence(ada, NOW + DAY)
    with pytest.raises(Refused) as error:
        announce(club, ada, "4")
    assert error.value.code == "silenced"


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001])
def test_a_post_says_something_and_is_short(ada, club, text):
    club = club(ada)
    with pytest.raises(Refused):
        announce(club, ada, text)
    assert not Post.objects.exists()


@pytest.mark.parametrize("how", ["stranger", "former"])
def test_others_get_the_same_whether_there_are_posts_or_not(ada, ben, cleo, club, how):
    club = club(ada, ben, *([cleo] if how == "former" else []))
    if how == "former":
        actions.leave(public_id=club.public_id, player=cleo, now=NOW)
    browser, program, worlds = Client(), Caller(cleo), []
    browser.force_login(cleo)
    for _ in range(2):
        answers = [browser.get(path) for path in (f"/clubs/{club.public_id}/posts/", "/notices/")]
        answers += [program.get(path) for path in (f"clubs/{club.public_id}/posts/", "me/notices/")]
        answers += [program.delete(f"clubs/{club.public_id}/posts/1/")]
        worlds.append([(each.status_code, plain(each.content)) for each in answers])
        if not Post.objects.exists():
            Post.objects.create(pk=1, club=club, author=ada, text="x", at=NOW)
            announce(club, ada, "xyzzy")
    assert worlds[0] == worlds[1]


def plain(content: bytes) -> bytes:
    """Without the tokens against forged forms, which differ in each answer."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", content)


def test_the_page_of_announcements(ada, ben, club):
    club = club(ada, ben)
    path = f"/clubs/{club.public_id}/posts/"
    browser = Client()
    browser.force_login(ada)
    assert browser.post(path, {"text": "See <b>https://example.org</b>"}).status_code == 302
    page = browser.get(path).content.decode()
    assert "See &lt;b&gt;https://example.org" in page
    assert 'href="https://example.org' not in page
    assert browser.post(path, {"text": "x" * 1001}).content.decode().count("x" * 1001) == 1
    browser.force_login(ben)
    page = browser.get(path).content.decode()
    assert ("https://example.org" in page, "post-text" in page) == (True, False)
    browser.post(f"/clubs/{club.public_id}/mute/", {"muted": "1"})
    announce(club, ada)
    assert told(ben) == []

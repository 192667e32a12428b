"""Friends see who is here: only those who show it, only while a page of theirs is open. It's stored nowhere."""

import asyncio

import orjson
import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.sockets import open_sockets
from games.viewers import looking
from people import actions, queries
from tests.games.test_sockets import opened
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db(transaction=True)
SETTINGS = {"theme": "dark", "sending": "one_tap", "sound": "off", "motion": "off", "language": "en", "nickname": "Ben"}


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """No test waits five seconds."""
    monkeypatch.setattr(looking, "SOON", 0.01)
    monkeypatch.setattr(looking, "LATER", 0.05)


@pytest.fixture
def shows(ada, ben, cleo, befriend):
    """All three show when they are here. Only Ben is Ada's friend."""
    befriend(ada, ben)
    for each in (ada, ben, cleo):
        each.shows_here = True
        each.save()


async def with_a_page_of(user):
    socket = await sync_to_async(opened)("/ws/me/", user)
    await socket.connect()
    assert orjson.loads(await socket.receive_from())["type"] == "games"
    return socket


@sync_to_async
def visits(browser_of, user, method, *asked):
    return getattr(browser_of(User.objects.get(pk=user.pk)), method)(*asked)


async def seen_by(user, expected):
    """Wait until the user's home page would show these friends."""
    for _ in range(500):
        if (names := [friend.name for friend in await sync_to_async(queries.friends_here)(user)]) == expected:
            break
        await asyncio.sleep(0.01)
    assert names == expected


async def test_friends_see_each_other_from_the_first_page_to_the_last(shows, ada, ben):
    await seen_by(ada, [])
    first, second = await with_a_page_of(ben), await with_a_page_of(ben)
    await seen_by(ada, ["Ben"])
    await first.disconnect()
    await asyncio.sleep(0.2)
    await seen_by(ada, ["Ben"])  # a page is still open
    await second.disconnect()
    await seen_by(ada, [])


async def test_strangers_and_blocked_people_see_nobody(shows, ada, ben, cleo, guest):
    sockets = [await with_a_page_of(ben), await with_a_page_of(cleo)]
    await seen_by(ada, ["Ben"])
    for other in (cleo, await sync_to_async(guest)("Dan")):
        await seen_by(other, [])
    await sync_to_async(actions.block)(user=ben, person=ada, now=ada.date_joined)
    await seen_by(ada, [])
    for socket in sockets:
        await socket.disconnect()


async def test_nobody_is_shown_who_did_not_choose_it(shows, ben):
    await User.objects.filter(pk=ben.pk).aupdate(shows_here=False)
    socket = await with_a_page_of(ben)
    await asyncio.sleep(0.2)
    assert open_sockets.hub.looking.here([ben.pk]) == set(), "not even known to the server"
    await socket.disconnect()


async def test_turning_it_off_applies_to_open_pages(shows, ada, ben, browser_of):
    """The socket is closed; the page connects anew, and isn't counted."""
    socket = await with_a_page_of(ben)
    await seen_by(ada, ["Ben"])
    await visits(browser_of, ben, "post", "/settings/", SETTINGS | {"shows_here": "off"})
    assert (await socket.receive_output())["type"] == "websocket.close"
    assert not (await User.objects.aget(pk=ben.pk)).shows_here
    await socket.disconnect()
    await seen_by(ada, [])


async def test_the_home_page_offers_to_challenge_friends_who_are_here(shows, ada, ben, browser_of, in_play):
    await sync_to_async(in_play)(ben, ada)
    socket = await with_a_page_of(ben)
    await seen_by(ada, ["Ben"])
    page = await visits(browser_of, ada, "get", "/")
    assert f'href="/people/{ben.username}/challenge/"' in page.content.decode()
    assert "Friends here now Ben Challenge Ben" in words_of(page)
    page = await visits(browser_of, ada, "get", f"/people/{ben.username}/challenge/")
    assert "Ben is here now." in words_of(page)
    await socket.disconnect()


async def test_readers_who_hide_themselves_see_the_same_line_whoever_is_here(shows, ada, ben, browser_of, in_play):
    await sync_to_async(in_play)(ben, ada)
    socket = await with_a_page_of(ben)
    await seen_by(ada, ["Ben"])
    await User.objects.filter(pk=ada.pk).aupdate(shows_here=False)
    line = "Friends see each other here if both want to. Show friends when I’m here"
    there = words_of(await visits(browser_of, ada, "get", "/"))
    assert ("Friends here now" in there, line in there) == (False, True)
    page = await visits(browser_of, ada, "get", f"/people/{ben.username}/challenge/")
    assert "is here now" not in words_of(page)
    await socket.disconnect()
    await asyncio.sleep(0.2)
    assert line in words_of(await visits(browser_of, ada, "get", "/"))


async def test_readers_without_friends_see_no_line(cleo, ada, browser_of, in_play):
    await sync_to_async(in_play)(cleo, ada)
    assert "Friends see each other here" not in words_of(await visits(browser_of, cleo, "get", "/"))


async def test_people_here_are_told_between_processes_and_are_no_watchers():
    told = []
    ours, theirs = (
        looking.Looking(lambda _place, _text: None, lambda _place: True, told.extend, process=name)
        for name in ("ours", "theirs")
    )
    theirs.says("a page", looking.place_of(7), 0, True)
    await asyncio.sleep(0.1)
    assert told == [("theirs", "@7", [0])]
    ours.heard(told)
    assert (ours.here([6, 7]), ours.watched()) == ({7}, {})
    ours.heard([("theirs", "@7", [])])
    assert ours.here([7]) == set()
    ours.heard(told)
    ours.asks_again()  # the connection was lost: only what is said anew counts
    assert ours.here([7]) == set()


def test_it_is_off_by_default_and_not_offered_to_guests(ada, guest, browser_of):
    assert not ada.shows_here
    assert "Show friends when I’m here" in words_of(browser_of(ada).get("/settings/"))
    assert "Show friends when I’m here" not in words_of(browser_of(guest("Cara")).get("/settings/"))


async def test_what_we_keep_of_one_reader_is_not_shown_to_another(shows, ada, cleo, browser_of, in_play):
    await sync_to_async(in_play)(ada, cleo)
    await User.objects.filter(pk__in=[ada.pk, cleo.pk]).aupdate(shows_here=False)
    pages = [words_of(await visits(browser_of, each, "get", "/")) for each in (ada, cleo, ada)]
    assert ["Friends see each other here" in page for page in pages] == [True, False, True]  # only Ada has a friend

"""The chat of a club: its members read and write it, and nobody else notices that it exists."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts import database
from accounts.followers import followers
from accounts.models import User
from clubs import actions, chat
from clubs.models import Club
from common.refusals import Refused, TooMany
from games.viewers import live
from moderation import actions as moderation
from moderation.actions import Subject
from notices.models import Notice
from people import actions as people
from talk import conversations
from talk.models import Listener, Message
from tests.api.conftest import Caller
from tests.clubs.conftest import NOW
from tests.common.conftest import rates

__all__ = ["rates"]
pytestmark = pytest.mark.django_db


def say(club: Club, author: User, text: str = "Hello", minutes: int = 0) -> Message:
    return chat.say(club=club, author=author, text=text, now=NOW + timedelta(minutes=minutes))


def heard(club: Club, reader: User) -> list[str]:
    return [message.said for message in chat.read(club, reader).messages]


@pytest.mark.both_databases
def test_members_write_guests_among_them_and_nobody_is_notified(ada, ben, club, guest):
    dora = guest("Dora")
    club = club(ada, ben, dora)
    say(club, ada, "From Ada")
    say(club, dora, "From Dora")
    assert heard(club, ben) == ["From Ada", "From Dora"]
    assert not Notice.objects.exists()
    assert chat.has_news(club, ben)
    chat.mark_read(club=club, reader=ben, now=NOW)
    assert not chat.has_news(club, ben)


@pytest.mark.parametrize("how", ["stranger", "former", "removed", "visitor", "asks"])
def test_two_worlds_differ_in_the_chat_and_others_get_the_same(ada, ben, cleo, club, how):
    """Pages and API, byte for byte."""
    club = club(ada, ben, *([cleo] if how in {"former", "removed"} else []), joining="request")
    if how == "former":
        actions.leave(public_id=club.public_id, player=cleo, now=NOW)
    elif how == "removed":
        actions.remove(public_id=club.public_id, by=ada, player=cleo, now=NOW)
    elif how == "asks":
        actions.ask(public_id=club.public_id, player=cleo, now=NOW)
    person = None if how == "visitor" else cleo
    worlds = []
    for _ in range(2):
        browser, program = Client(), Caller(person)
        if person is not None:
            browser.force_login(person)
        of_club = f"clubs/{club.public_id}/"
        answers = [
            browser.get(f"/{path}") for path in (f"{of_club}chat/", f"{of_club}posts/", "notices/", "people/ada/")
        ]
        answers += [
            browser.post(f"/{of_club}chat/", {"text": "Hi"}),
            browser.post(f"/{of_club}chat/remove/", {"message": 1}),
        ]
        answers += [program.get(f"{of_club}{what}/") for what in ("chat", "posts")]
        answers += [program.post(f"{of_club}chat/", text="Hi"), program.put(f"{of_club}chat/", muted=True)]
        answers += [program.delete(f"{of_club}chat/1/"), browser.get("/report/?message=1")]
        worlds.append([(answer.status_code, plain(answer.content)) for answer in answers])
        if not Message.objects.exists():
            about = {"conversation": club.conversation, "room": "club", "text": "x", "version": 0}
            Message.objects.create(pk=1, author=ben, at=NOW, **about)
            say(club, ada, "xyzzy")
    assert worlds[0] == worlds[1]
    assert not Listener.objects.filter(reader=cleo).exists()


def plain(content: bytes) -> bytes:
    """Without the tokens against forged forms, which differ in each answer."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", content)


def test_blocked_people_dont_notice_what_the_other_writes(ada, ben, cleo, club):
    club = club(ada, ben, cleo)
    say(club, ada, "From Ada")
    people.block(user=ben, person=cleo, now=NOW)
    worlds = []
    for _ in range(2):
        found = []
        for reader, other in ((ben, cleo), (cleo, ben)):
            chat.mark_read(club=club, reader=reader, now=NOW)
            browser, program = Client(), Caller(reader)
            browser.force_login(reader)
            found += [chat.has_news(club, reader), heard(club, reader)]
            found += [plain(browser.get(f"/clubs/{club.public_id}/chat/").content)]
            found += [program.get(f"clubs/{club.public_id}/chat/").json()]
            if message := Message.objects.filter(author=other).first():
                assert browser.get(f"/report/?message={message.pk}").status_code == 404
                with pytest.raises(Refused):
                    moderation.report(reporter=reader, subject=Subject(message=message), reason="spam", now=NOW)
        worlds.append([each for each in found if not isinstance(each, list)] + [len(found)])
        if len(worlds) == 1:
            say(club, ben, "From Ben")
            say(club, cleo, "From Cleo")
    assert heard(club, ada) == ["From Ada", "From Ben", "From Cleo"]
    assert heard(club, ben) == ["From Ada", "From Ben"]
    assert heard(club, cleo) == ["From Ada", "From Cleo"]
    assert not chat.has_news(club, ben)


def test_what_a_block_hides_nudges_nobody_and_is_never_news(
    ada, ben, cleo, club, monkeypatch, django_capture_on_commit_callbacks
):
    club = club(ada, ben, cleo)
    told: list[set[int]] = []
    monkeypatch.setattr(live, "tell_desks", lambda users: told.append(set(users)))
    people.block(user=ben, person=cleo, now=NOW)

    def nudged(author: User, text: str) -> set[int]:
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):
            say(club, author, text)
        return set().union(*told) - {author.pk}

    for reader in (ada, ben, cleo):  # all have the chat open
        chat.mark_read(club=club, reader=reader, now=NOW)
    assert nudged(cleo, "one") == {ada.pk}
    chat.mark_read(club=club, reader=ada, now=NOW)
    assert nudged(ada, "two") == {ben.pk, cleo.pk}  # Ben's page is still up to date
    assert nudged(ada, "three") == set()  # they don't fetch, so their pages are closed


def test_organisers_remove_messages_and_nobody_else(ada, ben, cleo, club):
    club = club(ada, ben, cleo, organisers=1)
    message = say(club, cleo, "Rude")
    for by, code in ((cleo, "not_organiser"),):
        with pytest.raises(Refused) as error:
            chat.remove(club=club, message_id=message.pk, by=by, now=NOW)
        assert error.value.code == code
    assert Caller(ben).delete(f"clubs/{club.public_id}/chat/{message.pk}/").status_code == 204
    assert heard(club, ada) == ["This message was removed."]
    assert Caller(ben).delete(f"clubs/{club.public_id}/chat/{message.pk + 1}/").status_code == 404


def test_who_is_removed_meanwhile_writes_nothing(ada, ben, club, monkeypatch):
    club = club(ada, ben)

    def hold(author: User) -> User:
        monkeypatch.undo()
        actions.part(ben, NOW)
        return author

    monkeypatch.setattr(database, "hold", hold)
    with pytest.raises(Refused):
        say(club, ben)
    assert not Message.objects.exists()


def test_an_organiser_of_another_club_removes_nothing_here(ada, ben, cleo, club):
    here, there = club(ada, ben), club(cleo, name="Blanks")
    message = say(here, ben)
    with pytest.raises(Refused) as error:
        chat.remove(club=there, message_id=message.pk, by=cleo, now=NOW)
    assert error.value.code == "unknown_message"
    assert heard(here, ada) == ["Hello"]


def test_silences_and_limits_hold_in_a_club(ada, ben, club, rates):
    rates(talk="2/m")
    club = club(ada, ben)
    say(club, ben, "1")
    say(club, ben, "2")
    with pytest.raises(TooMany):
        say(club, ben, "3")
    moderation.silence(ada, NOW + timedelta(days=1))
    with pytest.raises(Refused) as error:
        say(club, ada)
    assert error.value.code == "silenced"


def test_members_report_messages_to_moderators(ada, ben, cleo, club):
    club = club(ada, ben)
    message = say(club, ben, "Rude")
    assert moderation.report(reporter=ada, subject=Subject(message=message), reason="insult", now=NOW).said == "Rude"
    with pytest.raises(Refused):
        moderation.report(reporter=cleo, subject=Subject(message=message), reason="insult", now=NOW)


def test_the_page_of_the_chat(ada, ben, club):
    club = club(ada, ben)
    path = f"/clubs/{club.public_id}/chat/"
    browser = Client()
    browser.force_login(ben)
    assert browser.post(path, {"text": "<b>Hi</b>"}).status_code == 302
    assert "&lt;b&gt;Hi" in browser.get(path).content.decode()
    part = browser.post(path, {"text": "again"}, headers={"X-Panel": "1"})
    assert part.content.decode().count("talk-message") == 2
    assert "<html" not in part.content.decode()
    assert "/chat/remove/" not in part.content.decode()
    browser.force_login(ada)
    message = Message.objects.latest("pk")
    assert "/chat/remove/" in browser.get(path).content.decode()
    assert browser.post(f"{path}remove/", {"message": message.pk}).status_code == 302
    assert heard(club, ben) == ["<b>Hi</b>", "This message was removed."]


def test_a_guest_takes_the_chat_along_to_their_account(ada, ben, club, guest):
    dora = guest("Dora")
    club = club(ada, dora)
    say(club, dora, "From Dora")
    for each in followers():
        each.merged(dora, ben)
    assert [message.author for message in chat.read(club, ada).messages] == [ben]
    assert Listener.objects.filter(reader=ben, has_written=True).exists()


def test_a_page_of_the_chat_takes_the_same_queries_for_many_messages(ada, ben, club, django_assert_max_num_queries):
    club = club(ada, ben)
    there = [Message(conversation=club.conversation, author=ben, room="club", text=f"{n}", version=0, at=NOW)
             for n in range(60)]  # fmt: skip
    Message.objects.bulk_create(there)
    with django_assert_max_num_queries(4):
        assert len(heard(club, ada)) == 50
    with django_assert_max_num_queries(1):
        assert chat.has_news(club, ada)
    assert conversations.talk(club.conversation, ada).page.next

"""Messages between two people: who may write to whom, and what nobody else notices."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.farewell import delete_account
from accounts.followers import followers
from accounts.models import User
from common.refusals import Refused, TooMany
from moderation import actions as moderation
from moderation.actions import Decision, Subject
from moderation.models import Report
from notices import queries as notices
from notices.models import Notice
from notices.sentences import notice_text
from people import actions as people
from talk import conversations, letters
from talk.models import Conversation, Listener, Message
from tests.api.conftest import Caller
from tests.common.conftest import rates
from tests.games.test_races import at_once
from tests.moderation.conftest import moderator
from tests.people.conftest import befriend

__all__ = ["befriend", "rates"]

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def send(author: User, person: User, text: str = "Hello", now: datetime = NOW) -> Message:
    return letters.send(author=author, person=person, text=text, now=now)


def refused(author: User, person: User) -> tuple[str, str]:
    """The code and the sentence with which a message is refused, after checking that no page offers to write one."""
    assert not letters.may_write(author, person)
    with pytest.raises(Refused) as error:
        send(author, person)
    return error.value.code, error.value.message


def allow(person: User, whom: str) -> None:
    people.save_profile(user=person, letters=whom)


# ---- Who may write to whom -----------------------------------------------------------------------
@pytest.mark.both_databases
def test_friends_write_to_each_other(ada, ben, cleo, befriend):
    befriend(ada, ben)
    assert letters.may_write(ada, ben)
    assert letters.may_write(ben, ada)
    message = send(ada, ben)
    assert [each.said for each in conversations.talk(message.conversation, ben).messages] == ["Hello"]
    assert refused(ada, cleo) == ("not_reachable", "Cleo doesn’t accept messages from you.")


def test_everybody_may_write_to_people_who_allow_it_and_gets_an_answer(ada, ben):
    allow(ben, "everybody")
    assert refused(ben, ada)[0] == "not_reachable"
    send(ada, ben)
    send(ben, ada, "Hello, too")  # Ada allows only friends, but she wrote first
    assert notices.counts(ada.pk).letters == 1
    people.block(user=ada, person=ben, now=NOW)
    assert notices.counts(ada.pk).letters == 0  # and no push in the morning
    assert refused(ben, ada)[0] == refused(ada, ben)[0] == "not_reachable"


def test_who_wants_no_messages_neither_gets_nor_writes_any(ada, ben, befriend):
    befriend(ada, ben)
    send(ada, ben)
    allow(ben, "nobody")
    assert refused(ada, ben)[0] == "not_reachable"
    assert refused(ben, ada)[0] == "messages_off"


def test_guests_programs_computers_and_closed_accounts_take_no_part(ada, ben, guest):
    dora = guest("Dora")
    for person in (ada, ben):
        allow(person, "everybody")
    assert refused(dora, ada)[0] == "guest"
    assert refused(ada, dora)[0] == refused(ada, ada)[0] == "not_reachable"
    User.objects.filter(pk=ben.pk).update(is_program=True)
    ben.refresh_from_db()
    assert refused(ada, ben)[0] == "not_reachable"
    assert refused(ben, ada)[0] == "no_programs"
    User.objects.filter(pk=ben.pk).update(is_program=False, is_active=False)
    ben.refresh_from_db()
    assert refused(ada, ben)[0] == "not_reachable"
    assert Caller(ada).get("messages/ben/").status_code == 404


def test_silenced_players_write_no_messages(ada, ben, befriend):
    befriend(ada, ben)
    moderation.silence(ada, NOW + timedelta(days=1))
    with pytest.raises(Refused) as error:
        send(ada, ben)
    assert error.value.code == "silenced"
    send(ben, ada)


def test_only_so_many_strangers_a_day(ada, ben, befriend, rates):
    rates(letter="2/d")
    strangers = [User.objects.create_user(username=f"mo{n}") for n in range(3)]
    befriend(ada, ben)
    for person in (*strangers, ben):
        allow(person, "everybody")
    for n in range(3):  # one who is written to again isn't a new one
        send(ada, strangers[0], f"{n}")
    send(ada, strangers[1])
    with pytest.raises(TooMany):
        send(ada, strangers[2])
    send(ada, ben)
    assert not letters.inbox(strangers[2]).rows


def test_messages_share_the_limit_of_the_chat(ada, ben, befriend, rates):
    rates(talk="2/m")
    befriend(ada, ben)
    send(ada, ben, "1")
    assert send(ada, ben, "2").pk == send(ada, ben, "2").pk  # a double click
    with pytest.raises(TooMany):
        send(ada, ben, "3")


# ---- What a block looks like -----------------------------------------------------------------------
def pages_of(person: User, other: str) -> list[bytes]:
    browser, program = Client(), Caller(person)
    browser.force_login(person)
    found = [browser.get(path) for path in ("/messages/", f"/messages/{other}/", f"/people/{other}/")]
    found += [program.get(path) for path in ("messages/", f"messages/{other}/")]
    found += [browser.post(f"/messages/{other}/", {"text": "Let me in"}), program.post(f"messages/{other}/", text="Hi")]
    return [_plain(answer.content) for answer in found]


def _plain(content: bytes) -> bytes:
    """Without the tokens against forged forms, which differ in each answer."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", content)


def test_a_blocked_person_sees_what_a_former_friend_sees(ada, ben, befriend, client):
    befriend(ada, ben)
    send(ada, ben)
    send(ben, ada)
    conversation = Conversation.objects.get()
    conversations.mark_read(conversation=conversation, reader=ada, newest=conversation.newest, now=timezone.now())
    Listener.objects.update(has_written=False)  # otherwise a former friend may answer
    worlds = []
    for end in (people.remove_friend, people.block):
        end(user=ben, person=ada, **({"now": NOW} if end is people.block else {}))
        worlds.append(pages_of(ada, "ben"))
    assert worlds[0] == worlds[1]
    assert b"accept messages" in worlds[0][1]


@pytest.mark.parametrize("who", ["cleo", "guest", "stranger"])
def test_others_get_the_same_whether_two_people_write_or_not(ada, ben, cleo, guest, befriend, who):
    befriend(ada, ben)
    person = {"cleo": cleo, "guest": guest("Dora"), "stranger": None}[who]
    worlds = []
    for _ in range(2):
        browser, program = Client(), Caller(person)
        if person is not None:
            browser.force_login(person)
        paths = ["/messages/", "/messages/ada/", "/messages/ben/", "/people/ada/", "/people/ben/", "/notices/"]
        answers = [browser.get(path) for path in paths]
        answers += [program.get(path) for path in ("messages/", "messages/ada/", "messages/ben/", "me/")]
        message = Message.objects.first()
        answers.append(browser.get(f"/report/?message={message.pk if message else 1}"))
        worlds.append([(answer.status_code, _plain(answer.content)) for answer in answers])
        if message is None:
            send(ada, ben, "xyzzy")
    assert worlds[0][:-1] == worlds[1][:-1]
    assert worlds[0][-1][0] == worlds[1][-1][0] == (404 if person else 302)


# ---- Inbox, notifications, pages -------------------------------------------------------------------
def test_the_inbox_lists_the_newest_first_and_what_is_new(ada, ben, cleo, befriend, client):
    befriend(ada, ben)
    befriend(ada, cleo)
    send(ben, ada, "From Ben")
    send(cleo, ada, "From Cleo")
    send(ada, cleo, "To Cleo")
    lines = letters.inbox(ada).rows
    assert [(line.person, line.last.said, line.unread) for line in lines] == [
        (cleo, "To Cleo", False), (ben, "From Ben", True),
    ]  # fmt: skip
    client.force_login(ada)
    page = client.get("/messages/").content.decode()
    assert page.index("To Cleo") < page.index("From Ben")
    assert page.count("letter-row my-turn") == 1


def test_a_sender_is_notified_of_once_until_it_is_read(ada, ben, befriend, client):
    befriend(ada, ben)
    for n in range(3):
        send(ada, ben, f"{n}", NOW + timedelta(minutes=n))
    [notice] = Notice.objects.filter(player=ben, event="message")
    told = notice_text(notice, NOW)
    assert (told.title, told.path) == ("Ada sent you a message", "/messages/ada/")
    assert notices.counts(ben.pk).letters == 1
    assert notices.counts(ada.pk).letters == 0
    assert notices.for_desk(ben.pk)["letters"] == 1
    client.force_login(ben)
    assert "data-letters-number>1<" in client.get("/people/").content.decode()
    assert "data-letters hidden" in client.get("/messages/ada/").content.decode()
    assert notices.counts(ben.pk).letters == 0
    send(ada, ben, "again", NOW + timedelta(hours=1))
    assert notices.counts(ben.pk).letters == 1
    send(ben, ada, "an answer", NOW + timedelta(hours=2))  # without a look at the page
    assert notices.counts(ben.pk).letters == 0


def test_a_muted_person_is_read_but_not_notified_of(ada, ben, befriend, client):
    befriend(ada, ben)
    send(ada, ben, "first")
    client.force_login(ben)
    client.get("/messages/ada/")
    client.post("/messages/ada/mute/", {"muted": "1"})
    Notice.objects.all().delete()
    send(ada, ben, "second")
    assert not Notice.objects.exists()
    assert "second" in client.get("/messages/ada/").content.decode()


def test_the_page_of_two_people_sends_and_pages(ada, ben, befriend, client):
    befriend(ada, ben)
    client.force_login(ada)
    assert client.post("/messages/ben/", {"text": "<b>Hi</b>"}).status_code == 302
    assert "&lt;b&gt;Hi" in client.get("/messages/ben/").content.decode()
    refused = client.post("/messages/ben/", {"text": "x" * 501})
    assert (refused.status_code, b"x" * 501 in refused.content) == (400, True)
    conversation = Conversation.objects.get()
    made = [Message(conversation=conversation, author=ben, room="letters", text=f"No {n}.", version=0, at=NOW)
            for n in range(60)]  # fmt: skip
    Conversation.objects.update(newest=Message.objects.bulk_create(made)[-1].pk)
    page = client.get("/messages/ben/")
    assert "No 59." in page.content.decode()
    assert "No 9." not in page.content.decode()
    earlier = conversations.talk(conversation, ada).page.next
    assert "No 9." in client.get(f"/messages/ben/?before={earlier}").content.decode()
    for is_active in (True, False):  # a closed account has no profile to open
        User.objects.filter(pk=ben.pk).update(is_active=is_active)
        assert (b'"/people/ben/"' in client.get("/messages/ben/").content) == is_active


def test_the_inbox_takes_the_same_queries_for_one_and_for_many(ada, befriend, django_assert_max_num_queries):
    def begin(n: int) -> None:
        person = User.objects.create_user(username=f"mo{n}")
        befriend(ada, person)
        send(person, ada)

    for n in range(8):
        begin(n)
    with django_assert_max_num_queries(3):
        assert len(letters.inbox(ada).rows) == 8


def test_programs_read_write_and_mark_as_read(ada, ben, befriend):
    befriend(ada, ben)
    mine, his = Caller(ada), Caller(ben)
    sent = mine.post("messages/ben/", text="Hello")
    assert sent.status_code == 201
    line = his.get("messages/").json()["results"][0]
    assert (line["person"]["username"], line["text"], line["unread"]) == ("ada", "Hello", True)
    page = his.get("messages/ada/").json()
    assert (page["messages"], page["can_write"]) == ([sent.json()], True)
    send(ada, ben, "Hello again")
    his.put("messages/ada/", seen=line["last"])  # a slow page that doesn't show the newer one
    assert his.get("messages/").json()["results"][0]["unread"]
    assert notices.counts(ben.pk).letters == 1
    changed = his.put("messages/ada/", seen=Message.objects.latest("pk").pk, muted=True).json()
    assert changed["muted"]
    assert not his.get("messages/").json()["results"][0]["unread"]


# ---- Moderators ---------------------------------------------------------------------------------
def test_moderators_see_a_reported_message_and_those_around_it(ada, ben, befriend, client, db):
    befriend(ada, ben)
    for n in range(15):
        send(ada, ben, f"No {n}.", NOW + timedelta(minutes=n))
    bad = Message.objects.get(text="No 12.")
    client.force_login(ben)
    client.post(f"/report/?message={bad.pk}", {"reason": "insult", "text": "Look"})
    report = Report.objects.get()
    assert (report.player, report.said) == (ada, "No 12.")
    mod = moderator("mod")
    client.force_login(mod)
    page = client.get(report.get_absolute_url()).content.decode()
    assert "No 14." in page
    assert "No 2." in page
    assert "No 1." not in page
    moderation.decide(report_id=report.pk, moderator=mod, decision=Decision(["remove"], "Be kind."), now=NOW)
    assert conversations.talk(bad.conversation, ben).messages[12].said == "Removed by a moderator."


def test_only_its_two_people_can_report_a_message(ada, ben, cleo, befriend):
    befriend(ada, ben)
    message = send(ada, ben)
    with pytest.raises(Refused) as error:
        moderation.report(reporter=cleo, subject=Subject(message=message), reason="spam", now=NOW)
    assert error.value.code == "unknown_message"


# ---- Races, and accounts that end ------------------------------------------------------------------
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_first_messages_at_once_make_one_conversation(ada, ben, befriend):
    befriend(ada, ben)
    answers = at_once(lambda: send(ada, ben, "From Ada"), lambda: send(ben, ada, "From Ben"))
    assert all(isinstance(each, Message) for each in answers)
    conversation = Conversation.objects.get()
    assert conversation.messages.count() == conversation.listeners.count() == 2
    assert conversation.newest == max(each.pk for each in answers)


def test_a_deleted_account_takes_its_messages_along(ada, ben, cleo, befriend):
    befriend(ada, ben)
    send(ada, ben, "Hello")
    send(ben, ada, "Hello, Ada")
    people.block(user=ada, person=cleo, now=NOW)
    people.save_profile(user=ada, about="I play.")
    mine = {name: rows for each in followers() for name, rows in each.on_record(ada).items()}
    assert [(each["to"], each["text"]) for each in mine["messages"]] == [("ben", "Hello")]
    assert [each["player"] for each in (*mine["friends"], *mine["blocked"])] == ["ben", "cleo"]
    assert mine["profile"]["about"] == "I play."
    assert "message" in mine["notifications"]["events"]
    delete_account(user=User.objects.get(pk=ada.pk), now=NOW)
    assert notices.counts(ben.pk) == notices.Counts(waiting=0, unread=0, letters=0, here=False)
    allow(ada, "everybody")  # *ada* and this were read before
    for late in (lambda: send(ben, ada), lambda: people.ask_friend(user=ben, person=ada, now=NOW)):
        with pytest.raises(Refused):
            late()
    assert not Conversation.objects.exists()
    assert not Message.objects.exists()

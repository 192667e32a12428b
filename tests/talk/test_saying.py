"""Sending and reading messages: validation, repeats, limits, pages."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from common import refusals
from games import queries
from notices.models import Notice
from talk import actions
from talk import queries as talk
from talk.models import Message
from tests.api.conftest import Caller, refused
from tests.games.test_races import at_once, codes
from tests.pages.conftest import words_of
from tests.talk.conftest import heard

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("text", ["", "   ", "\u202e\u200b", "x" * 501])
def test_empty_and_too_long_messages_are_refused_with_a_sentence(ada, game, say, text):
    with pytest.raises(refusals.Unreadable) as no:
        say(game, ada, text)
    assert no.value.message.endswith(".")
    assert not Message.objects.exists()


@pytest.mark.both_databases
def test_a_message_is_one_line_without_invisible_characters(ada, game, say):
    assert say(game, ada, " Well\n\nplayed\u202e, \x00Ben ").text == "Well played, Ben"


def test_readers_see_a_greeting_in_their_language(ada, game, say):
    message = say(game, ada, greeting="well_played")
    assert message.said == "Well played"
    with translation.override("de"):
        assert message.said == str(Message.Greeting.WELL_PLAYED.label)


def test_the_eleventh_message_in_a_minute_is_refused(ada, game, say, settings):
    settings.LIMITS = True
    for n in range(10):
        say(game, ada, f"Message {n}")
    with pytest.raises(refusals.TooMany):
        say(game, ada, "Message 10")
    assert Message.objects.count() == 10


@pytest.mark.both_databases
def test_the_same_words_sent_twice_are_one_message(ada, game, say):
    now = timezone.now()
    say(game, ada, "Hello", now=now)
    say(game, ada, "Hello", now=now + timedelta(seconds=5))
    assert Message.objects.count() == 1
    say(game, ada, "Hello", now=now + timedelta(minutes=5))
    assert Message.objects.count() == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_double_click_at_the_same_instant_is_one_message(ada, game, say):
    for n in range(4):
        results = at_once(*[lambda n=n: say(game, ada, f"Hello {n}") for _ in range(4)])
        assert codes(results) == []
    assert Message.objects.count() == 4


def test_readers_get_one_notification_without_the_text_until_they_read(ada, ben, game, say, browser_of):
    say(game, ada, "I hold the 6-6")
    say(game, ada, "and the 5-5")
    [notice] = Notice.objects.filter(event="message")
    assert (notice.player, notice.by) == (ben, ada)
    assert "6-6" not in str(notice.words)
    browser_of(ben).get(f"/g/{game}/talk/")
    notice.refresh_from_db()
    assert notice.read_at is not None


@pytest.mark.both_databases
def test_unread_messages_are_counted(ada, ben, game, say, browser_of):
    say(game, ada, "One")
    say(game, ada, "Two")
    say(game, ben, "Three")
    assert [talk.news(queries.find_game(game), who).unread for who in (ada, ben)] == [1, 2]
    browser_of(ben).get(f"/g/{game}/talk/", headers={"X-Panel": "1"})
    assert talk.news(queries.find_game(game), ben).unread == 0


def test_the_panel_is_a_part_of_the_page_or_a_page_of_its_own(ada, ben, game, say, browser_of):
    say(game, ada, "Hello")
    client = browser_of(ben)
    part = client.get(f"/g/{game}/talk/", headers={"X-Panel": "1"})
    assert part.headers["X-Panel"] == "1"
    assert "<html" not in part.content.decode()
    assert "Hello" in words_of(part)
    assert "<html" in client.get(f"/g/{game}/talk/").content.decode()


def test_the_chat_works_without_scripts(ada, ben, game, browser_of):
    answer = browser_of(ada).post(f"/g/{game}/talk/", {"text": "Hello"}, follow=True)
    assert "You" in words_of(answer)
    assert "Hello" in words_of(browser_of(ben).get(f"/g/{game}/talk/"))


def test_a_refused_message_stays_in_the_field(ada, game, browser_of):
    answer = browser_of(ada).post(f"/g/{game}/talk/", {"text": "y" * 501}, headers={"X-Panel": "1"})
    assert answer.status_code == 400
    assert "at most 500 characters" in words_of(answer)
    assert "y" * 501 in answer.content.decode()


def test_a_greeting_keeps_the_half_typed_message(ada, game, browser_of):
    answer = browser_of(ada).post(
        f"/g/{game}/talk/", {"text": "I was going to s", "greeting": "hello"}, headers={"X-Panel": "1"}
    )
    assert "I was going to s" in answer.content.decode()
    assert Message.objects.get().greeting == "hello"


def test_messages_are_escaped(ada, ben, game, say, browser_of):
    say(game, ada, "<script>alert(1)</script>")
    assert "<script>alert" not in browser_of(ben).get(f"/g/{game}/talk/").content.decode()


@pytest.mark.both_databases
def test_earlier_messages_are_on_further_pages(ada, ben, game, say, browser_of):
    for n in range(120):
        say(game, ada if n % 2 else ben, f"Message {n}.")
    first = browser_of(ada).get(f"/g/{game}/talk/")
    assert "Message 119." in words_of(first)
    assert "Message 69." not in words_of(first)
    before = first.context["talk"].page.next
    assert "Message 69." in words_of(browser_of(ada).get(f"/g/{game}/talk/?before={before}"))
    page = Caller(ada).get(f"games/{game}/talk/", before=before).json()
    assert page["messages"][-1]["text"] == "Message 69."
    assert Caller(ada).get(f"games/{game}/talk/", before=page["earlier"]).json()["earlier"] is None


@pytest.mark.both_databases
@pytest.mark.parametrize("before", ["x", "-1", "9" * 30, "1.5", ""])
def test_an_invalid_cursor_shows_the_newest_messages(ada, game, say, browser_of, before):
    say(game, ada, "Hello")
    assert "Hello" in words_of(browser_of(ada).get(f"/g/{game}/talk/?before={before}"))


def test_query_count_doesnt_grow_with_messages(
    ada, ben, game, say, browser_of, django_assert_max_num_queries, django_assert_num_queries
):
    def cost() -> int:
        with django_assert_max_num_queries(40) as asked:
            browser.get(f"/g/{game}/talk/", headers={"X-Panel": "1"})
        return len(asked)

    browser = browser_of(ben)
    for n in range(2):
        say(game, ada, f"Message {n}")
    cost()
    few = cost()
    for n in range(30):
        say(game, ada if n % 2 else ben, f"Again {n}")
    cost()
    assert cost() == few


def test_the_api_sends_and_reads_messages(ada, ben, game):
    sent = Caller(ada).post(f"games/{game}/talk/", text="Hello")
    assert sent.status_code == 201
    assert (sent.json()["author"], sent.json()["seat"], sent.json()["room"]) == ("Ada", 0, "seated")
    assert heard(Caller(ben), game) == ["Hello"]
    refused(Caller(ada).post(f"games/{game}/talk/"), 400, "nothing_said")
    refused(Caller(ada).post(f"games/{game}/talk/", text="a", greeting="hello"), 400, "nothing_said")
    refused(Caller().post(f"games/{game}/talk/", text="Hello"), 401, "not_authenticated")
    refused(Caller(ada).get("games/nosuchgame/talk/"), 404, "unknown_game")


@pytest.mark.both_databases
def test_guests_who_log_in_keep_their_messages_and_notes(guest, ada, ben, game_between, say):
    from tests.following import it_happens

    dora = guest("Dora")
    game = game_between(ada, dora)
    say(game.public_id, dora, "Hello")
    actions.write_note(author=dora, text="Likes sixes", now=timezone.now(), game=game)
    it_happens("merged", dora, ben)
    assert Message.objects.get().author == ben
    assert talk.my_note(ben, game=game) == "Likes sixes"

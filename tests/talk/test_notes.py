"""Notes. Only their author sees them."""

import pytest
from django.utils import timezone

from talk import actions, queries
from talk.models import Note
from tests.api.conftest import Caller, refused
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db
NOTE = "opens with the heaviest double"


@pytest.mark.both_databases
def test_a_note_is_saved_changed_and_deleted(ada, game, browser_of):
    client = browser_of(ada)
    client.post(f"/g/{game}/note/", {"text": "first\nsecond"})
    assert "first\nsecond" in client.get(f"/g/{game}/note/").content.decode()
    client.post(f"/g/{game}/note/", {"text": "third"})
    assert Note.objects.get().text == "third"
    client.post(f"/g/{game}/note/", {"text": "  "})
    assert not Note.objects.exists()


@pytest.mark.both_databases
def test_a_too_long_note_is_refused_and_stays_in_the_field(ada, game, browser_of):
    answer = browser_of(ada).post(f"/g/{game}/note/", {"text": "z" * 2001}, headers={"X-Panel": "1"})
    assert answer.status_code == 400
    assert "at most 2000 characters" in words_of(answer)
    assert "z" * 2001 in answer.content.decode()


def test_only_its_author_sees_a_note_on_a_profile(ada, ben, cleo, browser_of):
    browser_of(ada).post("/people/ben/note/", {"text": NOTE})
    assert NOTE in browser_of(ada).get("/people/ben/note/").content.decode()
    for other in (ben, cleo):
        assert NOTE not in browser_of(other).get("/people/ben/note/").content.decode()
    assert 'data-panel-name="note"' in browser_of(ada).get("/people/ben/").content.decode()
    assert 'data-panel-name="note"' not in browser_of(ben).get("/people/ben/").content.decode()


def test_strangers_cant_write_notes(game, stranger):
    assert stranger.get(f"/g/{game}/note/").status_code == 302
    refused(Caller().get(f"games/{game}/note/"), 401, "not_authenticated")


def test_the_api_reads_and_writes_my_note(ada, ben, game):
    import json

    put = Caller(ada).client.put(
        f"/api/v1/games/{game}/note/", json.dumps({"text": NOTE}), content_type="application/json"
    )
    assert put.json() == {"text": NOTE}
    assert Caller(ada).get(f"games/{game}/note/").json() == {"text": NOTE}
    assert Caller(ben).get(f"games/{game}/note/").json() == {"text": ""}


@pytest.mark.both_databases
def test_a_game_and_a_person_have_separate_notes(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.write_note(author=ada, text="game", now=timezone.now(), game=game)
    actions.write_note(author=ada, text="person", now=timezone.now(), person=ben)
    assert (queries.my_note(ada, game=game), queries.my_note(ada, person=ben)) == ("game", "person")

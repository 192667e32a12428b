"""SQLite has one writer at a time. While somebody holds its lock, pages are shown, and a move is told to come back.

Another connection holds it here for as long as the test wants; ours waits for a lock as good as not at all, so that
whatever would have waited for it fails instead.
"""

import json
import sqlite3

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts import browsers, tokens
from accounts.models import Browser, Token
from accounts.sessions import SessionStore
from common import database
from common.processes import heartbeat
from common.processes.heartbeat import Heart
from games.positions import memory
from games.sockets.boards import TableSocket
from learn.models import Puzzle
from learn.puzzles import stock
from notices.models import Notice
from sharing.models import Picture
from sharing.pictures import stored
from talk.models import Reading
from tests.conftest import a_minute_later
from tests.games.playing import legal
from tests.learn.test_puzzles import POSITION
from tests.pages.conftest import browser_of, english_again
from tests.pages.test_kept_by_browsers import addresses
from tests.sharing.conftest import TAG
from tests.talk.conftest import say

__all__ = ["addresses", "browser_of", "english_again", "say"]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,  # each knows its own
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL lets all write at the same time"),
]

# What they show is worth nothing unless the session has it.
KEEP_A_SECRET = {"/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/add/"}


@pytest.fixture
def writer():
    """`with writer:` another connection writes."""
    connection.ensure_connection()
    connection.connection.patience = 0.001
    another = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    yield Writer(another)
    another.close()
    connection.close()


class Writer:
    def __init__(self, another):
        self.another = another

    def __enter__(self):
        self.another.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_):
        self.another.execute("ROLLBACK")


@pytest.fixture
def something_to_note(monkeypatch, addresses, browser_of, game_between, say, ada, ben):
    """Ada's browser, her token, and everything that her visits store."""
    browser, token = browser_of(ada), tokens.make(user=ada, name="bot", scopes=["play"], days=None, now=timezone.now())
    for path in ("/settings/notices/", "/oauth/keys/"):
        browser.get(path)  # the server has its key for pushes, and for apps, once and for all
    monkeypatch.setattr(browsers, "OPEN_EVERY", -1)
    monkeypatch.setattr(browsers, "USED_EVERY", -1)
    game = game_between(ada, ben)
    say(game.public_id, ben, "Hello")
    Notice.objects.filter(player=ada).update(read_at=None)
    stock.keep([POSITION], timezone.now())
    return browser, token[1], game


def noted(ada):
    """What the database has stored about Ada's visits."""
    return (
        Browser.objects.get(user=ada).last_used,
        Token.objects.get(user=ada).last_used,
        set(Notice.objects.filter(player=ada, read_at=None).values_list("pk", flat=True)),
        Reading.objects.filter(reader=ada).count(),
        Puzzle.objects.exclude(day=None).count(),
        Picture.objects.count(),
    )


def read(client, path, **headers):
    client.raise_request_exception = False
    answer = client.get(path, headers=headers)
    if answer.headers["Content-Type"] != "text/event-stream":  # which never ends
        list(answer.streaming_content if answer.streaming else ())
    answer.close()
    return answer.status_code


def test_every_page_works_during_a_write(something_to_note, addresses, writer, preview_path, ada, monkeypatch):
    browser, token, game = something_to_note
    Heart().beat()
    monkeypatch.setattr(heartbeat, "DEAD", float("inf"))  # on a busy machine all pages may take longer than that
    places = [*addresses, game.get_absolute_url(), f"/g/{game.public_id}/talk/", preview_path, *notices_of(ada)]
    programs = [path for path in places if path.startswith("/api/v1/")]
    before, waited, answers = noted(ada), [], {}

    def waits_for_nobody(execute, sql, *how):
        try:
            return execute(sql, *how)
        except OperationalError:
            if connection.connection.patience:
                waited.append(path)
            raise

    with writer, connection.execute_wrapper(waits_for_nobody):
        for path in places:
            answers[path] = read(browser, path)
        for path in programs:
            answers["token", path] = read(Client(), path, Authorization=f"Bearer {token}")
    assert set(waited) == {path for path, status in answers.items() if status >= 500} == KEEP_A_SECRET
    assert noted(ada) == before
    stored.being_drawn.forget()  # another process
    a_minute_later()
    for path in places:
        assert read(browser, path) == answers[path] or path in KEEP_A_SECRET
    read(Client(), programs[0], Authorization=f"Bearer {token}")
    after = noted(ada)
    assert [n for n, (was, now) in enumerate(zip(before, after, strict=True)) if was == now] == []


def test_a_write_between_reading_and_saving_the_session_does_no_harm(something_to_note, writer, monkeypatch):
    browser, *_others = something_to_note
    save = SessionStore.save

    def while_somebody_writes(session, must_create=False):
        with writer:
            save(session, must_create)

    monkeypatch.setattr(SessionStore, "save", while_somebody_writes)
    assert read(browser, "/games/") == 200


@pytest.fixture
def preview_path(something_to_note, client):
    *_others, game = something_to_note
    tags = dict(TAG.findall(client.get(game.get_absolute_url()).content.decode()))
    return tags["og:image"].partition("localhost:8000")[2]


def notices_of(ada):
    return [f"/notices/{pk}/" for pk in Notice.objects.filter(player=ada).values_list("pk", flat=True)]


def test_a_move_during_a_write_is_refused_and_works_later(browser_of, game_between, writer, ada, ben):
    game = game_between(ada, ben)
    table = memory.current(game.public_id)
    mover = browser_of([ada, ben][table.turn])
    mover.get("/games/")
    mover.raise_request_exception = False  # what the server answers, not what it logs
    move = {"move": legal(table)[0], "version": table.version, "key": "the same"}
    path = f"/api/v1/games/{game.public_id}/moves/"
    with writer:
        answer = mover.post(path, json.dumps(move), content_type="application/json")
        assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "away", "5")
        assert "Your games are safe" in answer.json()["message"]
        assert memory.current(game.public_id).version == table.version
    assert mover.post(path, json.dumps(move), content_type="application/json").status_code == 200
    assert memory.current(game.public_id).version > table.version


def test_the_site_is_ready_during_a_write(client, writer, monkeypatch):
    monkeypatch.setattr("dominoes_site.health._wrote_at", float("-inf"))
    monkeypatch.setattr("dominoes_site.health._known", (float("-inf"), {}))
    Heart().beat()
    with writer:
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["storage"]) == (200, True)


def test_waiting_for_a_lock_lasts_five_seconds_at_most():
    connection.close()
    connection.ensure_connection()
    assert connection.connection.patience == 5
    with database.unwaiting():
        assert connection.connection.patience == 0
    assert connection.connection.patience == 5


def test_marking_a_board_as_seen_reports_no_lock(game_between, writer, ada, ben):
    game = game_between(ada, ben)
    board = TableSocket()
    board.public_id, board.player = game.public_id, ada.pk
    version, mine = memory.current(game.public_id).version, game.seats.get(player=ada)
    game.seats.update(seen_version=0)
    with writer:
        board._mark_seen(version)
    mine.refresh_from_db()
    assert mine.seen_version == 0
    board._mark_seen(version)
    mine.refresh_from_db()
    assert mine.seen_version == version

"""Any player's public games as a file: the filters, and that nothing in it is hidden anywhere else."""

import json
from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import User
from common.limits.sockets import Connections
from common.refusals import TooMany
from games import actions
from games.models import Game
from history import downloads, public_games
from history.downloads import Download
from history.public_games import WantedGames, piece
from people import actions as people
from standings.models import RatingChange
from tests.api.conftest import Caller, refused
from tests.games.playing import play_out, play_until_deal
from tests.history.conftest import NOON

pytestmark = pytest.mark.django_db


def games_of(caller: Caller, username: str = "ada", **query) -> list[dict]:
    answer = caller.get(f"people/{username}/games/", **query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def ids(caller: Caller, username: str = "ada", **query) -> list[str]:
    return [line["game"]["id"] for line in games_of(caller, username, **query)]


@pytest.mark.both_databases
def test_the_filters_find_the_games_that_fit(nobody, over, ada, ben, cleo):
    public = {"visibility": "public"}
    (newest,) = over(ada, ben, "lost", variant="muggins", **public)
    (middle,) = over(ada, cleo, "won", at=NOON - timedelta(days=1), rated=False, **public)
    (oldest,) = over(ada, ben, "won", at=NOON - timedelta(days=2), **public)
    over(ben, cleo, "won", **public)
    names = {newest.public_id: "newest", middle.public_id: "middle", oldest.public_id: "oldest"}
    for query, wanted in (
        ({}, "newest middle oldest"),
        ({"sort": "oldest"}, "oldest middle newest"),
        ({"max": 2}, "newest middle"),
        ({"variant": "muggins"}, "newest"),
        ({"rated": "true"}, "newest oldest"),
        ({"rated": "false"}, "middle"),
        ({"opponent": "ben"}, "newest oldest"),
        ({"result": "won"}, "middle oldest"),
        ({"opponent": "ben", "result": "lost", "rated": "true"}, "newest"),
        ({"since": "2026-11-20T12:00:00Z"}, "newest middle"),
        ({"until": "2026-11-20T12:00:00Z"}, "oldest"),
        ({"since": "2026-11-20T13:00:00+01:00", "until": "2026-11-21T12:00:00Z"}, "middle"),
    ):
        assert " ".join(names[key] for key in ids(nobody, **query)) == wanted, query
    for query in ({"sort": "best"}, {"max": 0}, {"since": "yesterday"}, {"colour": "white"}, {"result": "lucky"}):
        refused(nobody.get("people/ada/games/", **query), 400, "invalid")


def test_a_line_says_who_played_and_how_it_ended(nobody, ada, guest, game_between):
    game = game_between(ada, guest("Cara"), visibility="public", options={"end": "rounds:1"})
    play_out(game.public_id)
    game.refresh_from_db()
    RatingChange.objects.filter(game=game).delete()
    (line,) = games_of(nobody)
    mine = game.seats.get(player=ada)
    assert (line["format"], line["seats"], len(line["rounds"])) == ("dominoes/1", ["Ada", "Cara"], 1)
    about = {name: line["game"][name] for name in ("id", "players", "seat", "result", "status", "rated", "ratings")}
    assert about == {
        "id": game.public_id, "players": ["ada", None], "seat": 0, "result": mine.result, "status": "finished",
        "rated": False, "ratings": [None, None],
    }  # fmt: skip
    (short,) = games_of(nobody, moves="false")
    assert short == {"variant": line["variant"], "options": line["options"], "game": line["game"]}


def test_hidden_things_are_in_no_file(nobody, as_ben, as_ada, over, ada, ben, cleo, guest, game_between):
    over(ada, ben)  # by link
    game_between(ada, cleo, visibility="public")  # in play, with hidden hands
    aborted = game_between(ada, ben, visibility="public", options={"end": "rounds:9"})
    actions.abort_game(public_id=aborted.public_id, player=ada)
    (line,) = games_of(nobody)
    assert (line["game"]["id"], line["game"]["result"], line["rounds"]) == (aborted.public_id, "aborted", [])
    resigned = game_between(ada, ben, visibility="public")
    play_until_deal(resigned.public_id, 1)
    actions.resign_game(public_id=resigned.public_id, player=ben)
    assert set(ids(nobody)) == {aborted.public_id, resigned.public_id}

    cara = guest("Cara")
    (with_guest,) = over(ada, cara, visibility="public")
    refused(nobody.get(f"people/{cara.username}/games/"), 404, "unknown_person")
    people.block(user=ben, person=cleo, now=timezone.now())
    for caller, seen in ((nobody, 3), (as_ada, 3), (as_ben, 3), (Caller(cleo), 1)):
        assert len(ids(caller)) == seen, "no game with a player who is blocked"
    assert ids(Caller(cleo), "ben") == []

    User.objects.filter(pk=ada.pk).update(is_active=False)
    refused(nobody.get("people/ada/games/"), 404, "unknown_person")
    User.objects.filter(pk=ada.pk).update(is_active=True, deleted_at=timezone.now(), skeleton=None)
    refused(nobody.get("people/ada/games/"), 404, "unknown_person")
    refused(nobody.get("people/ben/games/", opponent="ada"), 404, "unknown_person")
    (line,) = games_of(nobody, "ben", result="lost")
    assert (line["seats"], line["game"]["players"]) == (["Deleted player", "Ben"], [None, "ben"])
    assert with_guest.public_id not in ids(nobody, "ben")


@pytest.mark.both_databases
def test_pieces_cost_the_same_statements_and_look_at_few_games(
    over, ada, ben, cleo, monkeypatch, django_assert_num_queries
):
    """Even if most of them are private: each piece reads a fixed part of the player's book."""
    monkeypatch.setattr(public_games, "AT_ONCE", 3)
    public = over(ada, ben, number=10)[::3]
    Game.objects.filter(pk__in=[game.pk for game in public]).update(visibility="public")
    place, found = None, []
    while not found or place is not None:
        with django_assert_num_queries(8):  # book, blocks, games, seats, players, ratings, moves, deals
            lines, place = piece(cleo, ada, WantedGames(), place)
        found.append(lines.count(b"\n"))
    assert found == [1, 1, 1, 1]


def test_a_slow_reader_holds_no_connection(monkeypatch, ada):
    there = []
    monkeypatch.setattr(downloads, "let_go", lambda: there.append("let go"))
    request = RequestFactory().get("/")
    request.user = ada

    def read(place):
        there.append("read")
        return b"sent", None if place else 1

    there.extend(map(bytes.decode, Download(request, read)))
    assert there == ["read", "let go", "sent"] * 2


def test_a_caller_has_two_downloads_at_once(settings, monkeypatch, ada):
    monkeypatch.setattr(downloads, "downloads", Connections("DOWNLOADS_AT_ONCE"))
    settings.LIMITS, settings.DOWNLOADS_AT_ONCE = True, 2
    request = RequestFactory().get("/")
    request.user = ada
    files = [Download(request, lambda _place: (b"", None)) for _ in range(2)]
    with pytest.raises(TooMany):
        Download(request, lambda _place: (b"", None))
    files[0].close()
    files[0].close()
    Download(request, lambda _place: (b"", None))  # its reader had gone before we could send it
    files.append(Download(request, lambda _place: (b"", None)))
    with pytest.raises(TooMany):
        Download(request, lambda _place: (b"", None))
    for file in files[1:]:
        file.close()


def test_files_may_be_asked_for_by_their_own_type(client, ada):
    client.force_login(ada)
    for address in ("people/ada/games/", "me/history/export/"):
        answer = client.get(f"/api/v1/{address}", headers={"accept": "application/x-ndjson"})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson"), address

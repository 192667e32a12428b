"""Monthly dumps: which games are in them, how they are written, and that they can be read without the site."""

import gzip
import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest
from django.core.management import CommandError, call_command
from django.test import AsyncClient
from django.utils import timezone

from accounts.farewell import delete_account
from common import queues
from games import actions, settling
from games.actions.annul import annul_game
from games.models import Game
from history import dump_queue, dumps
from history.models import DumpTask
from rules.dumps import BrokenDump, check_manifest, read_dump, read_games
from tests.games.playing import play_until_deal

OCTOBER = dumps.Month(2026, 10)
INSIDE = datetime(2026, 10, 17, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def ended(db, game_between):
    """`ended(ada, ben)`: a rated public game that Ben resigned in October, as settled."""

    def make(host, other, at=INSIDE, variant="draw", **settings):
        game = game_between(host, other, variant=variant, **{"visibility": "public", "rated": True, **settings})
        play_until_deal(game.public_id, 1)
        actions.resign_game(public_id=game.public_id, player=other)
        settling.settle(game.pk)
        Game.objects.filter(pk=game.pk).update(finished_at=at, started_at=at - timedelta(hours=1))
        return Game.objects.get(pk=game.pk)

    return make


def write(folder, month=OCTOBER, now=NOW):
    return list(dumps.write(month, folder, now))


def ids(folder, month=OCTOBER):
    return {game.about["id"] for game in read_dump(folder / month.file)}


def test_a_dump_has_the_rated_public_games_of_its_month_and_no_others(tmp_path, ended, ada, ben, cleo):
    first = ended(ada, ben, datetime(2026, 10, 1, tzinfo=UTC))
    last = ended(ben, cleo, datetime(2026, 10, 31, 23, 59, 59, tzinfo=UTC))
    ended(ada, cleo, datetime(2026, 9, 30, 23, 59, 59, tzinfo=UTC))
    ended(ada, cleo, datetime(2026, 11, 1, tzinfo=UTC))
    for hidden in ({"visibility": "link"}, {"rated": False}, {"annulled_at": NOW}):
        Game.objects.filter(pk=ended(ada, cleo).pk).update(**hidden)
    Game.objects.filter(pk=ended(ada, cleo).pk).update(settle_at=NOW)  # its ratings aren't known yet
    assert write(tmp_path)[-1] == (2, 2)
    assert ids(tmp_path) == {first.public_id, last.public_id}


def test_a_line_has_the_record_and_what_it_leaves_out(tmp_path, ended, ada, ben):
    game = ended(ada, ben)
    write(tmp_path)
    [found] = read_dump(tmp_path / OCTOBER.file, replayed=True)
    assert found.record.names == ("Ada", "Ben")
    assert found.record.rules.key == "draw"
    assert len(found.record.rounds) == 2  # the resigned one has ended, too
    about = found.about
    assert (about["id"], about["reason"], about["winners"]) == (game.public_id, "resigned", [0])
    assert (about["ratings"], about["programs"]) == ([1500, 1500], [False, False])
    assert about["finished"].startswith("2026-10-17T12:00")
    assert "token" not in json.dumps(found.about)


def test_the_manifest_names_month_games_and_digest(tmp_path, ended, ada, ben):
    ended(ada, ben)
    write(tmp_path)
    said = check_manifest(tmp_path / OCTOBER.file)
    assert (said["format"], said["month"], said["games"], said["licence"]) == ("dominoes/1", "2026-10", 1, "CC0-1.0")
    assert said["bytes"] == (tmp_path / OCTOBER.file).stat().st_size
    assert "CC0 1.0" in (tmp_path / "README.md").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md", "boneyard-2026-10.json", "boneyard-2026-10.jsonl.gz",
    ]  # fmt: skip
    (tmp_path / OCTOBER.file).write_bytes(b"other")
    with pytest.raises(BrokenDump, match="fetch it again"):
        check_manifest(tmp_path / OCTOBER.file)


def test_the_same_games_are_the_same_bytes(tmp_path, ended, ada, ben):
    ended(ada, ben)
    write(tmp_path / "one")
    write(tmp_path / "two", now=NOW + timedelta(days=1))
    assert (tmp_path / "one" / OCTOBER.file).read_bytes() == (tmp_path / "two" / OCTOBER.file).read_bytes()


def test_many_games_are_written_in_pieces_with_a_fixed_number_of_statements_each(
    tmp_path, ended, ada, ben, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(dumps, "AT_ONCE", 2)
    for _ in range(5):
        ended(ada, ben)
    pieces = dumps.write(OCTOBER, tmp_path, NOW)
    assert next(pieces) == (2, 5)
    with django_assert_num_queries(6):
        assert next(pieces) == (4, 5)
    assert next(pieces) == (5, 5)
    assert list(pieces) == []
    assert len(ids(tmp_path)) == 5


def test_a_dump_that_was_killed_leaves_the_former_one_and_starts_again(tmp_path, ended, ada, ben, monkeypatch):
    monkeypatch.setattr(dumps, "AT_ONCE", 1)
    ended(ada, ben)
    write(tmp_path)
    before = (tmp_path / OCTOBER.file).read_bytes()
    ended(ada, ben)
    killed = dumps.write(OCTOBER, tmp_path, NOW)
    next(killed)
    killed.close()
    assert (tmp_path / OCTOBER.file).read_bytes() == before
    assert list(tmp_path.glob(f"*{dumps.PART}")) == []
    write(tmp_path)
    assert len(ids(tmp_path)) == 2


def test_a_file_without_its_manifest_is_not_offered_and_is_written_again(tmp_path, ended, ada, ben):
    ended(ada, ben)
    write(tmp_path)
    (tmp_path / OCTOBER.file).write_bytes(b"the next one, before its manifest")
    assert dumps.there(tmp_path) == []
    assert dumps.outdated(tmp_path, NOW) == [OCTOBER]


@pytest.mark.parametrize("what", ["deleted", "annulled", "hidden"])
def test_what_is_no_longer_public_leaves_the_next_dump(tmp_path, ended, ada, ben, what):
    game = ended(ada, ben)
    write(tmp_path)
    assert dumps.outdated(tmp_path, NOW) == []
    if what == "deleted":
        delete_account(user=ada, now=timezone.now().replace(year=2027))
    elif what == "annulled":
        annul_game(public_id=game.public_id, now=NOW)
    else:
        Game.objects.filter(pk=game.pk).update(visibility="link")
    assert OCTOBER in dumps.outdated(tmp_path, NOW) or what != "deleted"  # a month without rated games needs no dump
    write(tmp_path)
    found = list(read_games(tmp_path / OCTOBER.file))
    assert [game.names for game in found] == ([("Deleted player", "Ben")] if what == "deleted" else [])


def test_the_command_writes_a_month_and_says_how_far_it_is(tmp_path, ended, ada, ben, capsys):
    ended(ada, ben)
    call_command("dump", month="2026-10", to=tmp_path)
    assert "2026-10: 1 of 1 games" in capsys.readouterr().out
    assert len(ids(tmp_path)) == 1


def test_without_a_month_the_command_writes_all_that_are_missing(tmp_path, ended, ada, ben, settings, capsys):
    settings.DUMPS = str(tmp_path)
    ended(ada, ben)
    call_command("dump")
    assert OCTOBER in [dump.month for dump in dumps.there(tmp_path)]
    capsys.readouterr()
    call_command("dump")
    assert capsys.readouterr().out == "All past months with games are written.\n"


@pytest.mark.parametrize(
    ("asked", "said"),
    [({"month": "2026-13"}, "isn't a month"), ({"month": "2099-01"}, "hasn't begun"), ({}, "--to DIR")],
)
def test_a_wrong_command_says_what_helps(tmp_path, db, asked, said):
    with pytest.raises(CommandError, match=said):
        call_command("dump", **asked, **({"to": tmp_path} if asked else {}))


def test_the_worker_writes_them_once_a_month_if_the_host_wants_them(tmp_path, ended, ada, ben, settings):
    ended(ada, ben)
    task = DumpTask.objects.get_or_create(pk=1, defaults={"due": NOW})[0]
    queues.drain(dump_queue.queue, timezone.now() + timedelta(minutes=1))
    assert list(tmp_path.iterdir()) == []
    settings.DUMPS = str(tmp_path)
    DumpTask.objects.update(due=NOW)
    queues.drain(dump_queue.queue, timezone.now() + timedelta(minutes=1))
    assert OCTOBER in [dump.month for dump in dumps.there(tmp_path)]
    task.refresh_from_db()
    assert (task.due.day, task.due.hour) == (1, 3)
    assert task.due > timezone.now()


def test_the_page_offers_the_files_and_nothing_else(tmp_path, ended, ada, ben, settings, stranger):
    assert stranger.get("/dumps/").status_code == 404
    settings.DUMPS = str(tmp_path)
    assert "No month has ended yet" in stranger.get("/dumps/").content.decode()
    assert '<a href="/dumps/">' in stranger.get("/rules/").content.decode()  # the footer of every page
    ended(ada, ben)
    write(tmp_path)
    (tmp_path / "secret.txt").write_text("secret")
    page = stranger.get("/dumps/").content.decode()
    assert f'href="/dumps/{OCTOBER.file}"' in page
    answer = stranger.get(f"/dumps/{OCTOBER.file}")
    assert b"".join(answer.streaming_content) == (tmp_path / OCTOBER.file).read_bytes()
    assert stranger.get(f"/dumps/{OCTOBER.manifest}").status_code == 200
    for name in ("secret.txt", "README.md", "../db.sqlite3", "..%2Fdb.sqlite3", "boneyard-2026-09.json"):
        assert stranger.get(f"/dumps/{name}").status_code == 404


async def test_the_file_is_sent_as_it_is_read(tmp_path, settings):
    settings.DUMPS = str(tmp_path)
    whole = b"x" * 600_000
    (tmp_path / OCTOBER.file).write_bytes(whole)
    said = {"month": "2026-10", "file": OCTOBER.file, "games": 1, "bytes": len(whole), "sha256": "0" * 64,
            "written": "2026-11-01T00:00:00Z"}  # fmt: skip
    (tmp_path / OCTOBER.manifest).write_text(json.dumps(said))
    answer = await AsyncClient().get(f"/dumps/{OCTOBER.file}")
    pieces = [piece async for piece in answer.streaming_content]
    assert b"".join(pieces) == whole
    assert len(pieces) > 1


# ---- The reader


LINE = {
    "format": "dominoes/1", "variant": "draw", "options": {}, "seats": ["A", "B"], "rounds": [], "game": {"id": "x"},
}  # fmt: skip


def lines(path, *found, zipped=True):
    content = b"".join(json.dumps(each).encode() + b"\n" for each in found)
    path.write_bytes(gzip.compress(content) if zipped else content)
    return path


@pytest.mark.parametrize("zipped", [True, False])
def test_the_reader_takes_compressed_and_plain_files(tmp_path, zipped):
    path = lines(tmp_path / "some", LINE, LINE, zipped=zipped)
    assert [record.names for record in read_games(path)] == [("A", "B")] * 2
    assert [game.about for game in read_dump(str(path))] == [{"id": "x"}] * 2


def test_the_reader_has_one_game_in_memory_at_a_time(tmp_path):
    path = lines(tmp_path / "some", LINE, {"format": "other"})
    assert [record.names for record in islice(read_games(path), 1)] == [("A", "B")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"not json\n", "line 1"), (b"[]\n", "line 1"), (b'{"format": "dominoes/2"}\n', "line 1"),
        (b"\x1f\x8b and no gzip", "after line 0"), (gzip.compress(json.dumps(LINE).encode() * 9)[:-9], "line"),
        (b"\xff\n", "line 1"), (b"[" * 100_000 + b"\n", "line 1"),
    ],
)  # fmt: skip
def test_a_broken_file_names_the_line(tmp_path, content, said):
    (tmp_path / "broken").write_bytes(content)
    with pytest.raises(BrokenDump, match=said):
        list(read_games(tmp_path / "broken"))


def test_a_line_that_is_too_long_is_refused_before_it_fills_the_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("rules.dumps.LONGEST", 1000)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"x" * 1_000_000))
    with pytest.raises(BrokenDump, match="longer than 1000"):
        list(read_games(tmp_path / "bomb.gz"))


def test_a_move_against_the_rules_is_found_if_one_asks(tmp_path):
    deal = {"hands": [["6-6"], ["5-5"]], "boneyard": []}
    path = lines(tmp_path / "some", LINE | {"rounds": [{"deal": deal, "moves": ["0 5-5"]}]})
    assert len(list(read_games(path))) == 1
    with pytest.raises(BrokenDump, match="line 1"):
        list(read_games(path, replayed=True))


def test_the_reader_needs_no_django(tmp_path):
    path = lines(tmp_path / "some", LINE)
    code = f"import sys, rules.dumps as d; print(len([*d.read_games({str(path)!r})]), 'django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1 False\n"

"""Finished games are replayed once for all readers; permission is checked for each reader."""

import json
import threading
from pathlib import Path

import pytest
from django.core.cache import cache

from common.cache.unchanging import Kept, Packed
from games import actions, queries
from history import studies, study_view
from history.studies import ChangedStudy
from tests.api.conftest import Caller
from tests.games.playing import play_out, play_until_deal
from tests.history.conftest import NOON

EXAMPLE = Path(__file__).parent.parent / "rules" / "examples"


@pytest.fixture
def study(ada):
    path = min(EXAMPLE.rglob("*muggins*.json"))
    kept = studies.keep(owner=ada, found=studies.play_record(path.read_bytes()), title="A pretty end", now=NOON)
    return studies.change(public_id=kept.public_id, owner=ada, wanted=ChangedStudy(shared=True))


@pytest.fixture
def played(monkeypatch):
    """The studies that were replayed, with one entry per replay."""
    seen = []

    def noting(study, before=studies.played):
        seen.append(study.public_id)
        return before(study)

    monkeypatch.setattr(study_view, "played", noting)
    return seen


def test_a_study_is_replayed_once_for_all_readers_and_deals(study, played, ada, ben):
    address = f"studies/{study.public_id}/rounds/0/"
    answers = [Caller(ada).get(address), Caller(ben).get(address), Caller().get(address)]
    page = Caller(ben).client.get(study.get_absolute_url())
    assert [answer.status_code for answer in [*answers, page]] == [200] * 4
    assert len({answer.content for answer in answers}) == 1
    assert played == [study.public_id]


def test_readers_with_the_current_version_get_not_modified(study, played, ada):
    caller = Caller(ada)
    first = caller.get(f"studies/{study.public_id}/rounds/0/")
    again = caller.client.get(f"/api/v1/studies/{study.public_id}/rounds/0/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first["Cache-Control"] == "private, no-cache"


def test_a_study_no_longer_shared_is_shown_only_to_its_owner(study, ada, ben):
    address = f"studies/{study.public_id}/rounds/0/"
    tag = Caller(ben).get(address)["ETag"]
    studies.change(public_id=study.public_id, owner=ada, wanted=ChangedStudy(shared=False))
    later = Caller(ben).client.get(f"/api/v1/{address}", headers={"If-None-Match": tag})
    assert later.status_code == 404
    assert Caller(ada).get(address).status_code == 200


def test_a_new_title_of_a_study_shows_at_once(study, ada):
    caller = Caller(ada)
    caller.client.get(study.get_absolute_url())
    studies.change(public_id=study.public_id, owner=ada, wanted=ChangedStudy(title="A prettier end"))
    assert caller.client.get(study.get_absolute_url()).context["view"].name == "A prettier end"
    assert "A prettier end" in caller.client.get(f"{study.get_absolute_url()}text/").content.decode()


def test_a_finished_deal_shows_the_current_names(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    address = f"games/{game.public_id}/rounds/0/"
    assert json.loads(Caller().get(address).content)["names"] == ["Ada", "Ben"]
    ben.nickname = "Benedict"
    ben.save(update_fields=["nickname"])
    actions.show_name(player=ben)
    assert json.loads(Caller().get(address).content)["names"] == ["Ada", "Benedict"]


@pytest.fixture
def overtaken(monkeypatch):
    """`overtaken(when)`: the rest of the game is played just before, or just after, a reader has its row."""

    def overtaken(when):
        def find(public_id, find=queries.find_game):
            found = find(public_id) if when == "after" else None
            play_out(public_id)
            return found or find(public_id)

        monkeypatch.setattr(queries, "find_game", find)

    return overtaken


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_reader_during_the_last_move_still_sees_the_deal_running(
    ada, ben, game_between, overtaken, when, monkeypatch
):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    overtaken(when)
    answer = Caller().get(f"games/{game.public_id}/rounds/0/")
    assert (answer.status_code, answer.json()["code"]) == (409, "round_running")
    monkeypatch.undo()
    assert Caller().get(f"games/{game.public_id}/rounds/0/").status_code == 200


def test_a_deal_cached_before_the_end_shows_the_secret_after_it(ada, ben, game_between, overtaken):
    game = game_between(ada, ben, options={"end": "rounds:2"})
    play_until_deal(game.public_id, 1)
    address = f"games/{game.public_id}/rounds/0/"
    assert Caller().get(address).json()["check"]["secret"] is None
    overtaken("before")
    assert Caller().get(address).json()["check"]["secret"] == game.shuffle_secret.hex()


def test_eight_readers_at_once_share_one_computation(monkeypatch):
    kept, begun, answers = Kept(), [], []
    coming = threading.Barrier(8)  # each releases the database before it waits, and the work continues when all have
    monkeypatch.setattr("common.cache.unchanging.database.let_go", lambda: coming.wait(20))

    def work():
        begun.append(1)
        return [Packed.of(b"worked out")]

    readers = [threading.Thread(target=lambda: answers.append(kept.get("study", work)[0].content)) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert (len(begun), answers) == (1, [b"worked out"] * 8)


def test_a_failure_is_reported_and_the_next_reader_tries_again(db):
    kept = Kept()
    with pytest.raises(ZeroDivisionError):
        kept.get("study", lambda: 1 / 0)
    assert kept.get("study", lambda: [Packed.of(b"there")])[0].content == b"there"


def test_the_cache_drops_the_least_recently_used_first(db):
    one = Packed.of(b"x" * 100)
    kept = Kept(most=2 * len(one.zipped))
    begun = []

    def ask(key):
        kept.get(key, lambda: begun.append(key) or [one])

    for key in ("a", "b", "a", "c", "a", "b"):
        ask(key)
    assert begun == ["a", "b", "c", "b"]


def test_many_new_replays_are_limited_but_cached_ones_are_not(study, ada, settings):
    """Three studies, of which two a minute are played through for one reader: the third has to wait."""
    cache.clear()
    settings.LIMITS, settings.RATES = True, settings.RATES | {"replay": "2/m"}
    path = min(EXAMPLE.rglob("*muggins*.json"))
    more = [
        studies.keep(owner=ada, found=studies.play_record(path.read_bytes()), title=str(n), now=NOON) for n in range(2)
    ]
    first, second, third = (f"studies/{each.public_id}/rounds/0/" for each in (study, *more))
    caller = Caller(ada)
    assert [caller.get(address).status_code for address in (first, second, third, first, second)] == [
        200, 200, 429, 200, 200
    ]  # fmt: skip
    page = caller.client.get(more[1].get_absolute_url())
    assert (page.status_code, page["Retry-After"].isdigit()) == (429, True)
    cache.clear()

"""A record from anywhere is replayed on the board, or refused with a message."""

import json
from pathlib import Path
from random import Random
from threading import Event

import orjson
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings

import rules
from games import actions, queries
from history import studies, study_view
from history.models import Study
from tests.games.playing import play_out
from tests.games.test_races import at_once
from tests.history.conftest import NOON
from tests.pages.conftest import words_of
from tests.rules.test_records import EXAMPLES, JUNK, spoiled

HERE = "/study/"


def example(name="muggins-1"):
    return next(path for path in EXAMPLES if path.stem == name).read_text()


def bring(client, text=None, file=None, **more):
    sent = {"record": text or "", "title": "", **more}
    if file is not None:
        sent["file"] = SimpleUploadedFile("game.json", file)
    return client.post(HERE, sent)


@pytest.fixture
def study(ada):
    return studies.keep(owner=ada, found=studies.play_record(example()), title="A good game", now=NOON)


def test_a_record_is_pasted_or_uploaded(browser_of, ada):
    client = browser_of(ada)
    as_text = rules.game_text(rules.parse_game(example()))
    for answer in (bring(client, as_text, title="By paste"), bring(client, file=example().encode())):
        page = client.get(answer["Location"])
        assert page.status_code == 200
        assert page.context["view"].variant == "muggins"
    titles = list(Study.objects.order_by("pk").values_list("title", flat=True))
    assert titles[0] == "By paste"
    assert titles[1].startswith("Muggins (All Fives): ")
    assert "By paste" in words_of(client.get(HERE))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file, or paste a record."),
        ("{", "This isn’t JSON:"),
        ("[]", "This isn’t a record: a record is a JSON object."),
        ('{"format": "pgn"}', 'This isn’t a record: "format" must be "dominoes/1".'),
        ('{"format":"dominoes/1","variant":"draw","seats":["a","b"],"rounds":[]}', "This record has no rounds"),
        ('{"format":"dominoes/1","variant":"chess","seats":["a","b"],"rounds":[]}', "chess"),
        ("9" * 5000, "This isn’t a record"),
        ("Dear Ada", 'This isn’t a record: a record begins with "format: dominoes/1", or is a JSON object.'),
        ("[" * 100_000, "This isn’t JSON"),
    ],
)
def test_unreadable_input_shows_an_error_and_stays_in_the_form(browser_of, ada, text, sentence):
    answer = bring(browser_of(ada), text, title="Mine")
    assert answer.status_code == 400
    assert sentence in words_of(answer)
    assert answer.context["text"] == text
    assert answer.context["title"] == "Mine"
    assert not Study.objects.exists()


def test_an_illegal_move_is_reported_with_its_place(browser_of, ada):
    record = json.loads(example())
    record["rounds"][0]["moves"][2] = "0 6-6>6-6"
    assert "Round 1, move 3: " in words_of(bring(browser_of(ada), json.dumps(record)))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_may_be_in_utf_16_and_begin_with_a_byte_order_mark(encoding):
    as_text = rules.game_text(rules.parse_game(example()))
    for text in (example(), as_text, f"  # Ours.\n{as_text}".replace("format:", "Format:").replace("seat:", "Seat :")):
        assert studies.play_record(text.encode(encoding)).record.names == ("P0", "P1")
    assert studies.play_record(f"\ufeff{as_text}").record.names == ("P0", "P1")


def jsonl(*texts):
    """Records as our export writes them: each on a line, with what records leave out."""
    return "".join(json.dumps(json.loads(text) | {"game": {"id": "x"}}) + "\n" for text in texts)


UNPLAYED = '{"format":"dominoes/1","variant":"draw","seats":["a","b"],"rounds":[]}'


def test_a_file_of_several_games_is_imported_as_a_whole_or_one_of_it(browser_of, ada):
    client, file = browser_of(ada), jsonl(example(), UNPLAYED, example("sausage-1")).encode()
    assert bring(client, file=file, title="No title for several")["Location"] == HERE
    assert [each.record["variant"] for each in Study.objects.order_by("pk")] == ["muggins", "sausage"]
    assert not Study.objects.filter(title="No title for several").exists()
    chosen = bring(client, file=file, game="3", title="The third")
    assert Study.objects.get(title="The third").get_absolute_url() == chosen["Location"]
    for number in ("0", "4", "x", "9" * 5000):
        assert "Choose a game from 1 to 3." in words_of(bring(client, file=file, game=number))
    assert Study.objects.count() == 3


def test_of_a_file_with_a_broken_game_nothing_is_stored_and_the_game_is_named(browser_of, ada, monkeypatch):
    broken = json.loads(example())
    broken["rounds"][0]["moves"][2] = "0 6-6>6-6"
    client, good = browser_of(ada), json.loads(example())
    assert "Game 2: Round 1, move 3: " in words_of(bring(client, jsonl(json.dumps(good), json.dumps(broken))))
    monkeypatch.setattr(studies, "MOST_STUDIES", 1)
    two = jsonl(example(), example())
    assert "This file has 2 games, but you can store only 1 more." in words_of(bring(client, two))
    monkeypatch.setattr(studies, "MOST_MOVES_TOGETHER", sum(len(each["moves"]) for each in good["rounds"]))
    assert "This file has too many moves" in words_of(bring(client, two))
    assert not Study.objects.exists()


def test_a_record_of_more_than_a_megabyte_is_refused(browser_of, ada):
    answer = bring(browser_of(ada), file=b" " * (studies.LARGEST + 1))
    assert "This is larger than 1 MB" in words_of(answer)
    answer = bring(browser_of(ada), "x" * (2 * studies.LARGEST))  # larger than any form may be
    assert answer.status_code == 400
    assert "more than 1 MB" in words_of(answer)


def test_a_record_of_endless_moves_is_refused_before_it_is_played(browser_of, ada):
    record = json.loads(example())
    record["rounds"][0]["moves"] = ["0 pass"] * (studies.MOST_MOVES + 1)
    assert "The limit is 6000." in words_of(bring(browser_of(ada), json.dumps(record)))


def test_records_sent_together_are_replayed_one_after_the_other(monkeypatch):
    """Thirty at once would delay everyone else."""
    inside: list[int] = []
    met = Event()

    def played(_record):
        inside.append(1)
        if len(inside) > 1:
            met.set()
        met.wait(0.1)
        inside.pop()

    monkeypatch.setattr(studies, "_played", played)
    at_once(*[lambda: studies.play_record(example())] * 4)
    assert not met.is_set()


@pytest.mark.both_databases
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(junk=JUNK)
@pytest.mark.parametrize("path", EXAMPLES[::7], ids=lambda path: path.stem)
def test_every_import_is_replayed_or_refused_with_a_message(ada, path: Path, junk):
    from common.refusals import Refused

    found = spoiled(json.loads(path.read_text()), Random(repr(junk)), junk)
    sentence = ""
    try:
        kept = studies.keep(owner=ada, found=studies.play_record(json.dumps(found)), title="", now=NOON)
    except Refused as refused:
        sentence = refused.message
    if sentence:
        assert sentence.endswith(".")
        assert "\n" not in sentence
        return
    kept.refresh_from_db()
    played = studies.played(kept)
    orjson.dumps(study_view.view(kept, played))
    for deal in range(len(played.deals)):
        orjson.dumps(study_view.replay(kept, played, deal))


@pytest.mark.both_databases
def test_unknown_fields_of_a_record_are_not_stored(ada):
    record = json.loads(example())
    record |= {"seats": ["Ad\u0000a\u202e", "  "], "secret": 1}
    record["rounds"][0]["note"] = "x" * 100
    kept = studies.keep(owner=ada, found=studies.play_record(json.dumps(record)), title="\u202e", now=NOON)
    kept.refresh_from_db()
    assert kept.record["seats"] == ["Ada", "Seat 2"]
    assert set(kept.record) == {"format", "variant", "options", "seats", "rounds"}
    assert set(kept.record["rounds"][0]) == {"deal", "moves"}
    assert kept.title.startswith("Muggins (All Fives): Ada – Seat 2")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_deal_of_every_game_can_be_stepped_through_with_all_hands_open(ada, path):
    kept = studies.keep(owner=ada, found=studies.play_record(path.read_bytes()), title="", now=NOON)
    played = studies.played(kept)
    view = study_view.view(kept, played)
    assert view.deal == len(kept.record["rounds"]) - 1
    for deal, entry in enumerate(kept.record["rounds"]):
        shown = study_view.replay(kept, played, deal)
        moves = [move for move in entry["moves"] if not move.endswith(("wink", "puff"))]  # only the partner sees it
        assert len(shown.frames) == len(moves) + 1 == len(shown.by) + 1
        assert len(shown.view.moves) == len(moves)
        assert sum(map(len, shown.frames[0].hands)) > 0


def test_an_incomplete_record_is_shown_up_to_its_last_move(ada):
    record = json.loads(example())
    record["rounds"] = record["rounds"][:1]
    record["rounds"][0]["moves"] = record["rounds"][0]["moves"][:3]
    kept = studies.keep(owner=ada, found=studies.play_record(json.dumps(record)), title="", now=NOON)
    played = studies.played(kept)
    assert (played.outcome, study_view.view(kept, played).outcome) == (None, None)
    assert len(study_view.replay(kept, played, 0).frames) == 4
    assert len(study_view.view(kept, played).round.open) == 2


@pytest.mark.both_databases
def test_a_finished_game_can_become_a_study(browser_of, game_between, ada, ben):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    client = browser_of(ada)
    early = client.post(f"/g/{game.public_id}/study/", follow=True)
    assert "You can study a game once it’s finished." in words_of(early)
    play_out(game.public_id)
    page = client.post(f"/g/{game.public_id}/study/", follow=True)
    assert page.context["study"].record["rounds"] == rules.to_json(queries.record(game.public_id))["rounds"]
    assert client.post("/g/nosuchgame/study/").status_code == 404


def test_a_game_without_a_finished_deal_cannot_be_studied(browser_of, game_between, ada, ben):
    game = game_between(ada, ben)
    actions.abort_game(public_id=game.public_id, player=ada)
    assert "This record has no rounds" in words_of(browser_of(ada).post(f"/g/{game.public_id}/study/", follow=True))


@pytest.mark.both_databases
def test_a_long_title_of_a_record_is_cut_to_fit(ada):
    studies.keep(owner=ada, found=studies.play_record(example()), title="t" * 200, now=NOON)
    assert Study.objects.get().title == "t" * 80


def test_only_the_owner_sees_a_study_until_it_is_shared(browser_of, stranger, study, ada, ben):
    paths = [study.get_absolute_url() + more for more in ("", "text/", "record/")]
    paths.append(f"/api/v1/studies/{study.public_id}/rounds/0/")
    assert [stranger.get(path).status_code for path in paths] == [404] * 4
    assert [browser_of(ben).get(path).status_code for path in paths] == [404] * 4
    browser_of(ada).post(f"{HERE}{study.public_id}/change/", {"shared": "yes"})
    assert [stranger.get(path).status_code for path in paths] == [200] * 4
    assert "Delete" not in words_of(stranger.get(paths[0]))
    browser_of(ada).post(f"{HERE}{study.public_id}/change/", {"shared": "no"})
    assert stranger.get(paths[0]).status_code == 404


def test_only_the_owner_can_rename_and_delete(browser_of, study, ada, ben):
    for path, sent in (("change/", {"title": "Stolen"}), ("delete/", {})):
        assert browser_of(ben).post(f"{HERE}{study.public_id}/{path}", sent).status_code == 404
    client = browser_of(ada)
    client.post(f"{HERE}{study.public_id}/change/", {"title": "  Better  "})
    refused = client.post(f"{HERE}{study.public_id}/change/", {"title": "u" * 81}, follow=True)
    assert "Ensure this value has at most 80 characters (it has 81)." in words_of(refused)
    study.refresh_from_db()
    assert study.title == "Better"
    assert "“Better” was deleted." in words_of(client.post(f"{HERE}{study.public_id}/delete/", follow=True))
    assert not Study.objects.exists()


@pytest.mark.both_databases
def test_the_limit_is_two_hundred_studies(browser_of, study, ada):
    Study.objects.bulk_create(
        Study(owner=ada, title="More", record=study.record, created_at=NOON) for _ in range(studies.MOST_STUDIES - 1)
    )
    answer = bring(browser_of(ada), example())
    assert "You have 200 studies, which is the limit. Delete one first." in words_of(answer)
    assert answer.context["text"] == example()


@pytest.mark.both_databases
def test_a_guests_studies_move_to_the_account_and_are_deleted_with_it(study, guest, ada, ben):
    from tests.following import it_happens

    dora = guest("Dora")
    Study.objects.update(owner=dora)
    it_happens("merged", dora, ben)
    study.refresh_from_db()
    assert study.owner == ben
    it_happens("deleted", ben)
    assert not Study.objects.exists()


def test_strangers_see_how_to_save_studies(stranger):
    assert "To save studies" in words_of(stranger.get(HERE))

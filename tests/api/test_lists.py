"""GET /api/v1/games/: the games that people find without a link."""

import pytest

from accounts.models import User
from games import actions
from tests.api.conftest import Caller, refused
from tests.creating import create_game


def ids(answer):
    assert answer.status_code == 200, answer.json()
    return [line["id"] for line in answer.json()["results"]]


@pytest.fixture
def open_table(ada):
    return create_game(creator=ada, variant="draw", seats=3, visibility="public").public_id


@pytest.fixture
def by_link(ada):
    return create_game(creator=ada, variant="block", visibility="link").public_id


def test_the_list_has_public_games_and_not_other_peoples_private_ones(nobody, as_ada, as_ben, open_table, by_link):
    assert ids(nobody.get("games/")) == [open_table]
    assert ids(as_ben.get("games/")) == [open_table]
    assert ids(as_ada.get("games/")) == [open_table]
    assert ids(as_ada.get("games/", mine="true")) == [by_link, open_table]


def test_mine_lists_the_callers_own_games(nobody, as_ada, as_ben, open_table, by_link):
    assert ids(as_ben.get("games/", mine="true")) == []
    actions.join_game(public_id=open_table, player=as_ben.user)
    assert ids(as_ben.get("games/", mine="true")) == [open_table]
    assert ids(nobody.get("games/", mine="true")) == []


@pytest.mark.both_databases
def test_the_list_can_be_narrowed_by_status_and_variant(as_ada, open_table, by_link, game):
    assert set(ids(as_ada.get("games/", mine="true"))) == {open_table, by_link, game}
    assert ids(as_ada.get("games/", mine="true", status="playing")) == [game]
    assert ids(as_ada.get("games/", mine="true", status=["open", "finished"])) == [by_link, open_table]
    assert ids(as_ada.get("games/", status="open", variant="draw")) == [open_table]
    assert ids(as_ada.get("games/", mine="true", variant="chess")) == []


def test_a_list_entry_has_the_documented_fields(as_ben, nobody, open_table, ada):
    actions.join_game(public_id=open_table, player=as_ben.user)
    line = as_ben.get("games/").json()["results"][0]
    assert line["name"] == "Draw Dominoes"
    assert (line["status"], line["you"], line["turn"], line["deadline"]) == ("open", 1, None, None)
    assert [seat["name"] for seat in line["seats"]] == ["Ada", "Ben", None]
    assert line["clock"] == {
        "kind": "turn", "seconds": 86_400, "bank": None, "increment": None, "cap": None, "pauses": True,
        "misses": "move", "misses_most": 3, "lasts": None,
    }  # fmt: skip
    assert nobody.get("games/").json()["results"][0]["you"] is None


@pytest.mark.both_databases
def test_pages_lead_from_one_to_the_next_and_back(as_ada, ada):
    made = [
        create_game(creator=User.objects.create(username=f"u{n}"), variant="draw", visibility="public")
        for n in range(52)
    ]
    newest_first = [game.public_id for game in reversed(made)]
    first = as_ada.get("games/")
    assert ids(first) == newest_first[:50]
    assert first.json()["previous"] is None
    second = as_ada.client.get(first.json()["next"])
    assert ids(second) == newest_first[50:]
    assert second.json()["next"] is None
    assert ids(as_ada.client.get(second.json()["previous"])) == newest_first[:50]


@pytest.mark.both_databases
def test_the_list_has_at_most_three_open_games_of_one_host(nobody, as_cleo, ada, ben):
    def tables(host, number):
        made = [create_game(creator=host, variant="draw", visibility="public") for _ in range(number)]
        return [game.public_id for game in reversed(made)]

    bens, adas = tables(ben, 2), tables(ada, 5)
    for caller in (nobody, as_cleo):
        assert ids(caller.get("games/", status="open")) == adas[:3] + bens
    assert ids(nobody.get("games/", status="open", by="ada")) == adas
    assert ids(nobody.get("games/", status="open", by="nobody")) == []
    assert ids(nobody.get("games/")) == adas + bens
    assert ids(nobody.get("games/", status=["open", "playing"])) == adas + bens
    assert ids(Caller(ada).get("games/", status="open", mine="true")) == adas


@pytest.mark.both_databases
def test_the_list_has_at_most_one_open_game_of_a_guest(nobody, guest, ada):
    mo = guest("Mo")
    table, *_others, mos = [
        create_game(creator=host, variant="draw", visibility="public").public_id for host in (ada, mo, mo, mo)
    ]
    assert ids(nobody.get("games/", status="open")) == [mos, table]


@pytest.mark.both_databases
def test_every_page_limits_the_open_games_of_one_host(nobody, ada):
    others = [
        create_game(creator=User.objects.create(username=f"u{n}"), variant="draw", visibility="public")
        for n in range(3)
    ]
    adas = [create_game(creator=ada, variant="draw", visibility="public") for _ in range(5)]
    others += [
        create_game(creator=User.objects.create(username=f"v{n}"), variant="draw", visibility="public")
        for n in range(48)
    ]
    first = nobody.get("games/", status="open")
    assert ids(first) == [game.public_id for game in reversed(others[3:])] + [adas[4].public_id, adas[3].public_id]
    second = nobody.client.get(first.json()["next"])
    assert ids(second) == [game.public_id for game in reversed(others[:3] + adas[:3])]
    assert ids(nobody.client.get(second.json()["previous"])) == ids(first)


@pytest.mark.parametrize("junk", ["x", "====", "1,2,3,4", "1.5", "n", "nn1", "9" * 19, "9" * 20, "ü", "a" * 200])
@pytest.mark.parametrize(
    ("path", "name"),
    [("games/", "cursor"), ("me/history/", "cursor"), ("studies/", "cursor"), ("me/notices/", "cursor"),
     ("standings/", "after")],
)  # fmt: skip
def test_a_bad_cursor_answers_not_found(as_ada, path, name, junk):
    said = refused(as_ada.get(path, **{name: junk}), 404, "not_found")
    assert said == "Page not found. Start again without a cursor."


@pytest.mark.both_databases
@pytest.mark.parametrize("junk", ["a" * 201, "\0"])
def test_a_malformed_cursor_is_refused_by_name(as_ada, junk):
    assert "cursor" in refused(as_ada.get("games/", cursor=junk), 400, "invalid")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "query", [{"status": "gone"}, {"mine": "perhaps"}, {"variant": "v" * 41}, {"variant": "\0"}, {"mien": "true"}]
)
def test_an_invalid_filter_is_refused_by_name(as_ada, query):
    answer = as_ada.get("games/", **query)
    assert next(iter(query)) in refused(answer, 400, "invalid")
    assert set(answer.json()["fields"]) == set(query)


def test_the_list_must_not_be_cached(as_ada: Caller):
    assert as_ada.get("games/")["Cache-Control"] == "private, no-store"

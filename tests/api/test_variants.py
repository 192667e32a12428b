"""The catalogue over the API."""

import pytest

import rules
from games import actions
from tests.api.conftest import refused

pytestmark = pytest.mark.django_db


def test_the_list_has_every_game_in_catalogue_order(nobody):
    lines = nobody.get("variants/").json()
    assert [line["key"] for line in lines] == list(rules.VARIANTS)
    assert all(line["name"] and line["line"] and line["seats"] for line in lines)


def test_an_entry_has_the_games_defaults_and_changeable_options(nobody):
    lines = {line["key"]: line for line in nobody.get("variants/").json()}
    assert lines["brettspielnetz"]["options"]["end"] == "rounds:4"
    assert (lines["draw"]["seats"], lines["draw"]["pairs_at"]) == ([2, 3, 4, 5, 6], [4, 6])
    assert lines["sausage"]["changeable"] == ["cut", "end", "hand"]
    assert "hand" in lines["draw"]["changeable"]
    nine = {"set": 9, "hand": 7}
    offered = {key: line["offered"] for key, line in lines.items() if line["offered"]}
    of_five = {key: {"5": nine, "6": nine} for key in ("draw", "block", "classic", "muggins")}
    assert offered == of_five | {"mexican_train": {"2": {"set": 9}}}


def test_the_api_uses_the_games_own_set_unless_another_is_given(as_ada):
    own = as_ada.post("games/", variant="draw", seats=5).json()
    offered = as_ada.post("games/", variant="draw", seats=5, options={"set": 9, "hand": 7}).json()
    assert (own["options"], offered["options"]) == ({}, {"set": 9, "hand": 7})


@pytest.mark.parametrize("key", list(rules.VARIANTS))
def test_each_game_shows_every_option_for_every_number_of_seats(nobody, key):
    game = nobody.get(f"variants/{key}/").json()
    assert [table["seats"] for table in game["tables"]] == game["seats"]
    for table in game["tables"]:
        assert table["options"]["end"] == rules.ruleset(key, {}, table["seats"]).end
        assert table["rules"]


@pytest.mark.parametrize("key", list(rules.VARIANTS))
def test_the_options_shown_are_options_that_can_be_sent(as_ada, key):
    """The catalogue uses the format of POST games/."""
    game = as_ada.get(f"variants/{key}/").json()
    for table in game["tables"]:
        wanted = {name: value for name, value in table["options"].items() if name in game["changeable"]}
        view = as_ada.post("games/", variant=key, seats=table["seats"], options=wanted).json()
        assert set(view["options"]) <= {"hand"}, view  # a map by seats in some games, a number here
        actions.cancel_game(public_id=view["id"], player=as_ada.user)


def test_an_unknown_game_answers_not_found(nobody):
    refused(nobody.get("variants/chess/"), 404, "unknown_variant")

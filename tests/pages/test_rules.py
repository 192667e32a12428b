import pytest
from django.urls import reverse

import rules
from tests.pages.conftest import words_of


def test_every_game_has_a_card_and_a_page(stranger):
    index = stranger.get("/rules/")
    for key, variant in rules.VARIANTS.items():
        assert variant.name in words_of(index)
        page = stranger.get(reverse("rules_variant", args=[key]))
        assert page.status_code == 200
        assert variant.name in words_of(page)


def test_the_rules_depend_on_the_number_of_players(stranger):
    assert "to 100 points" in words_of(stranger.get("/rules/draw/"))
    assert "to 61 points" in words_of(stranger.get("/rules/draw/?players=3"))
    assert "Each player gets 5 tiles." in words_of(stranger.get("/rules/draw/?players=3"))


@pytest.mark.parametrize("players", ["9", "x", "", "²"])
def test_an_impossible_number_of_players_shows_the_smallest(stranger, players):
    assert "2 players." in words_of(stranger.get(f"/rules/draw/?players={players}"))


def test_an_unknown_game_has_no_rules_page(stranger):
    assert stranger.get("/rules/chess/").status_code == 404


def test_the_rules_need_no_query(stranger, django_assert_num_queries):
    with django_assert_num_queries(0):
        stranger.get("/rules/")
        stranger.get("/rules/muggins/")

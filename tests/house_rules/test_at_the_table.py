"""House rules are readable wherever the game is offered or played."""

import pytest

from tests.pages.conftest import words_of

RULES = {"spinner": "all", "blank": 13}


def test_the_invitation_lists_changed_rules_in_words(stranger, offer, ada):
    game = offer(ada, variant="draw", options=RULES)
    page = words_of(stranger.get(game.get_absolute_url()))
    assert "House rules 2 changes" in page
    assert "Doubles that open sideways Every double default: No double" in page
    assert "spinner" not in page.replace("spinners", "")


@pytest.mark.parametrize(("end", "told"), [("rounds:1", False), ("rounds:8", False), ("rounds:3", True)])
def test_a_length_of_the_new_game_page_is_no_house_rule(stranger, offer, ada, end, told):
    game = offer(ada, variant="brettspielnetz", options={"end": end})
    assert ("House rules 1 change" in words_of(stranger.get(game.get_absolute_url()))) == told


def test_the_host_sees_the_changed_rules_too(browser_of, offer, ada):
    game = offer(ada, variant="draw", options=RULES)
    assert "House rules Doubles that open sideways Every double" in words_of(
        browser_of(ada).get(game.get_absolute_url())
    )


def test_an_invitation_with_default_rules_mentions_no_house_rules(stranger, offer, ada):
    page = words_of(stranger.get(offer(ada, variant="draw").get_absolute_url()))
    assert "default:" not in page


def test_the_rules_page_has_all_rules_and_marks_the_changes(stranger, game_between, ada, ben):
    game = game_between(ada, ben, variant="draw", options=RULES)
    path = f"/g/{game.public_id}/rules/"
    assert path in stranger.get(game.get_absolute_url()).content.decode()
    page = words_of(stranger.get(path))
    assert "Rules of this game" in page
    assert "The 0-0 left in a hand 13 points default: Nothing" in page
    assert "Changed rules: Every double is a spinner: you can play on all four of its sides." in page
    assert "If you can’t play, you draw one tile at a time until one fits." in page


def test_the_rules_page_of_a_game_with_default_rules_says_so(stranger, game_between, ada, ben):
    game = game_between(ada, ben, variant="draw")
    assert "None. This game uses the default rules." in words_of(stranger.get(f"/g/{game.public_id}/rules/"))


def test_an_unknown_game_has_no_rules_page(stranger, db):
    assert stranger.get("/g/nothing/rules/").status_code == 404


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("sea_goat", {"end": "target:80"}, "The length of the game: to 80 points."),
        ("sea_goat", {"hand": 6}, "Each player gets 6 tiles."),
        ("mexican_train", {"set": 9}, "Each player gets 9 tiles and a train of their own."),
        ("sausage", {"hand": 10}, "Each player has 10 tiles face down in a row"),
    ],
)
def test_rules_texts_of_special_games_follow_their_options(stranger, offer, ada, key, options, sentence):
    game = offer(ada, variant=key, options=options)
    assert sentence in words_of(stranger.get(f"/g/{game.public_id}/rules/"))


def test_the_api_and_the_record_name_the_options(stranger, game_between, ada, ben):
    game = game_between(ada, ben, variant="draw", options=RULES)
    assert stranger.get(f"/api/v1/games/{game.public_id}/").json()["options"] == RULES
    assert stranger.get(f"/api/v1/games/{game.public_id}/record/").json()["options"] == RULES


def test_the_rules_page_needs_few_queries(stranger, game_between, ada, ben, django_assert_num_queries):
    game = game_between(ada, ben, variant="draw", options=RULES)
    with django_assert_num_queries(2):
        stranger.get(f"/g/{game.public_id}/rules/")

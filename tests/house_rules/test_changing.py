"""The house rules editor."""

import pytest

import rules
from games.models import Game
from rulebook.options import GROUPS, OPTIONS
from tests.house_rules.conftest import fields
from tests.pages.conftest import words_of

OF_TRAINS = {"opening", "after_double", "last_double", "own_first"}
SPECIAL = {"titles", "signals", "eggs", "cut"} | OF_TRAINS


def offered(stranger, key, seats=None):
    page = stranger.get(f"/house-rules/change/{key}/", {"seats": seats} if seats else {})
    return {name.removeprefix("o-").removesuffix("-here") for name in fields(page).sent if name.endswith("-here")}


def test_options_are_grouped_with_labels_help_and_choices_in_words(stranger):
    page = words_of(stranger.get("/house-rules/change/draw/"))
    for group in GROUPS[:-1]:
        assert str(group.title) in page
        for option in group.options:
            if option.name not in {"pairs", "partner_free", "out_by"}:
                assert str(option.label) in page
                assert str(option.explanation) in page
    assert "Draw until something fits (default)" in page
    assert "default: 7 tiles" in page
    assert "No changes yet." in page
    assert "score_out" not in page


def test_only_what_makes_sense_for_the_game_is_offered(stranger):
    everything = set(OPTIONS) - SPECIAL
    assert offered(stranger, "draw", 4) == everything
    assert offered(stranger, "draw", 2) == everything - {"pairs", "partner_free", "out_by"}
    assert offered(stranger, "sea_goat") == {"hand", "end", "eggs"}
    assert offered(stranger, "general") == {"hand", "end", "titles", "signals"}
    assert offered(stranger, "sausage") == {"hand", "end", "cut"}
    assert offered(stranger, "mexican_train") == {"set", "hand", "end", "draw", "blank"} | OF_TRAINS


def test_every_option_can_be_changed_in_some_game(stranger):
    somewhere = set().union(*(offered(stranger, key, rules.VARIANTS[key].seats[-1]) for key in rules.VARIANTS))
    assert somewhere == set(OPTIONS)


def test_a_game_that_allows_few_changes_offers_only_values_it_allows(stranger):
    assert fields(stranger.get("/house-rules/change/general/")).choices["o-end"] == ["rounds"]
    assert fields(stranger.get("/house-rules/change/sausage/")).choices["o-end"] == ["rounds", "target"]
    trains = fields(stranger.get("/house-rules/change/mexican_train/")).choices
    assert (trains["o-set"], trains["o-end"]) == (["6", "9", "12", "15"], ["rounds"])


def test_odd_or_even_is_offered_only_for_two_players(stranger):
    assert "odd_even" in fields(stranger.get("/house-rules/change/draw/")).choices["o-lead_first"]
    three = fields(stranger.get("/house-rules/change/draw/?seats=3")).choices
    assert "odd_even" not in three["o-lead_first"]
    assert "rotate" not in three["o-lead_first"]
    assert "rotate" in three["o-lead_next"]


def test_every_game_opens_with_its_defaults_at_every_number_of_players(stranger):
    for key, variant in rules.VARIANTS.items():
        for seats in {variant.seats[0], variant.seats[-1]}:
            page = stranger.get(f"/house-rules/change/{key}/", {"seats": seats})
            assert page.status_code == 200
            assert page.context["editor"].options == {}, key
            sent = fields(page).sent
            again = stranger.post(f"/house-rules/change/{key}/", {**sent, "do": "look"})
            assert again.context["editor"].options == {}, key


def test_changed_options_are_marked_and_the_rules_update_at_once(change):
    page = change("draw", blank="13", draw="1")
    assert page.status_code == 200
    text = words_of(page)
    assert "2 changes. Ready to play." in text
    assert "default: Draw until something fits" in text
    assert "If you can’t play, you draw 1 tile, and pass if it doesn’t fit." in text
    assert "The 0-0 left in a hand counts 13." in text
    assert page.context["editor"].options == {"blank": 13, "draw": "1"}


def test_one_change_or_all_can_be_reset(change):
    assert change("draw", blank="13", draw="1", reset="blank").context["editor"].options == {"draw": "1"}
    assert change("draw", blank="13", draw="1", reset="all").context["editor"].options == {}


def test_defaults_stay_defaults_when_the_number_of_players_changes(change):
    page = change("draw", seats=2, seats_now="4", blank="13")
    editor = page.context["editor"]
    assert editor.options == {"blank": 13}
    assert editor.ruleset.hand == 5
    assert fields(page).sent["o-hand"] == "5"


def test_defaults_stay_defaults_when_partners_are_chosen(change):
    page = change("draw", seats=4, pairs="on")
    assert page.context["editor"].options == {"pairs": True}
    assert fields(page).sent["o-end-rest"] == "100"
    assert "4 players in pairs" in words_of(page)


def shown_by(page):
    """The set, hand and length that the editor shows."""
    sent = fields(page).sent
    return sent["o-set"], sent["o-hand"], sent["o-end-rest"]


def test_the_defaults_of_hand_and_length_follow_the_set_of_mexican_train(stranger, change):
    page = change("mexican_train", seats=4, set="9")
    assert page.context["editor"].options == {"set": 9}
    assert shown_by(page) == ("9", "9", "10")
    assert "1 change. Ready to play." in words_of(page)
    assert "Each player gets 9 tiles." in words_of(page)
    assert "The game has 10 rounds." in words_of(page)
    path = "/house-rules/change/mexican_train/"
    page = stranger.post(path, {**fields(page).sent, "o-set": "6", "o-hand": "4", "do": "look"})
    assert page.context["editor"].options == {"set": 6, "hand": 4}
    assert shown_by(page) == ("6", "4", "7")
    page = stranger.post(path, {**fields(page).sent, "o-set": "15", "seats": "8", "do": "look"})
    assert page.context["editor"].options == {"set": 15, "hand": 4}, "a hand somebody chose stays"
    assert shown_by(page) == ("15", "4", "16")
    page = stranger.post(path, {**fields(page).sent, "do": "look", "reset": "all"})
    assert page.context["editor"].options == {}
    assert shown_by(page) == ("12", "10", "13")


def test_rules_of_mexican_train_are_created_as_changed(change):
    change("mexican_train", do="play", seats=3, set="9", opening="train", own_first="on", end_rest="3")
    game = Game.objects.get()
    assert game.options == {"set": 9, "opening": "train", "own_first": True, "end": "rounds:3"}
    assert game.rules.hand == 9


def test_partners_chosen_for_four_are_refused_for_three_but_stay_chosen(stranger, change):
    page = change("draw", seats=4, seats_now="3", pairs="on")
    assert "3 players can’t make pairs." in words_of(page)
    assert fields(page).sent["o-pairs"] == "on"


def test_the_script_can_request_the_editor_without_the_page_around_it(stranger):
    whole = stranger.get("/house-rules/change/draw/")
    path = "/house-rules/change/draw/"
    part = stranger.post(path, {**fields(whole).sent, "do": "look"}, headers={"x-live": "1"})
    assert b"<html" not in part.content
    assert b"data-swap" in part.content


def test_playing_creates_the_invitation_with_clock_and_visibility(change):
    answer = change(
        "draw", do="play", seats=3, spinner="all", end_rest="50", clock="3600", visibility="public", name="Dora"
    )
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert game.options == {"spinner": "all", "end": "target:50"}
    assert (game.seats_number, game.turn_seconds, game.visibility, game.creator.name) == (3, 3600, "public", "Dora")


def test_a_missing_name_is_asked_for_without_losing_the_rules(change):
    page = change("draw", do="play", spinner="all", name=" ")
    assert page.status_code == 422
    assert "Enter a name that the other players will see." in words_of(page)
    assert page.context["editor"].options == {"spinner": "all"}
    assert not Game.objects.exists()


def test_the_twenty_first_offer_is_refused_in_the_page(change, stranger, offer):
    change("draw", do="play")
    for _ in range(19):
        offer(Game.objects.first().creator, variant="draw")
    assert "You have too many open invitations. Cancel one first." in words_of(change("draw", do="play", blank="13"))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"hand": ""}, "Please enter a whole number."),
        ({"hand": "seven"}, "Please enter a whole number."),
        ({"hand": "9" * 12}, "Please enter a whole number."),
        ({"lone-tiles_0": "6/6", "lone-points_0": "50"}, "Please name a tile, such as 6-6."),
        ({"lone-tiles_0": "19-19", "lone-points_0": "50"}, "Please name a tile, such as 6-6."),
        ({"lone-tiles_0": "6-6", "lone-points_0": ""}, "Please enter a whole number."),
        ({"lone-tiles_0": "", "lone-points_0": "9"}, "Please name a tile, such as 6-6."),
        ({"lead_first": "tile", "lead_first_rest": "x"}, "Please name a tile, such as 6-6."),
        ({"lead_first": "nonsense"}, "Please choose one of these."),
        ({"draw": "nonsense"}, "Please choose one of these."),
        ({"hand": "201"}, "It must be a whole number from 1 to 200."),
        ({"hand": "0"}, "It must be a whole number from 1 to 200."),
        ({"end": "rounds", "end_rest": "0"}, "It must be a whole number from 1 to 999999."),
        ({"round_bonus": "a, b"}, "Please enter a whole number."),
        ({"round_bonus": ", ".join(["5"] * 21)}, "It must be at most 20 whole numbers."),
        ({"without": "6/6"}, "Please name a tile, such as 6-6."),
        ({"without": "0-0 0-0"}, "0-0 is there twice."),
        ({"finish-both": "x"}, "Please enter a whole number."),
        ({"ends": "count", "ends_rest": ""}, "Please enter a whole number."),
        ({"end": "love", "end_rest": "none"}, "Please enter a whole number."),
        ({"redeal": "must:suit", "redeal_rest": "-1"}, "It must be a whole number from 1 to 999999."),
    ],
    ids=str,
)
def test_an_invalid_value_shows_an_error_at_its_field_and_stays(change, typed, sentence):
    page = change("draw", do="play", **typed)
    assert page.status_code == 422
    assert sentence in words_of(page)
    sent = fields(page).sent
    for name, value in typed.items():
        if value != "nonsense":
            assert sent["o-" + name.replace("_rest", "-rest").replace("_0", "-0")] == value
    assert not Game.objects.exists()


def test_special_values_of_a_last_tile_are_read_in_any_notation(change):
    page = change("draw", **{"lone-tiles_0": "0-0, 6-6", "lone-points_0": "75"})
    assert page.context["editor"].options == {"lone": {"6-6 0-0": 75}}
    page = change("draw", **{"lone-tiles_0": "0-6", "lone-points_0": "9"})
    assert page.context["editor"].options == {"lone": {"6-0": 9}}
    assert "o-lone-tiles-1" in fields(page).sent, "there is a row for one more"


def test_points_numbers_and_tiles_are_read_from_their_fields(change):
    typed = {"finish-both": "30", "finish-blank": "0", "passes-round": "5", "round_bonus": "100, 75", "ends": "count",
             "ends_rest": "5 3", "without": "1-1, 0-0", "pick": "ends", "end": "target", "end_rest": "61"}  # fmt: skip
    page = change("draw", seats=3, **typed)
    assert page.context["editor"].options == {
        "finish": {"both": 30}, "passes": {"round": 5}, "round_bonus": [100, 75], "ends": "3+5", "without": "0-0 1-1",
        "pick": "ends",
    }  # fmt: skip
    sent = fields(page).sent
    assert (sent["o-finish-both"], sent["o-round_bonus"], sent["o-ends-rest"]) == ("30", "100, 75", "5 3")
    text = words_of(page)
    assert (
        "If you go out with a tile that fits two different ends, one with each half, you score 30 points more." in text
    )
    assert "The set runs from 0-0 to 6-6, but without 0-0 and 1-1: 26 tiles." in text


def test_matching_by_sum_uses_the_highest_pips_of_the_set(change):
    assert change("draw", match="sum", set="9").context["editor"].options == {"match": "sum:9", "set": 9}
    assert change("classic_six", set="9").context["editor"].options == {"match": "sum:9", "set": 9}


def test_options_without_effect_say_so(change):
    text = words_of(change("draw", draw="none"))
    assert text.count("Has no effect with your other rules.") > words_of(change("draw")).count(
        "Has no effect with your other rules."
    )


def test_unknown_games_and_rules_show_not_found(stranger):
    assert stranger.get("/house-rules/change/whist/").status_code == 404
    assert stranger.get("/house-rules/change/draw/?copy=nothing").status_code == 404
    assert stranger.get("/house-rules/change/draw/?game=nothing").status_code == 404
    assert stranger.get("/house-rules/nothing/").status_code == 404


def test_a_copy_of_a_games_rules_can_be_changed(stranger, offer, ada):
    game = offer(ada, variant="draw", options={"spinner": "all", "hand": 6}, seats=3)
    page = stranger.get("/house-rules/change/draw/", {"game": game.public_id})
    assert page.context["editor"].options == {"spinner": "all", "hand": 6}
    assert page.context["editor"].seats == 3


@pytest.mark.parametrize("key", ["draw", "sausage"])
def test_every_page_needs_the_same_few_queries(stranger, django_assert_num_queries, key):
    with django_assert_num_queries(0):
        page = stranger.get(f"/house-rules/change/{key}/")
    with django_assert_num_queries(0):
        stranger.post(f"/house-rules/change/{key}/", {**fields(page).sent, "do": "look"})


def test_invalid_editor_fields_are_ignored(stranger):
    for sent in ({}, {"base": "x"}, {"base": "99999999999p"}, {"seats": "many"}, {"base": "²"}, {"reset": "nothing"}):
        assert stranger.post("/house-rules/change/draw/", sent).status_code == 200

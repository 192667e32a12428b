import json

import pytest
from django.urls import reverse

import rules
from accounts.models import User
from games.models import Game
from tests.pages.conftest import words_of

USUAL = {
    "variant": "draw", "seats": "2", "clock": "86400", "length": "usual", "visibility": "link", "name": "Dora",
}  # fmt: skip


@pytest.fixture
def set_table(stranger):
    def post(**changed):
        return stranger.post(reverse("new_game"), {**USUAL, **changed})

    return post


def test_every_game_of_the_rules_can_be_chosen(stranger):
    page = words_of(stranger.get(reverse("new_game")))
    for variant in rules.VARIANTS.values():
        assert variant.name in page


def test_a_stranger_becomes_a_guest_and_is_sent_to_the_invitation(set_table):
    answer = set_table()
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert game.creator.is_guest
    assert game.creator.name == "Dora"


def test_the_next_game_is_created_by_the_same_guest(set_table, stranger):
    set_table()
    assert stranger.get(reverse("new_game")).context["form"]["name"].value() == "Dora"
    set_table()
    assert User.objects.count() == 1
    assert Game.objects.filter(creator__nickname="Dora").count() == 2


def test_an_account_isnt_asked_for_a_name(browser_of, ada):
    client = browser_of(ada)
    assert "Your name in this game" not in words_of(client.get(reverse("new_game")))
    client.post(reverse("new_game"), {key: value for key, value in USUAL.items() if key != "name"})
    assert Game.objects.get().creator == ada


@pytest.mark.parametrize(
    ("chosen", "kind", "seconds"),
    [("none", "none", None), ("3600", "turn", 3600), ("604800", "turn", 604_800)],
)
def test_the_chosen_clock_is_stored(set_table, chosen, kind, seconds):
    set_table(clock=chosen)
    game = Game.objects.get()
    assert (game.clock, game.turn_seconds) == (kind, seconds)


@pytest.mark.parametrize(
    ("length", "options"),
    [("usual", {}), ("short", {"end": "target:50"}), ("long", {"end": "target:200"}), ("one", {"end": "rounds:1"})],
)
def test_a_game_can_be_shorter_or_longer(set_table, length, options):
    set_table(length=length)
    assert Game.objects.get().options == options


def test_four_can_play_in_pairs(set_table):
    set_table(seats="4", pairs="on")
    game = Game.objects.get()
    assert [seat.side for seat in game.seats.all()] == [0, 1, 0, 1]


@pytest.mark.parametrize(("variant", "seats"), [("draw", 5), ("block", 6), ("classic", 5), ("muggins", 6)])
def test_games_of_five_or_six_are_offered_the_double_nine_set_or_their_own(set_table, stranger, variant, seats):
    form = stranger.get(f"/new/?variant={variant}&seats={seats}").context["form"]
    assert form["tiles"].value() == "offered"
    for tiles, options in (("offered", {"set": 9, "hand": 7}), ("own", {})):
        set_table(variant=variant, seats=str(seats), tiles=tiles)
        game = Game.objects.latest("pk")
        assert game.options == options
        assert game.rules.hand == (7 if options else {5: 5, 6: 4}[seats])
    assert stranger.get("/new/").context["form"]["tiles"].value() == "own"  # as the last time


TRAINS = {"variant": "mexican_train", "clock": "600"}
SETS_OF_TRAINS = [
    (
        "2",
        {"offered": "Double-9, 9 tiles each", "own": "Double-12, 15 tiles each", "smaller": "Double-6, 7 tiles each"},
    ),
    ("3", {"own": "Double-12, 15 tiles each", "smaller": "Double-9, 9 tiles each"}),
    ("4", {"own": "Double-12, 15 tiles each", "smaller": "Double-9, 9 tiles each"}),
    ("5", {}),
    ("8", {}),
]


@pytest.mark.parametrize(("seats", "sets"), SETS_OF_TRAINS)
def test_few_players_choose_the_set_of_mexican_train(stranger, seats, sets):
    page = stranger.get(f"/new/?variant=mexican_train&seats={seats}").context
    assert page["table"].get("sets", {}) == sets
    shown = {each["name"]: each["label"] for each in page["form"].sets if each["possible"]}
    assert list(shown.items())[: len(sets)] == list(sets.items())
    if sets:
        assert [each["name"] for each in page["form"].sets if each["chosen"]] == [next(iter(sets))]


@pytest.mark.parametrize(
    ("seats", "tiles", "length", "options", "rounds"),
    [
        ("2", "offered", "usual", {"set": 9}, 10),
        ("2", "offered", "short", {"set": 9, "end": "rounds:5"}, 5),
        ("2", "own", "usual", {}, 13),
        ("2", "smaller", "short", {"set": 6, "end": "rounds:4"}, 4),
        ("4", "offered", "usual", {}, 13),
        ("4", "own", "short", {"end": "rounds:7"}, 7),
        ("4", "smaller", "usual", {"set": 9}, 10),
        ("8", "offered", "three", {"end": "rounds:3"}, 3),
        ("8", "own", "five", {"end": "rounds:5"}, 5),
        ("8", "own", "one", {"end": "rounds:1"}, 1),
    ],
)
def test_mexican_train_is_created_with_its_set_and_length(set_table, seats, tiles, length, options, rounds):
    set_table(**TRAINS, seats=seats, tiles=tiles, length=length)
    game = Game.objects.get()
    assert (game.options, game.rules.rounds) == (options, rounds)


def test_a_quick_start_lays_whole_trains(set_table, stranger):
    assert "data-quick hidden" in stranger.get("/new/?variant=mexican_train&seats=2").content.decode()
    assert "data-quick hidden" not in stranger.get("/new/?variant=mexican_train&seats=3").content.decode()
    for variant, seats, options in (("mexican_train", "3", {"opening": "train"}), ("mexican_train", "2", {"set": 9}),
                                    ("draw", "2", {})):  # fmt: skip
        set_table(**TRAINS | {"variant": variant}, seats=seats, quick="on")
        game = Game.objects.latest("pk")
        assert game.options == options
        page = words_of(stranger.get(game.get_absolute_url()))
        assert ("First trains" in page) == (variant == "mexican_train" and seats == "3")


@pytest.mark.parametrize(
    ("linked", "length"),
    [
        ("variant=mexican_train", "three"),
        ("variant=mexican_train&clock=259200", "three"),
        ("variant=mexican_train&clock=none", "three"),
        ("variant=mexican_train&clock=600", "usual"),
        ("variant=mexican_train&length=usual", "usual"),
        ("variant=muggins", "usual"),
    ],
)
def test_slow_games_of_mexican_train_are_proposed_short(set_table, stranger, linked, length):
    set_table()  # newcomers are proposed one round
    assert stranger.get(f"/new/?{linked}").context["form"]["length"].value() == length


def test_a_length_that_the_player_chose_last_stays(set_table, stranger):
    set_table(**TRAINS | {"clock": "86400"}, length="usual")
    form = stranger.get("/new/").context["form"]
    assert (form["variant"].value(), form["clock"].value(), form["length"].value()) == (
        "mexican_train", "86400", "usual",
    )  # fmt: skip


def test_three_rounds_are_a_length_of_mexican_train_alone(set_table):
    assert set_table(length="three").status_code == 422
    assert not Game.objects.exists()


def test_other_games_are_offered_no_other_set(set_table):
    for variant, seats in (("draw", 4), ("double_nine", 6), ("classic_six", 5), ("general", 6)):
        set_table(variant=variant, seats=str(seats), tiles="offered")
        assert Game.objects.latest("pk").options == {}


def test_house_rules_start_from_the_chosen_set(set_table, stranger):
    for tiles, size in (("offered", "9"), ("own", "6")):
        there = set_table(seats="5", tiles=tiles, change="1")["Location"]
        assert stranger.get(there).context["editor"].rows["set"].typed == {"": size}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"variant": "muggins", "seats": "8"}, "Muggins (All Fives) allows: 2, 3, 4, 5, 6."),
        ({"pairs": "on"}, "You can’t play Draw Dominoes in pairs with this many players."),
        ({"variant": "sport_goat", "seats": "4", "length": "one"}, "You can’t play Sport Goat at this length."),
        ({"name": " "}, "Enter a name that the other players will see."),
    ],
)
def test_an_impossible_game_shows_the_reason_and_keeps_the_input(set_table, wrong, sentence):
    page = set_table(clock="28800", visibility="public", **wrong)
    assert page.status_code == 422
    assert sentence in words_of(page)
    form = page.context["form"]
    assert form["clock"].value() == "28800"
    assert form["visibility"].value() == "public"
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_the_twenty_first_offer_is_refused_in_the_page(set_table):
    for _ in range(20):
        set_table()
    assert "You have too many open invitations. Cancel one first." in words_of(set_table())


def test_a_link_can_choose_the_game(stranger):
    form = stranger.get("/new/?variant=general&visibility=public").context["form"]
    assert (form["variant"].value(), form["seats"].value(), form["visibility"].value()) == ("general", "4", "public")


def test_the_page_has_the_meaning_of_each_length(stranger):
    page = stranger.get(reverse("new_game")).content.decode()
    catalogue = json.loads(page.partition('id="catalogue" type="application/json">')[2].partition("</script>")[0])
    assert catalogue["draw"]["2"]["lengths"]["usual"] == "to 100 points"
    assert catalogue["draw"]["4"]["pairs"] == "may"
    assert "one" not in catalogue["sport_goat"]["4"]["lengths"]


def test_host_and_guest_contribute_shuffle_seeds(set_table, stranger):
    assert 'name="shuffle_seed"' in stranger.get(reverse("new_game")).content.decode()
    set_table(shuffle_seed="c0ffee")
    game = Game.objects.get()
    assert game.seats.get(number=0).shuffle_seed == "c0ffee"
    stranger.logout()
    assert 'name="shuffle_seed"' in stranger.get(game.get_absolute_url()).content.decode()
    stranger.post(reverse("join", args=[game.public_id]), {"name": "Emil", "shuffle_seed": "f00d"})
    assert game.seats.get(number=1).shuffle_seed == "f00d"

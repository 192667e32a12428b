"""Pages of computers: starting a game in a few clicks, filling free seats, and the levels."""

import pytest
from django.urls import reverse

import rules
from accounts.models import User
from bots import strength
from games.models import Game

from .conftest import words_of

NEW = {
    "variant": "partnership", "seats": "4", "clock": "86400", "length": "usual", "visibility": "link", "name": "Ada",
}  # fmt: skip


def players(game):
    return [seat.player.bot_level if seat.player else None for seat in game.seats.select_related("player")]


def test_a_stranger_plays_the_computer_without_an_account(stranger):
    table = stranger.post(reverse("computers"), {"variant": "brettspielnetz", "level": "casual"}, follow=True)
    game = Game.objects.get()
    assert table.request["PATH_INFO"] == game.get_absolute_url()
    assert game.status == Game.Status.PLAYING
    assert players(game) == ["", "casual"]
    assert not game.rated
    assert game.clock == "none"


def test_the_computer_takes_all_seats_that_the_game_needs(stranger):
    stranger.post(reverse("computers"), {"variant": "partnership", "level": "strong", "length": "one"})
    game = Game.objects.get()
    assert players(game) == ["", "strong", "strong", "strong"]
    assert game.options == {"end": "rounds:1"}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"variant": "brettspielnetz", "level": "casual", "seats": "5"}, "allows: 2"),
        ({"variant": "chess", "level": "casual"}, "Select a valid choice"),
        ({"variant": "draw", "level": "perfect"}, "Select a valid choice"),
        ({"variant": "draw", "level": "good", "seats": "3", "pairs": "on"}, "You can’t play Draw Dominoes in pairs"),
        ({}, "This field is required"),
    ],
)
def test_an_impossible_choice_shows_an_error_and_creates_nothing(stranger, chosen, said):
    answer = stranger.post(reverse("computers"), chosen)
    assert answer.status_code == 422
    assert said in words_of(answer)
    assert not Game.objects.exists()


def test_games_with_computers_are_limited(browser_of, ada, settings):
    settings.COMPUTER_GAMES = 1
    client = browser_of(ada)
    client.post(reverse("computers"), {"variant": "draw", "level": "good"})
    answer = client.post(reverse("computers"), {"variant": "draw", "level": "good"})
    assert "You already have 1 games with computers. Finish one first." in words_of(answer)
    assert "1 of 1 games with computers" in words_of(answer)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("level", User.Level.values)
def test_every_level_of_every_game_has_its_page(stranger, level):
    page = words_of(stranger.get(reverse("computer", args=[level])))
    assert "How strong it is" in page
    for variant in rules.VARIANTS:
        assert stranger.get(reverse("computer_in_game", args=[level, variant])).status_code == 200


def test_unknown_levels_and_games_have_no_page(stranger):
    assert stranger.get("/computers/perfect/").status_code == 404
    assert stranger.get("/computers/good/chess/").status_code == 404


def test_a_new_game_can_have_computers(stranger):
    stranger.post(reverse("new_game"), NEW | {"computer_1": "good", "computer_3": "solid", "computer_6": "strong"})
    game = Game.objects.get()
    assert game.status == Game.Status.OPEN
    assert players(game) == ["", "good", None, "solid"]


def test_a_new_game_full_of_computers_starts_at_once(stranger):
    stranger.post(reverse("new_game"), NEW | {f"computer_{seat}": "casual" for seat in (1, 2, 3)})
    assert Game.objects.get().status == Game.Status.PLAYING


def test_games_of_five_against_computers_use_the_double_nine_set(stranger):
    stranger.post(reverse("computers"), {"variant": "block", "level": "casual", "seats": "5", "length": "one"})
    game = Game.objects.get()
    assert game.options == {"set": 9, "hand": 7, "end": "rounds:1"}
    assert game.seats.count() == 5


def test_the_host_adds_and_removes_computers(browser_of, offer, ada, ben):
    game = offer(ada, "draw", seats=3)
    fill = reverse("fill_with_computers", args=[game.public_id])
    browser_of(ben).post(fill, {"computer_1": "good"})
    assert players(game) == ["", None, None]
    client = browser_of(ada)
    client.post(fill, {"computer_1": "", "computer_2": "good"})
    assert players(game) == ["", None, "good"]
    assert "Remove Octavo" in words_of(client.get(game.get_absolute_url()))
    client.post(reverse("send_computer_away", args=[game.public_id, 2]))
    assert players(game) == ["", None, None]
    nobody = client.post(fill, {}, follow=True)
    assert "Choose a computer for at least one seat." in words_of(nobody)
    client.post(fill, {"computer_0": "good", "computer_1": "beginner", "computer_2": "strong"})
    assert players(game) == ["", "beginner", "strong"]
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING


def test_only_the_host_removes_computers_one_at_a_time(browser_of, stranger, offer, ada, ben):
    game = offer(ada, "draw", seats=4)
    client = browser_of(ada)
    client.post(reverse("fill_with_computers", args=[game.public_id]), {"computer_1": "good", "computer_2": "strong"})
    away = [reverse("send_computer_away", args=[game.public_id, seat]) for seat in range(4)]
    for other in (browser_of(ben), stranger):
        assert other.post(away[1]).status_code == 302
        assert players(game) == ["", "good", "strong", None]
    assert "There is no computer in that seat." in words_of(client.post(away[3], follow=True))
    assert "There is no computer in that seat." in words_of(client.post(away[0], follow=True))
    answer = client.post(away[1])
    assert (answer.status_code, answer["Location"]) == (302, game.get_absolute_url())
    assert players(game) == ["", None, "strong", None]


@pytest.fixture
def against_vesper(browser_of, ada):
    """Ada's browser, and her game with one computer."""
    client = browser_of(ada)
    client.post(reverse("computers"), {"variant": "draw", "level": "strong"})
    return client, Game.objects.get()


@pytest.mark.parametrize("page", ["my_games", "home", "table_people"])
def test_a_computer_is_marked_as_one(against_vesper, page):
    client, game = against_vesper
    address = reverse(page, args=[game.public_id] if page == "table_people" else [])
    assert "Vesper computer" in words_of(client.get(address))


def test_a_computers_seat_shows_its_level_with_a_link(against_vesper):
    client, game = against_vesper
    table = client.get(game.get_absolute_url())
    assert "computer: Strong" in words_of(table)
    assert f'href="{reverse("computer_in_game", args=["strong", "draw"])}"' in table.content.decode()


def test_a_shared_link_says_that_a_computer_plays(against_vesper, stranger):
    _client, game = against_vesper
    assert "Ada – Vesper (computer)" in stranger.get(game.get_absolute_url()).content.decode()


def test_a_computer_is_no_guest_and_cannot_be_reported_or_blocked(against_vesper):
    client, game = against_vesper
    people = words_of(client.get(reverse("table_people", args=[game.public_id])))
    assert "guest" not in people
    assert "Report" not in people
    assert "Block" not in people
    assert "Vesper" not in words_of(client.get(reverse("report"), {"game": game.public_id}))


def test_games_against_computers_have_no_chat_and_no_need_to_end(against_vesper, browser_of, offer, ada):
    client, game = against_vesper
    table = words_of(client.get(game.get_absolute_url()))
    assert "Chat" not in table
    assert "You don’t have to end it. It waits as long as you like." in table
    timed = offer(ada, "draw", seats=2)
    client.post(reverse("fill_with_computers", args=[timed.public_id]), {"computer_1": "strong"})
    assert "You don’t have to end it" not in words_of(client.get(timed.get_absolute_url()))


def test_the_profile_of_a_computer_leads_to_its_level(against_vesper):
    client, game = against_vesper
    vesper = game.seats.get(number=1).player
    answer = client.get(reverse("person", args=[vesper.username]))
    assert answer.url == reverse("computer", args=["strong"])
    assert client.get(reverse("person", args=["computer-perfect"])).status_code == 404


def test_the_last_choices_are_offered_again(against_vesper):
    client, _game = against_vesper
    form = client.get(reverse("computers")).context["form"]
    assert [form[name].value() for name in ("variant", "level")] == ["draw", "strong"]
    form = client.get(reverse("computers"), {"variant": "muggins"}).context["form"]
    assert [form[name].value() for name in ("variant", "level")] == ["muggins", "strong"]


def test_the_lobby_marks_computers_in_a_game(stranger, browser_of, ada):
    browser_of(ada).post(reverse("new_game"), NEW | {"visibility": "public", "rated": "no", "computer_1": "good"})
    for page in ("home", "lobby"):
        shown = words_of(stranger.get(reverse(page)))
        assert "Ada, Octavo, 2 free seats computer" in shown


def test_the_limit_is_shown_on_the_new_game_page_and_enforced_with_a_message(against_vesper, settings):
    client, _game = against_vesper
    assert "1 of 10 games with computers" in words_of(client.get(reverse("new_game")))
    settings.COMPUTER_GAMES = 1
    assert "1 of 1 games with computers : finish one first" in words_of(client.get(reverse("computers")))
    answer = client.post(reverse("new_game"), NEW | {"computer_1": "good"})
    assert answer.status_code == 422
    assert "You already have 1 games with computers." in words_of(answer)
    assert answer.context["form"]["computer_1"].value() == "good"


def test_only_seats_without_a_computer_can_be_filled_by_invitations(browser_of, ada, ben):
    seated = NEW | {"computer_1": "good", "computer_2": "good", "computer_3": "good", "invite_name": ben.username}
    answer = browser_of(ada).post(reverse("new_game"), seated)
    assert "This game doesn’t have enough free seats." in words_of(answer)
    assert not Game.objects.exists()


def test_chosen_computers_carry_over_to_the_house_rules_page(stranger):
    answer = stranger.post(reverse("new_game"), NEW | {"change": "1", "computer_2": "good"}, follow=True)
    play = answer.context["play"]
    assert [play[f"computer_{seat}"].value() for seat in (1, 2)] == [None, "good"]
    stranger.post(answer.request["PATH_INFO"], NEW | {"do": "play", "computer_2": "good"})
    assert players(Game.objects.get()) == ["", None, "good", None]


def test_the_page_of_a_level_explains_differences_in_a_game(stranger):
    def page(variant):
        return words_of(stranger.get(reverse("computer_in_game", args=["strong", variant])))

    assert "In this game it imagines 25 ways" in page("sausage")
    assert "This game has no partners to learn from." in page("brettspielnetz")
    assert "In this game" not in page("partnership")
    master = words_of(stranger.get(reverse("computer_in_game", args=["master", "sausage"])))
    assert "In this game it imagines 50 ways" in master


def test_the_masters_page_says_why_it_is_stronger(stranger, monkeypatch):
    said = "Polaris is for players who beat the Strong computer. It imagines twice as many ways"
    monkeypatch.setattr(strength, "_all", lambda: ())
    page = words_of(stranger.get(reverse("computer", args=["master"])))
    assert said in page
    assert "Not measured here yet." in page
    assert "is for players who beat" not in words_of(stranger.get(reverse("computer", args=["strong"])))
    won = strength.Measured("muggins", 2, "master", "strong", share=0.537, error=0.007, deals=4000, whole_games=False)
    monkeypatch.setattr(strength, "_all", lambda: (won,))
    for args in (["master"], ["master", "muggins"]):
        page = words_of(stranger.get(reverse("computer" if len(args) == 1 else "computer_in_game", args=args)))
        assert said in page
        assert "Rounds won against Strong Games won against Strong, in percent Players 2 Muggins" in page
        assert "54 % ± 1" in page
        assert "Not measured" not in page


@pytest.mark.parametrize("page", ["computers", "new_game"])
def test_forms_offer_all_levels_the_weakest_first(stranger, page):
    text = stranger.get(reverse(page)).content.decode()
    places = [text.index(f'<option value="{level}"') for level in User.Level.values]
    assert len(places) == 6
    assert places == sorted(places)


def test_the_shown_strength_is_the_measured_one(stranger, monkeypatch):
    played = {"level": "strong", "error": 0.0143, "deals": 1000}
    rounds = played | {"variant": "draw", "against": "greedy", "whole_games": False}
    games = played | {"variant": "muggins", "against": "good", "whole_games": True}
    measured = (
        strength.Measured(**rounds, seats=2, share=0.704),
        strength.Measured(**rounds, seats=4, share=0.618),
        strength.Measured(**games, seats=2, share=0.86),
    )
    monkeypatch.setattr(strength, "_all", lambda: measured)
    of_all = words_of(stranger.get(reverse("computer", args=["strong"])))
    assert "Rounds won against a player of the heaviest or highest-scoring tile" in of_all
    assert "Players 2 4 Draw Dominoes 70 % ± 1 62 % ± 1" in of_all
    assert "Games won against Good Games won against Good, in percent Players 2 Muggins" in of_all
    of_one = words_of(stranger.get(reverse("computer_in_game", args=["strong", "muggins"])))
    assert "86 % ± 1" in of_one
    assert "Rounds won" not in of_one
    assert "Not measured here yet." in words_of(stranger.get(reverse("computer", args=["good"])))


@pytest.mark.parametrize(
    ("against", "words"),
    [
        ("greedy", "a player of the heaviest or highest-scoring tile"),
        ("random", "a random player"),
        ("beginner", "Beginner"),
        ("master", "Master"),
    ],
)
def test_results_name_the_other_player_in_words(against, words):
    found = strength.Measured("draw", 2, "strong", against, share=0.7, error=0.01, deals=400, whole_games=False)
    assert found.against_words == words
    assert type(found.against_words) is str  # pages group by it


def test_measured_strengths_cover_only_existing_levels_and_games():
    for level in User.Level.values:
        for matches in strength.measured(level):
            for key, row in matches.by_game.items():
                assert {n for n, each in zip(matches.seats, row, strict=True) if each} <= set(rules.VARIANTS[key].seats)
                assert all(0 < each.share < 1 and each.deals >= 40 for each in row if each)

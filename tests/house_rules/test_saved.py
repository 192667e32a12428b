"""Saved rules: their link, playing by them, changing a copy, renaming, deleting."""

import pytest

from accounts.models import User
from games.models import Game
from rulebook.models import SavedRules
from tests.following import it_happens
from tests.pages.conftest import words_of


@pytest.fixture
def sunday(ada):
    return SavedRules.objects.create(
        owner=ada, name="Sunday", variant="draw", seats=2, options={"spinner": "all", "blank": 13}
    )


@pytest.mark.both_databases
def test_saving_leads_to_a_page_with_a_short_link(change, browser_of, ada):
    answer = change("draw", do="save", by=browser_of(ada), spinner="all", title="Sunday")
    saved = SavedRules.objects.get()
    assert (saved.name, saved.owner, saved.variant, saved.seats, saved.options) == (
        "Sunday", ada, "draw", 2, {"spinner": "all"},
    )  # fmt: skip
    assert answer["Location"] == f"/house-rules/{saved.public_id}/"
    assert len(saved.public_id) == 10


def test_a_stranger_who_saves_becomes_a_guest_with_the_given_name(change, stranger):
    change("draw", do="save", spinner="all", title="Sunday", name="Dora")
    saved = SavedRules.objects.get()
    assert saved.owner.is_guest
    assert saved.owner.name == "Dora"
    assert "These rules are yours" in words_of(stranger.get(saved.get_absolute_url()))


def test_rules_need_a_name(change):
    page = change("draw", do="save", spinner="all", title=" ")
    assert "Give these rules a name." in words_of(page)
    assert page.context["editor"].options == {"spinner": "all"}
    assert not SavedRules.objects.exists()
    assert not User.objects.exists()


def test_saved_rules_are_limited(change, browser_of, ada):
    SavedRules.objects.bulk_create(SavedRules(owner=ada, name=str(n), variant="draw", seats=2) for n in range(100))
    page = change("draw", do="save", by=browser_of(ada), title="One more")
    assert "You’ve reached the limit for saved rules. Delete some first." in words_of(page)


def test_anyone_with_the_link_sees_the_rules_the_changes_and_the_author(stranger, sunday):
    page = words_of(stranger.get(sunday.get_absolute_url()))
    assert "Sunday" in page
    assert "Draw Dominoes, as Ada plays it." in page
    assert "Doubles that open sideways Every double default: No double" in page
    assert "The 0-0 left in a hand 13 points default: Nothing" in page
    assert "Every double is a spinner: you can play on all four of its sides." in page
    assert "These rules are yours" not in page


def test_a_game_is_set_up_from_saved_rules(stranger, sunday):
    answer = stranger.post(
        sunday.get_absolute_url(), {"seats": "3", "clock": "none", "visibility": "link", "name": "Dora"}
    )
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.options, game.seats_number, game.clock) == ({"spinner": "all", "blank": 13}, 3, "none")


def test_only_possible_numbers_of_players_are_offered(stranger, ada):
    odd = SavedRules.objects.create(owner=ada, name="Odd", variant="draw", seats=2, options={"lead_first": "odd_even"})
    assert odd.possible_seats == [2]
    page = stranger.post(odd.get_absolute_url(), {"seats": "4", "clock": "none", "visibility": "link", "name": "Dora"})
    assert page.status_code == 422
    assert not Game.objects.exists()


def test_changing_a_copy_leaves_the_original(stranger, change, sunday):
    page = stranger.get("/house-rules/change/draw/", {"copy": sunday.public_id})
    assert page.context["editor"].options == {"spinner": "all", "blank": 13}
    assert f"?copy={sunday.public_id}" in stranger.get(sunday.get_absolute_url()).content.decode()


@pytest.mark.both_databases
def test_renaming_and_deleting_rules_leaves_the_options_of_games(browser_of, ada, sunday, change):
    client = browser_of(ada)
    client.post(sunday.get_absolute_url(), {"seats": "2", "clock": "none", "visibility": "link"})
    client.post(f"/house-rules/{sunday.public_id}/rename/", {"title": "Monday"})
    sunday.refresh_from_db()
    assert sunday.name == "Monday"
    page = client.post(f"/house-rules/{sunday.public_id}/delete/", follow=True)
    assert "“Monday” is deleted. Games that use these rules continue unchanged." in words_of(page)
    assert not SavedRules.objects.exists()
    assert client.get(sunday.get_absolute_url()).status_code == 404
    assert Game.objects.get().rules.spinner == "all"


def test_an_empty_name_is_refused(browser_of, ada, sunday):
    page = browser_of(ada).post(f"/house-rules/{sunday.public_id}/rename/", {"title": ""})
    assert page.status_code == 422
    assert "Give these rules a name." in words_of(page)


@pytest.mark.parametrize("what", ["rename", "delete"])
def test_only_the_owner_can_change_saved_rules(browser_of, ben, stranger, sunday, what):
    for client in (browser_of(ben), stranger):
        assert client.post(f"/house-rules/{sunday.public_id}/{what}/", {"title": "Mine"}).status_code == 404
        assert client.get(f"/house-rules/{sunday.public_id}/{what}/").status_code == 405
    sunday.refresh_from_db()
    assert sunday.name == "Sunday"


def test_saved_rules_are_offered_on_the_new_game_page_and_in_the_account(browser_of, ada, ben, sunday):
    assert f"/new/?rules={sunday.public_id}" in browser_of(ada).get("/new/").content.decode()
    for path in ("/new/", "/house-rules/"):
        assert "Sunday" in words_of(browser_of(ada).get(path))
        assert "Sunday" not in words_of(browser_of(ben).get(path))
    assert 'href="/house-rules/"' in browser_of(ada).get("/settings/").content.decode()


def test_a_new_game_link_with_saved_rules_leads_to_their_page(stranger, sunday):
    answer = stranger.get(f"/new/?rules={sunday.public_id}")
    assert answer["Location"] == sunday.get_absolute_url()
    assert stranger.get("/new/?rules=nothing", follow=True).status_code == 404
    assert stranger.get("/new/?rules=../admin").status_code == 200


def test_choices_on_the_new_game_page_carry_over_to_the_editor(stranger):
    answer = stranger.post(
        "/new/",
        {"variant": "draw", "seats": "4", "pairs": "on", "length": "short", "clock": "3600", "visibility": "public",
         "name": "Dora", "change": "1"},
    )  # fmt: skip
    page = stranger.get(answer["Location"])
    editor = page.context["editor"]
    assert (editor.variant.key, editor.seats, editor.options) == ("draw", 4, {"pairs": True, "end": "target:50"})
    assert page.context["play"]["clock"].value() == "3600"
    assert page.context["play"]["visibility"].value() == "public"
    assert not User.objects.exists()


def test_invalid_choices_are_dropped_on_the_way_to_the_editor(stranger):
    answer = stranger.post("/new/", {"variant": "whist", "seats": "99", "length": "?", "change": "1"})
    assert stranger.get(answer["Location"]).status_code == 200


@pytest.mark.both_databases
def test_a_guests_saved_rules_move_to_their_account(ada, guest, sunday):
    dora = guest("Dora")
    SavedRules.objects.update(owner=dora)
    it_happens("merged", dora, ada)
    assert SavedRules.objects.get().owner == ada


def test_saved_rules_that_became_impossible_say_so(stranger, ada):
    gone = SavedRules.objects.create(owner=ada, name="Old", variant="draw", seats=2, options={"hand": 99})
    page = stranger.get(gone.get_absolute_url())
    assert page.status_code == 200
    assert "You can’t play by these rules any more." in words_of(page)


def test_rules_cannot_be_saved_in_the_name_of_the_site(change):
    page = change("draw", do="save", spinner="all", title="Sunday", name="Moderator")
    assert "This name is reserved." in words_of(page)
    assert not SavedRules.objects.exists()

"""The first choices of the new game page: for newcomers, for returning players, and by link."""

import pytest
from django.urls import reverse

import rules
from rulebook.clock_form import ClockForm
from tests.pages.conftest import words_of

NEW = reverse("new_game")
GOAT = {
    "variant": "goat", "seats": "4", "pairs": "on", "clock": "259200+28800/432000", "length": "short",
    "misses": "computer", "visibility": "public", "rated": "no",
}  # fmt: skip


def stands_there(client, address=NEW):
    """The values of the form's fields."""
    form = client.get(address).context["form"]
    return {name: form[name].value() for name in form.fields}


def keys(client, address=NEW):
    """The games in the order of their cards."""
    return [card.key for card in client.get(address).context["cards"]]


def test_newcomers_are_offered_one_round_of_a_game_that_they_know(stranger):
    found = stands_there(stranger)
    assert (found["variant"], found["length"], found["seats"], found["clock"]) == ("draw", "one", "2", "86400")
    assert keys(stranger)[:4] == ["draw", "mexican_train", "muggins", "fives_threes"]
    assert sorted(keys(stranger)) == sorted(rules.VARIANTS)


def test_what_a_player_played_last_comes_first(browser_of, finished, ada, ben):
    for variant in ("dutch", "partnership"):
        finished(ada, ben, 1, variant)
    found = stands_there(browser_of(ben))
    assert (found["variant"], found["seats"], found["length"]) == ("partnership", "4", "usual")
    assert keys(browser_of(ben))[:3] == ["partnership", "dutch", "draw"]
    assert keys(browser_of(ben), f"{NEW}?variant=goat")[:3] == ["goat", "partnership", "dutch"]


@pytest.mark.parametrize(
    ("language", "known"),
    [("uk", ["goat", "draw", "telephone"]), ("es", ["draw", "dominican", "cuban"])],  # these two are for four
)
def test_newcomers_are_offered_what_people_know_where_their_language_is_spoken(stranger, language, known):
    page = stranger.get(NEW, headers={"accept-language": language}).context
    assert page["form"]["variant"].value() == known[0]
    assert [card.key for card in page["cards"][:3]] == known


@pytest.mark.parametrize(("seats", "variant"), [("4", "draw"), ("8", "mexican_train"), ("9", "draw")])
@pytest.mark.every_case("the second is the first known for eight; nothing is for nine")
def test_a_link_with_a_number_of_players_offers_a_game_for_so_many(stranger, seats, variant):
    found = stands_there(stranger, f"{NEW}?seats={seats}")
    assert (found["seats"], found["variant"]) == (seats, variant)


def test_the_form_starts_with_the_last_choices(browser_of, ada):
    client = browser_of(ada)
    assert client.post(NEW, GOAT).status_code == 302
    found = stands_there(client)
    kept = {name: found[name] for name in GOAT}
    assert kept == GOAT | {"pairs": "on", "visibility": "link"}  # visibility is chosen each time
    assert found["pauses"] is False
    assert keys(client)[0] == "goat"


def test_choices_in_a_link_override_the_last_choices(browser_of, ada):
    client = browser_of(ada)
    client.post(NEW, GOAT)
    found = stands_there(client, f"{NEW}?variant=muggins&clock=600&visibility=public")
    assert (found["variant"], found["seats"], found["clock"]) == ("muggins", "2", "600")
    assert (found["pairs"], found["visibility"], found["length"]) == (None, "public", "short")


def test_newcomers_get_half_the_length_where_one_round_is_impossible(stranger):
    assert stands_there(stranger, f"{NEW}?variant=sport_goat")["length"] == "short"
    assert stands_there(stranger, f"{NEW}?variant=muggins&length=usual")["length"] == "usual"


@pytest.mark.parametrize(
    "odd", ["length=x", "seats=9", "seats=", "variant=chess", "variant=general&seats=3", "clock=x"]
)
def test_an_invalid_link_still_shows_the_form(stranger, odd):
    assert stranger.get(f"{NEW}?{odd}").status_code == 200


def test_live_and_daily_clocks_are_separate():
    now, days, _own = ClockForm().fields["clock"].choices
    assert [key for key, _label in now[1]] == ["30", "120", "600", "1200+30/1200"]
    assert [key for key, _label in days[1]] == [
        "3600", "28800", "86400", "172800", "259200", "604800", "1209600",
        "86400+7200/172800", "259200+28800/432000", "604800+86400/1209600", "none",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("clock", "speed"), [("300", "fast"), ("600+60/900", "fast"), ("7200", "days"), ("none", "days")]
)
def test_a_clock_from_a_link_is_listed_under_its_speed(stranger, clock, speed):
    form = stranger.get(NEW, {"clock": clock}).context["form"]
    assert [each["speed"] for each in form.speeds if each["chosen"]] == [speed]
    titles = {key: title for title, group in form.fields["clock"].choices for key, _label in group}
    assert titles[clock].startswith("Live" if speed == "fast" else "Daily")


def test_the_card_of_the_suggested_game_speaks_of_one_round(stranger):
    card, *_others = stranger.get(NEW).context["cards"]
    assert "Highest score after 1 round wins." in card.line


def test_a_guest_is_asked_for_a_name_first(stranger):
    page = words_of(stranger.get(NEW))
    assert page.index("Your name in this game") < page.index("Live Seconds or minutes per move")


def test_the_new_game_page_checks_once_for_a_newcomer(browser_of, finished, ada, ben, django_assert_num_queries):
    finished(ada, ben, 20)
    client = browser_of(ada)
    # session and user; whether they have finished a game; their rules, their friends; the header
    with django_assert_num_queries(6):
        client.get(NEW)

"""The first choices of the new game page: for newcomers, for returning players, and by link."""

import pytest
from django.urls import reverse

import rules
from games.pages.game_cards import game_cards
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


def test_newcomers_are_offered_one_round_of_brettspielnetz_with_a_reason(stranger):
    found = stands_there(stranger)
    assert (found["variant"], found["length"], found["seats"], found["clock"]) == (
        "brettspielnetz",
        "one",
        "2",
        "86400",
    )
    page = words_of(stranger.get(NEW))
    assert "New here? Start with a round of Brettspielnetz Domino." in page
    assert "Pips left in your hand count against you. Lowest score after 1 round wins." in page
    assert "About 17 turns." in page


def test_a_player_who_finished_a_game_is_no_newcomer(browser_of, finished, ada, ben):
    assert "New here?" in words_of(browser_of(ada).get(NEW))
    finished(ada, ben, 1)
    page = browser_of(ben).get(NEW)
    assert "New here?" not in words_of(page)
    assert page.context["form"]["length"].value() == "usual"


def test_the_form_starts_with_the_last_choices(browser_of, ada):
    client = browser_of(ada)
    assert client.post(NEW, GOAT).status_code == 302
    found = stands_there(client)
    kept = {name: found[name] for name in GOAT}
    assert kept == GOAT | {"pairs": "on", "visibility": "link"}  # visibility is chosen each time
    assert found["pauses"] is False
    page = client.get(NEW)
    assert "New here?" not in words_of(page)
    assert page.context["cards"].first[0].key == "goat"


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


def test_the_suggestion_is_not_shown_below_another_game(stranger):
    page = stranger.post(NEW, {**GOAT, "length": "nonsense", "name": "Ada"})
    assert page.status_code == 422
    assert page.context["cards"].first[0].key == "goat"
    assert "New here?" not in words_of(page)


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


def test_games_shorter_than_a_month_at_a_day_a_turn_are_listed_apart():
    cards = game_cards("brettspielnetz", few=True)
    (_short, short), (_long, long) = cards.others
    assert [card.key for card in short] == ["muggins", "brettspielnetz_classic", "sausage"]
    assert {card.key for card in long} == set(rules.VARIANTS) - {"brettspielnetz"} - {card.key for card in short}
    assert cards.more == len(rules.VARIANTS) - 1
    first = cards.first[0]
    assert first.lasts_now == "Usually about 70 turns, 35 minutes"
    assert first.lasts_days == "Usually about 70 turns, 2 weeks"


def test_the_card_of_the_suggested_game_speaks_of_one_round(stranger):
    (card,) = stranger.get(NEW).context["cards"].first
    assert card.lasts_days == "Usually about 17 turns, 4 days"
    assert card.line == "Pips left in your hand count against you. Lowest score after 1 round wins."


def test_a_guest_is_asked_for_a_name_first(stranger):
    page = words_of(stranger.get(NEW))
    assert page.index("Your name in this game") < page.index("Live Seconds or minutes per move")


def test_the_new_game_page_checks_once_for_a_newcomer(browser_of, finished, ada, ben, django_assert_num_queries):
    finished(ada, ben, 20)
    client = browser_of(ada)
    # session and user; whether they have finished a game; their rules, their friends; the header
    with django_assert_num_queries(6):
        client.get(NEW)

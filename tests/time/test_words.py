"""Clocks and lengths in words, and the form that offers them."""

import pytest
from django.urls import reverse

import rules
from games import actions
from games.models import Game
from rulebook import lengths, phrases
from rulebook.clock_form import ClockForm, carried
from rulebook.time_control import DAY, HOUR, MINUTE, TimeControl
from tests.pages.conftest import words_of

BANK = TimeControl("bank", None, 3 * DAY, 8 * HOUR, 5 * DAY, pauses=True)
FORM = {
    "variant": "draw", "seats": "2", "length": "usual", "visibility": "link", "name": "Dora", "own_bank_0": "",
    "own_bank_1": "86400",
}  # fmt: skip


@pytest.mark.parametrize(
    ("control", "rule"),
    [
        (TimeControl(), "No clock"),
        (TimeControl("turn", 3 * DAY), "3 days per move"),
        (BANK, "3 days, plus 8 hours per move, up to 5 days"),
        (TimeControl("bank", None, 600, 0, 600), "10 minutes for the whole game"),
    ],
)
def test_every_clock_has_its_rule_in_words(control, rule):
    assert phrases.clock_rule(control) == rule


def test_the_clock_rule_says_what_pauses_it():
    assert phrases.clock_pauses(BANK).startswith("Pauses during players’ vacations")
    assert (
        phrases.clock_pauses(TimeControl("turn", 3600)) == "The clock doesn’t pause for vacations, weekends or nights."
    )
    assert phrases.clock_pauses(TimeControl()) == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (20, "1 minute"), (100, "2 minutes"), (50 * MINUTE, "50 minutes"), (100 * MINUTE, "2 hours"),
        (30 * HOUR, "30 hours"), (40 * HOUR, "2 days"), (13 * DAY, "13 days"), (15 * DAY, "2 weeks"),
        (50 * DAY, "7 weeks"), (150 * DAY, "5 months"),
    ],
)  # fmt: skip
def test_a_rough_duration_is_one_round_number(seconds, text):
    assert phrases.roughly(seconds) == text


def estimate(variant="draw", seats=2, control=None, **options):
    return lengths.estimate(rules.ruleset(variant, options, seats), control or TimeControl("turn", DAY))


def test_every_game_has_measured_turns_at_every_number_of_seats():
    for key, variant in rules.VARIANTS.items():
        for seats in variant.seats:
            assert 5 <= lengths.turns(rules.ruleset(key, {}, seats)) <= 1_000, (key, seats)
            if seats in variant.pairs_at and rules.ruleset(key, {}, seats).sides == seats:
                assert lengths.turns(rules.ruleset(key, {"pairs": True}, seats)) >= 5


def test_every_benchmark_has_its_own_name():
    from benchmarks.lengths import every_table

    names = [lengths.table_name(ruleset) for ruleset in every_table()]
    assert set(names) >= set(lengths._measured()) >= {"draw 2", "goat 4", "sausage 2"}  # the rest is estimated
    assert {"draw 5", "draw 5 offered", "draw 6 pairs offered", "puerto_rico 4"} < set(names)
    assert lengths.table_name(rules.ruleset("draw", {"set": 9}, 5)) == "draw 5"  # other than the offered rules


def test_a_shorter_game_takes_fewer_turns():
    usual, half, one = (estimate(**({"end": end} if end else {})).turns for end in ("", "target:50", "rounds:1"))
    assert one < half < usual


def test_estimated_turns_are_near_the_played_ones(guest, game_between):
    """Many rounds of Draw Dominoes for two: the estimate must be that of this game."""
    from random import Random

    from benchmarks.lengths import play

    played = [play(rules.ruleset("draw"), Random(n)) for n in range(20)]
    mean = sum(turns for turns, _ in played) / sum(rounds for _, rounds in played)
    assert mean == pytest.approx(lengths._measured()["draw 2"][0], rel=0.15)


def test_an_estimate_has_turns_pace_and_the_maximum():
    assert phrases.lasts_at_most(estimate(end="rounds:2")) == (
        "About 35 turns. At 4 turns a day, that’s about 9 days; if everyone uses all their time, 5 weeks."
    )
    assert phrases.lasts(estimate(end="rounds:2")) == "about 35 turns, 9 days"
    without = phrases.lasts_at_most(estimate(end="rounds:2", control=TimeControl()))
    assert without == "About 35 turns. At 2 turns a day, that’s about 2 weeks."
    fast = phrases.lasts_at_most(estimate(end="rounds:2", control=TimeControl("turn", 120)))
    assert fast.split("; ") == [
        "About 35 turns. At 30 seconds per turn, that’s about 18 minutes",
        "if everyone uses all their time, 70 minutes.",
    ]
    slow = phrases.lasts_at_most(estimate(end="rounds:2", control=TimeControl("turn", 14 * DAY)))
    assert "At one turn every 2 days, that’s about" in slow


@pytest.mark.parametrize("seconds", [30, 120, 600, 3600, 8 * HOUR, DAY, 3 * DAY, 14 * DAY])
def test_an_estimate_never_exceeds_the_clock(seconds):
    told = estimate(control=TimeControl("turn", seconds))
    assert told.usual <= told.most / 2
    bank = estimate(control=TimeControl("bank", None, seconds, seconds // 10, 2 * seconds))
    assert bank.usual <= bank.most


# ---- The form ----


@pytest.mark.parametrize(
    ("chosen", "control"),
    [
        ({"clock": "none", "pauses": "on"}, TimeControl()),
        ({"clock": "3600", "pauses": "on"}, TimeControl("turn", 3600)),
        ({"clock": "86400", "pauses": "on"}, TimeControl("turn", DAY, pauses=True)),
        ({"clock": "86400"}, TimeControl("turn", DAY)),
        ({"clock": "259200+28800/432000", "pauses": "on"}, BANK),
        ({"clock": "own-turn", "own_turn_0": "36", "own_turn_1": "3600"}, TimeControl("turn", 36 * HOUR)),
        (
            {
                "clock": "own-bank", "own_bank_0": "1.5", "own_bank_1": "3600", "own_increment_0": "2",
                "own_increment_1": "60", "own_cap_0": "2", "own_cap_1": "3600", "pauses": "on",
            },
            TimeControl("bank", None, 5400, 120, 7200),
        ),
        ({"clock": "100000+0/100000"}, TimeControl("bank", None, 100_000, 0, 100_000)),
    ],
)  # fmt: skip
def test_a_clock_can_be_chosen(chosen, control):
    form = ClockForm(chosen)
    assert form.is_valid(), form.errors
    assert form.control == control


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"clock": "own-turn"}, "The time per move can be from 30 seconds to 14 days."),
        (
            {"clock": "own-turn", "own_turn_0": "15", "own_turn_1": "86400"},
            "The time per move can be from 30 seconds to 14 days.",
        ),
        ({"clock": "own-bank"}, "A time bank can start with 1 minute to 30 days."),
        ({"clock": "hourglass"}, "Select a valid choice."),
        ({"clock": "5"}, "Select a valid choice."),
        ({}, "This field is required."),
    ],
)
def test_an_impossible_clock_shows_the_reason(chosen, sentence):
    form = ClockForm(chosen)
    assert not form.is_valid()
    assert sentence in str(form.errors)


def test_hidden_clock_fields_are_ignored():
    """Of each hidden pair only the unit is sent; earlier values of a hidden field are left out."""
    unseen = {
        f"own_{name}_{n}": value
        for name in ("turn", "bank", "increment", "cap")
        for n, value in enumerate(("", "86400"))
    }
    for typed in ({}, {"own_turn_0": "nonsense"}):
        form = ClockForm({"clock": "86400", **unseen, **typed})
        assert form.is_valid(), form.errors


@pytest.mark.parametrize("number", ["nan", "inf", "1e400", "-1", "x", "99999999"])
def test_an_invalid_number_is_refused(number):
    assert not ClockForm({"clock": "own-turn", "own_turn_0": number, "own_turn_1": "86400"}).is_valid()


def test_a_custom_clock_is_included_in_a_link():
    chosen = {"clock": "own-bank", "own_bank_0": "2", "own_bank_1": "86400", "pauses": "on"}
    assert carried(chosen) == {"clock": "172800+0/172800", "pauses": "1"}
    assert carried({"clock": "86400"}) == {"clock": "86400", "pauses": "0"}


@pytest.mark.django_db
def test_a_game_with_a_bank_shows_its_rule_everywhere(client, ada, ben, game_between):
    made = client.post(reverse("new_game"), {**FORM, "clock": "259200+28800/432000", "pauses": "on"})
    game = Game.objects.get()
    assert (game.clock, game.bank_seconds, game.increment_seconds, game.cap_seconds, game.pauses) == (
        "bank", 3 * DAY, 8 * HOUR, 5 * DAY, True,
    )  # fmt: skip
    page = words_of(client.get(made["Location"]))
    assert "3 days, plus 8 hours per move, up to 5 days" in page
    assert "Pauses during players’ vacations" in page
    assert "about 220 turns" in page.lower()
    actions.join_game(public_id=game.public_id, player=ben)
    table = client.get(game.get_absolute_url())
    assert "Clock: 3 days, plus 8 hours per move, up to 5 days." in words_of(table)


@pytest.mark.django_db
def test_the_house_rules_page_keeps_the_clock(client):
    answer = client.post(
        reverse("new_game"),
        {**FORM, "change": "1", "clock": "own-turn", "own_turn_0": "5", "own_turn_1": "86400"},
    )
    form = client.get(answer["Location"]).context["play"]
    assert form["clock"].value() == "432000"
    assert form["pauses"].value() is False
    assert "5 days" in str(form["clock"])


def test_the_short_lengths_are_offered_first(client, db):
    form = client.get(reverse("new_game")).context["form"]
    assert [key for key, _label in form.fields["length"].choices] == ["one", "three", "five", "short", "usual", "long"]


def test_the_page_requests_an_estimate_for_the_chosen_game(client, db):
    asked = {"variant": "draw", "seats": "2", "length": "one", "clock": "86400"}
    answer = client.get(reverse("new_estimate"), asked)
    assert answer.content.decode().startswith("About 18 turns. At 4 turns a day, that’s about")
    assert client.get(reverse("new_estimate"), {"variant": "chess"}).status_code == 204
    assert "about 18 turns. at 4 turns a day" in words_of(client.get(reverse("new_game"))).lower()


@pytest.mark.parametrize("key", ["draw", "general"])
def test_the_rulebook_says_how_many_turns_a_game_takes(client, db, key):
    ruleset = rules.ruleset(key, {}, rules.VARIANTS[key].seats[0])
    assert phrases.turns(lengths.turns(ruleset)) in words_of(client.get(reverse("rules_variant", args=[key])))


def test_a_game_says_that_a_computer_plays_on_for_late_players():
    plays_on = TimeControl("turn", 3 * DAY, misses="computer")
    assert phrases.clock_rule(plays_on) == "3 days per move; after that, a computer plays for the player"
    assert phrases.clock_rule(TimeControl("turn", 3 * DAY)) == "3 days per move"
    said = phrases.clock_meaning(plays_on, 2)
    assert "a computer plays for you until you return. From then on, this game can lower your rating" in said
    assert "you’re out" not in said


@pytest.mark.django_db
def test_the_missed_turn_rule_is_chosen_with_the_clock_and_kept_by_house_rules(client):
    client.post(reverse("new_game"), {**FORM, "clock": "86400", "misses": "computer"})
    assert Game.objects.get().misses == "computer"
    answer = client.post(reverse("new_game"), {**FORM, "clock": "86400", "misses": "computer", "change": "1"})
    assert client.get(answer["Location"]).context["play"]["misses"].value() == "computer"


@pytest.mark.django_db
def test_the_missed_turn_rule_needs_a_clock_and_defaults_to_losing(client):
    client.post(reverse("new_game"), {**FORM, "clock": "none", "misses": "computer"})
    client.post(reverse("new_game"), {**FORM, "clock": "86400"})
    assert set(Game.objects.values_list("clock", "misses")) == {("none", "out"), ("turn", "out")}
    refused = client.post(reverse("new_game"), {**FORM, "clock": "86400", "misses": "a cat"})
    assert "misses" in refused.context["form"].errors


def test_a_game_says_how_many_turns_the_clock_moves_for_a_late_player():
    thrice, once = (TimeControl("turn", 3 * DAY, misses="move", misses_most=n) for n in (3, 1))
    assert phrases.clock_rule(thrice) == "3 days per move; after that, we play for the player up to 3 times in a row"
    assert phrases.clock_rule(once) == "3 days per move; after that, we play for the player once"
    assert "up to 3 times in a row" in phrases.clock_meaning(thrice, 3)
    assert "If you run out of time once more, you’re out, and the others play on." in phrases.clock_meaning(thrice, 3)
    assert "If you run out of time once more, you lose." in phrases.clock_meaning(thrice, 2)


@pytest.mark.django_db
def test_the_number_of_missed_turns_is_chosen_with_the_clock_and_kept(client):
    chosen = {**FORM, "clock": "86400", "misses": "move", "misses_most": "5"}
    client.post(reverse("new_game"), chosen)
    assert Game.objects.values_list("misses", "misses_most").get() == ("move", 5)
    play = client.get(client.post(reverse("new_game"), {**chosen, "change": "1"})["Location"]).context["play"]
    assert (play["misses"].value(), play["misses_most"].value()) == ("move", "5")
    refused = client.post(reverse("new_game"), {**chosen, "misses_most": "11"})
    assert "misses_most" in refused.context["form"].errors


def turns_of(seats, **options):
    return lengths.turns(rules.ruleset("mexican_train", options, seats))


def test_the_length_of_mexican_train_depends_on_set_rounds_and_start():
    for seats in (2, 4, 8):
        assert turns_of(seats, end="rounds:1") in range(55, 75)  # measured: 58 to 70 a round
        assert turns_of(seats, set=6) < turns_of(seats, set=9) < turns_of(seats) < turns_of(seats, set=15)
        assert turns_of(seats, opening="train") < turns_of(seats)
        assert turns_of(seats, end="rounds:3") == pytest.approx(turns_of(seats) * 3 / 13, rel=0.15)
        assert turns_of(seats, set=9, end="rounds:3") == pytest.approx(turns_of(seats, set=9) * 3 / 10, rel=0.15)

"""The score sheet of every game adds up, line by line, and has the columns of its game."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import rules
from rulebook import choices, score_sheet
from rulebook.own_words import OWN_WORDS
from rules import random_rounds
from rules.record import parse, walk
from tests.scripts import in_node

EXAMPLES = Path(__file__).parent.parent / "rules" / "examples"
DURING = ("ends", "draws", "bids", "passes")


def game(key, seats, seed, **options):
    """The sheet of a random game, and the totals it ended with."""
    played = list(random_rounds(rules.ruleset(key, options, seats), Random(seed)))
    lines = [
        line for deal, position in enumerate(played) if (line := rules.to_json(score_sheet.score_line(deal, position)))
    ]
    return lines, list(played[-1].after.totals)


def first(wanted, key, seats=2, **options):
    """The first line of random games that satisfies *wanted*, and the line before it."""
    for seed in range(200):
        lines, _totals = game(key, seats, seed, **options)
        for before, line in pairwise([None, *lines]):
            if wanted(line):
                return before, line
    raise AssertionError("no random game has such a line")


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_every_line_adds_up(key):
    for seats in rules.VARIANTS[key].seats:
        for seed in range(4):
            lines, totals = game(key, seats, seed)
            before = [0] * len(totals)
            for line in lines:
                parts = [line.get(kind, [0] * len(totals)) for kind in DURING] + [line["written"]]
                assert line["totals"] == [sum(column) for column in zip(before, *parts, strict=True)]
                before = line["totals"]
            # A game that stops in the middle of a round has no line for it.
            assert before == totals or rules.ruleset(key, {}, seats).target_at != "round"


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_what_the_page_shows_of_each_round_adds_up_to_the_totals_it_shows(key):
    shown = []
    for seats in rules.VARIANTS[key].seats:
        ruleset = rules.ruleset(key, {}, seats)
        for seed in range(4):
            lines, totals = game(key, seats, seed)
            people = [{"seat": n, "side": side, "name": f"P{n}"} for n, side in enumerate(ruleset.side_by_seat)]
            facts = rules.to_json(score_sheet.sheet_facts(ruleset))
            shown.append({"key": key, "scores": lines, "totals": totals, "sheet": facts, "seats": people})
    tried = in_node("sheet_sums.js", "faultsOf", shown)
    assert tried["wrong"] == []
    assert tried["tried"] >= len(shown)


@pytest.mark.parametrize("key", rules.VARIANTS)
def test_the_card_names_the_first_place_for_all_winners_and_readers_of_every_game(key):
    tables = [
        list(rules.ruleset(key, options, seats).side_by_seat)
        for seats, pairs in choices.catalogue()[key].pairs.items()
        for options in (({}, {"pairs": True}) if pairs == "may" else ({},))
    ]
    tried = in_node("winners.js", "faultsOf", tables)
    assert tried["wrong"] == []
    assert tried["tried"] == sum((2 ** len(set(sides)) - 1) * (len(sides) + 1) for sides in tables)


def test_house_rules_add_up_too():
    for options in ({"draw_price": 2}, {"draw_price": 1, "goal": "high", "ends": 5}):
        lines, totals = game("draw", 3, 1, **options)
        assert any("draws" in line for line in lines)
        for before, line in pairwise([{"totals": [0, 0, 0]}, *lines]):
            paid, ends = line.get("draws", [0] * 3), line.get("ends", [0] * 3)
            added = zip(before["totals"], paid, ends, line["written"], strict=True)
            assert line["totals"] == [sum(column) for column in added]
        assert lines[-1]["totals"] == totals


@pytest.mark.parametrize("options", [
    {"auction": True, "passes": {"round": 10, "lead_single": 7}, "draw": "until", "reserve": 2},
    {"passes": {"lead_double": 5, "lead_single": 6, "round": 7}, "ends": 5, "draw": "1", "draw_price": 1},
    {"passes": {"round": 9, "below": 30}, "finish": {"both": 4, "double": 2}, "finish_pays": "times", "tie_next": 3},
    {"end": "love:3", "score_out": "one", "score_block": "one", "round_bonus": [3, 0, 2], "tie_next": 1},
])  # fmt: skip
def test_passes_bids_and_ends_add_up_in_house_rules(options):
    """Each pass is in the column of passes, of the side that played last; each bid is in its own."""
    columns = set()
    for seed in range(8):
        lines, totals = game("pool", 4, seed, **options)
        before = [0] * len(totals)
        for line in lines:
            parts = [line.get(kind, [0] * len(totals)) for kind in DURING] + [line["written"]]
            assert line["totals"] == [sum(column) for column in zip(before, *parts, strict=True)]
            assert min(line.get("passes", [0])) >= 0
            assert max(line.get("bids", [0])) <= 0
            before, columns = line["totals"], columns | set(line)
        assert before == totals
    assert ("passes" in columns, "bids" in columns) == ("passes" in options, "auction" in options)


def recorded(stem):
    """The score lines of a worked example."""
    found = parse((EXAMPLES / f"{stem}.json").read_text())
    over = [position for position in walk(found) if position.over]
    return [rules.to_json(score_sheet.score_line(deal, position)) for deal, position in enumerate(over)]


@pytest.mark.parametrize(("stem", "round_", "told"), [
    ("dominican-1", 0, {"notes": ["both"], "more": {"both": 30}, "passes": [30, 0]}),
    ("dominican-8", 0, {"notes": [], "passes": [60, 0]}),
    ("dominican-3", 0, {"compared": [[0, 9], [1, 9]], "winner": 0}),
    ("brazilian-4", 0, {"notes": ["cross"], "more": {"cross": 4}, "written": [4, 0]}),
    ("jamaican-6", 2, {"notes": ["broken"], "totals": [0, 0]}),
    ("jamaican-5", 1, {"next": {"one-all": 2}, "totals": [1, 1]}),
    ("jamaican-5", 2, {"notes": ["one-all"]}),
    ("puerto_rico_500-5", 1, {"notes": ["blank", "bonus"], "more": {"blank": 3, "bonus": 75}}),
])  # fmt: skip
def test_a_line_says_what_paid(stem, round_, told):
    line = recorded(stem)[round_]
    assert {name: line[name] for name in told} == told


def test_points_for_ends_are_listed_apart_from_written_points():
    _before, line = first(lambda line: "ends" in line and any(line["written"]), "muggins")
    assert all(points % 5 == 0 and points >= 0 for points in line["ends"])
    assert "draws" not in line
    assert "bids" not in line


def test_the_highest_bid_is_deducted_from_the_score():
    _before, line = first(lambda line: "bids" in line, "auction")
    assert min(line["bids"]) < 0
    assert max(line["bids"]) == 0


def auctioned(seed):
    """A random deal of Auction for three in which the first seat is asked for a bid; None if there is no auction."""
    ruleset, rng = rules.ruleset("auction", {}, 3), Random(seed)
    between = rules.new_game(ruleset)
    position = rules.start_round(between, rules.make_deal(between, lambda _, tiles: rng.sample(tiles, len(tiles)), 0))
    while position.turn is not None and str(position.legal[0]) != "bid 0":
        position = rules.play(position, rng.choice(position.legal))
    return None if position.turn is None else position


@pytest.mark.parametrize("last", ["pass", "resign", "timeout"])
def test_the_highest_bidder_pays_whatever_the_last_bidder_does(last):
    """The first bids 3, the second nothing. After the third's answer or departure the first has to pay."""
    position = next(filter(None, map(auctioned, range(100))))
    bidder = position.turn
    for text in ("bid 3", "pass", last):
        position = rules.play(position, rules.parse_move(text))
    while position.turn is not None:
        position = rules.play(position, position.legal[0])
    line = rules.to_json(score_sheet.score_line(0, position))
    assert line["bids"] == [-3 if seat == bidder else 0 for seat in range(3)]
    assert "ends" not in line


def test_donkey_carries_over_pips_below_thirteen_and_goat_drops_them():
    _before, line = first(lambda line: "kept" in line and any(line["pips"]), "donkey")
    side = next(side for side, kept in enumerate(line["kept"]) if kept)
    assert line["written"][side] == 0
    assert line["kept"][side] < 13
    assert all("kept" not in line for seed in range(20) for line in game("goat", 2, seed)[0])


def test_carried_pips_are_scored_with_the_opening_ones():
    before, line = first(lambda line: any(w > p for w, p in zip(line["written"], line["pips"], strict=True)), "donkey")
    side = next(side for side in (0, 1) if line["written"][side] > line["pips"][side])
    assert line["written"][side] == line["pips"][side] + before["kept"][side]


def test_only_sea_goat_has_a_ledger():
    _before, line = first(lambda line: "owes" in line["notes"], "sea_goat", 3)
    assert line["ledger"]["debtor"] is not None
    assert line["ledger"]["tries"] == 0
    assert "ledger" not in game("goat", 2, 1)[0][0]


@pytest.mark.parametrize(
    ("key", "counts", "open_at", "remember", "during"),
    [
        ("goat", "points", 13, False, False),
        ("donkey", "points", 13, True, False),
        ("sea_goat", "account", 0, False, False),
        ("general", "generals", 0, False, False),
        ("telephone", "points", 0, False, True),
        ("auction", "points", 0, False, False),
    ],
)
def test_the_kind_of_sheet_comes_from_the_options(key, counts, open_at, remember, during):
    facts = rules.to_json(score_sheet.sheet_facts(rules.ruleset(key, {}, 4)))
    kept = {name: facts[name] for name in ("counts", "open_at", "remember", "during")}
    assert kept == {"counts": counts, "open_at": open_at, "remember": remember, "during": during}


def test_a_sheet_of_trains_names_the_station_of_each_round():
    def facts(key, **options):
        found = score_sheet.sheet_facts(rules.ruleset(key, options, 4))
        return found.stations, found.rounds

    assert facts("mexican_train") == (12, 13)
    assert facts("mexican_train", set=9, end="rounds:3") == (9, 3)
    assert facts("draw") == (None, None)
    assert facts("draw", end="rounds:3") == (None, 3)


def test_a_sheet_has_the_words_of_its_game_for_what_pays_there():
    def words(key, **options):
        return score_sheet.sheet_facts(rules.ruleset(key, options, 4)).words

    assert set(OWN_WORDS) <= set(rules.VARIANTS)
    assert words("puerto_rico_500") == {"both": "capicú", "blank": "chuchazo"}
    assert words("cuban") == {}
    assert words("cuban", finish={"both": 25, "double": 5}) == {"both": "capicúa"}
    assert words("jamaican", finish={"both": 2}) == {}

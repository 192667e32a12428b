"""Mexican Train (rules.md 9.7): random games that a referee follows, and the cases that the law words specially."""

import json
from random import Random

import pytest

import rules
from rules import record
from rules.pieces.tiles import tiles_in
from tests.samples import some

from .tables import after, deal_for, moves, refusal, table
from .train_referee import referee

WITHOUT_STATION = {6: 27, 9: 54, 12: 90, 15: 135}  # the law's table: tiles of a set that can be dealt
HANDS = {  # the law's table: by set, for 2 to 8 seats
    6: (7, 7, 5, 4, 4, 3, 3),
    9: (9, 9, 9, 7, 7, 7, 6),
    12: (15, 15, 15, 12, 12, 10, 10),
    15: (15, 15, 15, 15, 15, 13, 13),
}
A_LOT = 20  # games
GAMES = 4000


def house_rules(rng):
    """Options, and a number of seats. Small sets and hands are likely: they end in more ways."""
    seats, highest = rng.randint(2, 8), rng.choice([6, 6, 6, 9, 9, 12, 15])
    most = WITHOUT_STATION[highest] // seats
    options = {
        "set": highest,
        "hand": rng.choice([None, rng.randint(1, min(4, most)), rng.randint(1, most)]),
        "end": rng.choice([None, "rounds:1", "rounds:2", f"rounds:{rng.randint(1, highest + 1)}"]),
        "draw": rng.choice([None, None, "none", "2", "3", "until"]),
        "blank": rng.choice([None, 25, 50]),
        "opening": rng.choice([None, "train"]),
        "after_double": rng.choice([None, None, "extra"]),
        "last_double": rng.choice([None, "cover"]),
        "own_first": rng.choice([None, True]),
    }
    return {name: value for name, value in options.items() if value is not None}, seats


def played(options, seats, rng):
    """The last positions of a game's rounds, every move equally likely; in some games seats leave at any moment."""
    game = rules.new_game(rules.ruleset("mexican_train", options, seats))
    leaving = rng.choice([0, 0, 0.005, 0.02, 0.1])
    while game.over is None:
        position = rules.start_round(game, rules.make_deal(game, lambda _, tiles: rng.sample(tiles, len(tiles))))
        while not position.over:
            if rng.random() < leaving:
                here = [seat for seat in range(seats) if seat not in position.game.gone]
                position = rules.play(position, rng.choice(["resign", "timeout"]), rng.choice(here))
            else:
                position = rules.play(position, rng.choice(position.legal))
        yield position
        game = position.after


def cars(position):
    """The tiles of each train, inside out."""
    return {train.of: tiles for train, tiles in zip(position.layout.trains, position.layout.cars, strict=True)}


def its_lines_are_the_referees(ends):
    names = [f"P{seat}" for seat in range(ends[0].rules.seats)]
    written = json.loads(json.dumps(record.compose(ends[0].rules, names, ends).as_dict()))
    lines = [json.loads(json.dumps(line)) for line in record.replay(record.parse(json.dumps(written)))]
    for line, expected in zip(lines, referee(written), strict=True):
        assert line == expected
    shown = [frame for end in ends for frame in rules.to_json(rules.frames(end))]
    for frame, line in zip(shown, (line for line in lines if "ply" in line), strict=True):
        assert (frame["trains"], frame.get("cover")) == (line["trains"], line["cover"])


def no_tile_is_lost_or_doubled(end):
    """At every position; tiles of a seat that left are known from the hand it had."""
    away = []
    for at in end.positions():
        if str(at.move) in ("resign", "timeout") and not at.hands[at.seat]:
            away += tiles_in(at.previous.hands[at.seat])
        laid = [tile for train in cars(at).values() for tile in train]
        held = [tile for hand in at.hands for tile in tiles_in(hand)]
        assert sorted([at.layout.station, *at.boneyard, *held, *laid, *away]) == sorted(at.rules.tiles)


def trains_join_number_to_number(end):
    for train in end.layout.trains:
        value = end.layout.station.high
        for tile in cars(end)[train.of]:
            assert value in (tile.high, tile.low)
            value = tile.high + tile.low - value
        assert train.end == value
    assert end.layout.station.double


def a_double_waits_alone(at):
    """A double is uncovered where it lies last in its train and is neither dead nor followed by an extra tile."""
    laid = [tile for train in cars(at).values() for tile in train]
    waiting = [
        name
        for name, tiles in cars(at).items()
        if tiles and tiles[-1].double and sum(tiles[-1].high in (t.high, t.low) for t in laid) <= at.rules.set
    ]
    assert [at.layout.cover or ""] == (waiting or [""] if at.rules.after_double == "cover" else [""])


def markers_tell_of_passes(end):
    """A train is open from its seat's pass, or from its leaving, until that seat plays on it."""
    open_to_all = set()
    for at in end.positions()[1:]:
        own, text = f"T{at.seat}", str(at.move)
        if text in ("pass", "resign", "timeout"):
            open_to_all.add(own)
        if text.endswith(f">{own}"):
            open_to_all.discard(own)
        assert {train.of for train in at.layout.trains if train.open} == open_to_all | {"M"}


def nobody_draws_or_passes_who_can_play(end):
    for at in end.positions()[1:]:
        if str(at.move) not in ("draw", "pass"):
            continue
        before, own = at.previous, f"T{at.seat}"
        trains = [train for train in before.layout.trains if train.open or train.of == own]
        if before.layout.cover:
            trains = [before.layout.train(before.layout.cover)]
        elif before.rules.own_first and not cars(before)[own]:
            trains = [before.layout.train(own)]
        held = tiles_in(before.hands[at.seat])
        assert not any(train.end in (tile.high, tile.low) for train in trains for tile in held)


@pytest.mark.parametrize("lot", some(range(GAMES // A_LOT), 2))
def test_games_of_all_sizes_and_house_rules_keep_the_law(lot):
    for seed in range(lot * A_LOT, (lot + 1) * A_LOT):
        rng = Random(seed)
        ends = list(played(*house_rules(rng), rng))
        its_lines_are_the_referees(ends)
        for end in ends:
            no_tile_is_lost_or_doubled(end)
            trains_join_number_to_number(end)
            markers_tell_of_passes(end)
            nobody_draws_or_passes_who_can_play(end)
            for at in end.positions():
                a_double_waits_alone(at)
        outcome = ends[-1].after.over
        assert outcome.reason in ("resigned", "timeout") or len(ends) == ends[-1].rules.rounds


def test_hands_and_rounds_depend_on_the_set():
    for highest, hands in HANDS.items():
        tables = [rules.ruleset("mexican_train", {"set": highest}, seats) for seats in range(2, 9)]
        assert tuple(each.hand for each in tables) == hands
        assert {each.end for each in tables} == {f"rounds:{highest + 1}"}


def test_the_station_of_every_round_is_one_double_lower():
    for highest in HANDS:
        ends = list(played({"set": highest, "hand": 3}, 3, Random(highest)))
        stations = [str(end.layout.station) for end in ends if not end.game.gone]
        assert stations == [f"{value}-{value}" for value in range(highest, -1, -1)][: len(stations)]


REFUSED = [
    {"set": 7}, {"set": 18}, {"hand": 46}, {"set": 6, "hand": 14}, {"end": "rounds:14"}, {"set": 6, "end": "rounds:8"},
    {"end": "target:100"}, {"end": "love:2"}, {"match": "matador"}, {"spinner": "all"}, {"doubles_per_turn": 2},
    {"reserve": 2}, {"draw_when_able": True}, {"drawn_play": "may"}, {"pick": "choose"}, {"draw_price": 1},
    {"auction": True}, {"lead_first": "high_double"}, {"lead_next": "winner"}, {"redeal": "must:doubles:5"},
    {"block": "dead"}, {"lone": {"0-0": 25}}, {"score_out": "losers"}, {"goal": "high"}, {"pairs": True},
    {"target_at": "once"}, {"doubles": False}, {"without": "0-0"}, {"finish": {"double": 10}}, {"ends": 5},
]  # fmt: skip


def test_other_options_are_refused():
    for options in REFUSED:
        with pytest.raises(rules.ImpossibleRules, match=list(options)[-1]):
            rules.ruleset("mexican_train", options, 4 if "pairs" in options else 2)


def test_the_most_tiles_that_can_be_dealt_are_all_but_the_station():
    assert rules.ruleset("mexican_train", {"hand": 45}, 2).hand == 45


# Cases by hand: the double-six set, so that the station of the first round is 6-6.


def trains(*hands, boneyard="", **options):
    return table("mexican_train", *hands, boneyard=boneyard, start="6-6", set=6, **{"end": "rounds:2"} | options)


def open_trains(position):
    return [train.of for train in position.layout.trains if train.open]


def test_a_train_opens_with_a_pass_and_closes_with_a_tile_of_its_owner_alone():
    position = trains("5-4 3-1 2-1", "6-5 6-4 5-0", "6-3 6-2 4-0", boneyard="5-3")
    assert moves(position) == ["draw"]
    position = after(position, "draw", "pass")
    assert open_trains(position) == ["T0", "M"]
    position = after(position, "6-5>T1", "6-3>T0")
    assert open_trains(position) == ["T0", "M"]
    assert open_trains(after(position, "3-1>T0")) == ["M"]


def test_a_double_must_be_covered_by_whoever_can_and_who_cannot_opens_their_train():
    position = after(
        trains("6-5 5-5 2-1", "6-4 3-2 1-1", "6-3 5-1 2-0", boneyard="0-0 1-0"), "6-5>T0", "6-4>T1", "6-3>T2"
    )
    position = after(position, "5-5>T0")
    assert (position.turn, position.layout.cover, moves(position)) == (0, "T0", ["draw"])
    position = after(position, "draw", "pass")
    assert (position.turn, moves(position), open_trains(position)) == (1, ["draw"], ["T0", "M"])
    position = after(position, "draw", "pass")
    assert (position.turn, moves(position), open_trains(position)) == (2, ["5-1>T0"], ["T0", "T1", "M"])
    position = after(position, "5-1>T0")
    assert (position.turn, position.layout.cover, open_trains(position)) == (0, None, ["T0", "T1", "M"])


DEAD = (  # all noughts but 0-0 lie before the last move
    ("6-0 1-0 2-1 2-0 3-0 4-3 4-0 0-0 5-1", "6-5 5-0 6-4 5-4 5-3 3-2 4-2 6-2 5-2"),
    ("6-0>T0", "6-5>M", "1-0>T0", "5-0>M", "2-1>T0", "6-4>T1", "2-0>T0", "5-4>T1", "3-0>T0", "5-3>T1", "4-3>T0",
     "3-2>T1", "4-0>T0", "4-2>T1"),
)  # fmt: skip


def test_a_dead_double_needs_no_cover():
    hands, before = DEAD
    position = after(trains(*hands), *before)
    assert moves(position) == ["0-0>M", "0-0>T0"]
    position = after(position, "0-0>T0")
    assert (position.turn, position.layout.cover, position.layout.train("T0").end) == (1, None, 0)


def test_a_dead_double_owes_an_extra_tile_too():
    hands, before = DEAD
    position = after(trains(*hands, after_double="extra"), *before, "0-0>T0")
    assert (position.turn, moves(position)) == (0, ["draw"])


def test_a_double_whose_number_a_leaver_took_along_is_not_dead():
    position = trains("6-5 5-5 3-3", "5-1 5-2 5-3", "6-4 4-1 2-1", draw="none")
    position = after(position, "6-5>T0", "1 resign", "6-4>T2", "5-5>T0")
    assert position.layout.cover == "T0"


def test_a_double_goes_out_uncovered():
    position = after(trains("6-5 5-5", "6-4 1-0"), "6-5>T0", "6-4>T1", "5-5>T0")
    assert (position.over, position.layout.cover) == (True, "T0")
    assert (position.result.by, position.result.written) == (0, (0, 1))


def test_a_last_double_is_covered_while_a_draw_is_open():
    position = trains("6-5 5-5", "6-4 1-0", boneyard="5-0 5-1", last_double="cover")
    position = after(position, "6-5>T0", "6-4>T1", "5-5>T0")
    assert (position.over, position.turn, moves(position)) == (False, 0, ["draw"])
    position = after(position, "draw")
    assert moves(position) == ["5-0>T0"]
    assert after(position, "5-0>T0").result.by == 0


def test_who_cannot_cover_their_last_double_passes():
    position = trains("6-5 5-5", "6-4 1-0", boneyard="2-1", last_double="cover")
    position = after(position, "6-5>T0", "6-4>T1", "5-5>T0", "draw", "pass")
    assert (position.turn, position.layout.cover, open_trains(position)) == (1, "T0", ["T0", "M"])
    assert position.hands[0].bit_count() == 1


def test_a_last_double_is_out_where_no_draw_is_open():
    position = trains("6-5 5-5", "6-4 1-0", draw="none", last_double="cover")
    assert after(position, "6-5>T0", "6-4>T1", "5-5>T0").result.by == 0


def test_a_last_double_is_out_after_the_last_draw_of_the_turn():
    position = trains("5-5", "6-4", boneyard="6-5 5-0", last_double="cover", opening="train")
    assert after(position, "draw", "6-5>T0", "5-5>T0").result.by == 0
    assert moves(after(trains("5-5", "6-4", boneyard="6-5 5-0", last_double="cover", opening="train", draw="2"),
                       "draw", "6-5>T0", "5-5>T0")) == ["draw"]  # fmt: skip


def test_a_last_double_that_is_dead_or_owes_nothing_is_out():
    hands, before = (DEAD[0][0].replace(" 5-1", ""), DEAD[0][1].replace(" 5-2", "")), DEAD[1]
    position = after(trains(*hands, last_double="cover"), *before)
    assert after(position, "0-0>M").result.by == 0
    extra = after(trains(*hands, last_double="cover", after_double="extra"), *before, "0-0>M")
    assert moves(extra) == ["draw"]


def test_an_opening_goes_on_with_a_covered_double_until_nothing_fits():
    position = trains("6-5 5-5 5-4 4-3 2-1", "6-4 6-3 1-0 1-1 2-0", opening="train")
    position = after(position, "6-5>T0")
    assert moves(position) == ["5-4>T0", "5-5>T0", "stop"]
    assert rules.to_json(rules.view_for(position, 1))["ends"] == [{"tile": "6-5", "value": 5, "arm": "T0"}]
    position = after(position, "5-5>T0")
    assert moves(position) == ["5-4>T0"]
    position = after(position, "5-4>T0")
    assert moves(position) == ["4-3>T0", "stop"]
    assert after(position, "stop").turn == 1
    assert after(position, "4-3>T0").turn == 1


def test_who_cannot_cover_in_an_opening_passes():
    position = trains("6-5 5-5 2-1", "6-4 1-0 1-1", boneyard="2-2", opening="train")
    position = after(position, "6-5>T0", "5-5>T0", "draw", "pass")
    assert (position.turn, position.layout.cover, open_trains(position)) == (1, "T0", ["T0", "M"])


def test_a_tile_elsewhere_ends_an_opening():
    position = after(trains("6-5 5-4 4-3", "6-4 1-0 1-1", opening="train"), "6-5>M")
    assert (position.turn, moves(position)) == (1, ["6-4>T1"])


def test_who_had_to_cover_opens_in_a_later_turn():
    position = trains("6-5 5-5 2-1", "5-4 6-3 3-0", boneyard="2-2 2-0", opening="train")
    position = after(position, "6-5>T0", "5-5>T0", "draw", "pass", "5-4>T0")
    assert position.turn == 0
    position = after(position, "draw", "pass", "6-3>T1")
    assert (position.turn, moves(position)) == (1, ["3-0>T1", "stop"])


def test_who_drew_their_first_tile_opens_with_it():
    position = after(trains("5-4 4-3 2-1", "6-4 1-0 1-1", boneyard="6-5", opening="train"), "draw", "6-5>T0")
    assert moves(position) == ["5-4>T0", "stop"]


def test_who_passed_has_no_opening_on_a_train_that_others_have_started():
    position = trains("5-4 4-3 3-2", "6-5 6-1 1-0", boneyard="2-0", opening="train")
    position = after(position, "draw", "pass", "6-5>T0")
    assert position.turn == 0
    position = after(position, "5-4>T0")
    assert position.turn == 1


def test_stop_is_no_move_but_in_an_opening_that_goes_on():
    position = trains("6-5 5-5 5-4", "6-4 4-3 1-1", opening="train")
    refusal(position, "stop")
    refusal(after(position, "6-5>T0", "5-5>T0"), "stop")
    refusal(trains("6-5 5-4 4-3", "6-4 1-0 1-1"), "stop")


def test_extra_tiles_go_anywhere_until_one_is_no_double():
    position = trains("6-5 5-5 5-2 4-4 4-1", "6-4 1-0 1-1 2-0 2-2", after_double="extra")
    position = after(position, "6-5>T0", "6-4>M", "5-5>T0")
    assert (position.turn, position.layout.cover) == (0, None)
    assert moves(position) == ["4-1>M", "4-4>M", "5-2>T0"]
    position = after(position, "4-4>M")
    assert (position.turn, moves(position)) == (0, ["4-1>M", "5-2>T0"])
    assert after(position, "5-2>T0").turn == 1


def test_who_owes_an_extra_tile_and_has_none_passes_and_binds_nobody():
    position = trains("6-5 5-5 2-1", "6-4 4-1 1-0", boneyard="2-2", after_double="extra")
    position = after(position, "6-5>T0", "6-4>T1", "5-5>T0", "draw", "pass")
    assert (position.turn, open_trains(position), moves(position)) == (1, ["T0", "M"], ["4-1>T1"])


def test_an_opening_with_extra_tiles_ends_with_a_tile_elsewhere():
    position = trains("6-5 5-5 6-4 4-3 5-2", "6-3 1-0 1-1 2-0 3-0", opening="train", after_double="extra")
    position = after(position, "6-5>T0", "5-5>T0")
    assert moves(position) == ["5-2>T0", "6-4>M"]
    assert after(position, "6-4>M").turn == 1


def test_own_first_starts_the_own_train_unless_a_double_waits():
    position = trains("6-5 5-5 2-1", "6-4 5-4 3-0", boneyard="2-2 2-0", own_first=True)
    assert moves(position) == ["6-5>T0"]
    position = after(position, "6-5>T0")
    assert moves(position) == ["6-4>T1"]


def test_own_first_does_not_forbid_to_cover():
    position = trains("6-5 5-5 2-1", "5-4 3-0 1-1", boneyard="2-2 2-0 6-4 6-1", own_first=True)
    position = after(position, "6-5>T0", "draw", "pass", "5-5>T0", "draw", "pass")
    assert (position.turn, moves(position)) == (1, ["5-4>T0"])


def next_round(position, *hands):
    game = position.after
    return rules.start_round(game, deal_for(game, *hands, start="5-5"))


def test_the_train_of_a_leaver_stays_open_and_is_gone_in_the_next_round():
    position = after(trains("6-5 5-4", "6-4 4-3", "6-3 5-3"), "6-5>T0", "6-4>T1", "0 resign")
    assert open_trains(position) == ["T0", "M"]
    assert moves(position) == ["5-3>T0", "6-3>M", "6-3>T2"]
    position = after(position, "5-3>T0")
    assert open_trains(position) == ["T0", "M"]
    assert moves(position) == ["4-3>T0", "4-3>T1"]
    position = after(position, "4-3>T0")
    assert position.result.written == (0, 0, 9)
    position = next_round(position, "", "6-5 6-4", "5-4 5-3")
    assert [train.of for train in position.layout.trains] == ["T1", "T2", "M"]
    assert position.turn == 1


@pytest.mark.parametrize(("before", "next_leader"), [((), 2), (("draw",), 1), (("draw", "pass"), 1)])
def test_a_leader_who_leaves_before_their_first_move_hands_on_the_lead(before, next_leader):
    position = after(trains("5-4", "6-4", "6-3", boneyard="3-2"), *before, "0 resign")
    assert position.turn == 1
    position = after(position, "6-4>T1")
    assert next_round(position, "", "6-5", "5-4").turn == next_leader


def test_a_double_whose_tiles_left_with_a_seat_blocks_the_round():
    """All tiles are dealt."""
    position = trains("6-5 5-5 0-0 1-0 1-1 2-0 2-1 2-2 3-0", "5-0 5-1 5-2 5-3 5-4 6-4 3-1 3-2 3-3",
                      "6-3 6-0 6-1 6-2 4-0 4-1 4-2 4-3 4-4")  # fmt: skip
    position = after(position, "6-5>T0", "6-4>T1", "6-3>T2", "5-5>T0")
    assert moves(position) == ["pass"]
    position = after(position, "pass")
    assert moves(position)[0] == "5-0>T0"
    position = after(position, "1 resign")
    assert (position.over, position.layout.cover) == (True, "T0")
    assert (position.result.by, position.result.winner, position.result.written) == (None, 0, (15, 0, 51))


def test_passes_go_round_while_somebody_could_play_on_a_closed_train():
    position = after(trains("6-5 2-1", "6-4 5-3", draw="none"), "6-5>T0", "6-4>T1")
    assert (position.turn, moves(position)) == (0, ["pass"])
    assert moves(after(position, "pass")) == ["5-3>T0"]
    assert after(trains("6-5 2-1", "6-4 3-3", draw="none"), "6-5>T0", "6-4>T1").over


def test_under_own_first_a_seat_without_a_train_is_no_reason_to_go_on():
    """Nobody has the 6 that would start seat 1's train; its 5-3 would fit seat 0's."""
    hands = ("6-5 2-1", "5-3 4-2")
    assert not after(trains(*hands, draw="none"), "6-5>T0").over
    assert after(trains(*hands, draw="none", own_first=True), "6-5>T0").over


def test_a_round_may_be_blocked_after_the_deal():
    position = trains("5-4 3-1", "5-0 2-1", draw="none")
    assert position.over
    assert (position.result.by, position.result.winner, position.result.written) == (None, 1, (13, 8))

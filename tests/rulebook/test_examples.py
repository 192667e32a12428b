"""Every example is correct: checked with the rules again, in another way than it was found."""

from collections.abc import Iterator

import pytest

import rules
from rulebook import captions, pictures
from rulebook.examples import examples, played

GAMES = [(key, seats) for key, game in rules.VARIANTS.items() for seats in sorted({game.seats[0], game.seats[-1]})]


def each(kind: str) -> Iterator[rules.Position]:
    """The example *kind* of every game that has one."""
    found = [e.position for key, seats in GAMES for e in examples(key, seats) if e.kind.name == kind]
    assert found
    return iter(found)


def words_of(key: str, seats: int, kind: str) -> str:
    return " ".join(captions.sentences(next(e for e in examples(key, seats) if e.kind.name == kind)))


def view(position, seat=None):
    return rules.to_json(rules.view_for(position, seat))


def sheet(key, seats=2):
    """The lines of the score sheet of a made-up game."""
    return rules.to_json(played(key, seats).lines)


def before(position):
    assert position.previous is not None
    return position.previous


def fits(position, tile):
    """Whether *tile* matches an open end, by their numbers."""
    ends = {end["value"] for end in view(position)["ends"]}
    halves = {int(half) for half in tile.split("-")}
    if position.rules.match == "matador":
        if sum(int(half) for half in tile.split("-")) in {0, position.rules.set + 1}:
            return True
        halves = {position.rules.set + 1 - half for half in halves}
    if position.rules.match.startswith("sum:"):
        halves = {int(position.rules.match[4:]) - half for half in halves}
    return bool(halves & ends)


@pytest.mark.parametrize(("key", "seats"), GAMES)
def test_every_game_shows_a_lead_a_turn_and_the_end_of_a_round(key, seats):
    kinds = {example.kind.name for example in examples(key, seats)}
    if key == "sausage":
        assert kinds == {"start", "places", "insert", "cut", "out"}
        return
    if key == "mexican_train":
        assert kinds == {"station", "trains", "opened", "covered", "out"}
        return
    assert {"lead", "turn"} <= kinds
    assert kinds & {"draw", "pass"}
    assert kinds & {"block", "out"}


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("double_nine", {"spinners"}),
        ("donkey", {"spinner", "doubles", "closed", "annulled"}),
        ("muggins", {"spinner", "lengthwise", "count"}),
        ("telephone", {"house", "count"}),
        ("telephone_72", {"spinner", "count"}),
        ("auction", {"auction"}),
        ("general", {"doubles", "title"}),
        ("sea_goat", {"doubles", "bald", "owes"}),
        ("classic", {"doubles"}),
        ("classic_six", {"sum"}),
        ("goat", {"annulled"}),
        ("jordanian", {"annulled"}),
        ("matador", {"sum", "matador"}),
        ("chicken_foot", {"filling", "spinners"}),
        ("sebastopol", {"filling", "spinner"}),
        ("dominican", {"paid", "finish"}),
        ("puerto_rico_500", {"finish"}),
        ("bergen", {"count"}),
    ],
)
def test_special_rules_of_a_game_have_examples(key, kinds):
    for seats in rules.VARIANTS[key].seats:
        assert kinds <= {example.kind.name for example in examples(key, seats)}


@pytest.mark.parametrize(("key", "seats"), GAMES)
def test_every_example_has_words_and_a_picture_that_follow_from_its_position(key, seats):
    for example in examples(key, seats):
        told, picture = captions.sentences(example), rules.to_json(pictures.picture(example))
        assert captions.title(example)
        assert all(sentence.endswith(".") and "%" not in sentence for sentence in told)
        assert picture["layout"] == view(example.position)["layout"]
        assert picture["layout"] or picture["hands"]


def test_the_search_for_examples_is_repeatable():
    found = [(e.kind.name, str(e.position.move), e.position.ply) for e in examples("muggins", 2)]
    examples.cache_clear()
    assert found == [(e.kind.name, str(e.position.move), e.position.ply) for e in examples("muggins", 2)]


def test_a_lead_example_plays_the_required_first_tile():
    for position in each("lead"):
        laid = [tile["tile"] for tile in view(position)["layout"]]
        start = position.table.deal.start
        assert len(laid) == (1 if start is None else 2)
        doubles = [str(tile) for hand in position.table.deal.hands for tile in hand if tile.double]
        if position.rules.lead_first == "high_double":
            assert laid == [max(doubles)]
        elif position.rules.lead_first == "low_double":
            assert laid == [min(doubles, key=lambda tile: (tile == "0-0", tile))]
        elif ":" in position.rules.lead_first:
            assert laid == [position.rules.lead_first.partition(":")[2]]


def test_a_turn_marks_exactly_the_tiles_that_can_be_played():
    for key, seats in GAMES:
        for example in examples(key, seats):
            if example.kind.name == "turn":
                (hand,) = rules.to_json(pictures.picture(example))["hands"]
                assert set(hand["marked"]) == {tile for tile in hand["tiles"] if fits(example.position, tile)}
                assert set(hand["tiles"]) == set(view(example.position, example.position.turn)["hand"])
                assert 0 < len(hand["marked"]) < len(hand["tiles"])


def test_drawn_tiles_follow_the_rules_and_the_last_one_fits():
    for key, seats in GAMES:
        for example in examples(key, seats):
            if example.kind.name == "draw":
                position, seat = example.position, example.position.turn
                held = set(view(position, seat)["hand"])
                assert not any(fits(position, tile) for tile in held)
                for tile in rules.to_json(pictures.picture(example))["hands"][1]["tiles"]:
                    assert [str(move) for move in position.legal] == ["draw"]
                    position = rules.play(position, rules.parse_move("draw"))
                    assert tile in view(position, seat)["hand"]
                    held.add(tile)
                assert any(str(move).startswith(tile) for move in rules.legal_moves(position))


def test_players_who_pass_hold_nothing_that_fits():
    for position in each("pass"):
        assert not any(fits(position, tile) for tile in view(position, position.turn)["hand"])
        assert [str(move) for move in position.legal] == ["pass"]


def test_a_blocked_round_is_blocked():
    for position in each("block"):
        assert position.result.over == "blocked"
        able = [seat for seat, hand in enumerate(view(position)["open"]) if any(fits(position, tile) for tile in hand)]
        assert bool(able) == (position.rules.block == "reserve")
        if position.rules.block == "dead" and position.boneyard:
            assert "is on the table" in words_of(position.rules.key, position.rules.seats, "block")
            left = {str(tile) for tile in position.boneyard}
            assert not any(fits(position, tile) for tile in left)


def test_players_who_go_out_have_no_tiles_left():
    for position in each("out"):
        assert position.result.over == "out"
        assert view(position)["open"][position.seat] == []


def test_annulled_deals_mark_the_tiles_that_annul_them():
    for key, seats in GAMES:
        for example in examples(key, seats):
            if example.kind.name == "annulled":
                assert example.position.annulled
                (hand,) = rules.to_json(pictures.picture(example))["hands"]
                assert len(hand["marked"]) >= 5
                shared = set.intersection(*({*tile.split("-")} for tile in hand["marked"]))
                assert shared or all(tile[0] == tile[2] for tile in hand["marked"])


def test_spinners_have_tiles_at_their_sides():
    for kind in ("spinner", "house", "spinners"):
        for position in each(kind):
            layout = view(position)["layout"]
            spinners = [tile["tile"] for tile in layout if tile.get("spinner")]
            assert any(
                sum(spinner in (tile["onto"], tile["tile"] if tile["onto"] else None) for tile in layout) >= 3
                for spinner in spinners
            )


def test_examples_of_a_move_show_that_move():
    assert all("," in str(position.move) and "x" not in str(position.move) for position in each("doubles"))
    assert all(str(position.move).endswith("x") for position in each("closed"))
    assert all(str(position.move).endswith("=") for position in each("lengthwise"))


@pytest.mark.parametrize("kind", ["count", "lengthwise"])
def test_a_count_that_scores_is_a_multiple(kind):
    for position in each(kind):
        r, side = position.rules, position.rules.side_of(position.seat)
        count = view(position)["count"]
        gained = position.totals[side] - before(position).totals[side]
        if r.ends == "alike":
            shown = view(position)["ends"]
            assert len({end["value"] for end in shown}) == 1
            assert gained == (3 if any(end["tile"][0] == end["tile"][2] for end in shown) else 2)
            continue
        paid = [
            count if r.ends_pay == "sum" else count // n for n in map(int, str(r.ends).split("+")) if count % n == 0
        ]
        assert count > 0
        assert gained == sum(paid) > 0


def test_a_double_that_waits_has_the_only_open_ends():
    for position in each("filling"):
        (tile,) = {end["tile"] for end in view(position)["ends"]}
        assert tile[0] == tile[2]
        told = words_of(position.rules.key, position.rules.seats, "filling")
        assert f"{tile} needs {len(view(position)['ends'])} more" in told


def test_a_matador_lies_with_the_half_outside_that_the_caption_names():
    for position in each("matador"):
        last = view(position)["layout"][-1]
        assert sum(map(int, last["tile"].split("-"))) == position.rules.set + 1
        assert last["out"] in {end["value"] for end in view(position)["ends"] if end["tile"] == last["tile"]}


def test_a_pass_that_pays_pays_the_other_side():
    for position in each("paid"):
        assert str(position.move) == "pass"
        changed = [new - old for old, new in zip(before(position).totals, position.totals, strict=True)]
        assert sorted(changed)[:-1] == [0] * (len(changed) - 1)
        assert max(changed) in position.rules.passes.values()


def test_a_special_last_tile_is_noted():
    for position in each("finish"):
        ends = [end["value"] for end in view(before(position))["ends"]]
        halves = [int(half) for half in str(position.move)[:3].split("-")]
        (way,) = {"cross", "blank", "double", "both", "same"} & set(position.result.notes)
        if way == "both":
            assert sorted(ends) == sorted(halves)
        else:
            assert (halves[0] == halves[1]) == (way != "same")


def test_the_highest_bidder_pays_and_holds_two_tiles_more():
    for position in each("auction"):
        after, was = view(position), view(before(position))
        counts = zip(was["hands"], after["hands"], strict=True)
        (seat,) = [seat for seat, (old, new) in enumerate(counts) if new == old + 2]
        bids = [move.split(" bid ") for move in after["moves"][-position.rules.seats :] if " bid " in move]
        assert (str(seat), str(-position.totals[position.rules.side_of(seat)])) == (bids[-1][0], bids[-1][1])
        assert len(bids) > 1


@pytest.mark.parametrize(("kind", "note"), [("title", "general"), ("bald", "bald"), ("owes", "owes")])
def test_examples_match_the_notes_of_their_round(kind, note):
    assert all(note in position.result.notes for position in each(kind))


def test_an_inserted_double_has_its_number_on_both_sides():
    for position in each("insert"):
        tile, _caret, place = str(position.move).partition("^")
        line, behind = place[0], int(place[1:])
        laid = [each["at"] for each in view(position)["layout"] if each["arm"] == line]
        assert str(laid[behind]) == tile[0]
        assert [t["tile"] for t in view(position)["layout"] if t["arm"] == line][behind] == tile


def test_cut_tiles_go_to_the_back_of_the_other_row():
    for position in each("cut"):
        tile, _slash, joint = str(position.move).partition("/")
        shown = view(before(position))["layout"]
        by_arm = {arm: [t["tile"] for t in shown if t["arm"] == arm] for arm in ("lead", "A", "B")}
        gone = [*by_arm["lead"], *by_arm["A"][: int(joint)], *by_arm["B"][: int(joint)]]
        row = [str(each) for each in position.layout.rows[1 - position.seat]]
        assert row[-len(gone) :] == gone
        assert view(position)["layout"][0]["tile"] == tile
        assert f"{len(gone)} tiles" in words_of("sausage", 2, "cut")


@pytest.mark.parametrize("seats", rules.VARIANTS["mexican_train"].seats)
def test_examples_of_trains_show_what_their_captions_say(seats):
    found = {example.kind.name: example for example in examples("mexican_train", seats)}
    shown = {kind: rules.to_json(pictures.picture(example)) for kind, example in found.items()}
    station = shown["station"]
    assert {train["tiles"] > 0 for train in station["trains"]["trains"]} == {True, False}
    turn = found["trains"].position
    (hand,) = shown["trains"]["hands"]
    assert set(hand["marked"]) == {str(move.tile) for move in turn.legal} < set(hand["tiles"])
    trains = {train["of"]: train for train in shown["trains"]["trains"]["trains"]}
    for end in shown["trains"]["ends"]:
        assert trains[end["arm"]]["open"] or end["arm"] == f"T{turn.turn}"
        assert any(str(end["value"]) in tile.split("-") for tile in hand["tiles"])
    opened = found["opened"].position
    trains = {train["of"]: train["open"] for train in shown["opened"]["trains"]["trains"]}
    assert [of for of, is_open in trains.items() if is_open] == [f"T{opened.seat}", "M"]
    covered = found["covered"].position
    laid = shown["covered"]["layout"]
    double, cover = [tile for tile in laid if tile["arm"] == covered.move.train][-2:]
    assert len(set(double["tile"].split("-"))) == 1
    assert cover["tile"] == covered.move.tile
    assert double["seat"] != cover["seat"] == covered.seat
    assert shown["covered"]["trains"].get("cover") is None
    told = words_of("mexican_train", seats, "covered")
    assert f"played {double['tile']} on" in told
    assert f"covers it with {cover['tile']}." in told


@pytest.mark.parametrize(("key", "seats"), GAMES)
def test_the_sheet_of_the_made_up_game_adds_up_to_its_end(key, seats):
    shown = played(key, seats)
    total = [0] * shown.ruleset.sides
    for line in rules.to_json(shown.lines):
        for kind in ("ends", "draws", "bids", "passes", "written"):
            total = [a + b for a, b in zip(total, line.get(kind, [0] * len(total)), strict=True)]
        assert line["totals"] == total
    if shown.ruleset.target_at == "round":
        assert tuple(total) == shown.totals
    else:  # the last round may have stopped in the middle
        assert all(before <= after for before, after in zip(total, shown.totals, strict=True))
    assert 2 <= len(shown.lines) <= 11
    kind, _colon, number = shown.ruleset.end.partition(":")
    if kind == "target" and key != "sea_goat":
        assert max(shown.totals) >= int(number)


def test_sheets_show_what_is_special_about_them():
    assert any("bids" in line for line in sheet("auction"))
    assert any("kept" in line for line in sheet("donkey"))
    assert all(any("ends" in line for line in sheet(key)) for key in ("muggins", "telephone", "telephone_72"))
    assert any(written < 0 for line in sheet("telephone") for written in line["written"])
    assert any("fish" in line["notes"] for line in sheet("general", 4))
    assert any(written < 0 for line in sheet("sea_goat") for written in line["written"])
    unwritten = [(p, w) for line in sheet("goat") for p, w in zip(line["pips"], line["written"], strict=True)]
    assert any(0 < pips < 13 and written == 0 for pips, written in unwritten)

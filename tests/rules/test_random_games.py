"""Invariants of every game, checked in random games of every preset at every number of seats."""

import json
import re
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from rules import chance, record
from rules.pieces.tiles import bits, tiles_in
from tests.samples import some_tables

few = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)
some_of_each_kind = pytest.mark.parametrize(("key", "seats"), some_tables(24), ids=str)


def some_rounds(key, seats, seed, limit=3):
    """The last positions of the first rounds of a random game."""
    found = []
    for position in chance.random_rounds(rules.ruleset(key, {}, seats), Random(seed)):
        found.append(position)
        if len(found) == limit:
            break
    return found


def shuffled(rng):
    return lambda _purpose, tiles: rng.sample(tiles, len(tiles))


def no_tile_is_lost_or_doubled(position):
    start = position.table.deal.start
    laid = [rules.tile(laid_tile.tile) for laid_tile in rules.conduct_of(position.rules).layout_tiles(position)]
    there = [*position.boneyard, *(tile for hand in position.hands for tile in tiles_in(hand)), *laid]
    assert len(there) == len(position.rules.tiles)
    assert bits(there) == position.rules.all_tiles
    assert start is None or start in laid


def there_is_always_a_move_until_the_round_ends(position):
    legal = rules.legal_moves(position)
    assert bool(legal) != bool(position.over)
    assert list(legal) == sorted(set(legal), key=str)
    others = [seat for seat in range(position.rules.seats) if seat != position.turn]
    assert all(rules.legal_moves(position, seat) == () for seat in others)


def a_move_is_read_as_it_is_written(position):
    for move in position.legal:
        assert rules.parse_move(str(move)) == move
        assert type(rules.parse_move(str(move))) is type(move)


def a_forced_move_is_the_only_legal_one_and_never_plays_a_tile(position):
    ruleset = position.rules
    chooses = "draw" if ruleset.draw_when_able else "pass" if ruleset.drawn_play == "may" else None
    move = rules.forced(position)
    if move is not None:
        assert not position.over
        assert position.legal == (move,)
        assert re.fullmatch(r"draw(@0)?|pass|turn", move)
    elif len(position.legal) == 1:
        assert re.search(r"\d-\d", position.legal[0]) or position.legal[0] == chooses


def every_legal_move_has_a_number_of_its_own(position):
    numbered = rules.numbered_moves(position.rules)
    numbers = numbered.legal(position)
    assert len(set(numbers)) == len(position.legal)
    assert [numbered.move(number) for number in numbers] == list(position.legal)


OF_EVERY_POSITION = [
    no_tile_is_lost_or_doubled,
    there_is_always_a_move_until_the_round_ends,
    a_move_is_read_as_it_is_written,
    a_forced_move_is_the_only_legal_one_and_never_plays_a_tile,
    every_legal_move_has_a_number_of_its_own,
]


def every_legal_move_is_accepted_and_no_other(positions, rng):
    texts = {text for position in positions for text in position.legal}
    texts.update(["draw", "pass", "keep", "bid 3", "turn", "6-6", "5-5>6-5", "draw@1"])
    for position in rng.sample(positions, min(6, len(positions))):
        for text in texts:
            move = rules.parse_move(text)
            if move in position.legal:
                assert rules.play(position, move).ply == position.ply + 1
            else:
                with pytest.raises(rules.IllegalMove):
                    rules.play(position, move)


def only_a_finished_round_has_frames(end):
    frames = rules.to_json(rules.frames(end))
    assert [frame["ply"] for frame in frames] == list(range(end.ply + 1))
    assert json.loads(json.dumps(frames)) == frames
    if end.previous:
        with pytest.raises(ValueError, match="hidden"):
            rules.to_json(rules.frames(end.previous))


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@some_of_each_kind
@few
@given(seed=seeds)
def test_every_position_of_a_random_game_has_these_properties(key, seats, seed):
    """One walk for all of them. The error's traceback names the property."""
    rounds = some_rounds(key, seats, seed)
    for end in rounds:
        assert end.over
        for position in end.positions():
            for holds in OF_EVERY_POSITION:
                holds(position)
    every_legal_move_is_accepted_and_no_other(rounds[0].positions(), Random(seed))
    only_a_finished_round_has_frames(rounds[0])


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@some_of_each_kind
@settings(parent=few, max_examples=2)
@given(seed=seeds)
def test_every_game_ends_and_its_record_replays_to_the_same_end(key, seats, seed):
    played = list(chance.random_rounds(rules.ruleset(key, {}, seats), Random(seed)))
    outcome = played[-1].after.over
    assert outcome
    assert outcome.winners
    written = record.compose(played[0].rules, [f"P{seat}" for seat in range(seats)], played).as_dict()
    read = record.parse(json.dumps(written))
    assert read.as_dict() == written
    *_, last = record.replay(read)
    assert last == outcome.as_dict()


def tiles_known_to(position, viewer):
    """Every tile that *viewer* may know, from the deal and the moves alone."""
    if position.over:
        return {str(tile) for tile in position.rules.tiles}
    deal, line = position.table.deal, position.positions()
    in_rows = position.rules.in_rows
    known = {str(deal.start)}
    if viewer is not None and not in_rows:
        known.update(map(str, deal.hands[viewer]))
        known.update(str(tile) for tile in tiles_in(position.hands[viewer]))
    boneyard = [str(tile) for tile in deal.boneyard]
    rows = [list(map(str, hand)) for hand in deal.hands]
    for at in line[1:]:
        known.update(re.findall(r"\d+-\d+", at.move))
        if at.move.startswith("draw"):
            drawn = boneyard.pop(int(at.move.partition("@")[2] or 0))
            known.update([drawn] if at.seat == viewer else [])
        if at.move == "turn":
            known.add(rows[at.seat][0])  # turned over, so visible to all
        if in_rows and (at.move == "turn" or "-" in at.move):
            known.update(str(tile) for tile in rules.conduct_of(at.previous.rules).layout_tiles(at)[0].tile.split())
            rows = [list(map(str, row)) for row in at.layout.rows]
    if in_rows and position.legal != ("turn",) and viewer == position.turn:
        known.add(rows[position.turn][0])
    if in_rows and position.legal != ("turn",):
        known.add(rows[position.turn][0])
    return known


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@some_of_each_kind
@few
@given(seed=seeds)
def test_a_view_holds_no_hidden_tile(key, seats, seed):
    for end in some_rounds(key, seats, seed, limit=2):
        for position in end.positions():
            for viewer in (None, *range(seats)):
                shown = json.dumps(rules.to_json(rules.view_for(position, viewer)))
                assert set(re.findall(r"\b\d+-\d+\b", shown)) <= tiles_known_to(position, viewer)


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@some_of_each_kind
@few
@given(seed=seeds)
def test_seats_may_leave_at_any_time_and_the_game_still_ends(key, seats, seed):
    rng = Random(seed)
    game = rules.new_game(rules.ruleset(key, {}, seats))
    played = []
    while game.over is None:
        position = rules.start_round(game, rules.make_deal(game, shuffled(rng)))
        while not position.over:
            stay = [seat for seat in range(seats) if seat not in position.game.gone]
            if rng.random() < 0.01:
                position = rules.play(position, rules.parse_move(rng.choice(["resign", "timeout"])), rng.choice(stay))
            else:
                position = rules.play(position, rng.choice(position.legal))
            assert position.turn not in position.game.gone
        played.append(position)
        game = position.after
    gone = {game.rules.side_of(seat) for seat in game.gone}
    assert not gone & set(game.over.winners)
    read = record.parse(json.dumps(record.compose(game.rules, ["Ada"] * seats, played).as_dict()))
    *_, last = record.replay(read)
    assert last == game.over.as_dict()

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
from tests.samples import TABLES, some_tables

few = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)
every_table = pytest.mark.parametrize(("key", "seats"), TABLES, ids=str)
many_tables = pytest.mark.parametrize(("key", "seats"), some_tables(24), ids=str)


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


@every_table
@few
@given(seed=seeds)
def test_no_tile_is_lost_or_doubled(key, seats, seed):
    for end in some_rounds(key, seats, seed):
        for position in end.positions():
            start = position.table.deal.start
            laid = [rules.tile(laid_tile.tile) for laid_tile in rules.conduct_of(position.rules).layout_tiles(position)]
            there = [*position.boneyard, *(tile for hand in position.hands for tile in tiles_in(hand)), *laid]
            assert len(there) == len(position.rules.tiles)
            assert bits(there) == position.rules.all_tiles
            assert start is None or start in laid


@every_table
@few
@given(seed=seeds)
def test_there_is_always_a_move_until_the_round_ends(key, seats, seed):
    for end in some_rounds(key, seats, seed):
        for position in end.positions()[:-1]:
            legal = rules.legal_moves(position)
            assert legal
            assert list(legal) == sorted(set(legal), key=str)
            assert all(rules.legal_moves(position, seat) == () for seat in range(seats) if seat != position.turn)
        assert end.over
        assert rules.legal_moves(end) == ()


@every_table
@few
@given(seed=seeds)
def test_every_legal_move_is_accepted_and_no_other(key, seats, seed):
    texts = set()
    positions = [position for end in some_rounds(key, seats, seed, limit=1) for position in end.positions()]
    for position in positions:
        texts.update(position.legal)
    texts.update(["draw", "pass", "keep", "bid 3", "turn", "6-6", "5-5>6-5", "draw@1"])
    for position in Random(seed).sample(positions, min(6, len(positions))):
        for text in texts:
            move = rules.parse_move(text)
            if move in position.legal:
                assert rules.play(position, move).ply == position.ply + 1
            else:
                with pytest.raises(rules.IllegalMove):
                    rules.play(position, move)
        assert not position.over or rules.forced(position) is None


@every_table
@few
@given(seed=seeds)
def test_a_move_is_read_as_it_is_written(key, seats, seed):
    for end in some_rounds(key, seats, seed):
        for position in end.positions():
            for move in position.legal:
                assert rules.parse_move(str(move)) == move
                assert type(rules.parse_move(str(move))) is type(move)


@many_tables
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


@every_table
@few
@given(seed=seeds)
def test_forced_moves_are_the_only_legal_ones_and_never_play_a_tile(key, seats, seed):
    ruleset = rules.ruleset(key, {}, seats)
    chooses = "draw" if ruleset.draw_when_able else "pass" if ruleset.drawn_play == "may" else None
    for end in some_rounds(key, seats, seed):
        for position in end.positions():
            move = rules.forced(position)
            if move is not None:
                assert position.legal == (move,)
                assert re.fullmatch(r"draw(@0)?|pass|turn", move)
            elif len(position.legal) == 1:
                assert re.search(r"\d-\d", position.legal[0]) or position.legal[0] == chooses


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


@many_tables
@few
@given(seed=seeds)
def test_a_view_holds_no_hidden_tile(key, seats, seed):
    for end in some_rounds(key, seats, seed, limit=2):
        for position in end.positions():
            for viewer in (None, *range(seats)):
                shown = json.dumps(rules.to_json(rules.view_for(position, viewer)))
                assert set(re.findall(r"\b\d+-\d+\b", shown)) <= tiles_known_to(position, viewer)


@every_table
@few
@given(seed=seeds)
def test_only_finished_deals_have_frames(key, seats, seed):
    end = some_rounds(key, seats, seed, limit=1)[0]
    frames = rules.to_json(rules.frames(end))
    assert [frame["ply"] for frame in frames] == list(range(end.ply + 1))
    assert json.loads(json.dumps(frames)) == frames
    if end.previous:
        with pytest.raises(ValueError, match="hidden"):
            rules.to_json(rules.frames(end.previous))


@many_tables
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

"""Viewers learn only what they may know: they see the same in all worlds that they can't tell apart."""

from itertools import combinations, product
from random import Random

import pytest

import rules
from rules.pieces.moves import PUFF, WINK
from tests.samples import TABLES, some, some_tables

from .test_mexican_train import house_rules
from .worlds import positions, secret, worlds

HOUSE = {
    "pairs": [True], "set": [4, 7], "hand": [2, 4], "match": ["sum:6", "matador"], "spinner": ["first", "house", "all"],
    "doubles_per_turn": [2, 4], "closing": [True], "double_lengthwise": [True], "draw": ["none", "until", "1", "2"],
    "reserve": [0, 2], "draw_when_able": [True, False], "drawn_play": ["may"],
    "pick": ["choose", "ends"], "draw_price": [3],
    "auction": [True],
    "lead_first": ["draw_until:0-0", "stock", "low_double", "blank_double", "tile:3-2", "high_double"],
    "lead_next": ["winner", "last", "down"], "no_double": ["redeal"], "lead_free": ["strong"],
    "redeal": ["ask:doubles:1", "ask:doubles:2", "must:suit:4"], "block": ["dead", "reserve"],
    "ends": [5, "3+5", "alike"],
    "target_at": ["once", "exact"], "end": ["rounds:2", "target:20", "love:2"],
    "goal": ["low", "high"], "cut": ["equal"],
    "titles": ["both", "bald_both"], "doubles": [False], "without": ["0-0", "3-2 6-6"], "fill": ["lead", "all"],
    "arms": [3, 6], "out_by": ["side"], "block_win": ["hand", "duel"], "finish": [{"both": 30, "double": 10}],
    "finish_pays": ["times"], "passes": [{"lead_double": 30, "lead_single": 60}, {"round": 5}], "tie_next": [1],
    "round_bonus": [[10, 5]],
}  # fmt: skip


def house_table(rng):
    """A game with possible house rules."""
    while True:
        key, seats = rng.choice(TABLES)
        options = {name: rng.choice(HOUSE[name]) for name in rng.sample(sorted(HOUSE), 4)}
        try:
            rules.ruleset(key, options, seats)
        except rules.ImpossibleRules:
            continue
        return key, seats, options


def played(key, seats, options, rng):
    """The last position of a deal in the first rounds of a random game, with signals, and with seats that leave."""
    game = rules.new_game(rules.ruleset(key, options, seats))
    for _ in range(rng.randrange(3)):
        last = one_deal(game, rng)
        game = last.after
        if game.over:
            return last
    return one_deal(game, rng)


def one_deal(game, rng):
    seats = range(game.rules.seats)
    position = rules.start_round(game, rules.make_deal(game, lambda _purpose, tiles: rng.sample(tiles, len(tiles))))
    while not position.over:
        signals = [(move, seat) for move in (WINK, PUFF) for seat in seats
                   if rng.random() < 0.1 and rules.conduct_of(game.rules).may_signal(position, seat, move)]  # fmt: skip
        for move, seat in signals:
            position = rules.play(position, move, seat)
        staying = [seat for seat in seats if seat not in position.game.gone]
        if len(position.game.sides_in) > 2 and rng.random() < 0.01:
            position = rules.play(position, "resign", rng.choice(staying))
        else:
            position = rules.play(position, rng.choice(position.legal))
    return position


def every_text(ruleset, lead):
    """Every conceivable move; *lead* is the first tile on the table."""
    tiles, doubles = ruleset.tiles, [tile for tile in ruleset.tiles if tile.double]
    yield from ("pass", "redeal", "keep", "wink", "puff", "resign", "timeout", "turn", "stop", "draw")
    yield from (f"draw@{place}" for place in range(30))
    yield from (f"bid {points}" for points in range(27))
    for tile in tiles:
        yield from (tile, f"{tile}>A", f"{tile}>B", f"{tile}^A0", f"{tile}^B1", f"{tile}/1", f"{tile}/2")
        yield from (f"{tile}>{lead}:{value}" for value in {lead.high, lead.low})
        yield from (f"{tile}>{lead}{at}~{half}" for at in ("", f":{lead.low}") for half in {tile.high, tile.low})
        yield from (f"{tile}>{train}" for train in ("M", *(f"T{seat}" for seat in range(8))))
    onto = [lead] if ruleset.in_trains else tiles  # there never onto a tile
    yield from map(">".join, product(tiles, onto))
    yield from (f"{double}>{tile}{style}" for double in doubles for tile in onto for style in "=x")
    yield from (f"{one}>{lead},{other}>{lead}" for one, other in combinations(doubles, 2))


def answers(position, viewer):
    """The refusals and legal moves of seat *viewer* for every conceivable move."""
    found = {}
    lead = position.rules.tiles[-1] if position.table.deal.start is None else position.table.deal.start
    lead = next((at.move.plays[0].tile for at in position.positions() if getattr(at.move, "plays", None)), lead)
    for text in every_text(position.rules, lead):
        try:
            rules.play(position, text, viewer)
        except rules.IllegalMove as refused:
            found[text] = (type(refused), refused.code, refused.move, refused.reason, str(refused))
        else:
            found[text] = None
    return found


def shown(line, viewer):
    """Every view along *line*, and the moves the server would have made."""
    views = [rules.to_json(rules.view_for(at, viewer)) for at in line]
    return views, [rules.forced(at.previous) == at.move for at in line[1:]]


def worlds_alike(key, seats, options, rng):
    """The number of worlds found for a game; asserts that its viewers see the same in all."""
    line = played(key, seats, options, rng).positions()
    game, deal = line[0].game, line[0].table.deal
    moves = [f"{at.seat} {at.move}" for at in line[1:]]
    found = 0
    for viewer in (*range(seats), None):
        known = [at for at in line if at.move is None or not secret(game.rules, f"{at.seat} {at.move}", viewer)]
        anywhere = rng.randrange(len(moves) + 1)
        on_turn = rng.choice([at.ply for at in line if at.turn == viewer] or [0])
        for ply in {0, anywhere, on_turn, len(moves)}:
            others = list(worlds(game, deal, moves[:ply], viewer, rng=rng, tries=25))
            found += len(others)
            if others:
                real = [at for at in known if at.ply <= ply]
                other = list(positions(game, others[-1], [f"{at.seat} {at.move}" for at in real[1:]]))
                assert shown(other, viewer) == shown(real, viewer)
                compare_last(line[ply], other[-1], viewer)
                if viewer is not None and ply in (anywhere, on_turn):
                    assert answers(other[-1], viewer) == answers(line[ply], viewer)
    return found


def compare_last(real, other, viewer):
    """*viewer* sees the same at the end of two worlds: *real* with signals they may not notice."""
    assert rules.to_json(rules.view_for(other, viewer)) == rules.to_json(rules.view_for(real, viewer))
    if real.over:
        assert rules.to_json(rules.frames(other)) == rules.to_json(rules.frames(real))
        assert other.after == real.after


FEWEST = 40  # worlds per game; games without other worlds are left out


@pytest.mark.parametrize(("key", "seats"), some_tables(24), ids=str)
def test_no_viewer_can_tell_a_world_from_another(key, seats):
    rng, found, games = Random(f"{key} {seats}"), 0, 0
    while found < FEWEST and games < 8:
        found += worlds_alike(key, seats, {}, rng)
        games += 1
    assert found >= FEWEST


@pytest.mark.parametrize("seed", some(range(30), 10))
def test_no_viewer_can_tell_worlds_of_a_house_rule_apart(seed):
    rng = Random(seed)
    key, seats, options = house_table(rng)
    worlds_alike(key, seats, options, rng)


@pytest.mark.parametrize("seed", some(range(40), 5))
def test_no_viewer_can_tell_worlds_of_trains_apart(seed):
    """Its house rules are few, but of its own."""
    rng, found = Random(seed), 0
    while found < FEWEST:
        options, seats = house_rules(rng)
        found += worlds_alike("mexican_train", seats, options, rng)

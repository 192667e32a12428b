"""The move we make for players who run out of time: legal in every game, and the same for every caller."""

import random

import pytest

import rules

from .tables import after, moves, table

SEATS = [pytest.param(key, seats, id=f"{key}-{seats}") for key, game in rules.VARIANTS.items() for seats in game.seats]


@pytest.mark.parametrize(("key", "seats"), SEATS)
def test_a_game_in_which_the_clock_makes_every_move_is_legal_to_its_end(key, seats):
    rng = random.Random(seats)
    game = rules.new_game(rules.ruleset(key, {}, seats))
    for _deal in range(3):
        position = rules.start_round(game, rules.make_deal(game, lambda _why, tiles: rng.sample(tiles, len(tiles))))
        moves = 0
        while not position.over:
            move = rules.clocks_move(position)
            assert move in rules.legal_moves(position)
            position = rules.play(position, str(move))
            moves += 1
            assert moves < 500
        game = position.after
        if game.over is not None:
            break


def clocks_move(position: rules.Position) -> str:
    return str(rules.clocks_move(position))


def test_the_clock_plays_the_heaviest_tile_that_fits():
    position = after(table("block", "6-6 1-0 2-0", "6-1 6-4 5-5"), "6-6")
    assert clocks_move(position) == "6-4>6-6"


def test_of_equally_heavy_tiles_the_clock_plays_the_first_by_its_text():
    position = after(table("block", "6-5 1-0 2-0", "5-5 6-4 6-3"), "6-5")
    assert clocks_move(position) == "5-5>6-5"


def test_at_an_auction_the_clock_bids_nothing():
    position = table("auction", "4-4 4-3 4-2 1-0 3-3", "1-1 2-1 2-2 0-0 3-1", set=4, boneyard="3-0 3-2 2-0 4-1 4-0")
    assert clocks_move(after(position, "4-4", "draw", "draw", "draw")) == "pass"


def test_the_clock_keeps_a_deal_that_could_be_annulled():
    position = table("block", "0-0 1-1 2-2 6-5", "3-3 4-3 5-3 6-3", redeal="ask:doubles:3", hand=4)
    assert moves(position) == ["keep", "redeal"]
    assert clocks_move(position) == "keep"

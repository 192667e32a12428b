"""Absent players: of two sides they lose, with more the others play on, and every game ends."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

import rules
from games import actions, queries
from games.clocks import clock
from games.models import Game, Seat
from games.positions import memory
from tests.games.playing import legal
from tests.time.conftest import days

MANY = [
    pytest.param(key, seats, pairs, id=f"{key}-{seats}{'-pairs' if pairs else ''}")
    for key, variant in rules.VARIANTS.items()
    for seats in variant.seats
    for pairs in ([False, True] if seats in variant.pairs_at else [False])
    if seats > 2
]


def played_without(absentee: int, key: str, seats: int, *, pairs: bool, seed: int) -> tuple[rules.Game, int]:
    """A whole game in which one seat misses every turn and the others play at random."""
    rng = Random(seed)
    game = rules.new_game(rules.ruleset(key, {"pairs": True} if pairs else {}, seats))
    turns = 0
    while game.over is None:
        position = rules.start_round(game, rules.make_deal(game, lambda _why, tiles: rng.sample(tiles, len(tiles))))
        while not position.over:
            assert position.turn is not None
            if (move := rules.forced(position)) is None:
                turns += 1
                missing = position.turn == absentee
                move = rules.parse_move("timeout") if missing else rng.choice(rules.legal_moves(position))
            position = rules.play(position, move, position.turn)
            assert turns < 20_000
        game = position.after
    return game, turns


@pytest.mark.parametrize(("key", "seats", "pairs"), MANY)
def test_every_game_of_three_or_more_finishes_without_one_player(key, seats, pairs):
    for absentee in range(seats):
        game, _turns = played_without(absentee, key, seats, pairs=pairs, seed=absentee)
        side = game.rules.side_of(absentee)
        if game.rules.sides == 2:
            assert game.over.winners == (1 - side,)
            assert game.over.reason == "timeout"
        elif game.over.reason != "timeout":
            assert game.over.totals is not None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("variant", "people", "options"),
    [
        ("draw", 3, {"end": "rounds:2"}),
        ("goat", 4, {}),
        ("draw", 4, {"pairs": True}),
        ("double_nine", 6, {"end": "rounds:1"}),
    ],
)
def test_a_game_finishes_when_only_the_sweep_moves_for_an_absent_player(guest, game_between, variant, people, options):
    """With actions: the others move on their turns, the absent player's turns run out."""
    rng, now = Random(1), timezone.now()
    game = game_between(*[guest(f"P{n}") for n in range(people)], variant=variant, options=options, turn_seconds=86_400)
    absentee = memory.current(game.public_id).turn  # they have the first turn
    for _ in range(5_000):
        table = memory.current(game.public_id)
        if table.status != Game.Status.PLAYING:
            break
        if table.turn == absentee:
            assert table.deadline is not None
            now = table.deadline
            assert clock.sweep(now) == 1
        else:
            text = rng.choice(legal(table))
            actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)
    game = queries.find_game(game.public_id)
    assert game.status == Game.Status.FINISHED
    results = {seat.number: seat.result for seat in game.seats.all()}
    assert results[absentee] == Seat.Result.LOST
    assert Seat.Result.WON in results.values() or Seat.Result.DRAWN in results.values()


@pytest.mark.django_db
def test_of_two_players_the_absent_one_loses(ada, ben, game_between):
    game = game_between(ada, ben, turn_seconds=60)
    away = memory.current(game.public_id).turn
    assert clock.sweep(game.deadline) == 1
    game = queries.find_game(game.public_id)
    assert (game.reason, game.winners) == ("timeout", [1 - away])


@pytest.mark.django_db
def test_a_game_ends_even_if_all_players_stay_away(guest, game_between):
    game = game_between(*[guest(f"P{n}") for n in range(4)], variant="draw", turn_seconds=86_400)
    now = timezone.now()
    for _ in range(16):  # three missed turns for each of them, and one more
        now += days(1) + timedelta(seconds=1)
        clock.sweep(now)
    assert queries.find_game(game.public_id).status == Game.Status.FINISHED

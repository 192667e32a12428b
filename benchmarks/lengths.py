"""The number of turns in a game: `python -m benchmarks.lengths` plays every game with every number of seats.
It rewrites rulebook/lengths.json, from which pages estimate how long a game takes.

A turn is a choice that a player must make. Automatic moves don't count, and a turn continues after a draw. The players
here are no experts: where counts score, they lay the tile that scores most, and elsewhere mostly their heaviest.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from statistics import mean

import rules
from rulebook import lengths
from rules import Draw, OnTrain

TABLE = Path(__file__).resolve().parent.parent / "rulebook" / "lengths.json"
GAMES, MOST_TURNS = 200, 4_000


def play(ruleset: rules.RuleSet, rng: Random) -> tuple[int, int]:
    """Turns and rounds of one game."""
    game = rules.new_game(ruleset)
    turns = rounds = 0
    while game.over is None and turns < MOST_TURNS:
        position = rules.start_round(game, rules.make_deal(game, lambda _why, tiles: rng.sample(tiles, len(tiles))))
        goes_on = False
        while not position.over:
            move, seat = rules.forced(position), position.turn
            if chosen := move is None:
                turns += not goes_on
                move = choice(position, rng)
            position = rules.play(position, move)
            same_turn = isinstance(move, Draw) or (isinstance(move, OnTrain) and position.turn == seat)
            goes_on = same_turn and (chosen or goes_on)
        rounds += position.result is not None
        game = position.after
    return turns, max(1, rounds)


def choice(position: rules.Position, rng: Random) -> rules.Move:
    legal = rules.legal_moves(position)
    plays = [move for move in legal if str(move)[0].isdigit()] or legal
    if position.rules.ends:
        return max(plays, key=lambda move: (points(position, move), rng.random()))
    return max(plays, key=weight) if rng.random() < 0.7 else rng.choice(plays)


def points(position: rules.Position, move: rules.Move) -> int:
    """The points that the move scores at once."""
    seat = position.turn
    assert seat is not None
    side = position.rules.side_of(seat)
    after = rules.play(position, move)
    return _totals(after)[side] - _totals(position)[side]


def _totals(position: rules.Position) -> tuple[int, ...]:
    return rules.view_for(position, None).totals


def weight(move: rules.Move) -> int:
    return sum(int(digit) for digit in str(move).split(">")[0].replace(",", "-").split("-") if digit.isdigit())


def every_table() -> Iterator[rules.RuleSet]:
    for key, variant in rules.VARIANTS.items():
        for seats in variant.seats:
            for options in _chosen_from(variant, seats):
                yield rules.ruleset(key, options, seats)
                if seats in variant.pairs_at and rules.ruleset(key, {}, seats).sides == seats:
                    yield rules.ruleset(key, {**options, "pairs": True}, seats)


def _chosen_from(variant: rules.Variant, seats: int) -> Iterator[dict[str, object]]:
    """The options of each table of the form: with any set of tiles, and a quick start."""
    for of_set in ({}, *({"set": number} for number in variant.by_set)) if variant.by_set else ():
        for opening in ("one", "train"):
            yield {**of_set, "opening": opening}
    if not variant.by_set:
        yield {}
        if offered := variant.offered.get(seats):
            yield dict(offered)


def measure(
    say: Callable[[str], None] = print, games: int = GAMES, tables: Iterable[rules.RuleSet] | None = None
) -> dict[str, list[float]]:
    """By the table's name (`lengths.table_name`): turns per round, and rounds per default game."""
    table = {}
    for ruleset in every_table() if tables is None else tables:
        played = [play(ruleset, Random(n)) for n in range(games)]
        turns, rounds = mean(turns for turns, _ in played), mean(rounds for _, rounds in played)
        name = lengths.table_name(ruleset)
        table[name] = [round(turns / rounds, 1), round(rounds, 1)]
        say(f"{name}: {turns / rounds:.1f} turns a round, {rounds:.1f} rounds, {turns:.0f} turns")
    return table


if __name__ == "__main__":
    TABLE.write_text(
        json.dumps(measure(), indent=1).replace("[\n  ", "[").replace(",\n  ", ", ").replace("\n ]", "]") + "\n"
    )

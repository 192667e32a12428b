"""Sausage: rows that nobody has seen, two lines, and a choice now and then (rules.md 9.6).

Its layout differs from that of other games, so we play it out with the lines of `rules`, in few worlds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import rules

from ..levels import Level
from ..seen import Seen
from .chances import chances
from .playouts import Worth, ahead

WORLDS = 25  # of the best level; few, because rows and deals are long
LONGEST = 120  # turns imagined at most
ERROR = 0.15  # of its estimates, in spreads of a round's points
TURN = rules.parse_move("turn")
CUT, INSERT, APPEND = 3.0, 1.5, 1.0


@dataclass(slots=True)
class _Rows:
    """The rows as everybody can follow them. Tiles are numbered from the deal on, and some are known.

    *rows* by seat, front first; *tiles* by number; *since*: by seat, the turns without a placement; *turns*: all turns.
    """

    rows: list[list[int]]
    tiles: dict[int, rules.Tile]
    since: list[int]
    turns: int


def choose(seen: Seen, level: Level, chance: Random) -> str:
    """The text of the placement that *level* makes."""
    if not level.worlds:
        return max(seen.legal, key=lambda text: _at_first_sight(rules.parse_move(text), level))
    values = values_by_moves(seen, seen.legal, level, chance)
    return max(seen.legal, key=lambda text: values[text])


def number_of_worlds(level: Level) -> int:
    """How many worlds *level* imagines."""
    return max(WORLDS * level.worlds // 200, 4)


def values_by_moves(seen: Seen, texts: Sequence[str], level: Level, chance: Random) -> dict[str, float]:
    """The worth to the own side, by the moves *texts* (`Worth.to`)."""
    known, number = _followed(seen), number_of_worlds(level)
    moves = {text: rules.parse_move(text) for text in texts}
    values = dict.fromkeys(texts, 0.0)
    for _ in range(number):
        lines = _imagined(seen, known, chance)
        seed = chance.random()
        for text, move in moves.items():
            values[text] += _played_out(seen, lines, move, Random(seed))
    return {text: value / number for text, value in values.items()}


def point(seen: Seen) -> float:
    """The worth of one more point to the own side, as a chance to win the game."""
    return chances(seen.ruleset).of_a_point(seen.game.totals, seen.game.round, seen.seat)


def _at_first_sight(move: rules.Move, level: Level) -> float:
    """All levels cut off as much as they can. Then the weakest likes the ends, and others doubles in the middle."""
    if isinstance(move, rules.Cut):
        return CUT + move.joint
    if isinstance(move, rules.Insert):
        return INSERT if level.follow else 0.5
    return APPEND


def _followed(seen: Seen) -> _Rows:
    hand = seen.ruleset.hand
    rows = [list(range(seat * hand, (seat + 1) * hand)) for seat in range(2)]
    state = _Rows(rows, {}, [0, 0], 0)
    start: int | None = None
    lines: dict[str, list[int]] = {"A": [], "B": []}
    for text in seen.round.moves:
        seat, _, move_text = text.partition(" ")
        player = int(seat)
        front = state.rows[player].pop(0)
        word, _, turned = move_text.partition(" ")
        if word == "turn":
            state.tiles[front] = rules.tile(turned)
            if start is None:
                start = front
            else:
                state.rows[player].append(front)
                state.since[player] += 1
                state.turns += 1
            continue
        move = rules.parse_move(move_text)
        assert isinstance(move, (rules.Append, rules.Insert, rules.Cut))
        state.tiles[front] = move.tile
        state.since, state.turns = [0, 0], state.turns + 1
        if isinstance(move, rules.Cut):
            assert start is not None
            back = [start, *lines["A"][: move.joint], *lines["B"][: move.joint]]
            state.rows[1 - player] += back
            lines = {name: line[move.joint :] for name, line in lines.items()}
            start = front
        else:
            line = lines[move.line]
            line.insert(move.behind if isinstance(move, rules.Insert) else len(line), front)
    state.tiles[state.rows[seen.seat][0]] = rules.tile(seen.round.turned)
    return state


def _imagined(seen: Seen, known: _Rows, chance: Random) -> rules.Lines:
    """The lines, with rows that agree with the tiles turned over so far."""
    there = set(known.tiles.values())
    unknown = [tile for tile in seen.ruleset.tiles if tile not in there]
    chance.shuffle(unknown)
    rows = tuple(
        tuple(known.tiles[number] if number in known.tiles else unknown.pop() for number in row) for row in known.rows
    )
    laid: dict[str, list[rules.Laid]] = {"A": [], "B": []}
    start: rules.Laid | None = None
    first = next((end.value for end in seen.round.ends if end.arm == "A"), 0)
    for place in seen.round.layout:
        tile = rules.tile(place.tile)
        assert place.seat is not None
        if place.arm == "lead":
            joint = next((other.at for other in seen.round.layout if other.arm == "A"), first)
            assert joint is not None
            start = rules.Laid(tile, place.seat, place.ply, joint)
        else:
            assert place.at is not None
            laid[place.arm].append(rules.Laid(tile, place.seat, place.ply, tile.other(place.at)))
    since = (known.since[0], known.since[1])
    return rules.Lines(start, tuple(laid["A"]), tuple(laid["B"]), rows, since, known.turns)


def _played_out(seen: Seen, lines: rules.Lines, move: rules.Move, chance: Random) -> float:
    """The worth to the own side after *move*, in one world."""
    return _ended(seen, *_to_the_end(seen.ruleset, lines, seen.seat, move, chance)).to(seen.seat)


def open_worth(position: rules.Position, seen: Seen, chance: Random) -> Worth:
    """The outcome of *position* in one playout, with all rows known."""
    lines, seat = position.layout, seen.seat
    assert isinstance(lines, rules.Lines)
    if lines.start is None:
        lines, seat = lines.started(seat, 1), 1 - seat
    move = _next(seen.ruleset, lines, seat, chance)
    return _ended(seen, *_to_the_end(seen.ruleset, lines, seat, move, chance))


def _next(ruleset: rules.RuleSet, lines: rules.Lines, seat: int, chance: Random) -> rules.Move:
    """The move of *seat* with its front tile: it cuts where it can."""
    places = list(lines.placements(lines.rows[seat][0], ruleset.cut == "equal"))
    cuts = [place for place in places if isinstance(place, rules.Cut)]
    return chance.choice(cuts or places) if places else TURN


def _to_the_end(
    ruleset: rules.RuleSet, lines: rules.Lines, seat: int, move: rules.Move, chance: Random
) -> tuple[rules.Lines, int | None]:
    """The lines at the end of the round that continues with *move*, and the seat that lost it."""
    for _ in range(LONGEST):
        if isinstance(move, (rules.Append, rules.Insert, rules.Cut)):
            lines = lines.placed(seat, 0, move)
            if not lines.rows[seat]:
                return lines, 1 - seat
        else:
            lines = lines.turned_over(seat)
            if lines.gone_through:
                break
        seat = 1 - seat
        move = _next(ruleset, lines, seat, chance)
    pips = _pips(lines)
    return lines, None if pips[0] == pips[1] else pips.index(max(pips))


def _pips(lines: rules.Lines) -> list[int]:
    return [sum(tile.pips for tile in row) for row in lines.rows]


def _ended(seen: Seen, lines: rules.Lines, loser: int | None) -> Worth:
    made = [0, 0]
    if loser is not None:
        made[loser] = _pips(lines)[loser]
    totals = [total + points for total, points in zip(seen.game.totals, made, strict=True)]
    return Worth(chances(seen.ruleset).of_totals(totals, seen.game.round), ahead(seen.ruleset, made))

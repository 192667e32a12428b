"""A seat's turn (rules.md 3): its legal moves, and their results."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Final, cast

from ..house.ruleset import RuleSet
from ..pieces.layout import Layout
from ..pieces.moves import DRAW, KEEP, PASS, Doubles, Draw, Lay, Move, Pass, Play
from ..pieces.tiles import Tile
from ..rounds.by_seat import changed, left_by_seat, scored
from ..rounds.position import Position, Table
from ..rounds.round_end import How, Over
from .auction import drawn
from .stops import ended_at_target, ended_if_blocked

PASSING_ROUND = 3  # seats that must be in for a round of passes to pay


def with_styles(rules: RuleSet, layout: Layout, plays: Sequence[Lay]) -> list[Lay]:
    """*plays*, and the special plays of doubles in a turn: lengthwise, closed, several at once (rules.md 2, 9.2)."""
    across: dict[Tile, list[Play]] = {}
    for lay in plays:
        for play in lay.plays:
            if play.tile.double:
                across.setdefault(play.tile, []).append(play)
    # With `first` the lowest open double of a turn becomes the spinner if there is none yet.
    awaited = rules.spinner == "first" and layout.spinner is None
    lays = list(plays)
    if not awaited:
        lays += [styled for options in across.values() for styled in in_styles(rules, options)]
    for number in range(2, rules.doubles_per_turn + 1):
        for chosen in combinations(sorted(across, key=lambda tile: tile.high), number):
            lays += _together(rules, [across[tile] for tile in chosen], awaited)
    return lays


def in_styles(rules: RuleSet, plays: list[Play]) -> list[Play]:
    """*plays* of a double in the styles other than across and open."""
    styles = "=" * rules.double_lengthwise + "x" * rules.closing
    return [Play(play.tile, play.onto, play.at, style) for style in styles for play in plays]


def _together(rules: RuleSet, doubles: list[list[Play]], awaited: bool) -> list[Lay]:
    """All ways to play these *doubles*, lowest first, in one turn. *awaited*: there is no open double yet."""
    if awaited and rules.closing:
        # Several doubles are then exactly two, closed, one on each end of the line (rules.md 9.2).
        if len(doubles) > 2:
            return []
        doubles = [[play for play in in_styles(rules, plays) if play.style == "x"] for plays in doubles]
    else:
        doubles = [
            plays if awaited and not place else plays + in_styles(rules, plays) for place, plays in enumerate(doubles)
        ]
    return [Doubles(chosen) for chosen in product(*doubles)]


def draws(rules: RuleSet, boneyard: tuple[Tile, ...]) -> list[Move]:
    """The ways to take one tile: the next one, or by its position (`pick`)."""
    if rules.pick == "choose":
        return [Draw(position) for position in range(len(boneyard))]
    return [DRAW]


def taken(rules: RuleSet, boneyard: tuple[Tile, ...], seat: int, draw: Draw) -> tuple[Tile, tuple[Tile, ...]]:
    """The tile that *draw* of *seat* takes, and the boneyard without it."""
    place = draw.position or 0
    if rules.pick == "ends" and seat:
        place = len(boneyard) - 1
    return boneyard[place], boneyard[:place] + boneyard[place + 1 :]


class Turn:
    """The seat on turn plays, draws or passes; it has drawn *drawn* tiles in this turn."""

    __slots__ = ("drawn",)

    def __init__(self, drawn: int = 0) -> None:
        self.drawn: Final = drawn

    def legal(self, position: Position, /) -> tuple[Move, ...]:
        rules = position.table.game.rules
        turn = position.turn
        assert turn is not None
        plays = position.layout.plays(position.hands[turn])
        if rules.styled_doubles:
            plays = with_styles(rules, position.layout, plays)
        plays.sort()
        if plays and not rules.draw_when_able:
            return (*plays, PASS) if self.drawn and rules.drawn_play == "may" else tuple(plays)
        if self.drawn < rules.draw_limit and len(position.boneyard) > rules.reserve:
            return tuple(sorted([*plays, *draws(rules, position.boneyard)]))
        return tuple(plays) or (PASS,)

    def play(self, position: Position, move: Move, /) -> Position:
        if isinstance(move, Lay):
            return lay(position, move)
        turn = position.turn
        assert turn is not None
        if isinstance(move, Pass):
            totals = paid_for_pass(position, turn)
            after = position.next(turn, move, turn=position.table.left[turn], phase=FRESH, totals=totals)
            return ended_if_blocked(after)
        assert isinstance(move, Draw)
        return self._draw(position, turn, move)

    def _draw(self, position: Position, seat: int, draw: Draw) -> Position:
        rules = position.rules
        tile, boneyard = taken(rules, position.boneyard, seat, draw)
        hands = changed(position.hands, seat, position.hands[seat] | tile.bit)
        price = rules.draw_price if rules.goal == "low" else -rules.draw_price
        totals = scored(rules, position.totals, seat, price) if price else position.totals
        then = turn_after(self.drawn + 1)
        after = position.next(seat, draw, turn=seat, phase=then, hands=hands, boneyard=boneyard, totals=totals)
        return drawn(after, then)

    def handed_on(self) -> "Turn":
        """The same question to the next seat."""
        return FRESH

    def resumed(self, position: Position, /) -> Position:
        """The turn goes on after a draw."""
        return ended_if_blocked(position)

    def leave(self, position: Position, seat: int, move: Move, table: Table, hands: tuple[int, ...], /) -> Position:
        if position.turn != seat:
            return ended_if_blocked(position.next(seat, move, turn=position.turn, phase=self, table=table, hands=hands))
        left = table.left[seat]
        if seat == table.leader and not any(at.seat == seat and at.move != KEEP for at in position.positions()):
            table = replace(table, leader=left)  # onto a start tile: the lead passes on
        return ended_if_blocked(position.next(seat, move, turn=left, phase=FRESH, table=table, hands=hands))


_TURNS: Final = [Turn(drawn) for drawn in range(200)]
FRESH: Final = _TURNS[0]


def turn_after(drawn: int) -> Turn:
    """The turn of a seat that has drawn *drawn* tiles in it."""
    return _TURNS[drawn]


def paid_for_pass(position: Position, seat: int) -> tuple[int, ...]:
    """The totals after *seat* passes now: the side of the seat that played last may be paid for it (`passes`)."""
    rules, totals = position.rules, position.totals
    if not rules.passes or (last := position.last_lay()) is None or last.seat in position.game.gone:
        return totals
    assert last.seat is not None
    lead = cast(Lay, last.move).plays[0]
    passed = [at.seat for at in _since(position, last) if isinstance(at.move, Pass)]
    points = 0
    if lead.onto is None and not passed:
        points = rules.passes.get("lead_double" if lead.tile.double else "lead_single", 0)
    comes_back = position.table.left[seat] == last.seat and last.seat not in passed
    if not points and comes_back and len(set(position.table.left)) >= PASSING_ROUND:
        points = rules.passes.get("round", 0)
    total = totals[rules.side_by_seat[last.seat]]
    return scored(rules, totals, last.seat, points) if total < rules.passes.get("below", total + 1) else totals


def _since(position: Position, last: Position) -> Iterator[Position]:
    """The positions from *position* back to *last*, without it, in which a seat's turn ended or went on."""
    at = position
    while at is not last and at.previous is not None:
        if isinstance(at.previous.phase, Turn):
            yield at
        at = at.previous


def lay(position: Position, move: Lay) -> Position:
    """The position after the seat on turn lays the tiles of *move*: the ends score, then the next turn or the end."""
    table, seat, totals = position.table, position.turn, position.totals
    assert seat is not None
    rules = table.game.rules
    layout = rules.board.after(position.layout, move)
    hands = list(position.hands)
    hands[seat] ^= move.bits
    if rules.ends and (points := rules.ends_score(layout)):
        totals = scored(rules, totals, seat, points)
    if not hands[seat]:
        if rules.out_by == "seat" or not any(hands[other] for other in rules.seats_of(rules.side_by_seat[seat])):
            over = Over(How.OUT, seat)
            return ended_at_target(
                Position(table, position, seat, move, None, tuple(hands), position.boneyard, layout, totals, over)
            )
        playing = tuple(other for other in range(rules.seats) if hands[other])
        table = replace(table, left=left_by_seat(playing, rules.seats))
    turn = table.left[seat]
    after = Position(table, position, seat, move, turn, tuple(hands), position.boneyard, layout, totals, FRESH)
    # A seat that can play is never blocked, so only the others need the full check.
    return after if hands[turn] & layout.takes and totals is position.totals else ended_if_blocked(after)

"""A position drawn with letters, for people at a terminal: `str(position)`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from ..pieces.as_json import LaidTile
from ..pieces.layout import SIDE
from ..pieces.tiles import tile, tile_texts
from ..pieces.trains import MEXICAN, Trains
from ..rounds.position import Position
from ..table.conducts import conduct_of


def drawing(position: Position) -> str:
    """*position* as text: the layout (a row for each line of tiles), its open ends, the hands and the boneyard.

    It shows hidden tiles. A player may see `rules.view_for` only.
    """
    rules = position.rules
    whose = "the round has ended" if position.over else f"seat {position.turn} to move"
    lines = [f"{rules.name}, round {position.game.round}: {whose}"]
    conduct = conduct_of(rules)
    if isinstance(position.layout, Trains):
        lines += _trains(position.layout)
    else:
        lines += _rows(conduct.layout_tiles(position), None if rules.in_rows else rules.board.total)
    if ends := conduct.open_ends(position):
        count = f", count {position.layout.count}" if rules.ends else ""
        lines.append(f"ends {' '.join(str(value) for value in sorted(end.value for end in ends))}{count}")
    for seat, hand in enumerate(position.hands):
        total = position.totals[rules.side_of(seat)]
        mark = ">" if seat == position.turn else " "
        lines.append(f"{mark}{seat} {total:>4}  {' '.join(tile_texts(hand))}".rstrip())
    lines.append(f"boneyard  {' '.join(position.boneyard) or 'empty'}")
    return "\n".join(lines)


def _trains(layout: Trains) -> Iterator[str]:
    """A line for each train, after the station: its tiles as they lie, from the inside out."""
    for number, (train, cars) in enumerate(zip(layout.trains, layout.cars, strict=True)):
        end, written = layout.station.high, []
        for car in cars:
            written.append(f"{end}-{car.other(end)}")
            end = car.other(end)
        marks = ["open"] * (train.open and train.of != MEXICAN) + ["cover"] * (train.of == layout.cover)
        line = " ".join([train.of, *(written or ["-"]), *marks])
        yield line if number else f"{layout.station} | {line}"


def _rows(tiles: Sequence[LaidTile], total: int | None) -> Iterator[str]:
    """The line through the lead, then each line that begins at a side of a spinner. *total* as in `_inner`."""
    after: dict[str | None, list[LaidTile]] = defaultdict(list)
    for each in tiles:
        after[each.onto].append(each)
    sides: list[LaidTile] = []

    def line(first: LaidTile | None) -> Iterator[tuple[int, int]]:
        """The halves of the tiles from *first* outwards: inner and outer."""
        while first is not None:
            inner = _inner(first, total)
            yield inner, tile(first.tile).other(inner)
            then = after[first.tile]
            sides.extend(each for each in then if each.arm == SIDE)
            first = next((each for each in then if each.arm != SIDE), None)

    for lead in after[None]:
        its, ways = tile(lead.tile), [each for each in after[lead.tile] if each.arm != SIDE]
        sides += [each for each in after[lead.tile] if each.arm == SIDE]
        left = next((each for each in ways if each.arm == "A" or each.at == its.high), None)
        right = next((each for each in ways if each is not left), None)
        # The half on the left: in Sausage that may be either.
        half = (left.at if left else its.other(right.at or 0) if right else its.high) or 0
        before = "".join(f"[{outer}|{inner}]" for inner, outer in reversed(list(line(left))))
        yield before + _row([(half, its.other(half)), *line(right)])
    for first in sides:  # `line` makes it longer while we read it
        yield f"{first.onto} {_row(line(first))}"


def _inner(laid: LaidTile, total: int | None) -> int:
    """The half of *laid* that touches the tile it was played on. *total* is that of `sum:K` or `matador`."""
    its, at = tile(laid.tile), laid.at or 0
    if its.double:
        return its.high
    if laid.out is not None:
        return its.other(laid.out)
    return at if total is None else total - at


def _row(halves: Iterable[tuple[int, int]]) -> str:
    return "".join(f"[{inner}|{outer}]" for inner, outer in halves)


# Positions come before views, so they can't import this themselves.
Position.__str__ = drawing  # type: ignore[method-assign,assignment]

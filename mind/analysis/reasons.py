"""Why a move is worth what it is: facts as codes with values. Other rooms turn them into sentences."""

import rules

from ..candidates import Candidate
from ..knowledge import NOBODY, Knowledge
from ..search.playouts import PASSING_ROUND, UNBOUNDED
from .findings import CannotHold, Reason


def reasons(option: Candidate) -> list[Reason]:
    """The facts about a move, weightiest first (docs/minds.md)."""
    if isinstance(option.move, rules.Draw):
        return [_reason("draws")]
    if not option.bits:
        return []
    facts = [*_points(option), *_passes(option), *_blocked(option), *_partners(option)]
    playouts, known = option.playouts, option.playouts.known
    takes, rest = playouts.automaton.takes[option.state], known.own & ~option.bits
    if not rest and not _plays_on(option):
        return [_reason("out"), *_finish(option), *facts]
    hidden = known.hidden(playouts.rules.all_tiles) & takes
    tiles = rules.tiles_in(option.bits)
    facts.append(_reason("unseen", unseen=hidden.bit_count()))
    facts.append(_reason("follow", own=(rest & takes).bit_count()))
    if any(tile.double for tile in tiles):
        facts.append(_reason("double"))
    facts += [*_filling(option), *_matadors(option)]
    facts.append(_reason("pips", pips=sum(tile.pips for tile in tiles)))
    if last := _last_of(known.own, option.bits):
        facts.append(_reason("keeps", values=last))
    return facts


def _reason(code: str, **values: object) -> Reason:
    return Reason(code, values)


def _points(option: Candidate) -> list[Reason]:
    """The points it scores or would if they didn't pass the target, and the most that a hidden tile can score then."""
    playouts = option.playouts
    if not playouts.rules.ends:
        return []
    facts = []
    if option.taken:
        facts.append(_reason("scores", points=option.taken))
    elif option.points:
        facts.append(_reason("too_many", points=option.points))
    machine = playouts.automaton
    hidden, most = playouts.known.hidden(playouts.rules.all_tiles), 0
    for tile in rules.tiles_in(hidden & machine.takes[option.state]):
        most = max([most, *(machine.points[state] for state in machine.play(option.state, tile.bit))])
    if most:
        facts.append(_reason("gives", points=most))
    return facts


def _finish(option: Candidate) -> list[Reason]:
    """The points for its way of going out (`finish`)."""
    finish, layout = option.playouts.rules.finish, option.playouts.known.layout
    if not finish or not isinstance(option.move, rules.Play) or option.move.onto is None:
        return []
    one, other = (end.value for end in layout.ends)
    way = rules.paid_way(option.playouts.rules, option.move.tile, one, other)
    return (
        [] if way is None else [_reason("finish", way=way, points=finish[way], pays=option.playouts.rules.finish_pays)]
    )


def _passes(option: Candidate) -> list[Reason]:
    """The points for others who are known to hold nothing that fits and have to pass (`passes`)."""
    playouts, known = option.playouts, option.playouts.known
    ruleset, seen, takes = playouts.rules, playouts.seen, playouts.automaton.takes[option.state]
    if not ruleset.passes or (ruleset.draw_limit and known.boneyard > ruleset.reserve):
        return []
    first = seat = playouts.left[seen.seat]
    while seat != seen.seat and not may_hold(known, seat) & takes:
        seat = playouts.left[seat]
    comes_back = seat == seen.seat
    blocked = comes_back and not known.own & ~option.bits & takes
    if seat == first or blocked or seen.round.totals[seen.side] >= ruleset.passes.get("below", UNBOUNDED):
        return []
    points = 0
    if not known.layout.ends:
        points = ruleset.passes.get("lead_double" if option.bits & playouts.doubles else "lead_single", 0)
    if not points and comes_back and sum(bool(seen.round.hands[each]) for each in playouts.left) >= PASSING_ROUND:
        points = ruleset.passes.get("round", 0)
    return [_reason("passes", points=points)] if points else []


def _filling(option: Candidate) -> list[Reason]:
    """How many ends of a double that has to be filled it leaves free (`fill`)."""
    waiting = option.playouts.known.layout.waiting
    if waiting is None:
        return []
    return [_reason("fills", value=waiting.high, left=sum(end.tile is waiting for end in option.layout.ends))]


def _matadors(option: Candidate) -> list[Reason]:
    """Whether it plays a tile that goes on any end, or keeps such tiles (`match: matador`)."""
    matadors = option.playouts.automaton.matadors
    if option.bits & matadors:
        return [_reason("matador")]
    kept = (option.playouts.known.own & matadors).bit_count()
    return [_reason("keeps_matadors", number=kept)] if kept else []


def may_hold(known: Knowledge, seat: int) -> int:
    """The hidden tiles that *seat* may hold, as bits."""
    tiles = 0
    for slot, fits in zip(known.slots, known.fits, strict=True):
        if slot.owner == seat:
            tiles |= fits
    return tiles & ~known.laid


def _blocked(option: Candidate) -> list[Reason]:
    """The opponents who are known to hold nothing that fits after it."""
    playouts = option.playouts
    known, ruleset, takes = playouts.known, playouts.rules, playouts.automaton.takes[option.state]
    side = playouts.seen.side
    seats = [
        seat for seat in playouts.seen.playing if ruleset.side_of(seat) != side and not may_hold(known, seat) & takes
    ]
    return [_reason("blocks", seats=seats)] if seats else []


def _plays_on(option: Candidate) -> bool:
    """Whether the round would go on with the partners after the last tile (`out_by: side`)."""
    seen, ruleset = option.playouts.seen, option.playouts.rules
    partners = (seat for seat in ruleset.seats_of(seen.side) if seat != seen.seat)
    return ruleset.out_by == "side" and any(seen.round.hands[seat] for seat in partners)


def _partners(option: Candidate) -> list[Reason]:
    """Whether it leaves open a value that the partner has led."""
    playouts = option.playouts
    partners = [seat for seat in playouts.rules.seats_of(playouts.seen.side) if seat != playouts.seen.seat]
    for seat, move in playouts.known.lays:
        if seat in partners and isinstance(move, rules.Play) and move.onto is None and move.tile.double:
            open_now = {end.value for end in option.layout.ends}
            return [_reason("partner", value=move.tile.high)] if move.tile.high in open_now else []
    return []


def _last_of(own: int, bits: int) -> list[int]:
    """The values of which the own hand has no tile left after these."""
    rest = {value for tile in rules.tiles_in(own & ~bits) for value in (tile.high, tile.low)}
    return sorted({value for tile in rules.tiles_in(bits) for value in (tile.high, tile.low)} - rest)


def cannot(known: Knowledge, playing: tuple[int, ...], everything: int) -> list[CannotHold]:
    """Values of which a seat is known to hold no tile, although some are hidden, and what showed it last."""
    lacks = []
    hidden = known.hidden(everything)
    for seat in playing:
        if not any(slot.owner == seat != NOBODY for slot in known.slots):
            continue
        missing = hidden & ~may_hold(known, seat)
        for event in reversed(known.shown):
            if event.seat != seat or not event.tiles & missing:
                continue
            values = [value for value in range(19) if _all_of(value, hidden) and not _all_of(value, hidden) & ~missing]
            values = [value for value in values if _all_of(value, hidden) & event.tiles]
            if values:
                lacks.append(CannotHold(seat, tuple(values), event.how, event.at))
            break
    return lacks


def _all_of(value: int, among: int) -> int:
    """The tiles with *value* of those *among*, as bits."""
    return sum(tile.bit for tile in rules.tiles_in(among) if value in (tile.high, tile.low))


HABITS = ("scores", "blocks", "gives", "doubles", "follow", "unseen", "pips", "draws", "other")


def habit_of(best: Candidate, made: Candidate) -> str:
    """The one of `HABITS` that distinguishes the two moves, the weightiest first."""
    better, worse = _facts(best), _facts(made)

    def more(name: str, than: int = 0) -> bool:
        return better.get(name, 0) - worse.get(name, 0) > than

    apart = {
        "draws": best.bits == 0 or made.bits == 0,
        "scores": more("scores"),
        "blocks": more("blocks"),
        "gives": more("gives", -1) is False,
        "doubles": more("double"),
        "follow": more("follow"),
        "unseen": not more("unseen", -1),
        "pips": more("pips", 2),
        "other": True,
    }
    return next(name for name in ("draws", *HABITS) if apart[name])


def _facts(option: Candidate) -> dict[str, int]:
    """Each fact as one number."""
    facts = {}
    for reason in reasons(option):
        numbers = [value for value in reason.values.values() if isinstance(value, int)]
        facts[reason.code] = numbers[0] if numbers else 1
    return facts

"""Moments that show how a game is played: which ones a game has, and when a position shows one."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, assert_never, cast, get_args

import rules
from rulebook.play import DRAWN_FOR, USUAL_ARMS, draws
from rules import Append, Cut, Doubles, Draw, Insert, Lay, OnTrain, Pass, Play, Trains
from rules.words import FinishWay, lead_parts


class Kind(NamedTuple):
    """*name* of a moment, the *sections* in which it may be shown, and the condition for positions."""

    name: str
    sections: tuple[str, ...]
    shows: Callable[[rules.Position], bool]


def kinds(r: rules.RuleSet) -> list[Kind]:
    """The kinds of moments worth showing; they depend only on the game's options."""
    match r.layout_kind:
        case "lines":
            return [
                Kind("start", ("lead",), _start),
                Kind("places", ("turn",), _several_places),
                Kind("insert", ("turn",), _inserted),
                Kind("cut", ("cut",), _cut),
                Kind("out", ("round",), lambda p: _over(p, "out") and 4 < _laid(p) <= 16),
            ]
        case "trains":
            return [
                Kind("station", ("layout",), _station),
                Kind("trains", ("turn",), _several_trains),
                Kind("opened", ("turn",), _opened),
                Kind("covered", ("doubles",), _covered),
                Kind("out", ("round",), lambda p: _over(p, "out") and _few_left(p)),
            ]
        case "board":
            return _on_a_board(r)
        case _:
            assert_never(r.layout_kind)


def _on_a_board(r: rules.RuleSet) -> list[Kind]:
    redeal = r.redeal.startswith("must")
    matador = r.matching == "matador"
    fill = r.fill != "none"
    house = r.spinner == "house"
    several = r.doubles_per_turn > 1
    listed = [
        (True, Kind("lead", ("lead",), _lead)),
        (redeal, Kind("annulled", ("lead",), lambda p: p.annulled)),
        (r.match != "equal", Kind("sum", ("layout",), lambda p: _plain(p) and 3 <= _laid(p) <= 5)),
        (matador, Kind("matador", ("layout",), lambda p: _matador(p) and 3 <= _laid(p) <= 7)),
        (r.spinner == "first" and r.arms == USUAL_ARMS, Kind("spinner", ("layout",), _cross)),
        (house, Kind("house", ("layout",), _cross)),
        (r.spinner == "all", Kind("spinners", ("layout",), lambda p: _cross(p) and _doubles(p) > 1)),
        (fill, Kind("filling", ("layout",), _filling)),
        (several, Kind("doubles", ("layout",), lambda p: isinstance(p.move, Doubles) and _open(p) and _laid(p) <= 9)),
        (r.closing, Kind("closed", ("layout",), lambda p: _single(p) and _style(p, "x") and _laid(p) <= 9)),
        (r.double_lengthwise, Kind("lengthwise", ("layout",), lambda p: _style(p, "=") and _scores(p))),
        (True, Kind("turn", ("turn",), _turn)),
        (draws(r), Kind("draw", ("turn",), lambda p: _stuck(p, "draw") and _held(p) <= r.hand)),
        (not draws(r), Kind("pass", ("turn",), lambda p: _stuck(p, "pass") and _held(p) > 1)),
        (r.auction, Kind("auction", ("turn",), _auctioned)),
        (bool(r.ends), Kind("count", ("scoring",), lambda p: _scores(p) and 3 <= _laid(p) <= 7)),
        (bool(r.passes), Kind("paid", ("scoring",), lambda p: rules.paid_by(p) is not None)),
        (bool(r.finish), Kind("finish", ("scoring",), lambda p: finish_way(p) is not None)),
        (r.variant.conduct == "general", Kind("title", ("own",), lambda p: _noted(p, "general"))),
        (r.variant.conduct == "sea_goat", Kind("bald", ("out",), lambda p: _noted(p, "bald"))),
        (r.variant.conduct == "sea_goat", Kind("owes", ("fish",), lambda p: _noted(p, "owes"))),
        (True, Kind("block", ("round",), _blocked)),
        (True, Kind("out", ("round",), lambda p: _over(p, "out") and _readable(p))),
    ]
    return [kind for is_wanted, kind in listed if is_wanted]


def _before(p: rules.Position) -> rules.Position:
    assert p.previous is not None
    return p.previous


def laid(p: rules.Position) -> tuple[rules.LaidTile, ...]:
    """The tiles on the table, visible to everyone."""
    return rules.conduct_of(p.rules).layout_tiles(p)


def _laid(p: rules.Position) -> int:
    return len(laid(p))


def _readable(p: rules.Position) -> bool:
    """Whether a finished layout is small enough for a figure."""
    return _laid(p) <= (22 if p.rules.set == 6 else 45)


def _held(p: rules.Position) -> int:
    return p.hands[p.turn].bit_count() if p.turn is not None else 0


def _doubles(p: rules.Position) -> int:
    return sum(tile.spinner for tile in laid(p))


def _lead(p: rules.Position) -> bool:
    """The first play; if a tile or a double must lead, it was there."""
    if not isinstance(p.move, Lay) or any(isinstance(at.move, Lay) for at in _before(p).positions()):
        return False
    rule, tile = lead_parts(p.rules.lead_first)
    if rule in DRAWN_FOR:
        return isinstance(_before(p).move, Draw)
    play = p.move.plays[0]
    return str(play.tile) == tile if tile else play.tile.double or "double" not in rule


def _plain(p: rules.Position) -> bool:
    """A tile was played, and not as a matador."""
    return isinstance(p.move, Lay) and not any(play.tile.bit & p.rules.board.anywhere for play in p.move.plays)


def _matador(p: rules.Position) -> bool:
    return isinstance(p.move, Play) and p.move.out is not None


def _filling(p: rules.Position) -> bool:
    """A double waits for tiles, and has one already."""
    waiting = p.layout.waiting
    return (
        isinstance(p.move, Lay)
        and p.turn is not None
        and waiting is not None
        and len(p.layout.open_now) > 1
        and not p.move.plays[0].tile.double
        and _laid(p) <= 9
    )


def finish_way(p: rules.Position) -> FinishWay | None:
    """The way of the last tile that paid."""
    notes = p.result.notes if p.result is not None else ()
    return next((way for way in get_args(FinishWay) if way in notes), None)


def _turn(p: rules.Position) -> bool:
    """Some tiles fit, at different ends unless a double waits for them, and some don't."""
    if p.turn is None or not 3 <= _laid(p) <= 6 or not all(isinstance(move, Play | Draw) for move in p.legal):
        return False
    plays = [move for move in p.legal if isinstance(move, Play)]
    tiles, onto = {play.tile for play in plays}, {play.onto for play in plays}
    at_different_ends = len(plays) == len(onto) > 1 or p.layout.waiting is not None
    return at_different_ends and len(tiles) > 1 and _held(p) - len(tiles) >= 2


def _stuck(p: rules.Position, word: str) -> bool:
    """Nothing fits at the start of a turn, early in the round; with *draw*, one of the next three tiles does."""
    if not isinstance(p.move, Lay) or [str(move) for move in p.legal] != [word] or not 3 <= _laid(p) <= 9:
        return False
    next_tiles = p.boneyard[: -p.rules.reserve or None][:3]
    fits = [n for n, tile in enumerate(next_tiles) if tile.bit & p.layout.takes]
    return word == "pass" or (bool(fits) and fits[0] < p.rules.draw_limit)


def drawn(p: rules.Position) -> list[rules.Tile]:
    """The tiles that the seat whose turn it is draws, until one fits or the limit is reached."""
    taken: list[rules.Tile] = []
    for tile in p.boneyard[: -p.rules.reserve or None][: p.rules.draw_limit]:
        taken.append(tile)
        if tile.bit & p.layout.takes:
            break
    return taken


def _cross(p: rules.Position) -> bool:
    """A spinner with three neighbours or more, one of them at its side."""
    tiles = laid(p)
    spinners = {tile.tile for tile in tiles if tile.spinner}
    return len(tiles) <= 10 and any(neighbours(tiles, spinner) > 2 for spinner in spinners)


def neighbours(tiles: Sequence[rules.LaidTile], tile: str) -> int:
    """How many tiles lie beside *tile*."""
    return sum(each.onto == tile or (each.tile == tile and each.onto is not None) for each in tiles)


def _style(p: rules.Position, style: str) -> bool:
    return isinstance(p.move, Lay) and any(play.style == style for play in p.move.plays)


def _single(p: rules.Position) -> bool:
    return isinstance(p.move, Play)


def _open(p: rules.Position) -> bool:
    return not _style(p, "x")


def _scores(p: rules.Position) -> bool:
    return isinstance(p.move, Lay) and rules.scored_by(p) > 0


def _auctioned(p: rules.Position) -> bool:
    """The move that ends an auction in which two bid or more."""
    bids = [at for at in p.positions()[-p.rules.seats :] if str(at.move).startswith("bid")]
    return len(bids) > 1 and p.previous is not None and p.totals != p.previous.totals


def _over(p: rules.Position, how: str) -> bool:
    return p.result is not None and p.result.over == how


def _noted(p: rules.Position, note: str) -> bool:
    return p.result is not None and note in p.result.notes


def could_play(p: rules.Position) -> list[int]:
    """The seats that hold a tile for one of the ends of a finished deal."""
    return [seat for seat, hand in enumerate(p.hands) if hand & p.layout.takes]


def _blocked(p: rules.Position) -> bool:
    """A blocked round; in games with their own kind of block, that kind."""
    if p.result is None or p.result.over != "blocked" or not _readable(p):
        return False
    playing = {p.rules.side_of(seat) for seat, hand in enumerate(p.table.dealt) if hand}
    if not all(p.result.pips[side] for side in playing):
        return False
    if p.rules.block == "reserve":
        return bool(could_play(p))
    return p.rules.block != "dead" or len(p.boneyard) > p.rules.reserve or not draws(p.rules)


def _start(p: rules.Position) -> bool:
    return p.ply == 1 and len({end.value for end in p.layout.open_ends()}) > 1


def _cut(p: rules.Position) -> bool:
    return isinstance(p.move, Cut) and p.move.joint > 1 and 4 < _laid(_before(p)) <= 11


def _inserted(p: rules.Position) -> bool:
    return isinstance(p.move, Insert) and p.move.behind > 0 and p.move.tile.pips > 0 and 5 <= _laid(p) <= 9


def _several_places(p: rules.Position) -> bool:
    """The turned tile can be placed in different ways."""
    return (
        _laid(p) <= 9
        and len(p.legal) > 1
        and len({type(move) for move in p.legal}) > 1
        and any(isinstance(move, Append) for move in p.legal)
    )


def trains_of(p: rules.Position) -> Trains:
    """The layout of Mexican Train."""
    return cast(Trains, p.layout)


def _station(p: rules.Position) -> bool:
    """Some trains have tiles, some not, and nothing has happened to them yet."""
    trains = trains_of(p)
    begun = [train for train in trains.trains if train.tiles]
    closed = not any(train.open for train in trains.trains if train.of != rules.MEXICAN)
    return 1 < len(begun) < len(trains.trains) and closed and trains.cover is None


def _several_trains(p: rules.Position) -> bool:
    """Tiles fit on the own train and on two others or more, early in the round, and others fit nowhere."""
    plays = [move for move in p.legal if isinstance(move, OnTrain)]
    if p.turn is None or not isinstance(p.move, OnTrain | Pass) or _laid(p) > 3 * p.rules.seats + 4:
        return False
    tiles, names = {play.tile for play in plays}, {play.train for play in plays}
    own = rules.train_of(p.turn)
    has_own = own in names and len(cars(p, own)) > 0
    return has_own and rules.MEXICAN in names and len(names) > 2 and _held(p) - len(tiles) >= 2


def _opened(p: rules.Position) -> bool:
    """A pass after a draw that opened a train with tiles, while the others are closed."""
    if not isinstance(p.move, Pass) or not isinstance(_before(p).move, Draw) or p.turn is None:
        return False
    own = rules.train_of(cast(int, p.seat))
    others = [train for train in trains_of(p).trains if train.of not in (own, rules.MEXICAN)]
    return len(cars(p, own)) > 0 and trains_of(p).cover is None and not any(train.open for train in others)


def _covered(p: rules.Position) -> bool:
    """A seat covered a double that another one had to leave."""
    if p.previous is None or trains_of(p.previous).cover is None or trains_of(p).cover is not None or p.over:
        return False
    return isinstance(p.move, OnTrain) and left_uncovered(p).seat != p.seat and _laid(p) <= 6 * p.rules.seats


def left_uncovered(p: rules.Position) -> rules.Position:
    """The position after the double that lay uncovered before *p*."""
    at = _before(p)
    while not isinstance(at.move, OnTrain):
        at = _before(at)
    return at


def _few_left(p: rules.Position) -> bool:
    """Whether all hands are short enough for a figure, and all that are left cost something."""
    longest = max(hand.bit_count() for hand in p.hands)
    return longest <= p.rules.hand and sum(rules.pips_of(p.rules, hand) > 0 for hand in p.hands) == p.rules.seats - 1


def cars(p: rules.Position, name: str) -> tuple[rules.Tile, ...]:
    """The tiles of a train, inside out."""
    trains = trains_of(p)
    return next(its for train, its in zip(trains.trains, trains.cars, strict=True) if train.of == name)

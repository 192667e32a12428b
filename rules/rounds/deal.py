"""Deals: how a shuffle becomes one, and what a deal must be (rules.md 4, 8, 10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ..errors import IllegalDeal, Unreadable, phrase, quoted
from ..pieces.tiles import Tile, bits, tile
from .game import Game
from .lead import CHANCES, lead_rule

Order = Callable[[str, Sequence[Tile]], Sequence[Tile]]
"""``order(purpose, tiles)`` is a permutation of *tiles*: the only source of chance."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles as dealt. *hands* by seat; *boneyard* front first; *start* the open tile or the station, if any; *lead*
    the seat drawn to lead. In Sausage *rows* replace hands, front first.
    """

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    start: Tile | None = None
    lead: int | None = None
    rows: tuple[tuple[Tile, ...], ...] | None = None

    @property
    def hand_bits(self) -> tuple[int, ...]:
        """The hands (or rows) as bits, by seat."""
        return tuple(map(bits, self.hands))

    def as_dict(self) -> dict[str, object]:
        """As in a record (rules.md 10)."""
        hands = [[str(each) for each in hand] for hand in self.hands]
        fields: dict[str, object] = {
            "hands" if self.rows is None else "rows": hands,
            "boneyard": [str(each) for each in self.boneyard],
        }
        if self.start is not None:
            fields["start"] = str(self.start)
        if self.lead is not None:
            fields["lead"] = self.lead
        return fields


def deal_tiles(
    game: Game, order: Order, host: int, dealt: tuple[int, ...], aside: Mapping[int, Tile], station: Tile | None
) -> Deal:
    """The next deal of *game*. *order* makes every random choice; *host* is the seat that created the game.

    *dealt* are the seats that are dealt a hand, *aside* the tiles set aside by seat, *station* the one for the middle
    of the table. `rules.make_deal` describes *order*.
    """
    rules = game.rules
    pile = list(order("deal", rules.tiles))
    rule = lead_rule(game)
    start = next(each for each in pile if not each.double) if rule == "stock" else station
    if start is not None:
        pile.remove(start)
    for each in aside.values():
        pile.remove(each)
    hands = []
    for seat in range(rules.seats):
        hand = [aside[seat]] if seat in aside else []
        size = rules.hand - len(hand) if seat in dealt else 0
        hands.append((*hand, *pile[:size]))
        del pile[:size]
    lead = _chance(game, rule, order, dealt, host) if rule in CHANCES else None
    rows = tuple(hands) if rules.in_rows else None
    return Deal(tuple(hands), tuple(pile), start, lead, rows)


def _chance(game: Game, rule: str, order: Order, dealt: tuple[int, ...], host: int) -> int:
    """The seat chosen at random to lead (rules.md 4)."""
    if rule == "host":
        return host
    tiles = order("lead", game.rules.tiles)
    if rule == "count":
        return sum(tiles[seat].pips for seat in range(game.rules.seats)) % game.rules.seats
    if rule == "odd_even":
        call = order("call", game.rules.tiles)[0].pips % 2
        return 1 if (tiles[0].pips + tiles[1].pips) % 2 == call else 0
    return max(dealt, key=lambda seat: tiles[seat].weight)


def deal_from_dict(document: object) -> Deal:
    """The deal in a record (rules.md 10), unchecked. Raises IllegalDeal for any other shape."""
    if not isinstance(document, Mapping):
        raise IllegalDeal(phrase("not_a_deal", found=quoted(document)))
    name = "rows" if "rows" in document else "hands"
    if unknown := sorted(str(key) for key in document if key not in (name, "boneyard", "start", "lead")):
        raise IllegalDeal(phrase("no_part_of_deal", name=quoted(unknown[0])))
    hands = document.get(name)
    if not isinstance(hands, list):
        raise IllegalDeal(phrase("no_list", name=name))
    start, lead = document.get("start"), document.get("lead")
    if lead is not None and (isinstance(lead, bool) or not isinstance(lead, int)):
        raise IllegalDeal(phrase("lead_no_number", found=quoted(lead)))
    read = tuple(_tiles(f"{name}[{seat}]", hand) for seat, hand in enumerate(hands))
    return Deal(
        read,
        _tiles("boneyard", document.get("boneyard")),
        None if start is None else _tiles("start", [start])[0],
        lead,
        read if name == "rows" else None,
    )


def _tiles(where: str, texts: object) -> tuple[Tile, ...]:
    if not isinstance(texts, list):
        raise IllegalDeal(phrase("no_list_of_tiles", name=where))
    try:
        return tuple(tile(each) for each in texts)
    except Unreadable as error:
        raise IllegalDeal(phrase("in_place", place=where, reason=error.phrase)) from None


def check_deal(game: Game, deal: Deal, dealt: tuple[int, ...], aside: Mapping[int, Tile], station: Tile | None) -> None:
    """Raise IllegalDeal with the first reason why *deal* can't be the next one of *game* (its tiles: `check_set`).

    *dealt*, *aside* and *station* are as in `deal_tiles`.
    """
    rules, rule = game.rules, lead_rule(game)
    if (deal.rows is not None) != rules.in_rows:
        raise IllegalDeal(phrase("rows_missing" if rules.in_rows else "rows_elsewhere"))
    if len(deal.hands) != rules.seats:
        raise IllegalDeal(phrase("hands_for_seats", hands=len(deal.hands), seats=rules.seats))
    if station is not None and deal.start is not station:
        raise IllegalDeal(phrase("wrong_station", tile=str(station)))
    if station is None and (deal.start is not None) != (rule == "stock"):
        raise IllegalDeal(phrase("start_missing") if rule == "stock" else phrase("start_given", lead=rule))
    if station is None and deal.start is not None and deal.start.double:
        raise IllegalDeal(phrase("start_double", tile=str(deal.start)))
    if (deal.lead is not None) != (rule in CHANCES):
        raise IllegalDeal(phrase("lead_missing" if rule in CHANCES else "lead_given", lead=rule))
    if deal.lead is not None and not 0 <= deal.lead < rules.seats:
        raise IllegalDeal(phrase("lead_of_nobody", seat=deal.lead))
    _check_hands(game, deal, dealt, aside)


def _check_hands(game: Game, deal: Deal, dealt: tuple[int, ...], aside: Mapping[int, Tile]) -> None:
    size = game.rules.hand
    for seat, hand in enumerate(deal.hands):
        number = size if seat in dealt else 0
        # A seat that left may be dealt a hand: its tiles stay face down and don't count.
        if len(hand) != number and (seat not in game.gone or len(hand) != size):
            raise IllegalDeal(phrase("tiles_of_seat", seat=seat, tiles=len(hand), wanted=number))
    for seat, its in aside.items():
        if its not in deal.hands[seat]:
            raise IllegalDeal(phrase("hundred_not_dealt", seat=seat, tile=str(its)))


def check_set(game: Game, deal: Deal, dealt: tuple[int, ...]) -> None:
    """Raise IllegalDeal unless *deal* has every tile of the set exactly once; *dealt* are its hands as bits."""
    start = () if deal.start is None else (deal.start,)
    there = bits(start) | bits(deal.boneyard)
    for hand in dealt:
        there |= hand
    number = len(start) + len(deal.boneyard) + sum(map(len, deal.hands))
    if there == game.rules.all_tiles and number == len(game.rules.tiles):
        return
    seen = 0
    for each in chain(*deal.hands, deal.boneyard, start):
        if not each.bit & game.rules.all_tiles:
            raise IllegalDeal(phrase("not_of_the_set", tile=str(each)))
        if each.bit & seen:
            raise IllegalDeal(phrase("there_twice", tile=str(each)))
        seen |= each.bit
    if missing := [each for each in game.rules.tiles if not each.bit & seen]:
        raise IllegalDeal(phrase("tile_missing", tile=str(missing[0])))

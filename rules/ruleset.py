"""The rules of one game at one table: every option of rules.md 2-7 with its value."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .board import Board, board
from .catalogue import VARIANTS, Variant
from .errors import ImpossibleRules, quoted
from .options import DEFAULTS, lone_hands, read_option
from .tiles import Tile, bits, tile, tile_set

if TYPE_CHECKING:
    from .ordinary import Ordinary

UNLIMITED = 1 << 30


@dataclass(frozen=True)
class RuleSet:
    """All options of a game; get one from `ruleset`. The names are those of rules.md.

    *options* holds only what was changed, as records give it; *hand* is the number of tiles of one hand at
    this number of seats.
    """

    key: str
    name: str
    seats: int
    options: Mapping[str, object] = field(hash=False)
    variant: Variant = field(repr=False, compare=False)
    set: int
    doubles: bool
    pairs: bool
    hand: int
    match: str
    spinner: str
    doubles_per_turn: int
    closing: bool
    double_lengthwise: bool
    draw: str
    reserve: int
    draw_when_able: bool
    drawn_play: str
    pick: str
    draw_price: int
    auction: bool
    lead_first: str
    lead_next: str
    lead_blocked: str | None
    no_double: str
    lead_free: str
    redeal: str
    block: str
    out_wins: str
    block_win: str
    tie_block: str
    score_out: str
    score_block: str
    round_to: int
    out_bonus: int
    lone: Mapping[str, int] = field(hash=False)
    blank: int
    winner_free: bool
    partner_free: bool
    open_at: int
    remember: bool
    ends: int
    ends_pay: str
    end: str
    goal: str
    tie_end: str
    target_at: str
    titles: str
    signals: bool
    eggs: str
    cut: str

    def __reduce__(self) -> tuple[object, ...]:
        return ruleset, (self.key, dict(self.options), self.seats)  # copied and stored as what was chosen

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the set."""
        return tile_set(self.set, self.doubles)

    @cached_property
    def all_tiles(self) -> int:
        """The whole set as bits."""
        return bits(self.tiles)

    @cached_property
    def side_by_seat(self) -> tuple[int, ...]:
        """The side of each seat. Partners sit opposite each other (rules.md 1; more pairs: 9.3)."""
        if not self.pairs:
            return tuple(range(self.seats))
        sides = self.seats // 2 if self.variant.conduct == "general" else 2
        return tuple(seat % sides for seat in range(self.seats))

    @cached_property
    def sides(self) -> int:
        """How many sides there are."""
        return len(set(self.side_by_seat))

    @cached_property
    def every_side(self) -> tuple[int, ...]:
        """All sides."""
        return tuple(range(self.sides))

    def has_seat(self, seat: object) -> bool:
        """Whether *seat* is the number of a seat at this table; True and 1.0 are none."""
        return type(seat) is int and 0 <= seat < self.seats

    def side_of(self, seat: int) -> int:
        """The side *seat* scores for."""
        return self.side_by_seat[seat]

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats that score for *side*."""
        return tuple(seat for seat, its in enumerate(self.side_by_seat) if its == side)

    @cached_property
    def draw_limit(self) -> int:
        """How many tiles a seat may draw in one turn."""
        return {"none": 0, "until": UNLIMITED}[self.draw] if self.draw in ("none", "until") else int(self.draw)

    @cached_property
    def target(self) -> int | None:
        """The points that end the game; None where it ends after a number of rounds."""
        return int(self.end.partition(":")[2]) if self.end.startswith("target") else None

    @cached_property
    def rounds(self) -> int | None:
        """The number of rounds of the game; None where it ends at a target."""
        return int(self.end.partition(":")[2]) if self.end.startswith("rounds") else None

    @cached_property
    def lone_hands(self) -> Mapping[int, int]:
        """What a hand of just these tiles (as bits) counts instead of its pips."""
        return lone_hands(self.lone)

    @cached_property
    def board(self) -> Board:
        """How the layout grows under these rules."""
        return board(self.set, self.doubles, self.match, self.spinner)

    @cached_property
    def styled_doubles(self) -> bool:
        """Whether a double can be more than played alone and across: together, closed or lengthwise."""
        return self.doubles_per_turn > 1 or self.closing or self.double_lengthwise

    @cached_property
    def conduct(self) -> "Ordinary":
        """What data can't say: who is dealt and leads, how a round is scored, what leaving means."""
        from .conduct import CONDUCT

        return CONDUCT[self.variant.conduct]

    @property
    def dealt_seats(self) -> int:
        """How many seats are dealt a hand each round (General: two pairs; rules.md 9.3)."""
        return min(self.seats, 4) if self.variant.conduct == "general" else self.seats

    @property
    def leads(self) -> Mapping[str, str]:
        """The lead rules that are set, by the name of the option."""
        named = {"lead_first": self.lead_first, "lead_next": self.lead_next, "lead_blocked": self.lead_blocked}
        return {name: value for name, value in named.items() if value is not None}

    @property
    def required_tiles(self) -> Mapping[str, Tile]:
        """The tiles that lead rules ask for, by the name of the option."""
        return {name: tile(value.partition(":")[2]) for name, value in self.leads.items() if ":" in value}


def ruleset(key: str, options: Mapping[str, object] | None = None, seats: int = 2) -> RuleSet:
    """The game *key* with the house rules *options* for *seats* players, checked (rules.md 8).

    Raises ImpossibleRules with a sentence that names the options that can't be played.
    """
    variant = VARIANTS.get(key) if isinstance(key, str) else None
    if variant is None:
        raise ImpossibleRules(f"there is no game {quoted(key)}")
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in variant.seats:
        allowed = " or ".join(map(str, variant.seats))
        raise ImpossibleRules(f"{variant.name} is for {allowed} players, not {quoted(seats)}")
    if options is not None and not isinstance(options, Mapping):
        raise ImpossibleRules("options must be a map from names to values")
    read = {name: read_option(name, value) for name, value in (options or {}).items()}
    return _ruleset(variant.key, seats, json.dumps(read, sort_keys=True))


@lru_cache(maxsize=512)
def _ruleset(key: str, seats: int, options: str) -> RuleSet:
    from .checks import check

    variant = VARIANTS[key]
    given: dict[str, Any] = json.loads(options)
    preset: dict[str, Any] = {**DEFAULTS, **variant.options_at(seats)}
    if given.get("pairs", preset["pairs"]):
        preset.update(variant.in_pairs)
    changed = {name: value for name, value in given.items() if value != preset[name]}
    values = {**preset, **changed}
    values["hand"] = _hand_size(values["hand"], seats)
    rules = RuleSet(
        key=key, name=variant.name, seats=seats, variant=variant, options=MappingProxyType(changed), **values
    )
    check(rules)
    return rules


def _hand_size(hand: int | str | dict[str, int], seats: int) -> int:
    if hand == "8-n":
        return 8 - seats
    if isinstance(hand, dict):
        if str(seats) not in hand:
            raise ImpossibleRules(f"hand: the map doesn't say how many tiles at {seats} seats")
        return hand[str(seats)]
    return int(hand)

"""The rules of one game at one table: every option of rules.md 2-7 with its value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from .. import words
from ..pieces.board import Board, board
from ..pieces.layout import Layout
from ..pieces.tiles import Tile, bits, tile, tile_set
from .options import lone_hands
from .variant import Variant

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
    without: str
    pairs: bool
    hand: int
    match: str
    spinner: words.Spinner
    doubles_per_turn: int
    closing: bool
    double_lengthwise: bool
    fill: words.Fill
    arms: int
    draw: words.Drawing
    reserve: int
    draw_when_able: bool
    drawn_play: words.DrawnPlay
    pick: words.Pick
    draw_price: int
    auction: bool
    lead_first: str
    lead_next: str
    lead_blocked: str | None
    no_double: words.NoDouble
    lead_free: words.LeadFree
    redeal: str
    block: words.Block
    out_by: words.OutBy
    out_wins: words.OutWins
    block_win: words.BlockWin
    tie_block: words.TieBlock
    score_out: words.Score
    score_block: words.Score
    round_to: int
    out_bonus: int
    finish: Mapping[words.FinishWay, int] = field(hash=False)
    finish_pays: words.FinishPays
    passes: Mapping[words.PassPays, int] = field(hash=False)
    round_bonus: Sequence[int] = field(hash=False)
    tie_next: int
    lone: Mapping[str, int] = field(hash=False)
    blank: int
    winner_free: bool
    partner_free: bool
    open_at: int
    remember: bool
    ends: int | str
    ends_pay: words.EndsPay
    end: str
    goal: words.Goal
    tie_end: words.TieEnd
    target_at: words.TargetAt
    titles: words.Titles
    signals: bool
    eggs: words.Eggs
    cut: words.Cut
    opening: words.Opening
    after_double: words.AfterDouble
    last_double: words.LastDouble
    own_first: bool

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the set."""
        return tile_set(self.set, self.doubles, self.without)

    @cached_property
    def all_tiles(self) -> int:
        """The whole set as bits."""
        return bits(self.tiles)

    @cached_property
    def side_by_seat(self) -> tuple[int, ...]:
        """The side of each seat. Partners sit opposite each other (rules.md 1; more pairs: 9.3)."""
        if not self.pairs:
            return tuple(range(self.seats))
        sides = self.seats // 2 if self.variant.in_queue else 2
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
        """Whether *seat* is a valid seat number; True and 1.0 aren't."""
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
    def matching(self) -> words.Matching:
        """The option `match` without its number (rules.md 2)."""
        return cast(words.Matching, self.match.partition(":")[0])

    @cached_property
    def ends_at(self) -> tuple[words.EndBy, int]:
        """The option `end` taken apart: what ends the game, and the number (rules.md 7)."""
        kind, _colon, number = self.end.partition(":")
        return cast(words.EndBy, kind), int(number)

    @cached_property
    def target(self) -> int | None:
        """The points that end the game; None where something else does."""
        return self.ends_at[1] if self.ends_at[0] == "target" else None

    @cached_property
    def rounds(self) -> int | None:
        """The number of rounds of the game; None where something else ends it."""
        return self.ends_at[1] if self.ends_at[0] == "rounds" else None

    @cached_property
    def love(self) -> int | None:
        """The points that win while another side has none (`love`); None where something else ends the game."""
        return self.ends_at[1] if self.ends_at[0] == "love" else None

    @cached_property
    def pips_are_all(self) -> bool:
        """Whether a round is worth its pips and the price of going out, whatever else happened (rules.md 6, 7)."""
        return not self.pays_more and self.love is None and self.target_at != "exact"

    @cached_property
    def divisors(self) -> tuple[int, ...]:
        """The numbers that score where they divide the count of the ends; empty where it doesn't score."""
        return tuple(filter(None, map(int, str(self.ends).split("+")))) if self.ends != "alike" else ()

    def ends_score(self, layout: Layout) -> int:
        """The points for the ends of *layout* right after a play, whatever the totals are (rules.md 6)."""
        if self.ends == "alike":
            return layout.alike
        if not (count := layout.count):
            return 0
        total = 0
        for divisor in self.divisors:
            if not count % divisor:
                total += count if self.ends_pay == "sum" else count // divisor
        return total

    def taken(self, total: int, points: int) -> int:
        """The *points* that a side with *total* really gets: none that would pass the target under `exact`."""
        return 0 if self.target_at == "exact" and self.target is not None and total + points > self.target else points

    @cached_property
    def lone_hands(self) -> Mapping[int, int]:
        """The value of a hand of just these tiles (as bits), instead of its pips."""
        return lone_hands(self.lone)

    @cached_property
    def board(self) -> Board:
        """How the layout grows under these rules."""
        return board(self.set, self.tiles, self.match, self.spinner, self.fill, self.arms)

    @cached_property
    def styled_doubles(self) -> bool:
        """Whether a double can be more than played alone and across: together, closed or lengthwise."""
        return self.doubles_per_turn > 1 or self.closing or self.double_lengthwise

    @property
    def layout_kind(self) -> words.LayoutKind:
        """How the tiles lie: on a board with ends, in the two lines of Sausage, or in trains."""
        return self.variant.layout_kind

    @property
    def in_rows(self) -> bool:
        """Whether hands are dealt as face-down rows (rules.md 9.6)."""
        return self.variant.in_rows

    @property
    def in_trains(self) -> bool:
        """Whether everyone has a train (rules.md 9.7)."""
        return self.layout_kind == "trains"

    @property
    def dealt_seats(self) -> int:
        """How many seats are dealt a hand each round (General: two pairs; rules.md 9.3)."""
        return min(self.seats, 4) if self.variant.in_queue else self.seats

    @property
    def leads(self) -> Mapping[str, str]:
        """The lead rules that are set, by the name of the option."""
        named = {"lead_first": self.lead_first, "lead_next": self.lead_next, "lead_blocked": self.lead_blocked}
        return {name: value for name, value in named.items() if value is not None}

    @cached_property
    def lead_words(self) -> frozenset[words.LeadBy]:
        """The lead rules that are set, without the tiles they name."""
        return frozenset(words.lead_parts(lead)[0] for lead in self.leads.values())

    @cached_property
    def has_doubles(self) -> bool:
        """Whether the set has a double."""
        return any(each.double for each in self.tiles)

    @cached_property
    def pays_more(self) -> list[str]:
        """The options in force that pay a winner more than the pips, or pay for passes (rules.md 6)."""
        more = {
            "finish": self.finish, "passes": self.passes, "round_bonus": self.round_bonus, "tie_next": self.tie_next,
        }  # fmt: skip
        return [name for name, value in more.items() if value]

    @property
    def required_tiles(self) -> Mapping[str, Tile]:
        """The tiles that lead rules ask for, by the name of the option."""
        return {name: tile(value.partition(":")[2]) for name, value in self.leads.items() if ":" in value}

"""Thousands of rounds of Block or Draw at once, in NumPy, for self-play on one processor.

`python -m engine.envs.batches` measures how many rounds a second it plays at random.
"""

import sys
from collections.abc import Mapping
from dataclasses import fields
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rules

Bits = NDArray[np.uint32]
"""Sets of tiles: bit 0 is the first tile of the set."""
Small = NDArray[np.int8]
Bools = NDArray[np.bool_]

TILES, VALUES = 28, 7
MAY_DIFFER = {"key", "name", "seats", "options", "variant", "hand", "draw", "reserve", "draw_when_able", "out_wins"}
OF_THE_GAME = {"end", "goal", "lead_next", "tie_end"}  # a batch plays rounds
_NONE = -1  # no tile, no value: tables have a last entry for it

_SET = rules.ruleset("block", None, 2).tiles
_HIGH, _LOW = (np.array([*half, _NONE], np.int8) for half in zip(*((t.high, t.low) for t in _SET), strict=True))
_PIPS = np.array([tile.pips for tile in _SET])
# By value: the tiles that show it. A lead may be any tile.
_TAKES = np.array([*(sum(t.bit for t in _SET if v in (t.high, t.low)) for v in range(VALUES)), (1 << TILES) - 1])
_TAKES = _TAKES.astype(np.uint32)


class Batch:
    """Rounds between *seats* players, each for itself. *game* is "block", "draw", or another that *options* make alike.

    It deals *rounds* rounds, which then go on at once, a move in each `step`. Arrays have a row for each round that
    still runs; `rows` says which these are. `over` and `rewards` have a row for each round that was dealt.
    Moves are numbers (docs/formats.md, "Numbered moves"). The same *seed* deals the same. Rewards are points, as with
    ``reward="points"``. `observations` are other, shorter rows than an `Episode`'s: a policy fits one of them only.
    Raises ValueError for rules that it doesn't know.
    """

    def __init__(
        self,
        game: str = "block",
        rounds: int = 4096,
        seats: int = 2,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        self.rules = rules.ruleset(game, options, seats)
        _check(self.rules)
        self.rounds = rounds
        self._rng = np.random.default_rng(seed)
        moves = rules.numbered_moves(self.rules)
        self.moves = len(moves)
        self._draw, self._pass = moves.number(rules.parse_move("draw")), moves.number(rules.parse_move("pass"))
        # By move: its tile, the tile it is played on, and the value where they meet. By both tiles: the move.
        self.tile, self.onto, self.meet = (np.full(self.moves, _NONE, np.int8) for _ in range(3))
        self._number = np.zeros((TILES, TILES + 1), np.int16)
        place = {tile: number for number, tile in enumerate(_SET)}
        for number in range(self.moves):
            move = moves.move(number)
            if isinstance(move, rules.Play):
                self.tile[number] = place[move.tile]
                if move.onto is not None:
                    self.onto[number] = place[move.onto]
                    self.meet[number] = ({*_halves(move.tile)} & {*_halves(move.onto)}).pop()
                self._number[self.tile[number], self.onto[number]] = number
        self.deal()

    def deal(self, piles: Small | None = None, leaders: Small | None = None) -> None:
        """Begin all rounds anew: shuffled, or with these *piles* (numbers of tiles) and *leaders* (seats), a row each.

        Hands are dealt from a pile's front by seat; the rest is the boneyard. Each seat is as likely to lead, as under
        the rule `draw`.
        """
        size, seats, rounds = self.rules.hand, self.rules.seats, self.rounds
        if piles is None:
            piles = self._rng.random((rounds, TILES), np.float32).argsort(1).astype(np.int8)
        self._pile = piles
        self.rows = np.arange(rounds)
        self.turn = self._rng.integers(0, seats, rounds, np.int8) if leaders is None else leaders
        bits = np.uint32(1) << piles[:, : size * seats].astype(np.uint32)
        self.hands: Bits = np.bitwise_or.reduce(bits.reshape(rounds, seats, size), 2)
        self.sizes = np.full((rounds, seats), size, np.int8)
        self.laid = np.zeros((rounds, seats), np.uint32)
        self.boneyard = np.full(rounds, TILES - size * seats, np.int8)
        self.drawn = np.zeros(rounds, np.int8)  # in this turn
        self.ends = np.full((rounds, 2), _NONE, np.int8)  # their tiles
        self.values = np.full((rounds, 2), _NONE, np.int8)
        self.may = np.full((rounds, seats, VALUES), size, np.int8)  # `observations` explains it
        self.over = np.zeros(rounds, np.bool_)
        self.rewards = np.zeros((rounds, seats), np.float32)
        self._ask()

    def step(self, actions: NDArray[Any]) -> None:
        """Make a move in each round that runs. Raises ValueError if one is illegal: `masks` has the legal ones."""
        at = np.arange(len(self.rows))
        if actions.shape != at.shape or not self.masks[at, actions].all():
            raise ValueError("there must be one legal move for each round that runs")
        seat, tile = self.turn, self.tile[actions]
        self._learn(actions)
        lays = np.flatnonzero(tile != _NONE)
        self._lay(lays, seat[lays], tile[lays], actions[lays])
        draws = np.flatnonzero(actions == self._draw)
        self._take(draws, seat[draws])
        self.turn = np.where(actions == self._draw, seat, (seat + 1) % self.rules.seats).astype(np.int8)
        self.drawn = np.where(actions == self._draw, self.drawn + 1, 0).astype(np.int8)
        self._end(self.sizes[at, seat] == 0)
        self._ask()

    def _lay(self, at: NDArray[Any], seat: Small, tile: Small, action: NDArray[Any]) -> None:
        bit = np.uint32(1) << tile.astype(np.uint32)
        self.hands[at, seat] ^= bit
        self.laid[at, seat] |= bit
        self.sizes[at, seat] -= 1
        onto, meet = self.onto[action], self.meet[action]
        there = (self.ends[at, 0] == onto) & (self.values[at, 0] == meet)
        end = np.where(there, 0, 1)
        lead = onto == _NONE
        self.ends[at, end] = tile
        self.values[at, end] = np.where(lead, _LOW[tile], _HIGH[tile] + _LOW[tile] - meet)
        first = at[lead]
        self.ends[first], self.values[first, 0], self.values[first, 1] = (
            tile[lead, None],
            _HIGH[tile[lead]],
            _LOW[tile[lead]],
        )

    def _take(self, at: NDArray[Any], seat: Small) -> None:
        tile = self._pile[at, TILES - self.boneyard[at]]
        self.hands[at, seat] |= np.uint32(1) << tile.astype(np.uint32)
        self.sizes[at, seat] += 1
        self.boneyard[at] -= 1

    def _learn(self, actions: NDArray[Any]) -> None:
        """What the moves tell all about the hands of those who make them."""
        lays, draws = self.tile[actions] != _NONE, actions == self._draw
        at = np.arange(len(actions))
        may = self.may[at, self.turn]
        for end in (0, 1):
            rest = np.flatnonzero(~lays & (self.values[:, end] != _NONE))
            may[rest, self.values[rest, end]] = 0
        may[draws] += 1
        tile = self.tile[actions[lays]]
        laid = may[lays]
        row = np.arange(len(laid))
        laid[row, _HIGH[tile]] -= 1
        laid[row, _LOW[tile]] -= _HIGH[tile] != _LOW[tile]
        may[lays] = np.clip(laid, 0, self.sizes[at, self.turn][lays, None] - 1)
        self.may[at, self.turn] = may

    def _end(self, out: Bools) -> None:
        """Score the rounds that have ended, and leave them out from now on."""
        takes = _TAKES[self.values[:, 0]] | _TAKES[self.values[:, 1]]
        able = (self.hands & takes[:, None]).any(1) | self._may_draw
        ended = np.flatnonzero(out | ~able)
        if not len(ended):
            return
        pips = _unpacked(self.hands[ended]) @ _PIPS
        fewest = pips == pips.min(1, keepdims=True)
        wins = fewest & (fewest.sum(1, keepdims=True) == 1)
        if self.rules.out_wins == "out":
            wins = np.where(out[ended, None], self.sizes[ended] == 0, wins)
        written = wins * (pips.sum(1, keepdims=True) - 2 * pips)
        others = self.rules.seats - 1
        self.rewards[self.rows[ended]] = written - (written.sum(1, keepdims=True) - written) / others
        self.over[self.rows[ended]] = True
        going = np.ones(len(out), np.bool_)
        going[ended] = False
        for name in ("_pile", "rows", "turn", "hands", "sizes", "laid", "boneyard", "drawn", "ends", "values", "may"):
            setattr(self, name, getattr(self, name)[going])

    @property
    def _may_draw(self) -> Bools:
        """Whether the boneyard has a tile to draw."""
        return (self.boneyard > self.rules.reserve) & (self.rules.draw_limit > 0)

    def _ask(self) -> None:
        """Find the legal moves."""
        at = np.arange(len(self.rows))
        self.masks: Bools = np.zeros((len(at), self.moves), np.bool_)
        flat = self.masks.reshape(-1)
        hand = self.hands[at, self.turn]
        able = np.zeros(len(at), np.bool_)
        for end in (0, 1):
            fits = hand & _TAKES[self.values[:, end]]
            able |= fits != 0
            row, tile = np.divmod(np.flatnonzero(_unpacked(fits, 32)), 32)
            flat[row * self.moves + self._number[tile, self.ends[row, end]]] = True
        lead = self.ends[:, 0] == _NONE
        draws = self._may_draw & (self.drawn < self.rules.draw_limit) & ~lead
        draws &= ~able | self.rules.draw_when_able
        self.masks[:, self._draw] = draws
        self.masks[:, self._pass] = ~able & ~draws

    @property
    def observations(self) -> Small:
        """All that matters to the seats on turn, a row each. Other seats are counted from its own to the left:

        its tiles · the tiles that each seat has laid, 1 or 0 by tile of the set · open ends by value · tiles in each
        hand · tiles in the boneyard · by seat and value: how many of its tiles may show that value, if it drew and
        passed only for want of a tile.
        """
        at = np.arange(len(self.rows))[:, None]
        around = (self.turn[:, None] + np.arange(self.rules.seats)) % self.rules.seats
        values = np.arange(VALUES)
        ends = (self.values[:, :1] == values).astype(np.int8) + (self.values[:, 1:] == values)
        parts = (
            _unpacked(self.hands[at[:, 0], self.turn]),
            _unpacked(self.laid[at, around]).reshape(len(at), -1),
            ends,
            self.sizes[at, around],
            self.boneyard[:, None],
            self.may[at, around].reshape(len(at), -1),
        )
        return np.concatenate(parts, axis=1, dtype=np.int8, casting="unsafe")


def at_random(masks: Bools, rng: np.random.Generator) -> NDArray[np.intp]:
    """A legal move for each row of *masks*, all as likely."""
    row, action = np.divmod(np.flatnonzero(masks), masks.shape[1])
    number = np.bincount(row, minlength=len(masks))
    chosen = np.cumsum(number) - number + (rng.random(len(masks)) * number).astype(np.intp)
    return np.asarray(action[chosen])


def _unpacked(bits: Bits, width: int = TILES) -> NDArray[np.uint8]:
    """A last axis more: 1 or 0 by tile."""
    return np.unpackbits(bits.astype("<u4")[..., None].view(np.uint8), axis=-1, bitorder="little")[..., :width]


def _halves(tile: rules.Tile) -> tuple[int, int]:
    return tile.high, tile.low


def _check(ruleset: rules.RuleSet) -> None:
    """Raise ValueError unless the *ruleset* differs from Block only where a batch can tell."""
    block = rules.ruleset("block", None, 2)
    for name in (field.name for field in fields(ruleset)):
        if name not in MAY_DIFFER | OF_THE_GAME and getattr(ruleset, name) != getattr(block, name):
            raise ValueError(f"batches don't know {name}={getattr(ruleset, name)}")


def main(game: str = "block", rounds: int = 200_000) -> None:
    """Print how many rounds a second and core random play reaches, with masks."""
    batch, rng, begun = Batch(game, seed=1), np.random.default_rng(1), process_time()
    moves = 0
    for _ in range(-(-rounds // batch.rounds)):
        batch.deal()
        while len(batch.rows):
            moves += len(batch.rows)
            batch.step(at_random(batch.masks, rng))
    spent, played = process_time() - begun, -(-rounds // batch.rounds) * batch.rounds
    print(f"{game}: {played / spent:,.0f} rounds and {moves / spent:,.0f} moves a second")


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "block")

"""The provable shuffle: each tile is ordered by an HMAC of the server's seed (docs/design/shuffle.md).

We show SHA-256 of the seed before the deal, and the seed when the round ends. The players' own
seeds are part of every message. The design document says what this proves and what it doesn't.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")
CHAIN = 1_000  # deals
STRETCH = 20  # deals; a divisor of CHAIN


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The seed material for all deals of a started game. It stays secret until the game ends."""

    secret: bytes = field(repr=False)
    players: tuple[str, ...] = field(repr=False)  # their seeds, by seat


def commitment(seed: bytes) -> str:
    """SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def seed_of(secret: bytes, deal: int) -> bytes:
    """The seed of a deal, from the game's secret: each seed is the SHA-256 of the next deal's.

    So the first commitment binds the server for all deals. It must, because the server knows the players' seeds from
    the second deal on and could otherwise choose a seed that suits it. A seed doesn't reveal the next one.

    A game with more deals than a chain continues with another chain of the same secret. The first commitment binds that
    chain, too, because another secret would give the first chain other hashes. Once the game has ended and its secret
    is public, everyone can check it (`games.shown.proof`). No deal costs more hashes than one chain.
    """
    stretch, before = divmod(deal, STRETCH)
    return _hashed(_last_of(secret, stretch), STRETCH - 1 - before)


@lru_cache(maxsize=5_000)  # for games in play: only the first deal of a stretch computes its hashes
def _last_of(secret: bytes, stretch: int) -> bytes:
    """The seed of the last deal of a stretch."""
    chain, place = divmod(stretch * STRETCH + STRETCH - 1, CHAIN)
    return _hashed(hmac.digest(secret, f"chain {chain}".encode(), "sha256"), CHAIN - 1 - place)


def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


def round_id(public_id: str, deal: int) -> str:
    return f"{public_id}/{deal}"


def ordering(seed: bytes, round_id: str, seeds: Sequence[str]) -> Callable[[str, Sequence[T]], list[T]]:
    """The `order(purpose, tiles)` that `rules.make_deal` uses as its source of chance.

    The message for the deck is `round id|players' seeds in seat order|tile`. For any other purpose, such as the lead,
    its name comes before the tile, so that the orders are independent.
    """
    prefix = f"{round_id}|{','.join(seeds)}"

    def order(purpose: str, tiles: Sequence[T]) -> list[T]:
        start = prefix if purpose == "deal" else f"{prefix}|{purpose}"
        return sorted(tiles, key=lambda tile: hmac.digest(seed, f"{start}|{tile}".encode(), "sha256"))

    return order

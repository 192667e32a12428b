"""The provable shuffle: each tile is ordered by an HMAC of the server's seed (docs/design/shuffle.md).

SHA-256 of the seed is shown before the deal and the seed when the round is over; the players'
own seeds are part of every message. What that proves, and what not, stands there.
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

    So what is shown before the first deal binds the server for all of them: the players' seeds are known to it from
    the second deal on, and a seed made then could be made to fit. No seed tells the one after it. A game with more
    deals than a chain has goes on with another one of the same secret. The first commitment binds that, too: another
    secret would need another end of the first chain with the same hashes. Everybody can see it once the game is over
    and its secret is open (`games.shown.proof`), however long it was, and no deal costs more than one chain.
    """
    stretch, before = divmod(deal, STRETCH)
    return _hashed(_last_of(secret, stretch), STRETCH - 1 - before)


@lru_cache(maxsize=5_000)  # games that are played now: all but the first deal of a stretch are spared its hashes
def _last_of(secret: bytes, stretch: int) -> bytes:
    """The seed of the last of that many deals."""
    chain, place = divmod(stretch * STRETCH + STRETCH - 1, CHAIN)
    return _hashed(hmac.digest(secret, f"chain {chain}".encode(), "sha256"), CHAIN - 1 - place)


def _hashed(seed: bytes, times: int) -> bytes:
    for _ in range(times):
        seed = hashlib.sha256(seed).digest()
    return seed


def round_id(public_id: str, deal: int) -> str:
    return f"{public_id}/{deal}"


def ordering(seed: bytes, round_id: str, seeds: Sequence[str]) -> Callable[[str, Sequence[T]], list[T]]:
    """The `order(purpose, tiles)` that `rules.make_deal` asks for its chances.

    The deck's message is `round id|players' seeds in seat order|tile`; any other purpose (who
    leads …) is named before the tile, so that it is a chance of its own.
    """
    prefix = f"{round_id}|{','.join(seeds)}"

    def order(purpose: str, tiles: Sequence[T]) -> list[T]:
        start = prefix if purpose == "deal" else f"{prefix}|{purpose}"
        return sorted(tiles, key=lambda tile: hmac.digest(seed, f"{start}|{tile}".encode(), "sha256"))

    return order

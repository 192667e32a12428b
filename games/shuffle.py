"""The provable shuffle: each tile is ordered by an HMAC of the server's seed (docs/architecture.md).

SHA-256 of the seed is shown before the deal and the seed when the round is over; the players'
own seeds are part of every message. What that proves, and what not, stands there.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
CHAIN = 1_000  # deals


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
    seed = hmac.digest(secret, f"chain {deal // CHAIN}".encode(), "sha256")
    for _ in range(CHAIN - 1 - deal % CHAIN):
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

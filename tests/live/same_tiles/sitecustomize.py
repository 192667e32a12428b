"""Python loads this in each process of a server for browser tests: games of one kind then get the same tiles.

With a random shuffle, a test about "a game where it's my turn" fails whenever the tiles don't allow it. Only the number
of the deal and a share in the shuffle that the test chose decide here: those of browsers and of the server have 32
characters, and count as none.
"""

from collections.abc import Callable, Sequence

from games.positions import shuffle

by_chance = shuffle.ordering


def ordering(seed: bytes, round_id: str, seeds: Sequence[str]) -> Callable[..., list[object]]:
    _game, deal = round_id.split("/")
    chosen = [share if len(share) < 32 else "" for share in seeds]
    return by_chance(b"", deal, chosen)


shuffle.ordering = ordering

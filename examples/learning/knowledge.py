"""What a net gets to see: a row of numbers for each move that a player may make.

Training takes its rows from batches, play from the view of a seat; from there on both use the same code.
"""

import numpy as np

VALUES = 7
TILES = [(high, low) for high in range(VALUES) for low in range(high + 1)]
NUMBER = {tile: number for number, tile in enumerate(TILES)}
HIGH, LOW = np.array(TILES, np.int8).T
SHOWS = np.array([[value in tile for value in range(VALUES)] for tile in TILES], np.float32)  # by tile and value
PIPS = np.array([sum(tile) for tile in TILES], np.float32)
NO_TILE = -1


def read_move(text):
    """The tile of a move, and the value of the end it goes on: NO_TILE where there is none (a lead, a draw, a pass)."""
    if not text[0].isdigit():
        return NO_TILE, NO_TILE
    laid, *onto = text.split(">")
    meet = {*laid.split("-")} & {*onto[0].split("-")} if onto else {NO_TILE}
    return number_of(laid), int(meet.pop())


def number_of(tile):
    """The number of a tile such as "6-5"."""
    return NUMBER[tuple(map(int, tile.split("-")))]


def observation(view):
    """The same row as `Batch.observations` (engine/envs/batches.py), from the view of a seat (docs/engines.md)."""
    you, deal = view["you"], view["round"]
    seats, sizes, moves = len(deal["hands"]), deal["hands"], deal["moves"]
    size = (sum(sizes) + len(deal["layout"]) - sum(" draw" in move for move in moves)) // seats  # of a hand as dealt
    may = np.full((seats, VALUES), size, np.int8)
    left = [size] * seats  # tiles in each hand
    laid = np.zeros((seats, len(TILES)), np.int8)
    ends = []
    for move in moves:
        seat, text = move.split(" ", 1)
        seat = int(seat)
        tile, meet = read_move(text)
        if tile == NO_TILE:  # it has no tile for these ends
            may[seat, ends] = 0
            if text.startswith("draw"):
                may[seat] += 1
                left[seat] += 1
            continue
        laid[seat, tile] = 1
        left[seat] -= 1
        high, low = TILES[tile]
        may[seat, [*{high, low}]] -= 1
        may[seat] = may[seat].clip(0, left[seat])
        if ends:
            ends.remove(meet)
            ends.append(high + low - meet)
        else:
            ends = [high, low]
    hand = np.zeros(len(TILES), np.int8)
    hand[[number_of(tile) for tile in deal["hand"]]] = 1
    around = [(you + step) % seats for step in range(seats)]
    open_ends = [ends.count(value) for value in range(VALUES)]
    parts = (
        hand,
        laid[around].ravel(),
        open_ends,
        [sizes[seat] for seat in around],
        [deal["boneyard"]],
        may[around].ravel(),
    )
    return np.concatenate(parts).astype(np.int8)


def features(seen, tile, meet):
    """What two players' game looks like after a move, to the seat that made it: a row for each move.

    *seen* are observations, *tile* and *meet* the moves (`read_move`).
    """
    rows = np.arange(len(seen))
    cuts = np.cumsum([28, 28, 28, VALUES, 2, 1, VALUES])
    hand, own, other, ends, sizes, boneyard, my_may, may = np.split(seen.astype(np.float32), cuts, axis=1)
    lays = tile != NO_TILE
    at, tiles = rows[lays], tile[lays]
    hand[at, tiles], own[at, tiles] = 0, 1
    sizes[at, 0] -= 1
    old = meet[lays]
    follows = old != NO_TILE
    ends[at[follows], old[follows]] -= 1
    ends[at[follows], (HIGH[tiles] + LOW[tiles] - old)[follows]] += 1
    leads, led = at[~follows], tiles[~follows]
    ends[leads, HIGH[led]] += 1
    ends[leads, LOW[led]] += 1
    my_may[at, HIGH[tiles]] -= 1
    my_may[at, LOW[tiles]] -= HIGH[tiles] != LOW[tiles]
    my_may = my_may.clip(0, sizes[:, :1])
    unseen = 1 - hand - own - other
    may = np.minimum(may, unseen @ SHOWS)
    possible = unseen * (may[:, HIGH] > 0) * (may[:, LOW] > 0)  # tiles that the other may hold
    may = np.minimum(may, possible @ SHOWS)
    is_open = ends > 0
    fits = is_open[:, HIGH] | is_open[:, LOW]  # by tile
    held, unknown = hand @ SHOWS, unseen @ SHOWS
    answers = (possible * fits).sum(1, keepdims=True)
    follows_up = (hand * fits).sum(1, keepdims=True)
    return np.concatenate(
        (
            *(hand, own, other, possible, ends, is_open, is_open * (may > 0), is_open * (held > 0)),
            *(may / 4, may == 0, my_may / 4, my_may == 0, held / 2, unknown / 4),
            *(answers / 4, answers == 0, follows_up / 4, follows_up == 0, (unseen * fits).sum(1, keepdims=True) / 4),
            *(hand @ PIPS[:, None] / 40, possible.sum(1, keepdims=True) / 16, boneyard / 8, ~lays[:, None]),
            *(sizes / 4, sizes[:, 1:] == np.arange(1, 8)),
        ),
        axis=1,
        dtype=np.float32,
    )


SIZE = features(np.zeros((1, 3 * len(TILES) + 3 * VALUES + 3), np.int8), np.array([0]), np.array([NO_TILE])).shape[1]

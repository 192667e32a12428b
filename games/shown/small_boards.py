"""Layouts of many games at once, for small boards. We show what watchers see; anyone with a game's id may watch it.

They contain no moves or names: only the layout, its ends, and the rules needed to draw it. While a layout is empty, its
players see their own hand there. Of Mexican Train they have the station and the ends of the trains.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import orjson
from django.db.models import prefetch_related_objects

import rules
from common.cache.unchanging import Packed, kept_answers
from games.models import Game
from games.positions import memory
from games.positions.tables import Table
from rulebook.facts import facts

MOST = 40  # games in one request
PLAYED = "moves", "rounds"  # prefetched for a replay


@dataclass(frozen=True)
class SmallBoard:
    """The board of the current or last deal, as watchers see it."""

    id: str
    version: int
    status: Annotated[str, Game.Status]
    seats: Annotated[int, "The number of seats."]
    you: Annotated[int | None, "Your seat, while playing; null for watchers."]
    turn: Annotated[int | None, "The seat to move, while playing."]
    sum: Annotated[int | None, "The sum of two halves that touch; null: they must be equal."]
    arms: Annotated[int, "The ends of a leading spinner."]
    rows: Annotated[bool, "Whether the layout has the two lines of Sausage."]
    layout: Annotated[tuple[rules.LaidTile, ...], "In Mexican Train only the station."]
    ends: tuple[rules.OpenEnd, ...]
    trains: Annotated[tuple[rules.Train, ...] | None, "Mexican Train: as in the view."]
    cover: Annotated[str | None, "Mexican Train: the train with the uncovered double, if one lies."]
    hand: Annotated[tuple[str, ...] | None, "Your tiles before the first one is played; null later, and for watchers."]


def packed_boards(
    public_ids: Sequence[str], reader: int | None, held: Mapping[str, int], charge: Callable[[], object]
) -> Packed:
    """`{"boards": […]}` of these games, in this order; unknown ids are left out. The number of queries is constant.

    *reader* is the user id of the player who gets the answer; None: a visitor. *held* has the guests whose seats their
    browser holds (`seat_links.held_players`). Finished games are replayed once and cached. *charge* is called once for
    all of them (see `Kept.get`).
    """
    rows = Game.objects.filter(public_id__in=public_ids).only(
        "public_id", "version", "status", "variant", "options", "seats_number", "reason"
    )
    boards: dict[str, bytes] = {}
    over: list[Game] = []
    playing: list[str] = []
    for game in rows:
        if game.status == Game.Status.PLAYING:
            playing.append(game.public_id)
        elif game.status == Game.Status.OPEN or game.status in Game.UNPLAYED:
            boards[game.public_id] = orjson.dumps(_board(game, game.rules, None))
        else:
            over.append(game)
    memory.remember(playing)
    for table in memory.newest(playing):
        if table.running is not None:
            position = table.running.position
            seat = table.seat_of(reader)
            if seat is None:
                seat = table.seat_of(held.get(table.public_id))
            boards[table.public_id] = orjson.dumps(_board(table, position.rules, position, seat))
    for public_id, packed in _over(over, charge):
        boards[public_id] = packed.content
    text = b",".join(boards[public_id] for public_id in dict.fromkeys(public_ids) if public_id in boards)
    return Packed.of(b'{"boards":[' + text + b"]}")


def _over(games: Sequence[Game], charge: Callable[[], object]) -> Iterator[tuple[str, Packed]]:
    """The boards of finished and aborted games, which never change."""
    keys = [("board", game.public_id, game.version) for game in games]
    if lacking := kept_answers.lacks(keys):
        charge()
        prefetch_related_objects([game for game, key in zip(games, keys, strict=True) if key in lacking], *PLAYED)

    def work(game: Game) -> list[Packed]:
        deals = memory.replay(game)
        return [Packed.of(orjson.dumps(_board(game, game.rules, deals[-1].position if deals else None)))]

    for game, key in zip(games, keys, strict=True):
        yield game.public_id, kept_answers.get(key, partial(work, game))[0]


def _board(
    of: Game | Table, ruleset: rules.RuleSet, position: rules.Position | None, seat: int | None = None
) -> SmallBoard:
    """The board of a game as *seat* sees it. *position* is that of the current or last deal; None: no deal."""
    view = rules.view_for(position, seat) if position is not None else None
    return SmallBoard(
        id=of.public_id,
        version=of.version,
        status=of.status,
        seats=ruleset.seats,
        you=seat,
        turn=view.turn if view and of.status == Game.Status.PLAYING else None,
        sum=facts(ruleset).sum,
        arms=ruleset.arms,
        rows=ruleset.in_rows,
        layout=() if view is None else view.layout if view.trains is None else view.layout[:1],
        ends=view.ends if view else (),
        trains=view.trains if view else None,
        cover=view.cover if view else None,
        hand=view.hand if view and not view.layout else None,
    )

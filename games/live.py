"""Telling who has a page open that something has changed: in this process, and by a nudge in all others."""

from collections.abc import Collection
from typing import Any

import orjson
from django.db import transaction

from common import nudges
from common.failures import lost_at_worst
from common.nudges import News
from games import memory
from games.open_sockets import game_group, hub
from games.tables import Table


def announce(*tables: Table) -> None:
    """Tell everybody who has one of these games open, and its players' other pages; called after the commit."""
    with lost_at_worst("An announcement was lost"):
        seated = {table.public_id: [player for player in table.players if player is not None] for table in tables}
        hub.show(*tables)
        hub.count({user for users in seated.values() for user in users})
        nudges.tell(News(games=seated))


def announce_games(public_ids: Collection[str]) -> None:
    """The same for many games without a new turn: looks only at games that are open on a board."""
    with lost_at_worst("Some announcements were lost"):
        hub.show(*memory.newest([public_id for public_id in public_ids if game_group(public_id) in hub.followers]))
        nudges.tell(News(games={public_id: [] for public_id in public_ids}))


def announce_again(table: Table, seats: Collection[int]) -> None:
    """Tell the boards at these seats that their view has more, at the version they have. Called after the commit."""
    with lost_at_worst("A view was not shown again"):
        hub.show_again(table, seats)
        nudges.tell(News(again=[[table.public_id, list(seats)]]))


def show_panel(public_id: str, name: str, *, to: Collection[int] | None = None, but: Collection[int] = ()) -> None:
    """Tell open boards of the game that a panel has something new: those of the users *to* (None: of everybody,
    strangers too), but not of the users *but*. Called after the commit.
    """
    with lost_at_worst("A panel was not announced"):
        hub.panel(public_id, name, to, but)
        nudges.tell(News(panels=[[public_id, name, None if to is None else list(to), list(but)]]))


def tell_desks(users: Collection[int]) -> None:
    """Tell all open pages of these users what is counted for them. Called after the commit."""
    with lost_at_worst("A count was lost"):
        hub.count(users, whole=True)
        nudges.tell(News(desks=list(users)))


def tell_programs(events: Collection[tuple[int, dict[str, Any]]]) -> None:
    """Tell what has happened, each as (user id, event), to the programs that listen for these users.

    Called after the commit.
    """
    with lost_at_worst("Programs were not told of an event"):
        texts: list[list[Any]] = [[user, orjson.dumps(event).decode()] for user, event in events]
        for user, text in texts:
            hub.event(user, text)
        nudges.tell(News(events=texts))


def hang_up(user_id: int) -> None:
    """Close the user's sockets in all processes once it is stored that they have logged out, or are gone."""
    transaction.on_commit(lambda: _hang_up(user_id), robust=True)


def _hang_up(user_id: int) -> None:
    with lost_at_worst("Sockets were left open"):
        hub.hang_up(user_id)
        nudges.tell(News(gone=[user_id]))

"""Notifies open pages of changes: directly in this process, by a nudge in all others."""

from collections.abc import Collection, Mapping

import orjson
from django.db import transaction

from common.processes import nudges
from common.processes.failures import lost_at_worst
from games.positions import memory
from games.positions.referee import Step
from games.positions.tables import Table
from games.sockets.open_sockets import game_group, hub
from games.viewers.news import News, moved


def announce(*tables: Table) -> None:
    """Notify the boards of these games and their players' other pages. Call after the commit."""
    with lost_at_worst("An announcement was lost"):
        hub.show(*tables)
        _tell_others(News(games={table.public_id: table.seated for table in tables}))


def announce_steps(*steps: Step) -> None:
    """The same for stored steps. Other processes get their moves, so that they needn't ask the database."""
    with lost_at_worst("An announcement was lost"):
        hub.show(*(step.after for step in steps))
        _tell_others(News(moved=[moved(step) for step in steps]))


def _tell_others(news: News) -> None:
    hub.count(news.players)
    nudges.tell(news)


def announce_games(public_ids: Collection[str]) -> None:
    """Like `announce`, for many games without a new turn. Loads only games that are open on a board."""
    with lost_at_worst("Some announcements were lost"):
        hub.show(*memory.newest([public_id for public_id in public_ids if game_group(public_id) in hub.followers]))
        nudges.tell(News(games={public_id: [] for public_id in public_ids}))


def announce_again(table: Table, seats: Collection[int]) -> None:
    """Send the boards of these seats their view again, at the same version. Call after the commit."""
    with lost_at_worst("A view was not shown again"):
        hub.show_again(table, seats)
        nudges.tell(News(again=[(table.public_id, list(seats))]))


def show_panel(public_id: str, name: str, *, to: Collection[int] | None = None, but: Collection[int] = ()) -> None:
    """Tell open boards of the game that a panel has something new. Call after the commit.

    *to* are user ids (None: everyone, visitors too); the users in *but* are left out.
    """
    with lost_at_worst("A panel was not announced"):
        hub.panel(public_id, name, to, but)
        nudges.tell(News(panels=[(public_id, name, None if to is None else list(to), list(but))]))


def tell_desks(users: Collection[int]) -> None:
    """Send all open pages of these users their counts. Call after the commit."""
    with lost_at_worst("A count was lost"):
        hub.count(users, whole=True)
        nudges.tell(News(desks=list(users)))


def tell_programs(events: Collection[tuple[int, Mapping[str, object]]]) -> None:
    """Send events, as (user id, event), to the programs that listen for these users. Call after the commit."""
    with lost_at_worst("Programs were not told of an event"):
        texts: list[tuple[int, str]] = [(user, orjson.dumps(event).decode()) for user, event in events]
        for user, text in texts:
            hub.event(user, text)
        nudges.tell(News(events=texts))


def hang_up(user_id: int) -> None:
    """Close the user's sockets in all processes, after the commit of a logout or a deletion."""
    transaction.on_commit(lambda: _hang_up(user_id), robust=True)


def _hang_up(user_id: int) -> None:
    with lost_at_worst("Sockets were left open"):
        hub.hang_up(user_id)
        nudges.tell(News(gone=[user_id]))

"""Notifies open pages of changes: directly in this process, by a nudge in all others."""

from collections.abc import Collection, Mapping
from functools import partial

import orjson
from django.db import transaction

from common.processes import nudges
from common.processes.failures import lost_at_worst
from games.positions import memory
from games.positions.referee import Step
from games.positions.tables import Table
from games.sockets.open_sockets import events_group, game_group, hub, user_group
from games.viewers.elsewhere import Told
from games.viewers.news import News, moved


def announce(*tables: Table) -> None:
    """Notify the boards of these games and their players' other pages. Call after the commit."""
    with lost_at_worst("An announcement was lost"):
        _show(*tables)
        hub.elsewhere.tell(*(Told(_groups(table), partial(_changed, table)) for table in tables))


def announce_steps(*steps: Step) -> None:
    """The same for stored steps. Other processes get their moves, so that they needn't ask the database."""
    with lost_at_worst("An announcement was lost"):
        _show(*(step.after for step in steps))
        hub.elsewhere.tell(*(Told(_groups(step.after), partial(_moved, step)) for step in steps))


def _show(*tables: Table) -> None:
    hub.show(*tables)
    hub.count({player for table in tables for player in table.seated})


def _groups(table: Table) -> list[str]:
    return [game_group(table.public_id), *map(user_group, table.seated)]


def _changed(table: Table) -> News:
    return News(games={table.public_id: table.seated})


def _moved(step: Step) -> News:
    return News(moved=[moved(step)])


def announce_games(public_ids: Collection[str]) -> None:
    """Like `announce`, for many games without a new turn. Loads only games that are open on a board."""
    with lost_at_worst("Some announcements were lost"):
        hub.show(*memory.newest([public_id for public_id in public_ids if game_group(public_id) in hub.followers]))
        for public_id in public_ids:
            hub.elsewhere.tell(Told([game_group(public_id)], partial(News, games={public_id: []})))


def announce_again(table: Table, seats: Collection[int]) -> None:
    """Send the boards of these seats their view again, at the same version. Call after the commit."""
    with lost_at_worst("A view was not shown again"):
        hub.show_again(table, seats)
        again = table.public_id, list(seats)
        hub.elsewhere.tell(Told([game_group(table.public_id)], partial(News, again=[again])))


def show_panel(public_id: str, name: str, *, to: Collection[int] | None = None, but: Collection[int] = ()) -> None:
    """Tell open boards of the game that a panel has something new. Call after the commit.

    *to* are user ids (None: everyone, visitors too); the users in *but* are left out.
    """
    with lost_at_worst("A panel was not announced"):
        hub.panel(public_id, name, to, but)
        panel = public_id, name, None if to is None else list(to), list(but)
        hub.elsewhere.tell(Told([game_group(public_id)], partial(News, panels=[panel])))


def tell_desks(users: Collection[int]) -> None:
    """Send all open pages of these users their counts. Call after the commit."""
    with lost_at_worst("A count was lost"):
        hub.count(users, whole=True)
        hub.elsewhere.tell(*(Told([user_group(user)], partial(News, desks=[user])) for user in users))


def tell_programs(events: Collection[tuple[int, Mapping[str, object]]]) -> None:
    """Send events, as (user id, event), to the programs that listen for these users. Call after the commit."""
    with lost_at_worst("Programs were not told of an event"):
        for user, event in events:
            if events_group(user) in hub.followers:
                hub.event(user, _text(event))
        hub.elsewhere.tell(*(Told([events_group(user)], partial(_event, user, event)) for user, event in events))


def _event(user: int, event: Mapping[str, object]) -> News:
    return News(events=[(user, _text(event))])


def _text(event: Mapping[str, object]) -> str:
    return orjson.dumps(event).decode()


def hang_up(user_id: int) -> None:
    """Close the user's sockets in all processes, after the commit of a logout or a deletion."""
    transaction.on_commit(lambda: _hang_up(user_id), robust=True)


def _hang_up(user_id: int) -> None:
    with lost_at_worst("Sockets were left open"):
        hub.hang_up(user_id)
        nudges.tell(News(gone=[user_id]))

"""Games as lists need them: frozen, with just the columns of their rows, in one query for all games of a page.

`games.shown.rows` has what a row says about them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

import orjson
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import rules
from common.database import moment, placeholders, read_rows, stored
from common.lists.paging import Page, columns_of, page
from games.models import Game, Seat
from rulebook.time_control import TimeControl


class ListedPlayer(NamedTuple):
    """The fields of a `User` that lists show."""

    id: int
    username: str
    nickname: str
    deleted_at: datetime | None
    is_guest: bool
    is_program: bool
    bot_level: str

    @property
    def name(self) -> str:
        return _("Deleted player") if self.deleted_at else self.nickname or self.username

    @property
    def is_bot(self) -> bool:
        return self.bot_level != ""


class ListedSeat(NamedTuple):
    """The fields of a `Seat` that lists show."""

    number: int
    side: int
    left: bool
    stand_in: str
    stood_in: bool
    missed: int
    seen_version: int
    points: int | None
    result: str
    player: ListedPlayer | None
    may_be_away: bool  # False: we know that they aren't on vacation

    @property
    def player_id(self) -> int | None:
        return self.player.id if self.player else None


class ListedMove(NamedTuple):
    """The move that made the game's version; its fields as in `Move`."""

    seat: int
    text: str
    by: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Listed:
    """The fields of a `Game` that lists show. *last*: None if its last change wasn't a move."""

    id: int
    public_id: str
    variant: str
    options: str  # JSON
    seats_number: int
    visibility: str
    rated: bool
    met_enough: bool
    appointed: bool
    status: str
    creator_id: int | None
    version: int
    turn: int | None
    deadline: datetime | None
    last_moment: datetime | None
    paused_until: datetime | None
    totals: list[int]
    winners: list[int] | None
    reason: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    annulled_at: datetime | None
    time_control: TimeControl
    last: ListedMove | None
    seats: tuple[ListedSeat, ...]

    @property
    def pk(self) -> int:
        return self.id

    @property
    def rules(self) -> rules.RuleSet:
        return ruleset_of(self.variant, self.options, self.seats_number)

    @property
    def creator(self) -> ListedPlayer | None:
        """The host; None if their account is deleted."""
        return next((seat.player for seat in self.seats if self.creator_id and seat.player_id == self.creator_id), None)

    def seat_of(self, person: int | None) -> ListedSeat | None:
        return next((seat for seat in self.seats if person is not None and seat.player_id == person), None)


CLOCK = (
    "clock", "turn_seconds", "bank_seconds", "increment_seconds", "cap_seconds", "pauses", "misses", "misses_most",
    "lasts_seconds",
)  # fmt: skip
GAME = [each.name for each in fields(Listed)][:-3]
READ = [
    ("game", GAME), ("game", CLOCK), ("move", ListedMove._fields), ("seat", ListedSeat._fields[:-2]),
    ("player", ListedPlayer._fields),
]  # fmt: skip
AT_CLOCK, AT_MOVE, AT_SEAT, AT_PLAYER = (
    slice(*ends) for ends in pairwise(accumulate(len(columns) for _table, columns in READ))
)
AT_AWAY, AT_PLACE = AT_PLAYER.stop, AT_PLAYER.stop + 2
ROWS = (
    "SELECT "  # noqa: S608 - names of columns
    + ", ".join(f'{table}."{column}"' for table, columns in READ for column in columns)
    + ", {away} AS away, found.* FROM ({found}) found"
    " JOIN games_game game ON game.id = found.id JOIN games_seat seat ON seat.game_id = game.id"
    " LEFT JOIN accounts_user player ON player.id = seat.player_id"
    " LEFT JOIN games_move move ON move.game_id = game.id AND move.version = game.version"
    " ORDER BY found.place, seat.number"
)
BY_KEY = "SELECT id, id AS place FROM games_game WHERE id IN ({keys})"
AWAY = "EXISTS (SELECT 1 FROM accounts_vacation WHERE user_id = player.id AND starts <= %s AND ends > %s)"
VACATIONS = (
    "SELECT user_id, starts, ends FROM accounts_vacation WHERE ends > %s AND user_id IN ({people}) ORDER BY starts"
)


def seats_of(game: Game | Listed) -> Sequence[Seat | ListedSeat]:
    """The seats of a game that has them loaded."""
    return game.seats if isinstance(game, Listed) else list(game.seats.all())


@lru_cache(1024)
def ruleset_of(variant: str, options: str, seats: int) -> rules.RuleSet:
    """The rules of a game; *options* as stored, in JSON."""
    return rules.ruleset(variant, orjson.loads(options), seats)


def listed(keys: Sequence[int], now: datetime | None = None) -> list[Listed]:
    """The games with these keys, in this order, each with its seats, their players, and the last move. One query.

    *now*: finds out who is on vacation, so that `away` asks only if somebody is.
    """
    if not keys:
        return []
    by_key = {game.pk: game for game, *_more in listed_by(BY_KEY.format(keys=placeholders(keys)), keys, now)}
    return [by_key[key] for key in keys if key in by_key]


def listed_by(found: str, values: Sequence[Any], now: datetime | None = None) -> list[list[Any]]:
    """The games whose `id` the SELECT *found* finds, ordered by its `place`, each with the values of its other columns.
    One query; *now* as in `listed`.

    In SQL, because the ORM takes five times as long. *found* has a LIMIT or keys, because a join could read whole
    tables.
    """
    moments = [stored(now)] * 2 if now else []
    rows = read_rows(ROWS.format(found=found, away=AWAY if now else "1"), [*moments, *values])
    games = (list(of_game) for _place, of_game in groupby(rows, itemgetter(AT_PLACE)))
    return [[_game(of_game), *of_game[0][AT_PLACE + 1 :]] for of_game in games]


def _game(rows: list[tuple[Any, ...]]) -> Listed:
    """A game of the query's rows, one for each seat."""
    game: dict[str, Any] = {
        column: moment(value) if isinstance(value, datetime) else value
        for column, value in zip(GAME, rows[0], strict=False)
    }
    game |= {column: orjson.loads(game[column] or "null") for column in ("totals", "winners")}
    seat, text, by, made_at = rows[0][AT_MOVE]
    clock = TimeControl(*rows[0][AT_CLOCK])
    return Listed(
        **game,
        time_control=replace(clock, pauses=clock.pauses and not game["appointed"]),
        last=ListedMove(seat, text, by, moment(made_at)) if made_at else None,
        seats=tuple(_seat(row) for row in rows),
    )


def _seat(row: tuple[Any, ...]) -> ListedSeat:
    return ListedSeat._make([*row[AT_SEAT], listed_player(*row[AT_PLAYER]), bool(row[AT_AWAY])])


def listed_page(games: QuerySet[Game], cursor: str, size: int) -> Page[Listed]:
    """A page of these games, which are ordered as `common.lists.paging` wants it. Two queries."""
    columns = ("pk", *(column.lstrip("-") for column in columns_of(games)))
    return page(games.only(*columns), cursor, size).of(lambda rows: listed([row.pk for row in rows]))


def away(games: Iterable[Listed], now: datetime) -> dict[int, datetime]:
    """When the vacation ends, by user id, for players of these games who are on vacation now. One query, none if
    the games were read *now* and nobody is.
    """
    people = {seat.player.id for game in games for seat in game.seats if seat.player and seat.may_be_away}
    rows = read_rows(VACATIONS.format(people=placeholders(people)), [stored(now), *people]) if people else []
    until: dict[int, datetime] = {}
    for person, starts, ends in rows:
        if moment(starts) <= until.get(person, now):  # vacations without a gap count as one
            until[person] = max(moment(ends), until.get(person, now))
    return until


@lru_cache(4096)  # most rows repeat few people
def listed_player(key: int | None, *known: Any) -> ListedPlayer | None:
    """The player with these columns; None without a key, as of a free seat."""
    return None if key is None else ListedPlayer(key, *known)

"""Notifications as their list needs them: frozen, with just the columns of their lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from accounts.models import User
from common.database import moment, placeholders, read_rows
from games.listed import Listed, ListedPlayer, listed, listed_player
from notices.choices import OF_THE_BOARD, Event

COLUMNS = ("id", "event", "also", "version", "words", "at", "deadline", "read_at", "game_id")
GAME = COLUMNS.index("game_id")
ROWS = (
    "SELECT "  # noqa: S608 - names of columns
    + ", ".join([*(f"notice.{name}" for name in COLUMNS), *(f"cause.{name}" for name in ListedPlayer._fields)])
    + " FROM notices_notice notice LEFT JOIN accounts_user cause ON cause.id = notice.by_id WHERE notice.id IN ({keys})"
)


@dataclass(frozen=True, slots=True)
class ListedNotice:
    """The fields of a `Notice` that its line shows."""

    pk: int
    event: str
    also: str
    version: int
    words: dict[str, Any]
    at: datetime
    deadline: datetime | None
    read_at: datetime | None
    player: User
    game: Listed | None
    by: ListedPlayer | None

    @property
    def player_id(self) -> int:
        return self.player.pk

    @property
    def new(self) -> bool:
        """Neither read nor seen on the board."""
        return self.read_at is None and not self._seen

    @property
    def _seen(self) -> bool:
        mine = self.game.seat_of(self.player_id) if self.game and self.event in OF_THE_BOARD else None
        return mine is not None and mine.seen_version >= self.version

    def events(self, _stage: int = 0) -> list[Event]:
        """The events it reports, most important first."""
        return [Event(each) for each in (self.event, self.also) if each]


def listed_notices(player: User, keys: Sequence[int]) -> list[ListedNotice]:
    """The player's notifications with these keys, in this order, with their games. Two queries."""
    if not keys:
        return []
    rows = {row[0]: row for row in read_rows(ROWS.format(keys=placeholders(keys)), keys)}
    games = {game.pk: game for game in listed(list({row[GAME] for row in rows.values()} - {None}))}
    return [_notice(player, games, *rows[key]) for key in keys if key in rows]


def _notice(player: User, games: dict[int, Listed], *row: Any) -> ListedNotice:
    pk, event, also, version, words, at, deadline, read_at, game, *cause = row
    return ListedNotice(
        pk, event, also, version, orjson.loads(words), moment(at), moment(deadline), moment(read_at),
        player, games.get(game), listed_player(*cause),
    )  # fmt: skip

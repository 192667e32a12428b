"""Monthly dumps: all rated public games that ended in a month, for everybody (docs/dumps.md).

A dump has what anybody may see on the site now: games that are public, rated and not annulled, with the names that
pages show. When a player is deleted or a game is annulled, `outdated` finds the months to write again.
"""

import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import translation

from common.times.timestamps import stamp
from games.models import Game
from games.shown.records import records
from standings.models import RatingChange

AT_ONCE = 100  # games in memory
LICENCE = "CC0-1.0"
MONTH = re.compile(r"(20\d\d)-(0[1-9]|1[0-2])")
PART = ".part"
README = Path(__file__).with_name("dumps_readme.md")


@dataclass(frozen=True, slots=True)
class Month:
    """A calendar month in UTC, such as "2026-10"."""

    year: int
    month: int

    @classmethod
    def of(cls, text: str) -> "Month":
        """Raises `ValueError`."""
        if not (match := MONTH.fullmatch(text)):
            raise ValueError(f"{text!r} isn't a month; write it like 2026-10.")
        return cls(int(match[1]), int(match[2]))

    @classmethod
    def at(cls, moment: date) -> "Month":
        return cls(moment.year, moment.month)

    def __str__(self) -> str:
        return f"{self.year}-{self.month:02}"

    @property
    def next(self) -> "Month":
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def begins(self) -> datetime:
        return datetime(self.year, self.month, 1, tzinfo=UTC)

    @property
    def file(self) -> str:
        return f"boneyard-{self}.jsonl.gz"

    @property
    def manifest(self) -> str:
        return f"boneyard-{self}.json"


def games_of(month: Month) -> QuerySet[Game]:
    """The games of its dump: everybody may see them, and their ratings are settled."""
    return Game.objects.filter(
        status=Game.Status.FINISHED,
        visibility=Game.Visibility.PUBLIC,
        rated=True,
        annulled_at=None,
        settle_at=None,
        finished_at__gte=month.begins,
        finished_at__lt=month.next.begins,
    )


def write(month: Month, folder: Path, now: datetime) -> Iterator[tuple[int, int]]:
    """Write the dump and then its manifest; yields (games so far, games) after each piece.

    Each file appears under its name only when it is whole. If this ends half-way, the next attempt starts again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{month.file}.{os.getpid()}{PART}"
    number = games_of(month).count()
    done, last = 0, 0
    try:
        with part.open("wb") as file:
            with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as zipped:
                while games := _piece(month, last):
                    for line in _lines(games):
                        zipped.write(line)
                    done, last = done + len(games), games[-1].pk
                    yield done, max(done, number)
            file.flush()
            os.fsync(file.fileno())
        _publish(month, folder, part, done, now)
    finally:
        part.unlink(missing_ok=True)


def _piece(month: Month, after: int) -> list[Game]:
    games = games_of(month).filter(pk__gt=after).order_by("pk")
    return list(games.prefetch_related("seats__player")[:AT_ONCE])


def _lines(games: list[Game]) -> list[bytes]:
    """Five queries with `_piece`."""
    ratings = ratings_before(games)
    with translation.override("en"):  # "Deleted player"
        return [
            orjson.dumps({**vars(record), "game": about(game, ratings.get(game.pk, {}))}) + b"\n"
            for game, record in zip(games, records(games), strict=True)
        ]


def ratings_before(games: list[Game]) -> dict[int, dict[int, int]]:
    """By game and seat. One query."""
    ratings: dict[int, dict[int, int]] = {}
    for change in RatingChange.objects.filter(game__in=games):
        ratings.setdefault(change.game_id, {})[change.seat] = change.before
    return ratings


def about(game: Game, ratings: dict[int, int]) -> dict[str, Any]:
    """Facts that a record leaves out. *ratings*: by seat, before the game."""
    seats = list(game.seats.all())
    return {
        "id": game.public_id,
        "started": stamp(game.started_at),
        "finished": stamp(game.finished_at),
        "clock": {"kind": game.clock, "turn": game.turn_seconds, "bank": game.bank_seconds,
                  "increment": game.increment_seconds},
        "reason": game.reason,
        "totals": game.totals,
        "winners": game.winners,
        "ratings": [ratings.get(seat.number) for seat in seats],
        "programs": [bool(seat.player and seat.player.is_program) for seat in seats],
        "stood_in": [seat.stood_in for seat in seats],
    }  # fmt: skip


def _publish(month: Month, folder: Path, part: Path, games: int, now: datetime) -> None:
    with part.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    manifest = {
        "format": "dominoes/1",
        "month": str(month),
        "games": games,
        "file": month.file,
        "bytes": part.stat().st_size,
        "sha256": digest,
        "licence": LICENCE,
        "site": settings.SITE_URL,
        "version": settings.VERSION,
        "written": stamp(now),
    }
    _replace(folder / "README.md", README.read_bytes())
    part.replace(folder / month.file)
    _replace(folder / month.manifest, json.dumps(manifest, indent=2).encode() + b"\n")


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    part.write_bytes(content)
    part.replace(path)


@dataclass(frozen=True, slots=True)
class Dump:
    """A dump that is there, by its manifest."""

    month: Month
    games: int
    bytes: int
    sha256: str
    written: datetime


def there(folder: Path) -> list[Dump]:
    """The whole dumps, the newest first. A manifest whose file has another size was left by a killed process."""
    dumps = []
    for path in folder.glob("boneyard-*.json"):
        try:
            manifest = json.loads(path.read_bytes())
            month, size = Month.of(manifest["month"]), (folder / manifest["file"]).stat().st_size
            dump = Dump(
                month,
                manifest["games"],
                manifest["bytes"],
                manifest["sha256"],
                datetime.fromisoformat(manifest["written"]),
            )
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if size == dump.bytes and path.name == month.manifest and manifest["file"] == month.file:
            dumps.append(dump)
    return sorted(dumps, key=lambda dump: dump.month.begins, reverse=True)


def outdated(folder: Path, now: datetime) -> list[Month]:
    """The months to write, the oldest first: those without a dump, and those whose dump has what is no longer public.

    The first month is that of the first game; the last is the one before *now*.
    """
    known = {dump.month: dump for dump in there(folder)}
    rated = Game.objects.filter(status=Game.Status.FINISHED, visibility=Game.Visibility.PUBLIC, rated=True)
    first = rated.order_by("finished_at").values_list("finished_at", flat=True).first()
    months, month, running = [], Month.at((first or now).astimezone(UTC)), Month.at(now.astimezone(UTC))
    while month.begins < running.begins:
        if month not in known or _lost_some(month, known[month]):
            months.append(month)
        month = month.next
    return months


def _lost_some(month: Month, dump: Dump) -> bool:
    """Whether a player of these games was deleted since, or one of the games was annulled, hidden or settled late."""
    changed = Q(seats__player__deleted_at__gte=dump.written)
    return games_of(month).filter(changed).exists() or games_of(month).count() != dump.games

"""Reads dumps: files with a `dominoes/1` record on each line, compressed with gzip or not (rules.md 10).

Standard library only. One game is in memory at a time.
"""

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from .record import Record, record_from_dict, walk

LONGEST = 16 * 1024 * 1024  # bytes of a line; the longest game we know takes a hundredth
GZIP = b"\x1f\x8b"  # how such a file begins

File = str | PathLike[str]


class BrokenDump(ValueError):
    """The file isn't a dump, or not the whole one. The message names the line."""


class DumpedGame(NamedTuple):
    """A game of a dump. *about*: what its record leaves out, such as when it ended (docs/dumps.md)."""

    record: Record
    about: Mapping[str, object]


def read_games(path: File, *, replayed: bool = False) -> Iterator[Record]:
    """The games of a dump, one at a time. *replayed*: also check every deal and move, which takes a hundred times as
    long. Raises `BrokenDump` at the first line that isn't a game, and `OSError` if the file can't be read.
    """
    return (game.record for game in read_dump(path, replayed=replayed))


def read_dump(path: File, *, replayed: bool = False) -> Iterator[DumpedGame]:
    """Like `read_games`, with the facts about each game."""
    for number, line in _lines(Path(path)):
        try:
            document = json.loads(line)
            record = record_from_dict(document)
            for _position in walk(record) if replayed else ():
                pass
        except (ValueError, RecursionError) as error:
            raise BrokenDump(f"line {number}: {error}") from error
        about = document.get("game", {})
        yield DumpedGame(record, about if isinstance(about, Mapping) else {})


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        zipped = file.read(2) == GZIP
        file.seek(0)
        stream: io.BufferedIOBase = gzip.GzipFile(fileobj=file) if zipped else file
        number = 0
        try:
            while line := stream.readline(LONGEST + 1):
                number += 1
                if len(line) > LONGEST:
                    raise BrokenDump(f"line {number}: longer than {LONGEST} bytes")
                if line.strip():
                    yield number, line
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise BrokenDump(f"after line {number}: {error}") from error


def check_manifest(path: File) -> Mapping[str, object]:
    """The manifest beside a dump (`….jsonl.gz` → `….json`), if it describes the file. Raises `BrokenDump`."""
    whole = Path(path)
    beside = whole.with_name(f"{whole.name.partition('.')[0]}.json")
    try:
        manifest: Mapping[str, object] = json.loads(beside.read_bytes())
        checksum = manifest["sha256"]
    except (ValueError, KeyError, TypeError) as error:
        raise BrokenDump(f"{beside.name} isn't a manifest") from error
    with whole.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != checksum:
            raise BrokenDump(f"{whole.name} isn't the file that {beside.name} describes: fetch it again")
    return manifest

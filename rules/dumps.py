"""Reads and writes files of many games (docs/formats.md), such as dumps, compressed with gzip or not.

A file has a `dominoes/1` record on each line (rules.md 10), or texts of games one after another, in UTF-8. Standard
library only. One game is in memory at a time.
"""

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from .errors import RulesError
from .notation.games import begins_game, game_text, parse_game
from .record import Record, record_from_dict, walk

LONGEST = 16 * 1024 * 1024  # bytes of a game; the longest we know takes a hundredth
GZIP = b"\x1f\x8b"  # how such a file begins

File = str | PathLike[str]


class BrokenDump(ValueError):
    """The file isn't one of games, or not the whole one. The message names the line."""


class DumpedGame(NamedTuple):
    """A game of a dump. *about*: what its record leaves out, such as when it ended (docs/dumps.md)."""

    record: Record
    about: Mapping[str, object]


def read_games(path: File, *, replayed: bool = False) -> Iterator[Record]:
    """The games of a file, one at a time, in order. *replayed*: also check every deal and move, which takes a hundred
    times as long. Raises `BrokenDump` at the first that isn't a game, and `OSError` if the file can't be read.
    """
    return (game.record for game in read_dump(path, replayed=replayed))


def read_dump(path: File, *, replayed: bool = False) -> Iterator[DumpedGame]:
    """Like `read_games`, with the facts about each game. Texts of games have none."""
    for place, text in _games(_lines(Path(path))):
        try:
            document = json.loads(text) if isinstance(text, bytes) else {}
            record = parse_game(text) if isinstance(text, str) else record_from_dict(document)
            for _position in walk(record) if replayed else ():
                pass
        except (ValueError, RecursionError, RulesError) as error:
            raise BrokenDump(f"{place}: {error}") from error
        about = document.get("game", {})
        yield DumpedGame(record, about if isinstance(about, Mapping) else {})


def write_games(path: File, records: Iterable[Record]) -> int:
    """Write *records* into a file, one at a time, and return their number. The file appears once it is whole.

    If its name ends in `.txt` or `.txt.gz`, it has texts of games, otherwise a record on each line. A name in `.gz`
    compresses it, always to the same bytes. Raises `OSError`, and BrokenRecord for a deal that can't be written.
    """
    whole, number = Path(path), 0
    as_text = whole.name.endswith((".txt", ".txt.gz"))
    part = whole.with_name(f"{whole.name}.part")
    try:
        with (
            part.open("wb") as plain,
            gzip.GzipFile("", "wb", fileobj=plain, mtime=0) if whole.suffix == ".gz" else nullcontext(plain) as file,
        ):
            for record in records:
                text = game_text(record) if as_text else json.dumps(record.as_dict(), separators=(",", ":"))
                file.write(f"{text}\n".encode())
                number += 1
        part.replace(whole)
    finally:
        part.unlink(missing_ok=True)
    return number


def _games(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[str, bytes | str]]:
    """Each game with its place: a line as bytes, or a text."""
    game, begun, size, count = list[str](), 0, 0, 0  # the lines of a text, the first one's number, its bytes; texts
    for number, line in lines:
        words = line.strip()
        text = line.decode(errors="replace").removeprefix("\ufeff")
        if begins_game(text):
            if count:
                yield f"game {count}, from line {begun}", "".join(game)
                game.clear()
            count, begun, size = count + 1, number, 0
        elif not count:
            if words and not text.lstrip().startswith("#"):
                yield f"line {number}", words.removeprefix(b"\xef\xbb\xbf")
            continue
        game.append(text)
        if (size := size + len(line)) > LONGEST:
            raise BrokenDump(f"game {count}, from line {begun}: longer than {LONGEST} bytes")
    if count:
        yield f"game {count}, from line {begun}", "".join(game)


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

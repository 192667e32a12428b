"""`python -m rules`: read and replay games, draw positions, list the games, make one up, measure (rules.md 10)."""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

from . import __version__, record
from .chance import random_rounds
from .dumps import BrokenDump, read_games, write_games
from .errors import RulesError, quoted
from .house.catalogue import VARIANTS
from .house.chosen import ruleset
from .notation.games import game_text, parse_game
from .notation.parts import read_options
from .notation.positions import parse_position
from .perft import perft

REFUSED = 2  # the exit status of every error


class _Refused(Exception):
    """A wrong argument or file; only this command line shows the sentence."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(REFUSED, f"{self.prog}: {' '.join(message.split())}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        chosen.run(chosen)
        sys.stdout.flush()
    except (RulesError, BrokenDump, _Refused) as error:
        sys.stdout.flush()
        print(error, file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        # The reader closed the pipe; prevent the interpreter's error message at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rules", description="The rules of dominoes.")
    parser.add_argument("--version", action="version", version=f"boneyard-dominoes {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, about in (
        ("replay", _replay, "play a record (JSON or text), one JSON object a line"),
        ("text", _text, "print a record as text"),
        ("json", _json, "print a record as JSON"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("file", metavar="FILE")
        command.set_defaults(run=run)
    several = commands.add_parser("games", help="list the games of a file with many, or write them into another")
    several.add_argument("file", metavar="FILE", help="a record on each line, or texts; with gzip or without")
    several.add_argument("--check", action="store_true", help="replay every deal and move, too")
    several.add_argument("--to", metavar="FILE", help="write them there: .txt for texts, .gz to compress")
    several.set_defaults(run=_games)
    draw = commands.add_parser("draw", help="draw a position")
    draw.add_argument("position", metavar="POSITION")
    draw.set_defaults(run=_draw)
    count = commands.add_parser("perft", help="count the rows of legal moves from a position")
    count.add_argument("position", metavar="POSITION")
    count.add_argument("--depth", type=int, default=5, metavar="N", help="moves a row (5)")
    count.set_defaults(run=_perft)
    commands.add_parser("variants", help="list the games").set_defaults(run=_variants)
    random = commands.add_parser("random", help="print the record of a random game")
    random.add_argument("key", metavar="KEY")
    random.add_argument("--seats", type=int, metavar="N", help="number of players (the fewest, if not given)")
    random.add_argument("--seed", type=int, default=0, metavar="S")
    random.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule")
    random.set_defaults(run=_random)
    commands.add_parser("bench", help="moves and games a second").set_defaults(run=_bench)
    return parser


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _read(file: str) -> record.Record:
    try:
        text = Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a file name"
        raise _Refused(f"{quoted(file)} can't be read: {reason}") from None
    return parse_game(text)


def _replay(chosen: argparse.Namespace) -> None:
    for line in record.replay(_read(chosen.file)):
        print(_line(line))


def _text(chosen: argparse.Namespace) -> None:
    print(game_text(_read(chosen.file)), end="")


def _json(chosen: argparse.Namespace) -> None:
    print(_line(_read(chosen.file).as_dict()))


def _games(chosen: argparse.Namespace) -> None:
    try:
        games = read_games(chosen.file, replayed=chosen.check)
        if chosen.to is not None:
            print(f"{write_games(chosen.to, games)} games")
            return
        for number, game in enumerate(games, 1):
            print(number, game.rules.key, f"{len(game.rounds)} rounds", " – ".join(game.names), sep="\t")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _Refused(f"{error.filename or chosen.file}: {error.strerror or error}") from None


def _draw(chosen: argparse.Namespace) -> None:
    print(parse_position(chosen.position))


def _perft(chosen: argparse.Namespace) -> None:
    position = parse_position(chosen.position)
    for depth in range(1, chosen.depth + 1):
        print(depth, perft(position, depth))


def _variants(_chosen: argparse.Namespace) -> None:
    for variant in VARIANTS.values():
        print(f"{variant.key:24}{variant.name}")


def _random(chosen: argparse.Namespace) -> None:
    seats = chosen.seats
    if seats is None:
        seats = VARIANTS[chosen.key].seats[0] if chosen.key in VARIANTS else 2
    rules = ruleset(chosen.key, read_options(chosen.option), seats)
    played = random_rounds(rules, Random(chosen.seed))
    names = [f"P{seat}" for seat in range(seats)]
    print(_line(record.compose(rules, names, played).as_dict()))


def _bench(_chosen: argparse.Namespace) -> None:
    print(f"{'game':24}{'moves/s':>10}{'games/s':>10}")
    for variant in VARIANTS.values():
        rules, rng = ruleset(variant.key, {}, variant.seats[0]), Random(1)
        moves = games = 0
        begun = time.perf_counter()
        while (seconds := time.perf_counter() - begun) < 0.2:
            moves += sum(position.ply for position in random_rounds(rules, rng))
            games += 1
        print(f"{variant.key:24}{moves / seconds:10.0f}{games / seconds:10.1f}")


if __name__ == "__main__":
    sys.exit(main())

"""`python -m mind`: choose moves, answer another program, analyse games, play matches and leagues."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import rules

from .contests.commands import engine_arguments, league_arguments, match_arguments
from .contests.engines import PROTOCOL, EngineFailed
from .levels import LEVELS
from .search.tuning import tune_arguments  # not in the package
from .serving import answer

REFUSED = 2  # the exit status for invalid input, and for a program that fails
INTERRUPTED = 130  # … for Ctrl-C, as shells have it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m mind", description="Plays dominoes by what one seat sees.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _choosing(commands.add_parser("choose", help="read one JSON view per line, write one move per line"))
    commands.add_parser("serve", help="answer each JSON line with one (docs/minds.md)").set_defaults(run=_serve)
    studying = commands.add_parser("study", help="analyse a finished game: what each choice cost, and luck")
    studying.add_argument("record", metavar="RECORD", help="a file in the format dominoes/1")
    studying.set_defaults(run=_study)
    match_arguments(commands.add_parser("match", help="play two players against each other on duplicate deals"))
    league_arguments(commands.add_parser("league", help="play several, all against all, on the same deals"))
    engine_arguments(commands.add_parser("engine", help="say what a program says about itself: name, author, settings"))
    tune_arguments(commands.add_parser("tune", help="find the weights of playouts"))  # not in the package
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (rules.RulesError, OSError, EngineFailed) as error:
        if isinstance(error, BrokenPipeError):
            # The reader is gone; keep the interpreter from complaining about it when it closes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(error, file=sys.stderr)
        return REFUSED
    return 0


def _choosing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", choices=LEVELS, default="strong", metavar="LEVEL")
    parser.add_argument("--seed", default="0", metavar="S")
    parser.set_defaults(run=_choose)


def _choose(chosen: argparse.Namespace) -> None:
    """Answer the lines of docs/engines.md. A line may also set its own `level`."""

    def asked(view: Mapping[str, object]) -> object:
        if view.get("protocol", PROTOCOL) != PROTOCOL:
            return {"error": f"this line isn't of protocol {PROTOCOL}, the only one I know"}
        settings = view.get("settings")
        level = view.get("level", settings.get("level", chosen.level) if isinstance(settings, dict) else chosen.level)
        chosen_move = answer({"do": "choose", "view": view, "level": level, "seed": view.get("seed", chosen.seed)})
        return {**chosen_move, "engine": _introduction(level)} if view.get("hello") else chosen_move

    _answer_lines(asked)


def _introduction(level: object) -> dict[str, object]:
    settings = {"level": {"default": "strong", "choices": list(LEVELS), "about": "how well it plays"}}
    return {"name": f"Boneyard {level}", "author": "the Boneyard authors", "settings": settings}


def _serve(_chosen: argparse.Namespace) -> None:
    _answer_lines(answer)


def _study(chosen: argparse.Namespace) -> None:
    study = answer({"do": "study", "record": json.loads(Path(chosen.record).read_bytes())})
    print(json.dumps(study, indent=1))


def _answer_lines(answered: Callable[[Mapping[str, object]], object]) -> None:
    for line in sys.stdin:
        try:
            question = json.loads(line)
            reply = answered(question) if isinstance(question, dict) else {"error": "not a JSON object"}
        except ValueError as error:
            reply = {"error": f"invalid JSON: {error}"}
        print(json.dumps(reply, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    sys.exit(main())

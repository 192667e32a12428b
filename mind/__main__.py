"""`python -m mind`: choose moves, answer another program, analyse games, play matches between levels."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import rules

from .levels import LEVELS
from .match import Contender, level, match, outside
from .serving import answer

REFUSED = 2  # the exit status for invalid input


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m mind", description="Plays dominoes by what one seat sees.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _choosing(commands.add_parser("choose", help="read one JSON view per line, write one move per line"))
    commands.add_parser("serve", help="answer each JSON line with one (docs/minds.md)").set_defaults(run=_serve)
    studying = commands.add_parser("study", help="analyse a finished game: what each choice cost, and luck")
    studying.add_argument("record", metavar="RECORD", help="a file in the format dominoes/1")
    studying.set_defaults(run=_study)
    _matching(commands.add_parser("match", help="play two levels against each other on duplicate deals"))
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except (rules.RulesError, OSError) as error:
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


def _matching(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", required=True, metavar="KEY")
    parser.add_argument("--seats", type=int, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument("--first", choices=LEVELS, required=True, metavar="LEVEL")
    second = parser.add_mutually_exclusive_group(required=True)
    second.add_argument("--second", choices=LEVELS, metavar="LEVEL")
    second.add_argument("--second-command", metavar="COMMAND", help="a program with the protocol of `choose`")
    parser.add_argument(
        "--deals", type=int, required=True, metavar="N", help="each is played twice, with sides swapped"
    )
    parser.add_argument("--whole-games", action="store_true", help="play whole games, not rounds")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule")
    parser.add_argument("--seed", default="0", metavar="S")
    parser.set_defaults(run=_match)


def _choose(chosen: argparse.Namespace) -> None:
    """A line may set its own `level` and `seed` beside the view's fields."""

    def asked(view: Mapping[str, object]) -> object:
        named = {"level": view.get("level", chosen.level), "seed": view.get("seed", chosen.seed)}
        return answer({"do": "choose", "view": view, **named})

    _answer_lines(asked)


def _serve(_chosen: argparse.Namespace) -> None:
    _answer_lines(answer)


def _study(chosen: argparse.Namespace) -> None:
    found = answer({"do": "study", "record": json.loads(Path(chosen.record).read_bytes())})
    print(json.dumps(found, indent=1))


def _answer_lines(answered: Callable[[Mapping[str, object]], object]) -> None:
    for line in sys.stdin:
        try:
            found = json.loads(line)
            said = answered(found) if isinstance(found, dict) else {"error": "not a JSON object"}
        except ValueError as error:
            said = {"error": f"invalid JSON: {error}"}
        print(json.dumps(said, separators=(",", ":")), flush=True)


def _match(chosen: argparse.Namespace) -> None:
    known = rules.VARIANTS.get(chosen.variant)
    seats = chosen.seats or (known.seats[0] if known else 2)
    ruleset = rules.ruleset(chosen.variant, dict(map(_option, chosen.option)), seats)
    first = Contender(level(chosen.first, f"{chosen.seed}/first"))
    with outside(chosen.second_command) as program:
        second = Contender(program or level(chosen.second, f"{chosen.seed}/second"))
        found = match(ruleset, first, second, deals=chosen.deals, whole_games=chosen.whole_games, seed=chosen.seed)
    print(json.dumps(found))


def _option(text: str) -> tuple[str, object]:
    """``hand=5``, ``draw=until``: a JSON value, or plain text."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


if __name__ == "__main__":
    sys.exit(main())

"""The commands `match` and `league`: levels and programs against each other."""

import argparse
import json
import sys
from collections.abc import Callable
from random import Random

import rules

from ..levels import LEVELS
from ..table import view_of
from . import league
from .engines import PATIENCE, running
from .introduction import Setting
from .match import contender, match


def match_arguments(parser: argparse.ArgumentParser) -> None:
    _game_arguments(parser)
    parser.add_argument("--first", choices=LEVELS, required=True, metavar="LEVEL")
    second = parser.add_mutually_exclusive_group(required=True)
    second.add_argument("--second", choices=LEVELS, metavar="LEVEL")
    second.add_argument("--second-command", metavar="COMMAND", help="a program (docs/engines.md)")
    setting = "a setting of the program; repeat it for more"
    parser.add_argument("--second-setting", action="append", default=[], metavar="NAME=VALUE", help=setting)
    parser.set_defaults(run=_match, refuse=parser.error)


def league_arguments(parser: argparse.ArgumentParser) -> None:
    _game_arguments(parser)
    what = "a level, or the command of a program (docs/engines.md); repeat it for each player"
    parser.add_argument("--player", action="append", required=True, metavar="PLAYER", help=what)
    setting = "a setting of the N-th player, a program; repeat it for more"
    parser.add_argument("--setting", action="append", default=[], metavar="N:NAME=VALUE", help=setting)
    parser.add_argument("--processes", type=_from(1, int), default=1, metavar="N", help="play in N processes")
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.set_defaults(run=_league, refuse=parser.error)


def engine_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("command", metavar="COMMAND", help="a program (docs/engines.md)")
    parser.add_argument("--patience", type=_from(0.001, float), default=PATIENCE, metavar="SECONDS")
    parser.set_defaults(run=_engine)


def _game_arguments(parser: argparse.ArgumentParser) -> None:
    twice, time = "each is played twice, with sides swapped", f"a program's time per move (default: {PATIENCE:g})"
    parser.add_argument("--variant", required=True, metavar="KEY")
    parser.add_argument("--seats", type=int, metavar="N", help="number of players (default: the fewest)")
    parser.add_argument("--deals", type=_from(1, int), required=True, metavar="N", help=twice)
    parser.add_argument("--whole-games", action="store_true", help="play whole games, not rounds")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="a house rule")
    parser.add_argument("--seed", default="0", metavar="S")
    parser.add_argument("--patience", type=_from(0.001, float), default=PATIENCE, metavar="SECONDS", help=time)


def _from(least: float, kind: Callable[[str], float]) -> Callable[[str], float]:
    """Reads a number from *least* to a million."""

    def number(text: str) -> float:
        if not least <= (value := kind(text)) <= 1_000_000:
            raise argparse.ArgumentTypeError(f"{text} isn't from {least} to a million")
        return value

    return number


def _ruleset(chosen: argparse.Namespace) -> rules.RuleSet:
    known = rules.VARIANTS.get(chosen.variant)
    seats = chosen.seats or (known.seats[0] if known else 2)
    return rules.ruleset(chosen.variant, rules.read_options(chosen.option), seats)


def _settings(words: list[str]) -> dict[str, Setting]:
    """Settings by name. Raises rules.Unreadable; the engine's own words decide about the values."""
    settings = rules.read_options(words)
    return {name: value if isinstance(value, (str, int, float)) else json.dumps(value)
            for name, value in settings.items()}  # fmt: skip


def _match(chosen: argparse.Namespace) -> None:
    if chosen.second and chosen.second_setting:
        chosen.refuse("a level has no settings: --second-setting goes with --second-command")
    ruleset, second = _ruleset(chosen), chosen.second or chosen.second_command
    with (
        contender(chosen.first, f"{chosen.seed}/first") as one,
        contender(second, f"{chosen.seed}/second", chosen.patience, _settings(chosen.second_setting)) as two,
    ):
        result = match(ruleset, (one, two), deals=chosen.deals, whole_games=chosen.whole_games, seed=chosen.seed)
    its = two.introduced
    print(json.dumps({"first": chosen.first, "second": its.name if its else second, **result}))


def _engine(chosen: argparse.Namespace) -> None:
    """Ask the engine one question, of a game of Block, and print what it says about itself."""
    game, rng = rules.new_game(rules.ruleset("block")), Random(1)
    deal = rules.make_deal(game, lambda _purpose, tiles: rng.sample(tiles, len(tiles)))
    position = rules.start_round(game, deal)
    with running(chosen.command, "0", chosen.patience) as engine:
        engine(view_of(position, position.turn or 0, []))
    print(json.dumps(rules.to_json(engine.introduced), indent=1, ensure_ascii=False))


def _settings_by_place(chosen: argparse.Namespace) -> dict[int, dict[str, Setting]]:
    words: dict[int, list[str]] = {}
    for text in chosen.setting:
        number, _, word = text.partition(":")
        programs = [str(n) for n, player in enumerate(chosen.player, 1) if player not in LEVELS]
        if number not in programs:
            chosen.refuse(f"--setting {text}: programs are the players {', '.join(programs) or '(none)'}")
        words.setdefault(int(number) - 1, []).append(word)
    return {place: _settings(some) for place, some in words.items()}


def _league(chosen: argparse.Namespace) -> None:
    if len(chosen.player) < 2:
        chosen.refuse("a league needs two players: repeat --player")
    players, whole = tuple(chosen.player), chosen.whole_games
    settings = _settings_by_place(chosen)
    plan = league.Plan(_ruleset(chosen), players, chosen.deals, whole, chosen.seed, chosen.patience, settings)
    parts, played = plan.parts(), list[league.Played]()
    done, every = 0, sum(len(part.deals) for part in parts)
    for part in league.play(parts, chosen.processes):
        played.append(part)
        done += len(part.deals)
        more = done < every and sys.stderr.isatty()  # the next line replaces this one
        print(f"{done} of {every} deals", file=sys.stderr, end="\r" if more else "\n", flush=True)
    table = league.table(players, played)
    if chosen.json:
        game = {"variant": plan.ruleset.key, "options": plan.ruleset.options, "seats": plan.ruleset.seats}
        terms = {**game, "deals": plan.deals, "whole_games": whole, "seed": plan.seed}
        print(json.dumps(rules.to_json({**terms, "players": table})))
    else:
        print(league.as_text(table))

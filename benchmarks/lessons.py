"""The rounds of the lessons: `python -m benchmarks.lessons [KEY …]` finds them and writes rulebook/lessons/rounds.json.
`--judge` weighs the moves of the rounds that are there anew, and replaces those that are no longer fit.

A round is one in which the strongest moves can be explained (rulebook/lessons/ideas.py), the game shows what is its
own, and the reader's side wins. Games that have a round keep it, unless they are named. Set `DEBUG=1` and
`DJANGO_SETTINGS_MODULE=dominoes_site.settings`.
"""

import argparse
import json
import re
from collections.abc import Sequence
from itertools import count
from random import Random
from statistics import fmean

import mind
import rules
from common.progress import Progress
from mind.analysis.findings import WeighedMove
from mind.analysis.hints import move_line
from mind.analysis.weighing import weighed
from mind.candidates import candidates
from mind.knowledge import knowledge
from mind.search import sausage
from mind.search.chances import chances
from mind.seen import seen
from mind.table import view_of
from rulebook.lessons import course, ideas
from rulebook.lessons.course import Placed, placings
from rulebook.lessons.prepared import READER, ROUNDS, Round, lesson_of
from rulebook.moments import left_uncovered, trains_of
from rules import Doubles, Draw, OnTrain, Pass

SEATS = {
    "goat": 3,
    "double_nine": 3,
    "cut_throat": 3,
    "chicken_foot": 4,
    "fives_threes": 4,
    "mexican_train": 3,
}  # else the fewest
# Shorter rounds.
OPTIONS: dict[str, dict[str, object]] = {"sausage": {"hand": 7}, "mexican_train": {"set": 6, "hand": 7}}
FEWEST, MOST = 6, 8  # moves that the reader makes; more only if the hand is larger
SHORT = 22  # positions of a round of Mexican Train, so that little happens between the reader's moves
CHOICES = 4  # … of which so many at least are choices
SURE, STEP = 2.5, 0.08  # a move is worse if it loses as many standard errors, and such a share of a round's spread
EVEN = 0.04  # of that spread: what is lost by less is about as good
WORLDS = 1_000  # in which the moves of a found round are weighed
SEEDS = ("lesson", "once more")


class Unfit(Exception):
    """This round teaches too little, or nobody could explain it."""


def found(key: str) -> Round:
    """The first fitting round of the game *key*."""
    for number in count():
        if (deal := _dealt(key, f"{key}/{number}")) is None:
            continue
        try:
            return judged(key, _played(key, deal))
        except Unfit:
            continue
    raise AssertionError


def _dealt(key: str, seed: str) -> rules.Deal | None:
    """A deal whose round between quick players looks fitting."""
    seats = SEATS.get(key, rules.VARIANTS[key].seats[0])
    game = rules.new_game(rules.ruleset(key, OPTIONS.get(key, {}), seats))
    chance = Random(seed)
    deal = rules.make_deal(game, lambda _why, tiles: chance.sample(tiles, len(tiles)))
    if deal.lead not in (None, READER):
        return None
    position = rules.start_round(game, deal)
    while position.turn is not None:
        position = rules.play(position, rules.forced(position) or _quick(position))
    return deal if _wanted(position) else None


def _quick(position: rules.Position) -> rules.Move:
    assert position.turn is not None
    return rules.parse_move(mind.choose(view_of(position, position.turn, ()), "solid"))


def _wanted(last: rules.Position) -> bool:
    """Whether the reader wins a round of the right length that shows what the game is about."""
    r, result, made = last.rules, last.result, last.positions()
    if result is None or result.winner != r.side_of(READER) or last.after.over is not None:
        return False
    moves, own = [at.move for at in made[1:]], r.side_of(READER)
    mine = [at for at in made if at.turn == READER and placings(at)]
    fewest = FEWEST if r.draw != "none" else min(FEWEST, r.hand - 1)
    if not fewest <= len(mine) <= max(MOST, r.hand + 1) or sum(len(placings(at)) > 1 for at in mine) < CHOICES:
        return False
    features = [
        r.doubles_per_turn == 1 or any(isinstance(move, Doubles) for move in moves),
        r.draw == "none" or r.in_rows or any(isinstance(move, Draw) for move in moves),
        r.draw != "none" or any(isinstance(move, Pass) for move in moves),
        r.matching != "matador" or any("~" in str(at.move) for at in made if at.seat == READER),
        r.fill != "all" or len({at.layout.waiting for at in mine}) > 2,
        not r.finish or any(way in result.notes for way in r.finish),
        not r.passes or any(paid is not None and paid[0] == own for paid in map(rules.paid_by, made)),
        r.out_by == "seat" or r.sides == r.seats or any(not hand for hand in (last.previous or last).hands),
        not r.ends or sum(at.totals[own] > (at.previous or at).totals[own] for at in made) > 2,
        not r.closing or any(str(move).endswith("x") for move in moves),
        not r.in_rows or {"/", "^"} <= {sign for at in made if at.seat == READER for sign in str(at.move)},
        not r.in_trains or _shows_trains(made),
        r.key != "general" or "general" in result.notes,
        r.key not in ("sea_goat", "goat", "donkey") or any(result.written),
        not r.open_at or r.sides == 2 or any(p and not w for p, w in zip(result.pips, result.written, strict=True)),
        not any(str(move).startswith(("bid", "redeal", "keep")) for move in moves),
        r.redeal == "none" or not any(at.annulled for at in made),
    ]
    return all(features)


def _shows_trains(made: Sequence[rules.Position]) -> bool:
    """Whether the reader plays on their own train, on the Mexican one and on another's open train, and covers a double
    that another had to leave; in a short round.
    """
    on, covered = set(), False
    for at in made:
        if at.seat == READER and isinstance(at.move, OnTrain) and at.previous is not None:
            if trains_of(at.previous).cover is None:
                on.add(at.move.train)
            elif left_uncovered(at).seat != READER:
                covered = True
    return {rules.train_of(READER), rules.MEXICAN} < on and covered and len(made) <= SHORT


def _played(key: str, deal: rules.Deal) -> Round:
    """The round of that *deal* in which the reader makes the strongest moves. Raises Unfit."""
    seats = SEATS.get(key, rules.VARIANTS[key].seats[0])
    options = OPTIONS.get(key, {})
    position = rules.start_round(rules.new_game(rules.ruleset(key, options, seats)), deal)
    while position.turn is not None:
        move = rules.forced(position)
        if move is None:
            move = _explained(position) if position.turn == READER else _quick(position)
        position = rules.play(position, move)
    if not _wanted(position):
        raise Unfit
    moves = " ".join(str(at.move) for at in position.positions()[1:])
    return {"seats": seats, "options": options, "deal": deal.as_dict(), "moves": moves, "even": {}}


def _explained(position: rules.Position) -> rules.Move:
    """The reader's best move, or one as good. Raises Unfit if no idea explains it."""
    if len(placings(position)) == 1 and len(position.legal) == 1:
        return position.legal[0]
    for line in _lines(position, SEEDS[0]):
        if not _as_good(position, line):
            break
        move = rules.parse_move(line.move)
        if isinstance(move, Placed) and _has_idea(position, move):
            return move
    raise Unfit


def _has_idea(position: rules.Position, move: Placed) -> bool:
    try:
        return bool(ideas.idea_in(position, move))
    except LookupError:
        return False


def _lines(position: rules.Position, seed: str) -> Sequence[WeighedMove]:
    return mind.hints(view_of(position, READER, ()), seed).moves


def _closely(position: rules.Position, seed: str) -> Sequence[WeighedMove]:
    """The same in many more worlds."""
    if position.rules.layout_kind != "board":
        return _lines(position, seed)
    at = seen(view_of(position, READER, ()))
    options = candidates(at, knowledge(at))
    return [move_line(each) for each in weighed(at, options, WORLDS, Random(seed))]


def _spread(position: rules.Position) -> float:
    return chances(position.rules).spread


def _as_good(position: rules.Position, line: WeighedMove) -> bool:
    error = sausage.ERROR * _spread(position) if position.rules.in_rows else line.error
    return -line.worth <= max(EVEN * _spread(position), SURE * error)


def _even(position: rules.Position, losses: Sequence[float]) -> bool:
    """Whether a move that loses so much, in each of the estimates, is about as good as the best."""
    share = sausage.ERROR if position.rules.in_rows else EVEN
    return fmean(losses) <= share * _spread(position)


def judged(key: str, round_: Round) -> Round:
    """The same round with the moves that are as good as the reader's. Raises Unfit if one of those is a mistake, or
    nobody could say why it is stronger than another.
    """
    even: dict[str, str] = {}
    for step in course.played(lesson_of(key, round_)):
        if step.move is None or len(step.position.legal) == 1:
            continue
        ideas.idea_in(step.position, step.move)
        worths = [{line.move: line for line in _closely(step.position, seed)} for seed in SEEDS]
        if any(-by_move[step.move].worth > STEP / 2 * _spread(step.position) for by_move in worths):
            raise Unfit
        losses = {text: [-by_move[text].worth for by_move in worths] for text in worths[0] if text != step.move}
        same = [text for text, lost in losses.items() if _even(step.position, lost)]
        good = [move for move in placings(step.position) if str(move) in same]
        for move in step.position.legal:
            has_reason = (
                str(move) in same
                or not isinstance(move, Placed)
                or ideas.advantage(step.position, step.move, move, good)
            )
            if move != step.move and not has_reason:
                raise Unfit
        if same:
            even[str(step.number)] = " ".join(same)
    return {**round_, "even": even}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("keys", nargs="*")
    parser.add_argument("--judge", action="store_true")
    asked = parser.parse_args()
    keys = asked.keys or rules.VARIANTS
    for key in Progress("Looking for rounds", len(keys)).along(keys):
        rounds: dict[str, Round] = json.loads(ROUNDS.read_text()) if ROUNDS.exists() else {}
        if asked.judge and key in rounds:
            try:
                rounds[key] = judged(key, rounds[key])
            except Unfit:
                rounds[key] = found(key)
        elif key not in rounds or asked.keys:
            rounds[key] = found(key)
        written = re.sub(
            r"\[\s+([^][]*?)\s+\]", lambda tiles: f"[{' '.join(tiles[1].split())}]", json.dumps(rounds, indent=1)
        )
        ROUNDS.write_text(written + "\n")
        print(key, rounds[key]["moves"], flush=True)


if __name__ == "__main__":
    main()

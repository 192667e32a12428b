"""What can't be played: house rules that contradict each other or the set (rules.md 8, House rules)."""

from collections.abc import Callable, Iterator

from ..errors import ImpossibleRules
from .ruleset import RuleSet

# Later rounds only: they look back at a round before.
_LOOKING_BACK = ("rotate", "winner", "blocker", "last", "same")


def check(rules: RuleSet) -> None:
    """Raise ImpossibleRules with the first reason why *rules* can't be played."""
    for part in _PARTS:
        for sentence in part(rules):
            raise ImpossibleRules(sentence)


def _changes(rules: RuleSet) -> Iterator[str]:
    allowed = rules.variant.changeable
    for name in rules.options:
        if allowed is not None and name not in allowed:
            yield f"{name}: {rules.name} allows changes only of {', '.join(sorted(allowed))}"


def _hands(rules: RuleSet) -> Iterator[str]:
    stock = [name for name, lead in rules.leads.items() if lead == "stock"]
    names = ", ".join(["hand", "set", *stock, *["doubles"] * (not rules.doubles)])
    start = " and a start tile" * bool(stock)
    dealt = rules.dealt_seats * rules.hand + bool(stock)
    left = len(rules.tiles) - dealt
    if left < 0:
        hands = f"{rules.dealt_seats} hands of {rules.hand}{start}"
        yield f"{names}: {hands} need {dealt} tiles, the set has {len(rules.tiles)}"
    if rules.hand < 1:
        yield f"hand: 8-n leaves no tile for a hand at {rules.seats} seats"
    if rules.in_rows and rules.hand < 2:
        yield "hand: a row of Sausage has at least 2 tiles"
    if rules.auction and rules.reserve != 2:
        yield "auction, reserve: an auction of the last two tiles needs reserve 2"
    if rules.auction and left <= 2:
        yield f"auction, {names}: the deal leaves {left} tiles, so no draw can leave the last two"


def _pairs(rules: RuleSet) -> Iterator[str]:
    if rules.pairs and (rules.seats % 2 or rules.seats < 4):
        yield f"pairs: {rules.seats} seats can't be pairs"


def _leads(rules: RuleSet) -> Iterator[str]:
    if rules.lead_first in _LOOKING_BACK:
        yield f"lead_first: {rules.lead_first} looks back at a round before, so it can't be the first lead"
    for name, lead in rules.leads.items():
        if lead == "odd_even" and rules.seats != 2:
            yield f"{name}: odd_even is for two seats"
    for name, required in rules.required_tiles.items():
        if not required.bit & rules.all_tiles:
            yield f"{name}: {required} isn't in the set (set, doubles)"
    if rules.no_double == "redeal" and not rules.doubles:
        yield "no_double, doubles: a set without doubles would be dealt again for ever"


def _layout(rules: RuleSet) -> Iterator[str]:
    if rules.match != "equal" and rules.match != f"sum:{rules.set}":
        yield f"match, set: with a double-{rules.set} set only sum:{rules.set} is possible"
    if rules.closing and rules.spinner != "first":
        yield "closing, spinner: doubles are closed only with spinner first"
    if rules.double_lengthwise and rules.spinner in ("house", "all"):
        yield f"double_lengthwise, spinner: no double lies lengthwise with spinner {rules.spinner}"
    if rules.drawn_play == "may" and rules.draw_when_able:
        yield "drawn_play, draw_when_able: who may draw when able must play in the end"


def _scores(rules: RuleSet) -> Iterator[str]:
    scores = (rules.score_out, rules.score_block)
    if "penalty" in scores and scores != ("penalty", "penalty"):
        yield "score_out, score_block: penalty can't be mixed with a winner's score"
    if "penalty" not in scores:
        if rules.winner_free:
            yield "winner_free, score_block: only a penalty can be let off"
        if rules.open_at:
            yield "open_at, score_out: only a penalty opens"
    if rules.remember and not rules.open_at:
        yield "remember, open_at: without open_at nothing is kept in mind"
    if scores == ("none", "none") and rules.target is not None and not rules.ends:
        yield "score_out, score_block, ends, end: nobody would ever score, so no target is reached"
    if not rules.ends:
        if rules.ends_pay == "parts":
            yield "ends_pay, ends: parts of what? ends is 0"
        for name, score in (("score_out", rules.score_out), ("score_block", rules.score_block)):
            if score == "write_down":
                yield f"{name}, ends: write_down needs points scored for ends"


def _end(rules: RuleSet) -> Iterator[str]:
    if rules.variant.key == "sport_goat" and rules.rounds is not None and rules.rounds % 4:
        yield "end: Sport Goat is played over a multiple of 4 rounds"
    if rules.variant.in_queue and rules.rounds is None:
        yield "end: General is played over rounds:K"


_PARTS: tuple[Callable[[RuleSet], Iterator[str]], ...] = (_changes, _pairs, _hands, _leads, _layout, _scores, _end)

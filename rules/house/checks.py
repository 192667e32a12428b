"""Refuses house rules that contradict each other or the set (rules.md 8, House rules)."""

from collections.abc import Callable, Iterator

from ..errors import ImpossibleRules, phrase
from .ruleset import RuleSet

# Only for later rounds, because they depend on an earlier round.
_LOOKING_BACK = ("rotate", "winner", "blocker", "last", "same")


def check(rules: RuleSet) -> None:
    """Raise ImpossibleRules with the first reason why *rules* can't be played."""
    for part in _PARTS:
        for refusal in part(rules):
            raise refusal


def _changes(rules: RuleSet) -> Iterator[ImpossibleRules]:
    allowed = rules.variant.changeable
    for name in rules.options:
        if allowed is not None and name not in allowed:
            yield ImpossibleRules(phrase("not_changeable", game=rules.name), name)


def _hands(rules: RuleSet) -> Iterator[ImpossibleRules]:
    stock = [name for name, lead in rules.leads.items() if lead == "stock"]
    names = ["hand", "set", *stock, *["doubles"] * (not rules.doubles)]
    hands, size, have = rules.dealt_seats, rules.hand, len(rules.tiles)
    need = hands * size + bool(stock)
    if need > have:
        yield ImpossibleRules(
            phrase(
                "too_few_tiles_with_start" if stock else "too_few_tiles", hands=hands, size=size, need=need, have=have
            ),
            *names,
        )
    if size < 1:
        yield ImpossibleRules(phrase("no_tile_for_hand", seats=rules.seats), "hand")
    if rules.in_rows and size < 2:
        yield ImpossibleRules(phrase("row_too_short"), "hand")
    if rules.auction and rules.reserve != 2:
        yield ImpossibleRules(phrase("auction_needs_two"), "auction", "reserve")
    if rules.auction and have - need <= 2:
        yield ImpossibleRules(phrase("auction_too_late", n=have - need), "auction", *names)


def _pairs(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.pairs and (rules.seats % 2 or rules.seats < 4):
        yield ImpossibleRules(phrase("no_pairs", n=rules.seats), "pairs")


def _leads(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.lead_first in _LOOKING_BACK:
        yield ImpossibleRules(phrase("first_looks_back"), "lead_first")
    for name, lead in rules.leads.items():
        if lead == "odd_even" and rules.seats != 2:
            yield ImpossibleRules(phrase("odd_even_for_two"), name)
    for name, required in rules.required_tiles.items():
        if not required.bit & rules.all_tiles:
            yield ImpossibleRules(phrase("tile_not_in_set", tile=str(required)), name)
    if rules.no_double == "redeal" and not rules.doubles:
        yield ImpossibleRules(phrase("dealt_for_ever"), "no_double", "doubles")


def _layout(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.match != "equal" and rules.match != f"sum:{rules.set}":
        yield ImpossibleRules(phrase("sum_of_set", n=rules.set), "match", "set")
    if rules.closing and rules.spinner != "first":
        yield ImpossibleRules(phrase("closed_without_spinner"), "closing", "spinner")
    if rules.double_lengthwise and rules.spinner in ("house", "all"):
        yield ImpossibleRules(phrase("lengthwise_spinner"), "double_lengthwise", "spinner")
    if rules.drawn_play == "may" and rules.draw_when_able:
        yield ImpossibleRules(phrase("may_and_must"), "drawn_play", "draw_when_able")


def _scores(rules: RuleSet) -> Iterator[ImpossibleRules]:
    scores = (rules.score_out, rules.score_block)
    if "penalty" in scores and scores != ("penalty", "penalty"):
        yield ImpossibleRules(phrase("mixed_penalties"), "score_out", "score_block")
    if "penalty" not in scores:
        if rules.winner_free:
            yield ImpossibleRules(phrase("no_penalty_to_let_off"), "winner_free", "score_block")
        if rules.open_at:
            yield ImpossibleRules(phrase("no_penalty_to_open"), "open_at", "score_out")
    if rules.remember and not rules.open_at:
        yield ImpossibleRules(phrase("nothing_to_remember"), "remember", "open_at")
    if scores == ("none", "none") and rules.target is not None and not rules.ends:
        yield ImpossibleRules(phrase("nobody_scores"), "score_out", "score_block", "ends", "end")
    if not rules.ends:
        if rules.ends_pay == "parts":
            yield ImpossibleRules(phrase("no_count_to_divide"), "ends_pay", "ends")
        for name, score in (("score_out", rules.score_out), ("score_block", rules.score_block)):
            if score == "write_down":
                yield ImpossibleRules(phrase("nothing_to_write_down"), name, "ends")


def _end(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.variant.key == "sport_goat" and rules.rounds is not None and rules.rounds % 4:
        yield ImpossibleRules(phrase("sport_goat_rounds"), "end")
    if rules.variant.in_queue and rules.rounds is None:
        yield ImpossibleRules(phrase("general_rounds"), "end")


_PARTS: tuple[Callable[[RuleSet], Iterator[ImpossibleRules]], ...] = (
    _changes, _pairs, _hands, _leads, _layout, _scores, _end,
)  # fmt: skip

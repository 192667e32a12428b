"""Refuses house rules that contradict each other or the set (rules.md 8, House rules)."""

from collections.abc import Callable, Iterator

from ..errors import ImpossibleRules, phrase
from ..pieces.tiles import Tile, bits, double, tile, tile_set
from .ruleset import RuleSet

# Only for later rounds, because they depend on an earlier round.
_LOOKING_BACK = ("rotate", "winner", "blocker", "last", "same")
SETS_OF_TRAINS = (6, 9, 12, 15)
_FOUR = 4  # ends of a lead double unless `arms` says otherwise


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
    names = ["hand", "set", *stock, *["doubles"] * (not rules.doubles), *["without"] * bool(rules.without)]
    hands, size, have = rules.dealt_seats, rules.hand, len(rules.tiles)
    need = hands * size + bool(stock or rules.in_trains)
    if need > have:
        yield ImpossibleRules(
            phrase(
                "too_few_tiles_with_start" if need > hands * size else "too_few_tiles",
                hands=hands,
                size=size,
                need=need,
                have=have,
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
        for each in _all_doubles(rules) if lead == "down" else []:
            yield from _there(rules, each, name)
        if lead == "stock" and all(each.double for each in rules.tiles):
            yield ImpossibleRules(phrase("no_start_tile"), name, *_left_out(rules))
    for name, required in rules.required_tiles.items():
        yield from _there(rules, required, name)
    if rules.no_double == "redeal" and not rules.has_doubles:
        yield ImpossibleRules(phrase("dealt_for_ever"), "no_double", *_left_out(rules))


def _all_doubles(rules: RuleSet) -> list[Tile]:
    return [double(value) for value in range(rules.set, -1, -1)]


def _there(rules: RuleSet, asked: Tile, name: str) -> Iterator[ImpossibleRules]:
    """The refusal if the tile *asked* for by the option *name* isn't in the set."""
    if not asked.bit & rules.all_tiles:
        reasons = ["set"] if asked.high > rules.set else _left_out(rules)
        yield ImpossibleRules(phrase("tile_not_in_set", tile=str(asked)), name, *reasons)


def _left_out(rules: RuleSet) -> list[str]:
    """The options that leave tiles out of the set."""
    return ["doubles"] * (not rules.doubles) + ["without"] * bool(rules.without)


def _trains(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if not rules.in_trains:
        return
    if rules.set not in SETS_OF_TRAINS:
        yield ImpossibleRules(phrase("sets_of_trains", sets=tuple(map(str, SETS_OF_TRAINS))), "set")
    if rules.rounds is None:
        yield ImpossibleRules(phrase("trains_rounds"), "end")
    elif rules.rounds > rules.set + 1:
        yield ImpossibleRules(phrase("too_many_stations", n=rules.set + 1), "end", "set")


def _set(rules: RuleSet) -> Iterator[ImpossibleRules]:
    whole = bits(tile_set(rules.set, rules.doubles))
    for each in map(tile, rules.without.split()):
        if not each.bit & whole:
            yield ImpossibleRules(phrase("tile_not_in_set", tile=str(each)), "without", "set")


def _layout(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.matching == "sum" and rules.match != f"sum:{rules.set}":
        yield ImpossibleRules(phrase("sum_of_set", n=rules.set), "match", "set")
    if rules.closing and rules.spinner != "first":
        yield ImpossibleRules(phrase("closed_without_spinner"), "closing", "spinner")
    if rules.double_lengthwise and rules.spinner in ("house", "all"):
        yield ImpossibleRules(phrase("lengthwise_spinner"), "double_lengthwise", "spinner")
    if rules.drawn_play == "may" and rules.draw_when_able:
        yield ImpossibleRules(phrase("may_and_must"), "drawn_play", "draw_when_able")
    if rules.matching == "matador" and rules.doubles_per_turn > 1:
        yield ImpossibleRules(phrase("matadors_alone"), "match", "doubles_per_turn")
    if rules.pick == "ends" and rules.auction:
        yield ImpossibleRules(phrase("auction_of_one_pile"), "pick", "auction")


def _filling(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.fill == "none":
        if rules.arms != _FOUR:
            yield ImpossibleRules(phrase("arms_to_fill"), "arms", "fill")
        return
    if rules.spinner not in ("first", "all"):
        yield ImpossibleRules(phrase("fill_spinner"), "fill", "spinner")
    if rules.match != "equal":
        yield ImpossibleRules(phrase("fill_equal"), "fill", "match")
    if rules.doubles_per_turn > 1:
        yield ImpossibleRules(phrase("fill_one_double"), "fill", "doubles_per_turn")
    if rules.closing:
        yield ImpossibleRules(phrase("fill_open"), "fill", "closing")
    if rules.arms != _FOUR and rules.arms > rules.set:
        yield ImpossibleRules(phrase("too_many_arms", n=rules.set), "arms", "set")


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
    if rules.pays_more and (plain := sorted({"penalty", "write_down"}.intersection(scores))):
        names = [name for name, score in (("score_out", scores[0]), ("score_block", scores[1])) if score in plain]
        yield ImpossibleRules(phrase("only_for_winners"), *rules.pays_more, *names)
    if scores == ("none", "none") and rules.target is not None and not rules.ends:
        yield ImpossibleRules(phrase("nobody_scores"), "score_out", "score_block", "ends", "end")
    if not rules.ends:
        if rules.ends_pay == "parts":
            yield ImpossibleRules(phrase("no_count_to_divide"), "ends_pay", "ends")
        for name, score in (("score_out", rules.score_out), ("score_block", rules.score_block)):
            if score == "write_down":
                yield ImpossibleRules(phrase("nothing_to_write_down"), name, "ends")


def _last_tile(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if rules.finish:
        if rules.spinner != "none":
            yield ImpossibleRules(phrase("finish_two_ends"), "finish", "spinner")
        if rules.match != "equal":
            yield ImpossibleRules(phrase("finish_equal"), "finish", "match")
        if rules.doubles_per_turn > 1:
            yield ImpossibleRules(phrase("finish_one_double"), "finish", "doubles_per_turn")
    elif rules.finish_pays != "add":
        yield ImpossibleRules(phrase("no_finish"), "finish_pays", "finish")


def _in_play(rules: RuleSet) -> Iterator[ImpossibleRules]:
    if set(rules.passes) == {"below"}:
        yield ImpossibleRules(phrase("below_alone"), "passes")
    if "round" in rules.passes and rules.seats == 2:
        yield ImpossibleRules(phrase("passes_of_two"), "passes")
    if rules.ends == "alike":
        if rules.spinner != "none":
            yield ImpossibleRules(phrase("alike_two_ends"), "ends", "spinner")
        if rules.ends_pay == "parts":
            yield ImpossibleRules(phrase("no_count_to_divide"), "ends_pay", "ends")


def _end(rules: RuleSet) -> Iterator[ImpossibleRules]:
    scores = (rules.score_out, rules.score_block)
    if rules.target_at == "exact":
        if rules.target is None or rules.goal != "high":
            yield ImpossibleRules(phrase("exact_target"), "target_at", "end", "goal")
        if "penalty" in scores:
            yield ImpossibleRules(phrase("exact_penalty"), "target_at", "score_out")
    if rules.love is not None:
        if scores != ("one", "one"):
            yield ImpossibleRules(phrase("love_of_one"), "end", "score_out", "score_block")
        if rules.goal != "high":
            yield ImpossibleRules(phrase("love_of_most"), "end", "goal")
        if rules.target_at != "round":
            yield ImpossibleRules(phrase("love_after_rounds"), "end", "target_at")
        during = {
            "ends": rules.ends, "passes": rules.passes, "draw_price": rules.draw_price, "auction": rules.auction,
        }  # fmt: skip
        for name, value in during.items():
            if value:
                yield ImpossibleRules(phrase("love_after_rounds"), "end", name)
    if rules.variant.key == "sport_goat" and rules.rounds is not None and rules.rounds % 4:
        yield ImpossibleRules(phrase("sport_goat_rounds"), "end")
    if rules.variant.in_queue and rules.rounds is None:
        yield ImpossibleRules(phrase("general_rounds"), "end")


_PARTS: tuple[Callable[[RuleSet], Iterator[ImpossibleRules]], ...] = (
    _changes, _set, _trains, _pairs, _hands, _leads, _layout, _filling, _scores, _last_tile, _in_play, _end,
)  # fmt: skip

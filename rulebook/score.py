"""The rules of scoring, from a rule set's options: end of a round, scores, end of a game (rules.md 5 to 7)."""

from collections.abc import Iterator
from math import lcm
from typing import assert_never, get_args

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import rules
from rulebook import chapters, play
from rulebook.people import all_of, either
from rules import LONGEST_GAME
from rules.words import FinishWay, Score

# `round_to` rounds these rules' scores for pips.
ROUNDED: frozenset[Score] = frozenset({"losers", "losers_minus_own", "differences", "all"})
EXAMPLE = 100  # the largest count of ends worth an example


def points_after(score: Score) -> str:
    """What is scored by this rule at the end of a round."""
    match score:
        case "penalty":
            return _("Every side scores the pips it has left, as a penalty.")
        case "losers":
            return _("The winner scores everyone else’s pips.")
        case "losers_minus_own":
            return _("The winner scores everyone else’s pips, less those in their own hand.")
        case "differences":
            return _("The winner scores, for each of the others, how many more pips they have.")
        case "all":
            return _("The winner scores all pips left in all hands, including their own.")
        case "one":
            return _("The winner scores 1 point.")
        case "write_down":
            return _(
                "Every side but the winner’s loses the pips it has left, rounded down to a multiple of 5, but never"
                " falls below zero. After a block, every side does."
            )
        case "losers_fifths":
            return _("The winner scores a fifth of the others’ pips, rounded up.")
        case "none":
            return _("Nobody scores for the pips left.")
        case _:
            assert_never(score)


def round_end(r: rules.RuleSet) -> Iterator[str]:
    match r.out_by:
        case "side" if r.sides < r.seats:
            yield _("When you have no tiles left, your partner plays on without you.")
            yield _("When neither of you has a tile, your side is out, and the round ends.")
        case "side" | "seat":
            yield _("When you play your last tile, you go out, and the round ends.")
        case _:
            assert_never(r.out_by)
    match r.block:
        case "stuck":
            yield _("The round is blocked when nobody can play or draw.")
        case "dead":
            yield _(
                "The round is blocked when nobody can play or draw. It is also blocked as soon as every tile that"
                " would fit an end has been played: then nobody draws any more."
            )
        case "reserve":
            yield _blocked_at_reserve(r)
        case _:
            assert_never(r.block)
    if r.fill != "none" and r.has_doubles:
        yield _(
            "While a double must be filled, only its own ends count: the round can be blocked although a tile fits"
            " another end."
        )


def _blocked_at_reserve(r: rules.RuleSet) -> str:
    """`block: reserve`, if the boneyard can shrink to the reserve, or is as small from the deal on."""
    if not play.left_to_draw(r):
        return _("The round is blocked as soon as the player whose turn it is can’t play.")
    if not play.draws(r) and r.lead_words.isdisjoint(play.DRAWN_FOR):
        return _("The round is blocked when nobody can play.")
    if r.reserve:
        return _(
            "The round is blocked when nobody can play or draw. It is also blocked when only the tiles that nobody"
            " draws are left in the boneyard and the player whose turn it is can’t play."
        )
    return _(
        "The round is blocked when nobody can play or draw. It is also blocked when the boneyard is empty and the"
        " player whose turn it is can’t play."
    )


def scoring(r: rules.RuleSet) -> Iterator[str]:
    yield from _while_playing(r)
    yield from _passes(r)
    yield from _who_won(r)
    yield from written(r)
    yield from _last_tile(r)
    yield from _more_for_winners(r)
    yield from weights(r)


def _while_playing(r: rules.RuleSet) -> Iterator[str]:
    """The points for open ends."""
    if r.ends == "alike":
        yield from alike(r)
    if not r.divisors:
        return
    yield _(
        "After every play, the open ends are counted. An open half counts its pips, and a double at an end counts"
        " both halves."
    )
    if r.spinner != "none" and r.has_doubles:
        yield spinner_counted()
        yield _("An empty side of a spinner counts nothing. If the lead is the only tile, its pips count once.")
    else:
        yield _("If the lead is the only tile, its pips count once.")
    if r.fill != "none" and r.has_doubles:
        yield _("While a double must be filled, all other ends count too.")
    if len(r.divisors) > 1:
        yield from _several_divisors(r)
        return
    match r.ends_pay:
        case "parts":
            sentence = _("If the count is a multiple of %(n)d, you score the count divided by %(n)d at once.")
        case "sum":
            sentence = _("If the count is a multiple of %(n)d, you score that many points at once.")
        case _:
            assert_never(r.ends_pay)
    yield sentence % {"n": r.divisors[0]}


def alike(r: rules.RuleSet) -> Iterator[str]:
    yield _("After every play, the lead too, you score 2 points at once if all open ends show the same number.")
    if r.has_doubles:
        yield _("You score 3 points instead if one of these ends is a double, unless it is the only tile.")


def _several_divisors(r: rules.RuleSet) -> Iterator[str]:
    """`3+5`: a count can score for more than one number."""
    words = {"numbers": either(r.divisors)}
    match r.ends_pay:
        case "parts":
            yield (
                _(
                    "If the count is a multiple of %(numbers)s, you score the count divided by that number at once; for"
                    " several of them, you score each."
                )
                % words
            )
        case "sum":
            yield (
                _(
                    "If the count is a multiple of %(numbers)s, you score that many points at once; for several of"
                    " them, you score the count for each."
                )
                % words
            )
        case _:
            assert_never(r.ends_pay)
    count = lcm(*r.divisors)
    if count <= EXAMPLE:
        parts = [count // n if r.ends_pay == "parts" else count for n in r.divisors]
        yield _("A count of %(count)d scores %(sum)s.") % {
            "count": count,
            "sum": f"{' + '.join(map(str, parts))} = {sum(parts)}",
        }


def passes_pay(r: rules.RuleSet) -> bool:
    """Whether some pass can score."""
    return bool(r.passes.keys() - {"below"})


def _passes(r: rules.RuleSet) -> Iterator[str]:
    led = not r.lead_words <= {"stock", "same"}  # a start tile is no lead
    double = r.passes.get("lead_double") if r.has_doubles and led else None
    single = r.passes.get("lead_single") if led else None
    if double and single and double != single:
        yield _(
            "If the first turn after the lead ends in a pass, the leader’s side scores at once: %(double)d points if"
            " the lead was a double, %(single)d if it wasn’t."
        ) % {"double": double, "single": single}
    elif double and single:
        yield ngettext(
            "If the first turn after the lead ends in a pass, the leader’s side scores %(n)d point at once.",
            "If the first turn after the lead ends in a pass, the leader’s side scores %(n)d points at once.",
            single,
        ) % {"n": single}
    elif double:
        yield ngettext(
            "If a double leads and the next turn ends in a pass, the leader’s side scores %(n)d point at once.",
            "If a double leads and the next turn ends in a pass, the leader’s side scores %(n)d points at once.",
            double,
        ) % {"n": double}
    elif single:
        yield ngettext(
            "If a tile that isn’t a double leads and the next turn ends in a pass, the leader’s side scores %(n)d"
            " point at once.",
            "If a tile that isn’t a double leads and the next turn ends in a pass, the leader’s side scores %(n)d"
            " points at once.",
            single,
        ) % {"n": single}
    around = r.passes.get("round")
    if around:
        yield ngettext(
            "If you play a tile and all others pass, your side scores %(n)d point at once.",
            "If you play a tile and all others pass, your side scores %(n)d points at once.",
            around,
        ) % {"n": around}
    if (below := r.passes.get("below")) and (double or single or around):
        yield _("A side with %(n)d points or more scores nothing for passes.") % {"n": below}


def spinner_counted() -> str:
    return _("A spinner counts both halves while it has fewer than two neighbours.")


def _who_won(r: rules.RuleSet) -> Iterator[str]:
    pairs = r.sides < r.seats
    yield who_won_after_out(r)
    match r.block_win:
        case "blocker":
            yield _("The player who played the last tile wins a blocked round.")
        case "duel":
            yield _(
                "In a blocked round, the player who played the last tile and the player to their left compare hands:"
                " fewer pips win, and if they are equal, the player who played last."
            )
            if not pairs or "stock" in r.lead_words:
                yield _("If one of the two has left, or nobody has played, fewest pips left in hand wins.")
        case "hand" if pairs:
            yield _("The hand with fewest pips wins a blocked round for its side, whatever the partner holds.")
        case "hand" | "fewest":
            yield _("Fewest pips left in hand wins a blocked round.")
        case _:
            assert_never(r.block_win)
    if r.out_wins == "fewest" or r.block_win not in ("blocker", "duel"):
        yield _equal_pips(r)
    if pairs and r.block_win == "hand":
        yield _("In a blocked round, equal hands of partners are no tie.")
    if pairs and r.block_win in ("hand", "duel"):
        if r.out_wins == "fewest" or not {r.score_out, r.score_block} <= {"one", "none"}:
            yield _("In everything else, partners’ pips are added up.")
    elif pairs:
        yield _("Partners’ pips are added up.")
    if pairs and r.partner_free and r.out_by == "seat":
        yield _("When you go out, your partner’s hand counts nothing.")


def who_won_after_out(r: rules.RuleSet) -> str:
    match r.out_wins:
        case "out":
            return _("Going out wins the round.")
        case "fewest":
            return _("Fewest pips left wins the round, even if another player went out.")
        case _:
            assert_never(r.out_wins)


def _equal_pips(r: rules.RuleSet) -> str:
    match r.tie_block:
        case "nobody":
            return _("If the fewest pips are equal, nobody wins.")
        case "fewest_tiles":
            return _("If the fewest pips are equal, the player with fewer tiles wins.")
        case "low_half":
            return _("If the fewest pips are equal, the player whose highest half is lower wins.")
        case "skip":
            return _("If the fewest pips are equal, the lowest player who isn’t tied wins.")
        case "blocker":
            return _("If the fewest pips are equal, the tied player who played the last tile wins.")
        case _:
            assert_never(r.tie_block)


def written(r: rules.RuleSet) -> Iterator[str]:
    """The scoring at the end of a round, in words."""
    rounded = {r.score_out in ROUNDED, r.score_block in ROUNDED} if r.round_to > 1 else {False}
    if r.score_out == r.score_block:
        yield points_after(r.score_out)
    else:
        yield _("After going out: %(what)s") % {"what": _written_as(r.score_out, rounded, r.round_to)}
        yield _("After a block: %(what)s") % {"what": _written_as(r.score_block, rounded, r.round_to)}
    if r.winner_free:
        yield _("The winner of a blocked round scores nothing.")
    if r.out_bonus and r.score_out == "penalty":
        yield ngettext(
            "Going out takes %(n)d point off your penalty.",
            "Going out takes %(n)d points off your penalty.",
            r.out_bonus,
        ) % {"n": r.out_bonus}
    elif r.out_bonus:
        yield ngettext("Going out earns %(n)d point.", "Going out earns %(n)d points.", r.out_bonus) % {
            "n": r.out_bonus
        }
    if rounded == {True}:
        yield _("Scores for pips are rounded to the nearest multiple of %(n)d.") % {"n": r.round_to}
    yield from first_penalty(r)


def first_penalty(r: rules.RuleSet) -> Iterator[str]:
    """`open_at`: the pips that a side must have to begin with."""
    if not r.open_at:
        return
    if r.remember:
        yield _("Your first penalty must be %(n)d or more. Fewer pips are saved and added to your next round’s.") % {
            "n": r.open_at
        }
        yield _("A round without any pips clears what was saved.")
    else:
        yield _("Your first penalty must be %(n)d or more. Fewer pips don’t count.") % {"n": r.open_at}


def _written_as(rule: Score, rounded: set[bool], to: int) -> str:
    """The sentence for *rule*; it mentions rounding if only one of the two rules is *rounded*."""
    if len(rounded) == 2 and rule in ROUNDED:
        return _("%(rule)s That is rounded to the nearest multiple of %(n)d.") % {"rule": points_after(rule), "n": to}
    return points_after(rule)


def _last_tile(r: rules.RuleSet) -> Iterator[str]:
    """The ways to go out that pay otherwise (`finish`)."""
    ways = [way for way in get_args(FinishWay) if way in r.finish and _can_finish(r, way)]
    if not ways:
        return
    for way in ways:
        yield _pays(r, r.finish[way]) % {"way": _finished_with(way), "n": r.finish[way]}
    if len({"cross", "blank", "double"}.intersection(ways)) > 1:
        yield _("If several of these fit, only the first counts.")
    if r.out_wins == "fewest":
        yield _("That applies only if the side that went out also wins the round.")
    if r.hand == 1:
        yield _("It never applies to a lead.")


def _can_finish(r: rules.RuleSet, way: FinishWay) -> bool:
    """Whether the set has a tile for it."""
    match way:
        case "cross" | "double":
            return r.has_doubles
        case "blank":
            return any(not tile.pips for tile in r.tiles)
        case "both" | "same":
            return any(not tile.double for tile in r.tiles)
        case _:
            assert_never(way)


def _finished_with(way: FinishWay) -> str:
    """What follows “If you go out with”."""
    match way:
        case "cross":
            return pgettext("go out with", "a double that fits both ends")
        case "blank":
            return pgettext("go out with", "the 0-0")
        case "double":
            return pgettext("go out with", "a double")
        case "both":
            return pgettext("go out with", "a tile that fits two different ends, one with each half")
        case "same":
            return pgettext("go out with", "a tile that isn’t a double while both ends show the same number")
        case _:
            assert_never(way)


def _pays(r: rules.RuleSet, points: int) -> str:
    match r.finish_pays:
        case "add":
            return ngettext(
                "If you go out with %(way)s, you score %(n)d point more.",
                "If you go out with %(way)s, you score %(n)d points more.",
                points,
            )
        case "instead":
            return ngettext(
                "If you go out with %(way)s, you score %(n)d point instead.",
                "If you go out with %(way)s, you score %(n)d points instead.",
                points,
            )
        case "times":
            return _("If you go out with %(way)s, your score for the round is multiplied by %(n)d.")
        case _:
            assert_never(r.finish_pays)


def _more_for_winners(r: rules.RuleSet) -> Iterator[str]:
    """What a round is worth besides (`round_bonus`, `tie_next`)."""
    if any(r.round_bonus):
        points = all_of(r.round_bonus)
        if len(r.round_bonus) == 1:
            yield _("The first round of the game that somebody wins pays its winner %(points)s points more.") % {
                "points": points
            }
        else:
            yield _(
                "The first rounds of the game that somebody wins pay their winners more: %(points)s points, in this"
                " order."
            ) % {"points": points}
    if r.tie_next:
        yield ngettext(
            "If nobody wins a round, the next one pays its winner %(n)d point more; several such rounds in a row add"
            " up.",
            "If nobody wins a round, the next one pays its winner %(n)d points more; several such rounds in a row add"
            " up.",
            r.tie_next,
        ) % {"n": r.tie_next}


def weights(r: rules.RuleSet) -> Iterator[str]:
    """Hands and tiles that count other than their pips."""
    for hand, weight in (r.lone or {}).items():
        yield _("A hand of just %(tiles)s counts %(n)d.") % {"tiles": _(" and ").join(hand.split()), "n": weight}
    if r.blank:
        yield _("The 0-0 left in a hand counts %(n)d.") % {"n": r.blank}


def game_end(r: rules.RuleSet) -> Iterator[str]:
    kind, number = r.ends_at
    match kind:
        case "rounds":
            yield _after_rounds(r, number)
        case "target":
            yield from _at_target(r, number)
        case "love":
            yield from _to_love(number)
        case _:
            assert_never(kind)


def _after_rounds(r: rules.RuleSet, number: int) -> str:
    rounds = ngettext("%(n)d round", "%(n)d rounds", number) % {"n": number}
    match r.goal:
        case "low":
            return _("The game has %(rounds)s. Lowest score wins; a tie is a draw.") % {"rounds": rounds}
        case "high":
            return _("The game has %(rounds)s. Highest score wins; a tie is a draw.") % {"rounds": rounds}
        case _:
            assert_never(r.goal)


def _at_target(r: rules.RuleSet, number: int) -> Iterator[str]:
    words = {"n": number}
    if r.goal == "low":
        yield (
            _("If you reach %(n)d points, you lose. Lowest score wins, and equal lowest scores share the win.") % words
        )
    elif r.target_at == "exact":
        yield _("The first to reach exactly %(n)d points wins.") % words
        yield _("Points that would take a side above %(n)d don’t count at all.") % words
    else:
        yield _("The first to reach %(n)d points wins.") % words
        yield _equal_tops(r)
    yield _at_the_latest()
    if r.target_at != "round" and scores_in_play(r):
        yield _("The game stops the moment a side gets there, even in the middle of a round.")


def _equal_tops(r: rules.RuleSet) -> str:
    match r.tie_end:
        case "play_on":
            return _("If the top scores are equal, another round is played.")
        case "draw":
            return _("If the top scores are equal, the game is a draw.")
        case "both":
            return _("If two sides get there together, the game is a draw.")
        case _:
            assert_never(r.tie_end)


def _to_love(number: int) -> Iterator[str]:
    yield love_wins(number)
    yield _("If every side has a point after a round, the game is broken: all sides fall to 0.")
    yield _(
        "Only if every side has exactly 1, nobody falls. That is one-all: the winner of the next round then has 2, and"
        " all others 0."
    )
    yield _at_the_latest()


def love_wins(number: int) -> str:
    return ngettext(
        "The first to have %(n)d point while another side has none wins.",
        "The first to have %(n)d points while another side has none wins.",
        number,
    ) % {"n": number}


def scores_in_play(r: rules.RuleSet) -> bool:
    """Whether a side can reach the target during a round: by the ends, by passes, or, with low goals, by a price."""
    return bool(r.ends) or passes_pay(r) or (r.goal == "low" and r.draw_price > 0 and play.draws(r))


def _at_the_latest() -> str:
    return _("After %(n)d rounds, the game ends in any case, and the best score wins.") % {"n": LONGEST_GAME}


def conduct(r: rules.RuleSet) -> Iterator[str]:
    """The options of games that data can't express (rules.md 9)."""
    if r.variant.conduct == "general":
        yield str(chapters.titles(r.titles))
        if rules.conduct_of(r).has_signals(r):
            yield _("At any time you may wink (you hold 0-0) or puff (you hold 6-6); only your partner sees it.")
        else:
            yield _("There are no signals between partners.")
    if r.variant.conduct == "sea_goat":
        match r.eggs:
            case "rotten":
                yield _("Three blocked rounds in a row with eggs are rotten: they are forgotten.")
            case "draw":
                yield _("Eggs three times in a row end the game as a draw.")
            case _:
                assert_never(r.eggs)
    if r.variant.conduct == "sausage" and r.cut == "equal":
        yield _("Cutting is allowed only while both lines have the same number of tiles.")

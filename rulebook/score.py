"""The rules of scoring, from a rule set's options: end of a round, scores, end of a game (rules.md 5 to 7)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from rulebook import chapters, play
from rules import LONGEST_GAME

# `round_to` rounds these rules' scores for pips.
ROUNDED = frozenset({"losers", "losers_minus_own", "differences", "all"})
_WRITTEN = {
    "penalty": gettext_lazy("Every side scores the pips it has left, as a penalty."),
    "losers": gettext_lazy("The winner scores everyone else’s pips."),
    "losers_minus_own": gettext_lazy("The winner scores everyone else’s pips, less those in their own hand."),
    "differences": gettext_lazy("The winner scores, for each of the others, how many more pips they have."),
    "all": gettext_lazy("The winner scores all pips left in all hands, including their own."),
    "one": gettext_lazy("The winner scores 1 point."),
    "write_down": gettext_lazy(
        "Every side but the winner’s loses the pips it has left, rounded down to a multiple of 5, but never falls"
        " below zero. After a block, every side does."
    ),
    "losers_fifths": gettext_lazy("The winner scores a fifth of the others’ pips, rounded up."),
    "none": gettext_lazy("Nobody scores for the pips left."),
}


def round_end(r: rules.RuleSet) -> Iterator[str]:
    yield _("When you play your last tile, you go out, and the round ends.")
    yield {
        "stuck": _("The round is blocked when nobody can play or draw."),
        "dead": _(
            "The round is blocked when nobody can play or draw. It is also blocked as soon as every tile that would"
            " fit an end has been played: then nobody draws any more."
        ),
        "reserve": _blocked_at_reserve(r),
    }[r.block]


def _blocked_at_reserve(r: rules.RuleSet) -> str:
    """`block: reserve`, if the boneyard can shrink to the reserve, or is as small from the deal on."""
    if not play.left_to_draw(r):
        return _("The round is blocked as soon as the player whose turn it is can’t play.")
    if not play.draws(r) and not any(lead.startswith("draw_until") for lead in r.leads.values()):
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
    if r.ends:
        yield from _while_playing(r)
    yield from _who_won(r)
    yield from written(r)
    yield from weights(r)


def _while_playing(r: rules.RuleSet) -> Iterator[str]:
    yield _(
        "After every play, the open ends are counted. An open half counts its pips, and a double at an end counts"
        " both halves."
    )
    yield spinner_counted()
    yield _("An empty side of a spinner counts nothing. If the lead is the only tile, its pips count once.")
    if r.ends_pay == "parts":
        yield _("If the count is a multiple of %(n)d, you score the count divided by %(n)d at once.") % {"n": r.ends}
    else:
        yield _("If the count is a multiple of %(n)d, you score that many points at once.") % {"n": r.ends}


def spinner_counted() -> str:
    return _("A spinner counts both halves while it has fewer than two neighbours.")


def _who_won(r: rules.RuleSet) -> Iterator[str]:
    if r.out_wins == "out":
        yield _("Going out wins the round.")
    else:
        yield _("Fewest pips left wins the round, even if another player went out.")
    if r.block_win == "blocker":
        yield _("The player who played the last tile wins a blocked round.")
    else:
        yield _("Fewest pips left in hand wins a blocked round.")
        yield {
            "nobody": _("If the fewest pips are equal, nobody wins."),
            "fewest_tiles": _("If the fewest pips are equal, the player with fewer tiles wins."),
            "low_half": _("If the fewest pips are equal, the player whose highest half is lower wins."),
            "skip": _("If the fewest pips are equal, the lowest player who isn’t tied wins."),
            "blocker": _("If the fewest pips are equal, the tied player who played the last tile wins."),
        }[r.tie_block]
    if r.sides < r.seats:
        yield _("Partners’ pips are added up.")
        if r.partner_free:
            yield _("When you go out, your partner’s hand counts nothing.")


def written(r: rules.RuleSet) -> Iterator[str]:
    """The scoring at the end of a round, in words."""
    rounded = {r.score_out in ROUNDED, r.score_block in ROUNDED} if r.round_to > 1 else {False}
    if r.score_out == r.score_block:
        yield str(_WRITTEN[r.score_out])
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


def _written_as(rule: str, rounded: set[bool], to: int) -> str:
    """The sentence for *rule*; it mentions rounding if only one of the two rules is *rounded*."""
    if len(rounded) == 2 and rule in ROUNDED:
        return _("%(rule)s That is rounded to the nearest multiple of %(n)d.") % {"rule": _WRITTEN[rule], "n": to}
    return str(_WRITTEN[rule])


def weights(r: rules.RuleSet) -> Iterator[str]:
    """Hands and tiles that count other than their pips."""
    for hand, weight in (r.lone or {}).items():
        yield _("A hand of just %(tiles)s counts %(n)d.") % {"tiles": _(" and ").join(hand.split()), "n": weight}
    if r.blank:
        yield _("The 0-0 left in a hand counts %(n)d.") % {"n": r.blank}


def game_end(r: rules.RuleSet) -> Iterator[str]:
    kind, number = r.ends_at
    low = r.goal == "low"
    if kind == "rounds":
        rounds = ngettext("%(n)d round", "%(n)d rounds", number) % {"n": number}
        if low:
            yield _("The game has %(rounds)s. Lowest score wins; a tie is a draw.") % {"rounds": rounds}
        else:
            yield _("The game has %(rounds)s. Highest score wins; a tie is a draw.") % {"rounds": rounds}
        return
    if low:
        yield _("If you reach %(n)d points, you lose. Lowest score wins, and equal lowest scores share the win.") % {
            "n": number
        }
    else:
        yield _("The first to reach %(n)d points wins.") % {"n": number}
        yield {
            "play_on": _("If the top scores are equal, another round is played."),
            "draw": _("If the top scores are equal, the game is a draw."),
            "both": _("If two sides get there together, the game is a draw."),
        }[r.tie_end]
    yield _at_the_latest()
    if r.target_at == "once" and scores_in_play(r):
        yield _("The game stops the moment a side gets there, even in the middle of a round.")


def scores_in_play(r: rules.RuleSet) -> bool:
    """Whether a side can reach the target during a round: by the ends, or, with low goals, by a price."""
    return bool(r.ends) or (r.goal == "low" and r.draw_price > 0 and play.draws(r))


def _at_the_latest() -> str:
    return _("After %(n)d rounds, the game ends in any case, and the best score wins.") % {"n": LONGEST_GAME}


def conduct(r: rules.RuleSet) -> Iterator[str]:
    """The options of games that data can't express (rules.md 9)."""
    if r.variant.conduct == "general":
        yield str(chapters.TITLES[r.titles])
        if rules.conduct_of(r).has_signals(r):
            yield _("At any time you may wink (you hold 0-0) or puff (you hold 6-6); only your partner sees it.")
        else:
            yield _("There are no signals between partners.")
    if r.variant.conduct == "sea_goat":
        yield {
            "rotten": _("Three blocked rounds in a row with eggs are rotten: they are forgotten."),
            "draw": _("Eggs three times in a row end the game as a draw."),
        }[r.eggs]
    if r.variant.conduct == "sausage" and r.cut == "equal":
        yield _("Cutting is allowed only while both lines have the same number of tiles.")

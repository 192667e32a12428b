"""The rules of scoring, from a rule set's options: end of a round, scores, end of a game (rules.md 5 to 7)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from rulebook import chapters, play, words
from rules import LONGEST_GAME

# What the winner writes for pips by these is rounded (`round_to`).
ROUNDED = frozenset({"losers", "losers_minus_own", "differences", "all"})
_WRITTEN = {
    "penalty": gettext_lazy("Every side writes the pips it has left, as a penalty."),
    "losers": gettext_lazy("The winner writes the pips of all others."),
    "losers_minus_own": gettext_lazy("The winner writes the pips of all others, less those in the winner’s own hand."),
    "differences": gettext_lazy("The winner writes, for each of the others, by how many pips they are heavier."),
    "all": gettext_lazy("The winner writes all pips left in all hands, the winner’s own too."),
    "one": gettext_lazy("The winner writes 1 point."),
    "write_down": gettext_lazy(
        "Every side but the winner’s is written down by the pips it has left, rounded down to a multiple of 5,"
        " never below zero; a blocked round writes down every side."
    ),
    "losers_fifths": gettext_lazy("The winner writes a fifth of the others’ pips, rounded up."),
    "none": gettext_lazy("Nothing is written for the pips left."),
}


def round_end(r: rules.RuleSet) -> Iterator[str]:
    yield _("Whoever plays the last tile of a hand goes out, and the round is over.")
    yield {
        "stuck": _("The round is blocked when nobody can play and nobody can draw."),
        "dead": _(
            "The round is blocked when nobody can play and nobody can draw, and also as soon as every tile that would"
            " fit an end has been played: then nobody draws any more."
        ),
        "reserve": _blocked_at_reserve(r),
    }[r.block]


def _blocked_at_reserve(r: rules.RuleSet) -> str:
    """`block: reserve`, where the boneyard can come down to what is never drawn, or is there from the deal on."""
    if not play.left_to_draw(r):
        return _("The round is blocked as soon as the player whose turn it is can’t play.")
    if not play.draws(r) and not any(lead.startswith("draw_until") for lead in r.leads.values()):
        return _("The round is blocked when nobody can play.")
    if r.reserve:
        return _(
            "The round is blocked when nobody can play and nobody can draw, and also when the boneyard is down to its"
            " reserve and the player whose turn it is can’t play."
        )
    return _(
        "The round is blocked when nobody can play and nobody can draw, and also when the boneyard is empty and the"
        " player whose turn it is can’t play."
    )


def scoring(r: rules.RuleSet) -> Iterator[str]:
    if r.ends:
        yield from _while_playing(r)
    yield from _who_won(r)
    yield from _written(r)
    yield from _weights(r)


def _while_playing(r: rules.RuleSet) -> Iterator[str]:
    yield _(
        "After every play the open ends are counted: an open half counts its pips, a double at an end both halves, a"
        " spinner both halves as long as it has fewer than two neighbours."
    )
    yield _("A side of a spinner with nothing on it counts nothing. A lead that lies alone counts its pips once.")
    if r.ends_pay == "parts":
        yield _("A count that is a multiple of %(n)d scores at once: the count divided by %(n)d.") % {"n": r.ends}
    else:
        yield _("A count that is a multiple of %(n)d scores at once: so many points.") % {"n": r.ends}


def _who_won(r: rules.RuleSet) -> Iterator[str]:
    if r.out_wins == "out":
        yield _("Whoever goes out wins the round.")
    else:
        yield _("Whoever has fewest pips left wins the round, even if somebody else went out.")
    if r.block_win == "blocker":
        yield _("A blocked round is won by whoever played the last tile.")
    else:
        yield _("A blocked round is won with the fewest pips left in hand.")
        yield {
            "nobody": _("Equal fewest pips: nobody wins it."),
            "fewest_tiles": _("Equal fewest pips: fewer tiles decide."),
            "low_half": _("Equal fewest pips: the lower highest half decides."),
            "skip": _("Equal fewest pips: the next one who is not tied wins it."),
            "blocker": _("Equal fewest pips: whoever played the last tile wins it, if among the tied."),
        }[r.tie_block]
    if r.sides < r.seats:
        yield _("Partners’ pips are added up.")
        if r.partner_free:
            yield _("The hand of the partner of whoever went out counts nothing.")


def _written(r: rules.RuleSet) -> Iterator[str]:
    rounded = {r.score_out in ROUNDED, r.score_block in ROUNDED} if r.round_to > 1 else {False}
    if r.score_out == r.score_block:
        yield str(_WRITTEN[r.score_out])
    else:
        yield _("After somebody went out: %(what)s") % {"what": _written_as(r.score_out, rounded, r.round_to)}
        yield _("After a block: %(what)s") % {"what": _written_as(r.score_block, rounded, r.round_to)}
    if r.winner_free:
        yield _("The winner of a blocked round writes nothing.")
    if r.out_bonus and r.score_out == "penalty":
        yield ngettext(
            "Going out takes %(n)d point off one’s penalty.",
            "Going out takes %(n)d points off one’s penalty.",
            r.out_bonus,
        ) % {"n": r.out_bonus}
    elif r.out_bonus:
        yield ngettext("Going out earns %(n)d point.", "Going out earns %(n)d points.", r.out_bonus) % {
            "n": r.out_bonus
        }
    if rounded == {True}:
        yield _("What is written for pips is rounded to the nearest multiple of %(n)d.") % {"n": r.round_to}
    if r.open_at:
        if r.remember:
            yield _(
                "The first penalty one writes must be %(n)d or more; fewer pips are kept in mind and added to the"
                " next round’s."
            ) % {"n": r.open_at}
            yield _("A round without any pips clears what was kept in mind.")
        else:
            yield _("The first penalty one writes must be %(n)d or more; fewer pips are forgotten.") % {"n": r.open_at}


def _written_as(rule: str, rounded: set[bool], to: int) -> str:
    """What is written by *rule*; where only one of the two rules is *rounded*, it says so."""
    if len(rounded) == 2 and rule in ROUNDED:
        return _("%(rule)s That is rounded to the nearest multiple of %(n)d.") % {"rule": _WRITTEN[rule], "n": to}
    return str(_WRITTEN[rule])


def _weights(r: rules.RuleSet) -> Iterator[str]:
    for hand, weight in (r.lone or {}).items():
        yield _("A hand of just %(tiles)s counts %(n)d.") % {"tiles": _(" and ").join(hand.split()), "n": weight}
    if r.blank:
        yield _("The 0-0 left in a hand counts %(n)d.") % {"n": r.blank}


def game_end(r: rules.RuleSet) -> Iterator[str]:
    kind, number = words.end(r)
    low = r.goal == "low"
    if kind == "rounds":
        rounds = ngettext("%(n)d round", "%(n)d rounds", number) % {"n": number}
        if low:
            yield _("The game has %(rounds)s; fewest points win, equal is a draw.") % {"rounds": rounds}
        else:
            yield _("The game has %(rounds)s; most points win, equal is a draw.") % {"rounds": rounds}
        return
    if low:
        yield _("Whoever reaches %(n)d points has lost; fewest points win, and equal fewest share the win.") % {
            "n": number
        }
    else:
        yield _("Whoever reaches %(n)d points first wins.") % {"n": number}
        yield {
            "play_on": _("Equal at the top: another round is played."),
            "draw": _("Equal at the top: a draw."),
            "both": _("If two sides get there together it is a draw."),
        }[r.tie_end]
    yield _at_the_latest()
    if r.target_at == "once" and scores_in_play(r):
        yield _("The game stops the moment somebody gets there, in the middle of a round too.")


def scores_in_play(r: rules.RuleSet) -> bool:
    """Whether a side can reach the target in the middle of a round: by the ends, or where points are bad by a price."""
    return bool(r.ends) or (r.goal == "low" and r.draw_price > 0 and play.draws(r))


def _at_the_latest() -> str:
    return _("After %(n)d rounds the game ends in any case, and the best score wins.") % {"n": LONGEST_GAME}


def conduct(r: rules.RuleSet) -> Iterator[str]:
    """The options of the games that data can't say (rules.md 9)."""
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

"""Rules texts for people, generated from a rule set's options, so that house rules have complete texts, too."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from common.texts import Text
from rulebook import phrases, play, score, trains
from rulebook.chapters import titles_in_short
from rulebook.names import game_name
from rulebook.own import own
from rulebook.people import either

__all__ = ["Section", "emblem", "one_line", "sections", "three_sentences"]


@dataclass(frozen=True, slots=True)
class Section:
    name: str  # for addresses, such as "lead"
    title: str
    sentences: tuple[str, ...]


SECTIONS: list[tuple[str, Text, Callable[[rules.RuleSet], Iterator[str]]]] = [
    ("tiles", gettext_lazy("Players and tiles"), play.tiles),
    ("lead", gettext_lazy("Who begins"), play.lead),
    ("layout", gettext_lazy("Where tiles go"), play.layout),
    ("turn", gettext_lazy("Your turn"), play.turn),
    ("round", gettext_lazy("The end of a round"), score.round_end),
    ("scoring", gettext_lazy("The score"), score.scoring),
    ("end", gettext_lazy("The end of the game"), score.game_end),
]


def one_line(key: str) -> str:
    """The game in one line, for its card; a game without a text of its own says how it is won."""
    return str(own(key).line) or three_sentences(rules.ruleset(key, {}, rules.VARIANTS[key].seats[0]))[-1]


def emblem(key: str) -> str:
    """The tile on the game's card."""
    return own(key).emblem


def sections(ruleset: rules.RuleSet) -> list[Section]:
    """The whole rules, a sentence for every option that matters here."""
    texts = own(ruleset.key)
    conduct = tuple(score.conduct(ruleset))
    chapters = [
        Section(
            each.name,
            str(each.title),
            (*_filled(each.sentences, ruleset), *(conduct * (each.name == texts.conduct_in))),
        )
        for each in texts.chapters
    ]
    written = []
    for name, title, write in trains.sections(ruleset) if ruleset.in_trains else SECTIONS:
        if name == "end":
            written += chapters
        if name not in texts.without:
            written.append(Section(name, str(title), tuple(write(ruleset))))
    if special := (*map(str, texts.more), *(conduct * (texts.conduct_in == "own"))):
        written.append(Section("own", _("Special rules in %(game)s") % {"game": game_name(ruleset.key)}, special))
    return written


def three_sentences(ruleset: rules.RuleSet) -> list[str]:
    """The game in three sentences, for players who are about to join."""
    if three := own(ruleset.key).three:
        return _filled(three, ruleset)
    if ruleset.in_trains:
        return [*trains.in_short(ruleset), _win(ruleset)]
    return [_play(ruleset), _stuck(ruleset), _win(ruleset)]


def _filled(sentences: Iterable[Text], r: rules.RuleSet) -> list[str]:
    """A game's own sentences, completed with values that house rules may change: the hand, the length, the titles of
    General.
    """
    tiles = ngettext("%(n)d tile", "%(n)d tiles", r.hand) % {"n": r.hand}
    values = {"tiles": tiles, "length": phrases.length(r), "titles": titles_in_short(r.titles)}
    return [str(sentence) % values for sentence in sentences]


def _play(r: rules.RuleSet) -> str:
    tiles = ngettext("%(n)d tile", "%(n)d tiles", r.hand) % {"n": r.hand}
    special = []
    match r.matching:
        case "equal":
            sentence = _("Each player gets %(tiles)s; on your turn, play one that matches an open end")
        case "sum" | "matador":
            sentence = _(
                "Each player gets %(tiles)s; on your turn, play one that makes %(n)s together with an open end"
            )
        case _:
            assert_never(r.matching)
    if r.matching == "matador":
        special.append(_("matadors fit every end"))
    if r.sides < r.seats:
        special.append(_("partners sit opposite each other and score together"))
    if r.doubles_per_turn > 1:
        special.append(_("you can play up to %(n)d doubles at once") % {"n": r.doubles_per_turn})
    if r.has_doubles:
        special += filter(None, (_spinner(r) if r.arms == play.USUAL_ARMS else "", _filling(r)))
    words = {"tiles": tiles, "n": r.set + (r.matching == "matador")}
    return _("%(sentence)s.") % {"sentence": "; ".join([sentence % words, *special])}


def _spinner(r: rules.RuleSet) -> str:
    match r.spinner:
        case "none":
            return ""
        case "first":
            return _("you can play on all four sides of the first double")
        case "house":
            return _("the first double with tiles on both sides opens two more ends")
        case "all":
            return _("you can play on all four sides of every double")
        case _:
            assert_never(r.spinner)


def _filling(r: rules.RuleSet) -> str:
    match r.fill:
        case "none":
            return ""
        case "lead":
            sentence = ngettext(
                "a double that leads must be filled with %(n)d tile first",
                "a double that leads must be filled with %(n)d tiles first",
                r.arms,
            )
            return sentence % {"n": r.arms}
        case "all" if r.spinner == "all":
            return _("a double must be filled before you can play anywhere else")
        case "all":
            return _("the first double must be filled before you can play anywhere else")
        case _:
            assert_never(r.fill)


def _stuck(r: rules.RuleSet) -> str:
    if not play.draws(r):
        return _("If you can’t play, you pass: there is no drawing.")
    match r.draw:
        case "until" if r.auction:
            return _("If you can’t play, you draw until you can; the last two tiles go to the highest bidder.")
        case "until" if r.reserve:
            return ngettext(
                "If you can’t play, you draw until you can; the last tile stays hidden.",
                "If you can’t play, you draw until you can; the last %(n)d tiles stay hidden.",
                r.reserve,
            ) % {"n": r.reserve}
        case "until" | "none":
            return _("If you can’t play, you draw until you can, or pass when no tiles are left.")
        case "1" | "2" | "3":
            return ngettext(
                "If you can’t play, you draw %(n)d tile, and pass if it doesn’t fit.",
                "If you can’t play, you draw up to %(n)d tiles, and pass if none fits.",
                int(r.draw),
            ) % {"n": int(r.draw)}
        case _:
            assert_never(r.draw)


def _win(r: rules.RuleSet) -> str:
    kind, number = r.ends_at
    low = r.goal == "low"
    if low and r.score_out == "penalty" and kind == "rounds":
        return ngettext(
            "Pips left in your hand count against you. Lowest score after %(n)d round wins.",
            "Pips left in your hand count against you. Lowest score after %(n)d rounds wins.",
            number,
        ) % {"n": number}
    if low and r.score_out == "penalty":
        return _("Pips left in your hand count against you. If you reach %(n)d points, you lose.") % {"n": number}
    words = {"how": _how_to_score(r), "n": number}
    match kind:
        case "rounds" if low:
            return (
                ngettext(
                    "%(how)s. Lowest score after %(n)d round wins.",
                    "%(how)s. Lowest score after %(n)d rounds wins.",
                    number,
                )
                % words
            )
        case "rounds":
            return (
                ngettext(
                    "%(how)s. Highest score after %(n)d round wins.",
                    "%(how)s. Highest score after %(n)d rounds wins.",
                    number,
                )
                % words
            )
        case "target" if low:
            return _("%(how)s. If you reach %(n)d points, you lose.") % words
        case "target" if r.target_at == "exact":
            return _("%(how)s. The first to reach exactly %(n)d points wins.") % words
        case "target":
            return _("%(how)s. The first to reach %(n)d points wins.") % words
        case "love":
            return f"{words['how']}. {score.love_wins(number)}"
        case _:
            assert_never(kind)


def _how_to_score(r: rules.RuleSet) -> str:
    """What brings points, without the full stop."""
    if r.ends == "alike":
        return _("You score whenever all open ends show the same number")
    if len(r.divisors) == 1:
        return _("You score whenever the open ends add up to a multiple of %(n)d") % {"n": r.divisors[0]}
    if r.divisors:
        return _("You score whenever the open ends add up to a multiple of %(numbers)s") % {
            "numbers": either(r.divisors)
        }
    match r.out_wins, r.score_out:
        case "fewest", "losers_minus_own":
            return _("Fewest pips left wins the round, and scores the others’ pips less their own")
        case "out", "all":
            return _("The first to go out wins the round and scores all pips that are left")
        case "out", "losers" | "losers_minus_own":
            return _("The first to go out wins the round and scores the pips the others have left")
        case "out", "one":
            return _("The first to go out wins the round and scores 1 point")
    return f"{score.who_won_after_out(r)} {score.points_after(r.score_out)}".removesuffix(".")

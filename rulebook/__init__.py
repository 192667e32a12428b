"""Rules texts for people, generated from a rule set's options, so that house rules have complete texts, too."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from common.texts import Text
from rulebook import phrases, play, score
from rulebook.chapters import TITLES_IN_SHORT
from rulebook.names import game_name
from rulebook.own import own

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
    for name, title, write in SECTIONS:
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
    return [_play(ruleset), _stuck(ruleset), _win(ruleset)]


def _filled(sentences: Iterable[Text], r: rules.RuleSet) -> list[str]:
    """A game's own sentences, completed with values that house rules may change: the hand, the length, the titles of
    General.
    """
    tiles = ngettext("%(n)d tile", "%(n)d tiles", r.hand) % {"n": r.hand}
    values = {"tiles": tiles, "length": phrases.length(r), "titles": TITLES_IN_SHORT[r.titles]}
    return [str(sentence) % values for sentence in sentences]


def _play(r: rules.RuleSet) -> str:
    tiles = ngettext("%(n)d tile", "%(n)d tiles", r.hand) % {"n": r.hand}
    if r.match == "equal":
        sentence = _("Each player gets %(tiles)s; on your turn, play one that matches an open end") % {"tiles": tiles}
    else:
        sentence = _(
            "Each player gets %(tiles)s; on your turn, play one that makes %(n)s together with an open end"
        ) % {
            "tiles": tiles,
            "n": r.match.partition(":")[2],
        }
    special = []
    if r.sides < r.seats:
        special.append(_("partners sit opposite each other and score together"))
    if r.doubles_per_turn > 1:
        special.append(_("you can play up to %(n)d doubles at once") % {"n": r.doubles_per_turn})
    if r.spinner != "none":
        special.append(
            {
                "first": _("you can play on all four sides of the first double"),
                "house": _("the first double with tiles on both sides opens two more ends"),
                "all": _("you can play on all four sides of every double"),
            }[r.spinner]
        )
    return _("%(sentence)s.") % {"sentence": "; ".join([sentence, *special])}


def _stuck(r: rules.RuleSet) -> str:
    if not play.draws(r):
        return _("If you can’t play, you pass: there is no drawing.")
    if r.draw == "until":
        if r.auction:
            return _("If you can’t play, you draw until you can; the last two tiles go to the highest bidder.")
        if r.reserve:
            return ngettext(
                "If you can’t play, you draw until you can; the last tile stays hidden.",
                "If you can’t play, you draw until you can; the last %(n)d tiles stay hidden.",
                r.reserve,
            ) % {"n": r.reserve}
        return _("If you can’t play, you draw until you can, or pass when no tiles are left.")
    limit = int(r.draw)
    return ngettext(
        "If you can’t play, you draw %(n)d tile, and pass if it doesn’t fit.",
        "If you can’t play, you draw up to %(n)d tiles, and pass if none fits.",
        limit,
    ) % {"n": limit}


def _win(r: rules.RuleSet) -> str:
    kind, number = r.ends_at
    if r.goal == "low":
        if kind == "rounds":
            return ngettext(
                "Pips left in your hand count against you. Lowest score after %(n)d round wins.",
                "Pips left in your hand count against you. Lowest score after %(n)d rounds wins.",
                number,
            ) % {"n": number}
        return _("Pips left in your hand count against you. If you reach %(n)d points, you lose.") % {"n": number}
    if r.ends:
        how = _("You score whenever the open ends add up to a multiple of %(n)d") % {"n": r.ends}
    elif r.out_wins == "fewest":
        how = _("Fewest pips left wins the round, and scores the others’ pips less their own")
    elif r.score_out == "all":
        how = _("The first to go out wins the round and scores all pips that are left")
    else:
        how = _("The first to go out wins the round and scores the pips the others have left")
    if kind == "rounds":
        return ngettext(
            "%(how)s. Highest score after %(n)d round wins.", "%(how)s. Highest score after %(n)d rounds wins.", number
        ) % {"how": how, "n": number}
    return _("%(how)s. The first to reach %(n)d points wins.") % {"how": how, "n": number}

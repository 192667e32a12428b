"""Each game's short texts that its options can't give."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from common.texts import Text
from rulebook import chapters
from rulebook.chapters import Chapter


@dataclass(frozen=True, slots=True)
class Own:
    """The texts of one game.

    - *line*: the game in one line.
    - *emblem*: the tile on its card.
    - *more*: special rules, one sentence each.
    - *chapters*: the game's own sections, if a list isn't enough.
    - *conduct_in*: the section for the sentences about the game's own options.
    - *three*: the game in three sentences, if its options would tell it badly.
    - *without*: the general sections that the chapters replace.
    """

    line: Text
    emblem: str
    more: tuple[Text, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    conduct_in: str = "own"
    three: tuple[Text, ...] = ()
    without: frozenset[str] = frozenset()


OWN: Mapping[str, Own] = {
    "brettspielnetz": Own(_("The everyday duel: four rounds, three draws a turn at most, fewest points win."), "5-0"),
    "brettspielnetz_classic": Own(_("The same duel by its older rule: draw until you can play."), "4-1"),
    "draw": Own(_("The world’s favourite domino game: if you can’t play, you draw until you can."), "6-5"),
    "block": Own(_("No drawing at all: if you can’t play, you pass. The hand you get is all you have."), "6-4"),
    "pool": Own(_("The game of English pubs: draw until you can play, but the last two tiles are never drawn."), "3-2"),
    "auction": Own(_("Draw until you can play; the last two tiles go to the highest bidder."), "2-1"),
    "dutch": Own(_("Two draws at most, and the double blank in your hand weighs 13."), "0-0"),
    "partnership": Own(_("Four players in pairs, every tile dealt: read what your partner plays."), "6-6"),
    "puerto_rico": Own(_("The 6-6 opens, and the winner scores every pip that is left."), "6-6"),
    "austrian": Own(_("A bigger set with no doubles."), "8-7"),
    "egyptian": Own(_("The round ends as soon as it’s clear that nobody can play again."), "6-3"),
    "jordanian": Own(_("Seven tiles each. If a player gets five of one number, we deal again."), "5-3"),
    "vietnamese": Own(_("Everyone starts with one tile and draws until the 6-6 turns up."), "6-1"),
    "ukrainian": Own(_("The highest double opens every round."), "5-5"),
    "french": Own(_("Lead any tile you like; the last two tiles are never drawn."), "4-2"),
    "double_nine": Own(
        _("The big set for up to six: play on all four sides of every double, and keep your score low."), "9-9"
    ),
    "classic": Own(_("The Russian classic: you can play two doubles in one turn, and a lone 0-0 costs 25."), "4-4"),
    "classic_six": Own(_("Touching halves must add up to six instead of matching."), "5-1"),
    "goat": Own(_("Kozel: penalties pile up, and if you reach 101, you’re the goat."), "1-1"),
    "sport_goat": Own(_("The tournament game of two pairs: every tile dealt, eight rounds."), "5-4"),
    "donkey": Own(
        _("Goat, but you can play up to four doubles a turn, and close ends with face-down doubles."),
        "3-3",
        more=chapters.DONKEY,
    ),
    "sea_goat": Own(
        _("Only one side at a time has points, and a big win by another side wipes them out."),
        "6-6",
        three=(
            _(
                "Each player gets %(tiles)s. On your turn, play one tile or up to two doubles that fit; if you"
                " can’t, draw until you can or no tiles are left."
            ),
            _(
                "Only one side at a time has points: it has the account. Win a round with 25 pips or more in the"
                " other hands to open it. If another side does that, your account is written off."
            ),
            _("The game goes %(length)s. Going out with 0-0, or with 6-6 at the right moment, wins it at once."),
        ),
        chapters=chapters.SEA_GOAT,
        conduct_in="fish",
        without=frozenset({"lead", "scoring", "end"}),
    ),
    "general": Own(
        _("Two pairs: go out with the 0-0 or the 6-6 to make the other pair General. Fewest Generals wins."),
        "0-0",
        three=(
            _(
                "Each player gets %(tiles)s, and 1-1 leads every round. On your turn, play one tile or up to two"
                " doubles that fit."
            ),
            "%(titles)s",
            _("After the last round, the side with fewer Generals wins."),
        ),
        more=chapters.GENERAL,
        without=frozenset({"scoring", "end"}),
    ),
    "telephone": Own(_("Ends that add up to a multiple of five score at once; doubles grow into houses."), "3-2"),
    "telephone_72": Own(_("All scores are divided by five, and the first to 72 wins."), "5-5"),
    "muggins": Own(_("All Fives: make the ends add up to five, ten, fifteen … and score at once."), "5-5"),
    "sausage": Own(
        _("Your tiles are face down. Turn them over one by one, and cut the lines to give your opponent more tiles."),
        "2-2",
        three=(
            _(
                "Each player has %(tiles)s face down in a row. On your turn, the front one is turned over: if it"
                " fits, you place it; if not, it goes to the back of your row."
            ),
            _(
                "A tile goes on the end of one of two lines; a double can also go into a line, between two halves of"
                " its number. A tile that fits across both lines cuts them, and the other player gets the cut tiles."
            ),
            _(
                "The first player with an empty row wins the round, and the other scores the pips left. If you reach"
                " the target, you lose."
            ),
        ),
        chapters=chapters.SAUSAGE,
        conduct_in="cut",
        without=frozenset({"layout", "turn", "lead", "round", "scoring"}),
    ),
}


def own(key: str) -> Own:
    """The texts of a game; empty ones for a new game, so that it has a page."""
    return OWN.get(key) or Own("", "6-5")

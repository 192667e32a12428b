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
    - *names*: what else people call it, and words of its tables, for the search. Names aren't translated.
    - *more*: special rules, one sentence each.
    - *chapters*: the game's own sections, if a list isn't enough.
    - *conduct_in*: the section for the sentences about the game's own options.
    - *three*: the game in three sentences, if its options would tell it badly.
    - *without*: the general sections that the chapters replace.
    """

    line: Text
    emblem: str
    names: str = ""
    more: tuple[Text, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    conduct_in: str = "own"
    three: tuple[Text, ...] = ()
    without: frozenset[str] = frozenset()


OWN: Mapping[str, Own] = {
    "brettspielnetz": Own(_("The everyday duel: four rounds, three draws a turn at most, fewest points win."), "5-0"),
    "brettspielnetz_classic": Own(_("The same duel by its older rule: draw until you can play."), "4-1"),
    "draw": Own(
        _("The world’s favourite domino game: if you can’t play, you draw until you can."),
        "6-5",
        names="straight dominoes",
    ),
    "block": Own(
        _("No drawing at all: if you can’t play, you pass. The hand you get is all you have."),
        "6-4",
        names="straight dominoes",
    ),
    "pool": Own(
        _("The game of English pubs: draw until you can play, but the last two tiles are never drawn."),
        "3-2",
        names="pub",
    ),
    "auction": Own(_("Draw until you can play; the last two tiles go to the highest bidder."), "2-1"),
    "dutch": Own(
        _("Two draws at most, and the double blank in your hand weighs 13."), "0-0", names="Netherlands Holland"
    ),
    "partnership": Own(
        _("Four players in pairs, every tile dealt: read what your partner plays."),
        "6-6",
        names="dominó latino en parejas Mexico México Venezuela Colombia tranca capicúa",
    ),
    "puerto_rico": Own(_("The 6-6 opens, and the winner scores every pip that is left."), "6-6", names="boricua"),
    "austrian": Own(_("A bigger set with no doubles."), "8-7", names="Austria"),
    "egyptian": Own(_("The round ends as soon as it’s clear that nobody can play again."), "6-3", names="Egypt Iraq"),
    "jordanian": Own(_("Seven tiles each. If a player gets five of one number, we deal again."), "5-3", names="Jordan"),
    "vietnamese": Own(_("Everyone starts with one tile and draws until the 6-6 turns up."), "6-1"),
    "ukrainian": Own(_("The highest double opens every round."), "5-5", names="Ukraine"),
    "french": Own(_("Lead any tile you like; the last two tiles are never drawn."), "4-2", names="France"),
    "double_nine": Own(
        _("The big set for up to six: play on all four sides of every double, and keep your score low."), "9-9"
    ),
    "classic": Own(_("The Russian classic: you can play two doubles in one turn, and a lone 0-0 costs 25."), "4-4"),
    "classic_six": Own(_("Touching halves must add up to six instead of matching."), "5-1"),
    "goat": Own(_("Kozel: penalties pile up, and if you reach 101, you’re the goat."), "1-1", names="Kozyol козёл"),
    "sport_goat": Own(
        _("The tournament game of two pairs: every tile dealt, eight rounds."), "5-4", names="Kozel Kozyol козёл"
    ),
    "donkey": Own(
        _("Goat, but you can play up to four doubles a turn, and close ends with face-down doubles."),
        "3-3",
        more=chapters.DONKEY,
        names="Osyol осёл",
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
        names="Kozel Kozyol козёл морской",
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
        names="генерал",
    ),
    "telephone": Own(
        _("Ends that add up to a multiple of five score at once; doubles grow into houses."),
        "3-2",
        names="телефон домики блоха All Fives",
    ),
    "telephone_72": Own(
        _("All scores are divided by five, and the first to 72 wins."), "5-5", names="телефон All Fives"
    ),
    "muggins": Own(
        _("All Fives: make the ends add up to five, ten, fifteen … and score at once."),
        "5-5",
        names="Fives Up bones five-up",
    ),
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
        names="колбаса",
    ),
    "international": Own(
        _("The game of international tournaments: partners play to 200, and the winners score every pip that is left."),
        "6-5",
        names="dominó internacional parejas mundial España Spain Venezuela México Mexico capicúa",
        more=(_("Many tables call a last tile that fits both ends a capicúa."),),
    ),
    "cuban": Own(
        _("The game of Havana’s parks: double nine, ten tiles each, and fifteen that nobody sees."),
        "9-8",
        names="dominó cubano Cuba La Habana doble nueve double nine parque dar agua",
        more=(_("In Cuba, the tiles that nobody gets are said to sleep."),),
    ),
    "dominican": Own(
        _("Partners to 200: passes pay, a capicúa pays, and if you block the game, you duel with one opponent."),
        "6-6",
        names="dominó dominicano República Dominicana Santo Domingo capicúa pase corrido tranque",
        more=(_("A last tile that fits both ends is a capicúa. A blocked game is a tranque."),),
    ),
    "puerto_rico_500": Own(
        _("La 500: a capicú or a chuchazo pays 100, and the first four rounds won pay a bonus."),
        "0-0",
        names="la 500 la quinientos boricua Puerto Rico capicú capicúa chuchazo tranque",
        more=(_("A last tile that fits both ends is a capicú. Going out with the 0-0 is a chuchazo."),),
    ),
    "brazilian": Own(
        _("Partners play to six: a last double counts two, a lá-e-lô three, a cruzada four."),
        "4-4",
        names="dominó brasileiro Brasil Brazil Pernambuco Recife lá-e-lô lá e lô cruzada carroça batida",
        more=(
            _("A double is a carroça. A last tile that fits both ends is a lá-e-lô, and if it is a double, a cruzada."),
        ),
    ),
    "jamaican": Own(
        _("Six love: win six rounds before the others win one. If both pairs have won, it starts again."),
        "6-6",
        names="six love partner Jamaica Kingston pose",
        more=(_("To lead is to pose. Six rounds won to none are six love."),),
    ),
    "haitian": Own(
        _("Partners play for six love, and a dekabès counts twice."),
        "5-4",
        names="domino ayisyen haïtien Ayiti Haiti Haïti dekabès dekabes six love",
        more=(_("A last tile that fits both ends is a dekabès."),),
    ),
    "cut_throat": Own(
        _("Everyone for themselves, every tile dealt: win six rounds while somebody else has none."),
        "6-6",
        names="cutthroat cut-throat six love Jamaica Kingston",
        more=(_("Six rounds won to none are six love."),),
    ),
    "gaple": Own(
        _("The game of Indonesia’s coffee stalls: the 0-0 opens, and if you can’t play, you pass."),
        "0-0",
        names="gapleh domino Indonesia balak",
        more=(_("A double is a balak."),),
    ),
    "chicken_foot": Own(
        _("The kitchen-table game for up to eight: before play goes on, every double grows its toes."),
        "9-9",
        names="chickenfoot chickie chicken toes double nine",
        more=(_("The tiles that a double waits for are its toes. With all of them it’s a chicken foot."),),
    ),
    "sebastopol": Own(
        _("The 6-6 opens, and all its four sides must be filled before any arm grows."), "6-6", names="Sevastopol star"
    ),
    "cyprus": Own(
        _("A star for four to eight players: all eight arms of the 9-9 must start before any of them grows."),
        "9-9",
        names="star eight arms double nine",
    ),
    "merry_go_round": Own(
        _("Fives around a double: fill its four sides first, and score when the ends add up to five, ten, fifteen …"),
        "5-5",
        names="merry go round fives All Fives",
        more=(_("Many tables count every five points as one, so their 61 is our 305."),),
    ),
    "all_threes": Own(
        _("Make the ends add up to three, six, nine … and score at once."), "3-3", names="threes Muggins"
    ),
    "five_up": Own(
        _("Fives with five tiles each: you can play on all four sides of every double."),
        "5-5",
        names="five up 5-up fives All Fives Muggins San Francisco",
        more=(_("Many tables count every five points as one, so their 61 is our 305."),),
    ),
    "fives_threes": Own(
        _("The game of pub leagues: score when the ends divide by five or three, and stop at exactly 61."),
        "5-3",
        names="5s and 3s fives and threes threes and fives pub league Yorkshire England cribbage board",
        more=(_("In a pub, you would keep the score on a cribbage board."),),
    ),
    "bergen": Own(
        _("Score when all ends show the same number: two points, or three with a double among them."),
        "4-4",
        names="double-header triple-header double header triple header",
        more=(_("Equal ends are a double-header, and a triple-header if one of them is a double."),),
    ),
    "mexican_train": Own(
        _("Everyone builds a train of their own, and all build the Mexican one. Up to eight players, double twelve."),
        "12-12",
        names="Mexican Train dominoes chicken train trains double twelve double 12 double-twelve Union Pacific station"
        " marker engine caboose tren mexicano trem mexicano мексиканский поезд Mexikanischer Zug",
    ),
    "matador": Own(
        _("Touching halves add up to seven, and four matadors fit anywhere: 6-1, 5-2, 4-3 and 0-0."),
        "4-3",
        names="matadors sevens Russian dominoes",
    ),
}


def own(key: str) -> Own:
    """The texts of a game; empty ones for a new game, so that it has a page."""
    return OWN.get(key) or Own("", "6-5")

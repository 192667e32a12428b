"""The data of `options`: options, their groups, and their texts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

import rules
from common.texts import Text
from rulebook import phrases, play
from rulebook.kinds import (
    Choice,
    Divisors,
    Hands,
    Kind,
    Number,
    Numbers,
    Pick,
    Points,
    Switch,
    Tiles,
    WithHighest,
    WithNumber,
    WithTile,
)
from rulebook.people import either
from rulebook.score import ROUNDED
from rules.words import LeadBy, lead_parts

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Option:
    """*conduct*: the only game with this option (rules.md 9). *matters*: whether it has an effect with other values."""

    name: str
    label: Text
    explanation: Text
    kind: Kind
    matters: Callable[[Values], object] | None = None
    conduct: str = ""

    def offered(self, variant: rules.Variant, seats: int) -> bool:
        if variant.changeable is not None and self.name not in variant.changeable:
            return False
        if self.conduct and self.conduct != variant.conduct:
            return False
        if self.name in {"pairs", "partner_free", "out_by"}:
            return seats in variant.pairs_at
        return True


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    title: Text
    options: tuple[Option, ...]


def _tiles(n: int) -> str:
    return ngettext("%(n)d tile", "%(n)d tiles", n) % {"n": n}


def _points(n: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", n) % {"n": n}


def _ends(n: int) -> str:
    return ngettext("%(n)d end", "%(n)d ends", n) % {"n": n}


def _multiples(divisors: str) -> str:
    numbers = divisors.split("+")
    if len(numbers) == 1:
        return str(_("Multiples of %(n)d score")) % {"n": int(divisors)}
    return str(_("Multiples of %(numbers)s score")) % {"numbers": either(numbers)}


def _rounded(n: int) -> str:
    return str(_("Exactly") if n == 1 else _("To multiples of %(n)d")) % {"n": n}


class _End(WithNumber):
    """`rounds:4` in the words for lengths used on the whole site."""

    __slots__ = ()

    def words(self, value: object) -> str:
        return phrases.end_words(str(value))


# ---- When an option matters --------------------------------------------------------------------


def _lead_words(chosen: Values) -> set[LeadBy]:
    leads = (chosen["lead_first"], chosen["lead_next"], chosen["lead_blocked"])
    return {lead_parts(str(lead))[0] for lead in leads if lead is not None}


def _draws(chosen: Values) -> bool:
    return chosen["draw"] != "none"


def _stays(chosen: Values) -> bool:
    return _draws(chosen) or chosen["block"] == "reserve" or not _lead_words(chosen).isdisjoint(play.DRAWN_FOR)


def _asks_for_double(chosen: Values) -> bool:
    return not _lead_words(chosen).isdisjoint(play.DOUBLES | play.DRAWN_FOR)


def _penalty(chosen: Values) -> bool:
    return "penalty" in {chosen["score_out"], chosen["score_block"]}


def _rounds(chosen: Values) -> bool:
    return not ROUNDED.isdisjoint({chosen["score_out"], chosen["score_block"]})


def _scores_in_play(chosen: Values) -> bool:
    costs = chosen["goal"] == "low" and chosen["draw_price"] and _draws(chosen)
    return bool(chosen["ends"] or chosen["passes"] or costs)


def _counts_ends(chosen: Values) -> bool:
    return chosen["ends"] not in (0, "alike")


def _compares_pips(chosen: Values) -> bool:
    return chosen["out_wins"] == "fewest" or chosen["block_win"] != "blocker"


def _target(chosen: Values) -> bool:
    return str(chosen["end"]).startswith("target")


# ---- Choices that several options share --------------------------------------------------------

_LEADS = (
    Pick("draw", _("The player who draws the heaviest tile")),
    Pick("count", _("By counting off the pips shown")),
    Pick("odd_even", _("Odd or even"), seats=2),
    Pick("random", _("A random player")),
    Pick("host", _("The host")),
    Pick("high_double", _("The highest double")),
    Pick("low_double", _("The lowest double: 1-1 and up, 0-0 last")),
    Pick("blank_double", _("The lowest double: 0-0 and up")),
    Pick("tile", _("A certain tile, else the highest double"), _("%(rest)s, else the highest double")),
    Pick(
        "draw_until", _("A certain tile; players draw until it turns up"), _("%(rest)s; players draw until it turns up")
    ),
    Pick("down", _("The highest double, a lower one each round; players draw until it turns up")),
    Pick("stock", _("A random start tile, on which the first player plays")),
)
_LATER = (
    Pick("rotate", _("The player to the left of the last leader")),
    Pick("winner", _("The winner of the last round")),
    Pick("blocker", _("The winner; after a block, the last to play")),
    Pick("last", _("The last leader again")),
    Pick("same", _("As in the first round")),
)
_SCORES = Choice(
    (
        Pick("penalty", _("Everybody: their own pips, as a penalty")),
        Pick("losers", _("The winner: all pips of the others")),
        Pick("losers_minus_own", _("The winner: all pips of the others, less their own")),
        Pick("differences", _("The winner: how many more pips each of the others has")),
        Pick("all", _("The winner: all pips left, their own too")),
        Pick("one", _("The winner: one point")),
        Pick("write_down", _("The others lose their pips, in fives")),
        Pick("losers_fifths", _("The winner: a fifth of the others’ pips")),
        Pick("none", _("Nothing")),
    )
)

# ---- The table -----------------------------------------------------------------------------------

# fmt: off
_SET = Group("set", _("The set and the deal"), (
    Option("set", _("Set of tiles"),
           _("Named by its highest tile: double-6 has 28 tiles, double-9 has 55, double-12 has 91."),
           Choice(tuple(Pick(n, format_lazy(_("Double-{n}"), n=n)) for n in range(3, 19)))),
    Option("doubles", _("Doubles in the set"), _("Turn this off to play without any doubles."), Switch()),
    Option("without", _("Tiles left out"), _("These tiles aren’t in the set, such as 0-0."), Tiles()),
    Option("hand", _("Tiles in a hand"), _("How many tiles each player gets."), Number(_tiles, lowest=1)),
    Option("pairs", _("Play in pairs"), _("Partners sit opposite each other and score together."), Switch()),
    Option("redeal", _("Bad hands"), _("A hand full of doubles, or of one number, can mean a new deal."),
           WithNumber((
               Pick("none", _("Every hand is played")),
               Pick("ask:doubles", _("Many doubles: the player may ask for a new deal"),
                    _("%(rest)s doubles or more: the player may ask for a new deal")),
               Pick("must:doubles", _("Many doubles: dealt again"), _("%(rest)s doubles or more: dealt again")),
               Pick("must:suit", _("Many tiles of one number: dealt again"),
                    _("%(rest)s tiles of one number: dealt again")),
           ))),
))
_DRAWING = Group("drawing", _("Drawing"), (
    Option("draw", _("When nothing fits"), _("How many tiles you can draw in one turn."),
           Choice((
               Pick("none", _("Nobody draws")), Pick("1", _("Draw one tile")), Pick("2", _("Draw up to two tiles")),
               Pick("3", _("Draw up to three tiles")), Pick("until", _("Draw until something fits")),
           ))),
    Option("reserve", _("Tiles that stay hidden"), _("How many tiles always stay in the boneyard."),
           Number(_tiles, zero=_("None")), _stays),
    Option("pick", _("Which tile is drawn"), _("The next tile of the pile, or any face-down tile you choose."),
           Choice((
               Pick("pile", _("The next one in the pile")),
               Pick("ends", _("From the front for the first player, from the back for the others")),
               Pick("choose", _("Any you choose")),
           )), lambda chosen: _draws(chosen) or not _lead_words(chosen).isdisjoint(play.DRAWN_FOR)),
    Option("draw_price", _("Price of a drawn tile"), _("How many points each drawn tile costs, at once."),
           Number(_points, zero=_("Nothing")), _draws),
    Option("auction", _("Auction of the last two tiles"), _("When two tiles are left, everyone bids points for them."),
           Switch(), _draws),
))
_LEAD = Group("lead", _("The lead"), (
    Option("lead_first", _("Lead of the first round"), _("Who plays the first tile, or which tile it is."),
           WithTile(_LEADS)),
    Option("lead_next", _("Lead of later rounds"), _("The same, from the second round on."),
           WithTile(_LATER + _LEADS)),
    Option("lead_blocked", _("Lead after a blocked round"), _("If it differs from other later rounds."),
           WithTile((Pick(None, _("As in other later rounds")), *_LATER, *_LEADS))),
    Option("no_double", _("If nobody holds a double"), _("Applies when a double should lead and nobody has one."),
           Choice((Pick("heaviest", _("The heaviest tile leads")), Pick("redeal", _("The tiles are dealt again")))),
           _asks_for_double),
    Option("lead_free", _("A free lead"), _("Which tiles you can lead if no tile is required."),
           Choice((
               Pick("any", _("Any tile")), Pick("strong", _("The strongest: the highest double, else the heaviest")),
           ))),
))
_PLAYING = Group("playing", _("Playing"), (
    Option("match", _("What fits"), _("Which numbers may touch."),
           WithHighest((
               Pick("equal", _("Equal numbers")),
               Pick("sum", _("Numbers that add up to the highest in the set"), _("Numbers that add up to %(rest)s")),
               Pick("matador", _("Numbers that add up to one more than the highest; matadors fit anywhere")),
           ))),
    Option("draw_when_able", _("Drawing when you could play"),
           _("You may draw first, but in the end you must play if you can."), Switch(), _draws),
    Option("drawn_play", _("A drawn tile that fits"), _("Whether you may keep it and pass."),
           Choice((Pick("must", _("Must be played")), Pick("may", _("May be kept")))), _draws),
))
_LAYOUT = Group("layout", _("Doubles and the layout"), (
    Option("spinner", _("Doubles that open sideways"), _("You can play on all four sides of a spinner."),
           Choice((
               Pick("none", _("No double")), Pick("first", _("The first double played")),
               Pick("house", _("The first double with tiles on both sides")), Pick("all", _("Every double")),
           )), lambda chosen: chosen["doubles"]),
    Option("doubles_per_turn", _("Doubles in one turn"), _("If you play several, each goes on a different end."),
           Choice((Pick(1, _("One")), Pick(2, _("Up to two")), Pick(4, _("Up to four")))),
           lambda chosen: chosen["doubles"]),
    Option("fill", _("Doubles to fill first"),
           _("Until all ends of such a double are taken, you can’t play anywhere else."),
           Choice((
               Pick("none", _("No double")), Pick("lead", _("A double that leads")),
               Pick("all", _("Every double that opens sideways")),
           )), lambda chosen: chosen["spinner"] != "none" and chosen["doubles"]),
    Option("arms", _("Ends of a lead double"), _("How many tiles can go on a double that leads."),
           Number(_ends, lowest=2), lambda chosen: chosen["fill"] != "none"),
    Option("closing", _("Doubles face down"),
           _("You can play any double but the spinner face down, which closes its end."),
           Switch(), lambda chosen: chosen["spinner"] == "first"),
    Option("double_lengthwise", _("Doubles laid lengthwise"),
           _("When the ends score, a lengthwise double counts one half instead of two."), Switch(),
           _counts_ends),
))
_ROUND = Group("round", _("End of a round"), (
    Option("block", _("The round is blocked"), _("When a round ends although nobody went out."),
           Choice((
               Pick("stuck", _("When nobody can play or draw")),
               Pick("dead", _("Also as soon as no tile left could ever fit")),
               Pick("reserve", _("Also when the boneyard is used up and the next player can’t play")),
           ))),
    Option("out_by", _("Who must be out"), _("In pairs, your partner can play on when you have no tiles left."),
           Choice((Pick("seat", _("One player")), Pick("side", _("Both partners")))),
           lambda chosen: chosen["pairs"]),
    Option("out_wins", _("A player went out"), _("Decides who wins the round."),
           Choice((Pick("out", _("Going out wins")), Pick("fewest", _("Fewest pips win anyway"))))),
    Option("block_win", _("Nobody went out"), _("Who wins a blocked round."),
           Choice((
               Pick("fewest", _("Fewest pips win")), Pick("blocker", _("The player of the last tile wins")),
               Pick("hand", _("The lowest hand wins, whatever the partner holds")),
               Pick("duel", _("The last to play against the player to their left: fewest pips win")),
           ))),
    Option("tie_block", _("Equal fewest pips"), _("Decides who wins the round."),
           Choice((
               Pick("nobody", _("Nobody")), Pick("fewest_tiles", _("The player with fewer tiles")),
               Pick("low_half", _("The player whose highest half is lower")),
               Pick("skip", _("The lowest player who isn’t tied")),
               Pick("blocker", _("The tied player who played the last tile")),
           )), _compares_pips),
))
_POINTS = Group("points", _("Points"), (
    Option("score_out", _("Points after going out"), _("Decides the points after the round."), _SCORES),
    Option("score_block", _("Points after a block"), _("Decides the points after a blocked round."), _SCORES),
    Option("out_bonus", _("Bonus for going out"), _("Added to your score, or subtracted from your penalty."),
           Number(_points, zero=_("None"))),
    Option("finish", _("Special last tiles"),
           _("Points for going out in a special way, 0 for none. Only the first way that fits counts."),
           Points((
               Pick("cross", _("A double that fits both ends")), Pick("blank", _("The 0-0")),
               Pick("double", _("Any double")),
               Pick("both", _("A tile that fits two different ends, one with each half")),
               Pick("same", _("A tile that isn’t a double, when both ends show the same number")),
           ))),
    Option("finish_pays", _("What a special last tile pays"), _("How its points change the winner’s score."),
           Choice((
               Pick("add", _("These points on top")), Pick("instead", _("These points and nothing else")),
               Pick("times", _("The score is multiplied by these points")),
           )), lambda chosen: bool(chosen["finish"])),
    Option("passes", _("Points for passes"), _("Points when others pass, 0 for none."),
           Points((
               Pick("lead_double", _("The first player after a double lead passes")),
               Pick("lead_single", _("The first player after any other lead passes")),
               Pick("round", _("All others pass, one after another")),
               Pick("below", _("Only for sides with fewer points than")),
           ))),
    Option("round_bonus", _("Bonus for the first wins"),
           _("What the winners of the first rounds score on top, one after another, such as 100, 75, 50."),
           Numbers()),
    Option("tie_next", _("A round without a winner"), _("How many points more the next round is worth."),
           Number(_points, zero=_("Nothing"))),
    Option("winner_free", _("The winner of a block scores nothing"), _("Instead of a penalty for the pips left."),
           Switch(), _penalty),
    Option("partner_free", _("The partner’s hand doesn’t count"),
           _("When you go out, your partner’s pips don’t count."),
           Switch(), lambda chosen: chosen["pairs"] and chosen["out_by"] == "seat"),
    Option("open_at", _("Smallest first penalty"), _("Until you have scored, fewer pips than this don’t count."),
           Number(_points, zero=_("Any")), _penalty),
    Option("remember", _("Small penalties are remembered"),
           _("They are added to the next round’s penalty."),
           Switch(), lambda chosen: bool(chosen["open_at"])),
    Option("round_to", _("Rounding"), _("The winner’s score for pips is rounded to multiples of this number."),
           Number(_rounded, lowest=1), _rounds),
    Option("lone", _("Special hands"), _("The value of a hand with only these tiles."), Hands()),
    Option("blank", _("The 0-0 left in a hand"), _("How many pips it counts as."),
           Number(_points, zero=_("Nothing"))),
    Option("ends", _("Points for open ends"),
           _("When the open ends score. Several numbers are possible, such as 3 + 5."),
           Divisors((
               Pick(0, _("Never")), Pick("count", _("If they add up to a multiple of a number"), "%(rest)s"),
               Pick("alike", _("If they all show the same number")),
           ), _multiples)),
    Option("ends_pay", _("What the ends pay"), _("How much a count that scores is worth."),
           Choice((Pick("sum", _("The count itself")), Pick("parts", _("The count divided by that number")))),
           _counts_ends),
))
_GAME_END = Group("end", _("End of the game"), (
    Option("end", _("Length of the game"), _("When the game ends."),
           _End((
               Pick("rounds", _("Number of rounds"), "%(rest)s"),
               Pick("target", _("Target score"), "%(rest)s"),
               Pick("love", _("Target score while another side has none"), "%(rest)s"),
           ))),
    Option("goal", _("Who wins the game"), _("Whether points are good or bad."),
           Choice((Pick("high", _("Most points win")), Pick("low", _("Fewest points win"))))),
    Option("tie_end", _("A tie at the top"), _("What happens if two reach the target with equal points."),
           Choice((
               Pick("play_on", _("Another round is played")), Pick("draw", _("A draw")),
               Pick("both", _("A draw if two have reached the target")),
           )), lambda chosen: _target(chosen) and chosen["goal"] == "high" and chosen["target_at"] != "exact"),
    Option("target_at", _("Reaching the target"), _("Whether points scored during a round can end the game."),
           Choice((
               Pick("round", _("At the end of a round")), Pick("once", _("At once")),
               Pick("exact", _("At once and exactly: points beyond it don’t count")),
           )), lambda chosen: _target(chosen) and (_scores_in_play(chosen) or chosen["target_at"] == "exact")),
))
_OWN = Group("own", _("Special rules of this game"), (
    Option("titles", _("What makes a General"), _("Which tiles you have to go out with."),
           Choice((
               Pick("any", _("0-0 or 6-6")), Pick("bald", _("Only 0-0")),
               Pick("bald_both", _("0-0; with 6-6 it counts twice")), Pick("both", _("Only both in one turn")),
           )), conduct="general"),
    Option("signals", _("Signals between partners"), _("A wink for the 0-0, a puff for the 6-6."), Switch(),
           lambda chosen: chosen["titles"] not in ("bald", "bald_both"), conduct="general"),
    Option("eggs", _("Eggs for the third time"), _("Three blocked rounds with equal pips in a row."),
           Choice((Pick("rotten", _("They are forgotten")), Pick("draw", _("The game ends as a draw")))),
           conduct="sea_goat"),
    Option("cut", _("Cutting"), _("When a tile may be laid across both lines."),
           Choice((
               Pick("any", _("At any joint both lines have")),
               Pick("equal", _("Only while both lines are equally long")),
           )),
           conduct="sausage"),
    Option("opening", _("First trains"), _("How many tiles you can play on your own train while you start it."),
           Choice((
               Pick("one", _("One, as in any turn")),
               Pick("train", _("As many as fit, one after another")),
           )),
           conduct="mexican_train"),
    Option("after_double", _("After a double"), _("What follows when you play a double."),
           Choice((
               Pick("cover", _("It must be covered first")),
               Pick("extra", _("One more tile, anywhere")),
           )),
           conduct="mexican_train"),
    Option("last_double", _("Going out with a double"), _("Whether the round ends when your last tile is a double."),
           Choice((
               Pick("out", _("You’re out")),
               Pick("cover", _("You draw a tile first, as long as there are any")),
           )), lambda chosen: chosen["draw"] != "none",
           conduct="mexican_train"),
    Option("own_first", _("Own train first"),
           _("Until your own train has started, you can play only there, except to cover a double."), Switch(),
           conduct="mexican_train"),
))
# fmt: on

GROUPS: tuple[Group, ...] = (_SET, _DRAWING, _LEAD, _PLAYING, _LAYOUT, _ROUND, _POINTS, _GAME_END, _OWN)

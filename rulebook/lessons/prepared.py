"""The deals and moves of the lessons, and the games of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from django.utils.translation import gettext_lazy as _

import rules
from accounts.reserved import OF_COMPUTERS
from common.texts import Text

READER = 0  # the seat
# By seat, for the seats there are; "" is the reader.
NAMES = ("", *(OF_COMPUTERS[level][0] for level in ("casual", "solid", "good")))

MATCH = _("You can play a tile on an open end that shows one of its numbers.")
A_PASS = _("A pass shows what a player doesn’t have. Leave those ends, and they pass again.")
PENALTIES = _("Pips left in your hand are a penalty, so get rid of heavy tiles early.")


@dataclass(frozen=True, slots=True)
class Lesson:
    """*key*: the game it is played as, with *options*; *also*: the other games of the family.

    *hands* (rows, in Sausage) by seat, *boneyard*, *start* and *lead* are the deal; *moves* are all that follow.
    *learnt*: three sentences.
    """

    key: str
    seats: int
    also: tuple[str, ...]
    hands: tuple[str, ...]
    boneyard: str
    moves: str
    learnt: tuple[Text, Text, Text]
    start: str | None = None
    lead: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.seats]

    @property
    def deal(self) -> rules.Deal:
        hands = [hand.split() for hand in self.hands]
        in_rows = rules.VARIANTS[self.key].in_rows
        found: dict[str, object] = {"rows" if in_rows else "hands": hands, "boneyard": self.boneyard.split()}
        return rules.deal_from_dict(
            found | {name: value for name, value in (("start", self.start), ("lead", self.lead)) if value is not None}
        )


LESSONS = (
    Lesson(
        "draw", 2, ("pool", "french", "dutch", "puerto_rico", "auction", "austrian", "egyptian", "jordanian",
                    "vietnamese", "ukrainian"),
        hands=("4-0 5-3 3-3 6-5 6-2 3-2 6-0", "2-2 1-1 5-0 2-0 5-2 4-4 3-1"),
        boneyard="4-3 5-1 6-3 5-4 6-6 6-4 0-0 5-5 3-0 2-1 4-2 4-1 1-0 6-1", lead=0,
        moves="3-3 3-1>3-3 5-3>3-3 5-2>5-3 6-2>5-2 1-1>3-1 6-0>6-2 5-0>6-0 6-5>5-0 draw draw 5-1>1-1 draw 6-3>6-5"
              " 4-3>6-3 4-0>4-3 2-0>4-0 3-2>2-0",
        learnt=(
            MATCH,
            _("If you can’t play, you draw until you can."),
            _("Get rid of doubles and heavy tiles early: the others score what you have left."),
        ),
    ),
    Lesson(
        "block", 2, (),
        hands=("6-2 4-2 5-5 2-2 5-4 1-0 6-1", "4-3 5-1 6-6 5-3 3-1 6-0 1-1"),
        boneyard="6-4 5-0 5-2 6-3 2-0 4-4 2-1 3-0 3-2 6-5 4-0 3-3 4-1 0-0", lead=0,
        moves="5-5 5-3>5-5 5-4>5-5 4-3>5-4 pass 3-1>5-3 6-1>3-1 6-6>6-1 6-2>6-6 pass 2-2>6-2 pass 4-2>2-2",
        learnt=(
            _("Nobody draws: if you can’t play, you pass."),
            A_PASS,
            _("When nobody can play, the round is blocked, and the fewest pips win it."),
        ),
    ),
    Lesson(
        "partnership", 4, ("sport_goat", "general"),
        hands=("6-0 6-2 4-4 5-0 1-0 4-3 3-0", "4-2 2-1 5-5 2-2 3-2 4-1 1-1", "5-4 5-1 3-3 5-3 0-0 3-1 6-3",
               "6-4 6-6 2-0 6-1 6-5 4-0 5-2"),
        boneyard="",
        moves="6-6 6-0>6-6 pass 0-0>6-0 6-5>6-6 5-0>6-5 pass pass 4-0>5-0 4-4>4-0 4-2>4-4 pass 5-2>4-2 3-0>0-0"
              " 5-5>5-2 3-3>3-0 pass 4-3>3-3 4-1>4-3 5-4>5-5 6-4>5-4 1-0>4-1 pass 6-3>6-4 2-0>1-0 6-2>2-0",
        learnt=(
            _("You and the player opposite are partners: when one of you goes out, you both win."),
            A_PASS,
            _("All tiles are dealt, so the other players have every tile that you don’t see."),
        ),
    ),
    Lesson(
        "brettspielnetz", 2, ("brettspielnetz_classic",),
        hands=("3-1 1-1 6-6 3-2 6-2 3-0 5-1", "5-4 0-0 5-2 4-4 2-2 6-1 1-0"),
        boneyard="5-0 6-0 4-1 6-4 2-1 4-3 4-0 6-3 6-5 5-5 2-0 5-3 3-3", start="4-2",
        moves="6-2>4-2 6-1>6-2 1-1>6-1 4-4>4-2 3-1>1-1 5-4>4-4 5-1>5-4 1-0>5-1 3-2>3-1 0-0>1-0 3-0>0-0 5-2>3-2 draw"
              " 5-0>5-2 draw 6-0>5-0 6-6>6-0",
        learnt=(
            MATCH,
            _("You draw up to three tiles a turn. The last two tiles stay hidden."),
            _("Points are bad: you score the pips you have left, and going out takes five off."),
        ),
    ),
    Lesson(
        "muggins", 2, ("telephone", "telephone_72"),
        hands=("2-0 6-6 5-4 6-0 3-1 6-1 6-3", "4-2 5-3 1-1 4-1 2-2 5-1 5-2"),
        boneyard="6-2 4-0 4-4 5-5 5-0 4-3 6-5 3-2 0-0 3-0 1-0 6-4 3-3 2-1", lead=0,
        moves="6-6 draw 6-2>6-6 6-3>6-6 2-2>6-2= 6-0>6-6 4-2>2-2 3-1>6-3 1-1>3-1= 6-1>1-1 4-1>4-2 2-0>6-0 5-2>2-0"
              " 5-4>5-2",
        learnt=(
            _("You score while you play, whenever the open ends add up to a multiple of five."),
            _("A double laid across counts both halves; a double laid lengthwise counts just one."),
            _("So look at all the ends before you play, not just at the one you play on."),
        ),
    ),
    Lesson(
        "goat", 3, ("donkey", "sea_goat", "classic", "classic_six"),
        hands=("4-2 2-2 5-3 6-2 5-1 5-5 5-4", "4-0 6-3 4-4 2-1 3-1 6-0 6-5", "2-0 6-1 3-2 3-0 4-3 3-3 4-1"),
        boneyard="6-4 1-0 5-0 5-2 1-1 0-0 6-6",
        moves="2-2 2-1>2-2 6-1>2-1 4-2>2-2 6-5>6-1 4-1>4-2 5-5>6-5 3-1>4-1 3-3>3-1 5-4>5-5 6-3>3-3 4-3>5-4 5-3>4-3"
              " 6-0>6-3 3-0>6-0 5-1>5-3 draw draw 1-0>5-1 3-2>3-0 6-2>3-2",
        learnt=(
            PENALTIES,
            _("Your first penalty must be 13 or more; fewer pips don’t count."),
            _("This game has a loser, not a winner: if you reach 101, you’re the goat."),
        ),
    ),
    Lesson(
        "double_nine", 3, (),
        hands=("3-1 8-1 9-9 9-4 8-2 3-3 5-3", "8-8 8-5 4-0 7-4 8-0 8-7 6-2", "8-3 4-2 7-5 7-0 7-6 6-0 7-2"),
        boneyard="5-4 6-6 8-6 4-4 5-1 5-5 4-3 9-1 9-3 2-1 6-5 8-4 7-1 6-3 9-8 6-1 2-2 7-7 4-1 9-7 5-2 6-4 5-0 9-2 0-0"
                 " 1-1 3-2 9-6 7-3 3-0 9-0 9-5 1-0 2-0",
        moves="9-9 draw pass draw pass 9-4>9-9 7-4>9-4 7-6>7-4 draw 8-6>7-6 8-8>8-6 8-3>8-8 3-3>8-3 8-7>8-8 7-5>8-7"
              " 8-2>8-8 6-2>8-2 6-6>6-2 3-1>3-3 5-4>7-5 4-2>5-4 8-1>3-1 8-5>8-1 7-2>4-2 5-3>3-3",
        learnt=(
            _("You can play on all four sides of every double, so there are soon many ends."),
            _("You draw one tile at most, and pass if it doesn’t fit."),
            PENALTIES,
        ),
    ),
    Lesson(
        "sausage", 2, (), options={"hand": 7},
        hands=("4-2 5-5 2-2 0-0 2-0 6-2 6-0", "4-0 3-3 1-0 3-0 5-1 6-3 4-4"),
        boneyard="6-4 5-4 6-6 5-0 5-2 3-1 1-1 4-3 6-5 2-1 6-1 3-2 5-3 4-1", lead=0,
        moves="turn 4-0>A turn turn 2-2>B 1-0>A 0-0^A1 turn 2-0/1 5-1>A 6-2>B 6-3>B 6-0/1 turn 5-5>A",
        learnt=(
            _("You don’t see your tiles: each turn the front one is turned over."),
            _("A tile goes on the end of a line; a double may also go in between two halves of its number."),
            _("A tile that fits across both lines cuts them: the other player gets what is cut off."),
        ),
    ),
)  # fmt: skip


@cache
def by_game() -> dict[str, Lesson]:
    """The lesson of each game. Games without one share the lesson of the family that their rules belong to."""
    prepared = {key: lesson for lesson in LESSONS for key in (lesson.key, *lesson.also)}
    return {key: prepared.get(key) or prepared[_family(game)] for key, game in rules.VARIANTS.items()}


def games_of(lesson: Lesson) -> list[str]:
    """The other games that share the lesson: those of `also`, then those without a lesson."""
    shared = [key for key, found in by_game().items() if found is lesson and key not in {lesson.key, *lesson.also}]
    return [*lesson.also, *shared]


def _family(game: rules.Variant) -> str:
    """The game whose lesson teaches most about these rules."""
    ruleset = rules.ruleset(game.key, {}, game.seats[0])
    if game.in_rows:
        return "sausage"
    if ruleset.ends:
        return "muggins"
    if ruleset.pairs:
        return "partnership"
    if ruleset.draw == "none":
        return "block"
    return "draw"

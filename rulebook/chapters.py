"""The texts of games that options can't describe: Sea Goat, General, Donkey, Sausage (rules.md 9)."""

from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import gettext_lazy as _

from common.texts import Text
from rules.words import Titles


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of one game. *name*: for addresses; it replaces the general section of that name."""

    name: str
    title: Text
    sentences: tuple[Text, ...]


DONKEY = (
    _(
        "Until a double lies face up, you can play doubles in just two ways: one face up, or two face down, one on"
        " each end of the line."
    ),
    _("When every end is closed, the round is blocked at once."),
)

SEA_GOAT = (
    Chapter(
        "account",
        _("The account"),
        (
            _(
                "Only one side at a time has points: that side has the account. If the winner of a round has the"
                " account, they add the pips left in the other hands. If nobody has the account, the winner opens it"
                " with those pips if there are 25 or more. If another side has the account, 25 or more write it off,"
                " and everyone is back at 0."
            ),
            _("The length of the game: %(length)s."),
            _("0-0 alone in a hand counts 25, 6-6 alone counts 50, and just these two count 75."),
        ),
    ),
    Chapter(
        "out",
        _("Going out with 0-0 or 6-6"),
        (
            _(
                "If you go out with 0-0 in your last turn, you win the game: bald. If you go out with 6-6 and the"
                " others hold 25 or more, you win it too: six. If they hold less, nobody scores, and you get the"
                " right of the hundred."
            ),
        ),
    ),
    Chapter(
        "hundred",
        _("The hundred"),
        (
            _(
                "If your side has the account and you lead a later round with 6-6, you play the hundred. You also"
                " play it if you got the right of the hundred: you are dealt 6-6 and lead it. The right lasts for one"
                " round."
            ),
            _(
                "If the hundred’s side wins the round, it wins the game. If another side wins the round and the"
                " hundred’s side has 25 or more left, it loses the game: brother-in-law."
            ),
            _(
                "A fish is dangerous in the hundred: with 25 or more, its side loses the game, unless it alone has"
                " the fewest pips."
            ),
        ),
    ),
    Chapter(
        "fish",
        _("Fish and eggs"),
        (
            _(
                "A blocked round is a fish. The player who played the last tile that isn’t a double is the"
                " fisherman. Then the first of these cases counts."
            ),
            _(
                "Eggs: the fisherman’s side has as many pips as the lowest other side, or two other sides are equal"
                " and lower. Nobody scores."
            ),
            _(
                "The fisherman’s side has fewer than 25 pips, and every other side has 25 or more. It wins the round"
                " and scores by the rules of the account, and the fisherman gets the right of the hundred."
            ),
            _(
                "The fisherman’s side has more than 25 pips, and more than another side. The fisherman owes the"
                " fish, and nobody scores. A new debt replaces an old one."
            ),
            _("Otherwise, the side with the fewest pips wins the round and scores by the rules of the account."),
        ),
    ),
    Chapter(
        "owing",
        _("Owing a fish"),
        (
            _(
                "If you owe a fish, you lead every round with any tile until your side pays. To pay, it must go out"
                " while the other hands hold 25 or more. That pays the fish, and nothing else is scored."
            ),
            _("Any round that doesn’t pay the fish is scored by the rules of the account."),
            _(
                "After three rounds without payment, the fish is lost. The player to the left then gets the right of"
                " the hundred, unless that round already gave it to a player."
            ),
        ),
    ),
    Chapter(
        "lead",
        _("Who begins"),
        (
            _(
                "The first of these that applies decides who leads. A player with the right of the hundred leads"
                " 6-6. A fisherman who owes a fish leads any tile. In the first round and after eggs, the lowest"
                " double leads, from 1-1 up and 0-0 last. Otherwise, the winner of the last round leads any tile."
            ),
        ),
    ),
)


def titles(word: Titles) -> Text:
    """What makes a General, in whole."""
    match word:
        case "any":
            return _(
                "If you go out with 0-0 or 6-6 in your last turn, the side that would play next gets the title General;"
                " with both, it gets two. Other tiles give none."
            )
        case "bald":
            return _(
                "If you go out with 0-0 in your last turn, the side that would play next gets the title General. Other"
                " tiles give none, not even 6-6."
            )
        case "bald_both":
            return _(
                "If you go out with 0-0 in your last turn, the side that would play next gets the title General; 0-0"
                " and 6-6 together give two. Other tiles give none, not even 6-6 alone."
            )
        case "both":
            return _(
                "If you go out with 0-0 and 6-6 in your last turn, the side that would play next gets the title"
                " General, just once. Other tiles, or only one of the two, give none."
            )
        case _:
            assert_never(word)


def titles_in_short(word: Titles) -> Text:
    """The same for the game in three sentences."""
    match word:
        case "any":
            return _("If you go out with 0-0 or 6-6, the side that would play next becomes a General.")
        case "bald":
            return _("If you go out with 0-0, the side that would play next becomes a General.")
        case "bald_both":
            return _(
                "If you go out with 0-0, the side that would play next becomes a General, twice if you play 6-6 too."
            )
        case "both":
            return _("If you go out with 0-0 and 6-6 in one turn, the side that would play next becomes a General.")
        case _:
            assert_never(word)


GENERAL = (
    _("A blocked round doesn’t count and is dealt again."),
    _("After the last round, the side with fewer Generals wins; a tie is a draw."),
    _("Many players set a time limit of half an hour or an hour. When time is up, the Generals so far decide."),
    _(
        "With six or eight players, two pairs play and the others wait. A pair that gets a General, or loses two"
        " rounds after coming on, makes room for the next pair."
    ),
)

SAUSAGE = (
    Chapter(
        "lead",
        _("How it begins"),
        (
            _(
                "Each player has a row of tiles, face down, that nobody has seen. In the first round, the players"
                " draw for the lead. Later, the last winner leads; if nobody won, they draw again."
            ),
            _(
                "The leader’s front tile is turned over: it is the start. A line grows from each half, side by side:"
                " line A from the higher half, line B from the other."
            ),
        ),
    ),
    Chapter(
        "turn",
        _("Your turn"),
        (
            _(
                "On your turn, the front tile of your row is turned over for all to see. If it fits, you must place"
                " it, and you choose where. If not, it goes face down to the back of your row."
            ),
            _("End: a tile can go on the end of either line if it matches."),
            _("Insert: a double can go into a line where two halves with its number meet."),
        ),
    ),
    Chapter(
        "cut",
        _("Cutting the sausage"),
        (
            _(
                "Cut: compare the tiles at the same place in both lines. If your tile’s halves match their outer"
                " halves, you can lay it across. The start and all tiles up to that place go to the back of the other"
                " player’s row, and your tile is the new start."
            ),
        ),
    ),
    Chapter(
        "round",
        _("The end of a round"),
        (
            _(
                "The round ends when you place the last tile of your row. The other player scores the pips left in"
                " theirs."
            ),
            _(
                "It is a fish if both players turn over as many tiles as their rows hold and place none, or after"
                " 1,000 turns. The player with more pips scores them; if the pips are equal, nobody scores."
            ),
        ),
    ),
)

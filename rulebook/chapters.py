"""The texts of the games that options can't tell: Sea Goat, General, Donkey, Sausage (rules.md 9)."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of a game's own. *name*: for addresses; it takes the place of the general section of that name."""

    name: str
    title: Any
    sentences: tuple[Any, ...]


DONKEY = (
    _(
        "While no double lies open, a turn of doubles is exactly one, played open, or exactly two, both face"
        " down, one on each end of the line. Two closed ends close the layout."
    ),
    _("When every end is closed the round is blocked at once."),
)

SEA_GOAT = (
    Chapter(
        "account",
        _("The account"),
        (
            _(
                "At most one side has points: it has the account. When a round is won, the winner with the account"
                " writes the pips left with the others. If nobody has the account, the winner writes them if they are"
                " 25 or more. If another side has it, 25 or more write that account off and everybody is at 0."
            ),
            _("The length of the game: %(length)s."),
            _("A hand of just 0-0 counts 25, of just 6-6 50, of just these two 75."),
        ),
    ),
    Chapter(
        "out",
        _("Going out with 0-0 or 6-6"),
        (
            _(
                "Going out with 0-0 in the last turn wins the game: bald. Going out with 6-6 wins it if the others"
                " hold 25 or more: six; with less, nothing is written and the player gets the right of the hundred."
            ),
        ),
    ),
    Chapter(
        "hundred",
        _("The hundred"),
        (
            _(
                "The hundred: a player whose side has the account and who leads a later round with 6-6 plays it; so"
                " does a player who was given the right of the hundred. 6-6 is then dealt to that hand and led. The"
                " right lasts for one round."
            ),
            _(
                "The hundred wins the game if its side wins the round. If another side wins and the hundred’s side is"
                " left with 25 or more, it has lost the game: brother-in-law."
            ),
            _(
                "Under the hundred a fish is dangerous: if its side doesn’t have the fewest pips alone and has 25 or"
                " more, it has lost the game."
            ),
        ),
    ),
    Chapter(
        "fish",
        _("Fish and eggs"),
        (
            _(
                "A blocked round is a fish. The player who laid the last tile that is not a double is the fisherman;"
                " then the first of these that fits counts."
            ),
            _(
                "Eggs: the fisherman’s side has as many pips as the lowest of the others, or two other sides are equal"
                " and lower. Nothing is written."
            ),
            _(
                "The fisherman’s side has fewer than 25 pips and every other side 25 or more: it wins the round and"
                " writes as usual, and the fisherman gets the right of the hundred."
            ),
            _(
                "The fisherman’s side has more than 25 pips, and more than another side: the fisherman owes the fish,"
                " and nothing is written. A new debt takes the place of an old one."
            ),
            _("Else the side with fewest pips wins the round and writes as usual."),
        ),
    ),
    Chapter(
        "owing",
        _("Owing a fish"),
        (
            _(
                "Whoever owes a fish leads every round, with any tile, until the side pays: it must go out with 25 or"
                " more in the other hands. The fish is paid with that, and nothing else is written."
            ),
            _("Rounds that don’t pay the fish are written as usual, whoever wins them."),
            _(
                "After three rounds without payment the fish is lost, and the player to the left gets the right of the"
                " hundred, unless that round gave it to somebody."
            ),
        ),
    ),
    Chapter(
        "lead",
        _("Who begins"),
        (
            _(
                "The first of these that fits: the right of the hundred leads 6-6; an owing fisherman leads any tile;"
                " in the first round and after eggs the lowest double leads, from 1-1 up and 0-0 last; else the winner"
                " of the last round leads any tile."
            ),
        ),
    ),
)

TITLES = {
    "any": _(
        "Going out with 0-0 or 6-6 among the tiles of the last turn gives the title General to the side whose"
        " turn would be next; both together give two. Going out with other tiles gives none."
    ),
    "bald": _(
        "Going out with 0-0 among the tiles of the last turn gives the title General to the side whose turn would be"
        " next. Going out with other tiles gives none, not even with 6-6."
    ),
    "bald_both": _(
        "Going out with 0-0 among the tiles of the last turn gives the title General to the side whose turn would be"
        " next; 0-0 and 6-6 together give two. Going out with other tiles gives none, not even with 6-6 alone."
    ),
    "both": _(
        "Going out with both 0-0 and 6-6 in the last turn gives the title General to the side whose turn would be"
        " next, just one. Going out with other tiles, or with only one of the two, gives none."
    ),
}
TITLES_IN_SHORT = {
    "any": _("Whoever goes out with 0-0 or 6-6 makes the side whose turn would be next a General."),
    "bald": _("Whoever goes out with 0-0 makes the side whose turn would be next a General."),
    "bald_both": _("Whoever goes out with 0-0 makes the side whose turn would be next a General, twice with 6-6 too."),
    "both": _("Whoever goes out with 0-0 and 6-6 in one turn makes the side whose turn would be next a General."),
}

GENERAL = (
    _("A blocked round doesn’t count and is dealt again."),
    _("After the agreed number of rounds the side with fewer Generals wins; equal is a draw."),
    _("A game is often limited by time, half an hour or an hour. When time is up, the Generals so far decide."),
    _(
        "With six or eight players two pairs play and the others wait. The side that takes a General, or has"
        " lost two rounds since it came on, makes room for the next pair."
    ),
)

SAUSAGE = (
    Chapter(
        "lead",
        _("How it begins"),
        (
            _(
                "Each player has a row of tiles, face down; nobody knows what is in it. In the first round a draw"
                " decides who leads, later the last winner; if nobody won, another draw."
            ),
            _(
                "The leader’s front tile is turned over: it is the start. From each of its halves grows one line, A"
                " from the higher half and B from the other, side by side."
            ),
        ),
    ),
    Chapter(
        "turn",
        _("Your turn"),
        (
            _(
                "A turn: the front tile of your row is turned over for all to see. If it can be placed it must be,"
                " and you choose where. Else it goes face down to the back of your row."
            ),
            _("On the end: the tile matches the end of one of the two lines."),
            _("Insert: a double may go into a line between two neighbours that meet in its number."),
        ),
    ),
    Chapter(
        "cut",
        _("Cutting the sausage"),
        (
            _(
                "Cut: if the tile’s halves match the outer halves of the tiles at the same place of both lines, it"
                " may be laid across. The start and all tiles up to there are cut off and go to the back of the other"
                " player’s row, and your tile is the new start."
            ),
        ),
    ),
    Chapter(
        "round",
        _("The end of a round"),
        (
            _(
                "The round ends when a tile has been placed and a row is empty: the other player writes the pips that"
                " are left."
            ),
            _(
                "If both have turned over as many tiles as their rows hold without placing one, it is a fish: whoever"
                " has more pips writes them; if they are equal nobody does. So it is after 1,000 turns."
            ),
        ),
    ),
)

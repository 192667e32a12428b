"""What the rows of lists say about their games. Templates only write it down.

To show something more in a row, add its column to `games.listed` or a property to `Row`, and a line to the template.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
from accounts.models import User
from common.cache.recent import kept_by_language
from common.paths import path_of
from games.listed import Listed, ListedSeat, away, listed, ruleset_of
from games.models import Game, Move
from games.positions.referee import LEAVING
from games.seating import in_play_order
from rulebook import lengths, phrases
from rulebook.faces import face_drawing, face_of
from rulebook.names import game_name
from rulebook.templatetags.faces import mark_of, named
from rulebook.time_control import Speed, TimeControl


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list. *mine*: the seat of the player whose list it is, None in other lists; *you*: they are the
    reader. *away*: when the players' vacations end, by their ids.
    """

    game: Listed
    now: datetime
    mine: ListedSeat | None = None
    you: bool = False
    away: Mapping[int, datetime] = field(default_factory=dict)

    # ---- The game
    @property
    def name(self) -> str:
        return game_name(self.game.variant)

    @property
    def emblem(self) -> str:
        return rulebook.emblem(self.game.variant)

    @property
    def is_offer(self) -> bool:
        """Whether it is an open game that the reader may join."""
        return self.game.status == Game.Status.OPEN and self.mine is None

    @property
    def in_trains(self) -> bool:
        """Whether the small board is a square: it shows the ends of trains."""
        return self.game.rules.in_trains

    @property
    def address(self) -> str:
        return path_of("table", self.game.public_id)

    @property
    def speed(self) -> Speed:
        return self.game.time_control.speed

    @property
    def pace(self) -> str:
        return phrases.time_rule(self.game.time_control)

    @property
    def terms(self) -> "Terms":
        game = self.game
        return _terms(game.variant, game.options, game.seats_number, game.time_control)

    @property
    def points(self) -> str:
        """The totals as on the score sheet, the side of *mine* first: “45 : 30”."""
        totals = self.game.totals or [0]
        sides = dict.fromkeys(seat.side for seat in self._in_order)
        return " : ".join(phrases.number(totals[side]) for side in sides if side < len(totals))

    @property
    def reason(self) -> str:
        return phrases.reason(self.game.reason)

    # ---- Times
    @property
    def time_left(self) -> str:
        return phrases.left(self.game.deadline, self.now) if self.game.deadline else ""

    @property
    def paused_until(self) -> datetime | None:
        """When a pause by agreement ends."""
        until = self.game.paused_until
        return until if until is not None and until > self.now and self.game.status == Game.Status.PLAYING else None

    @property
    def is_pressing(self) -> bool:
        """Whether time is short: less than an hour, or less than a fifth of the clock's time, is left."""
        game = self.game
        if game.deadline is None:
            return False
        clock = game.time_control
        return game.deadline - self.now < max(timedelta(hours=1), timedelta(seconds=clock.turn or clock.bank or 0) / 5)

    @property
    def ends_at_the_latest(self) -> datetime | None:
        """The last moment of a game that isn't over. A tournament's own page has it."""
        is_needed = self.game.status in Game.RUNNING and not self.game.appointed
        return self.game.last_moment if is_needed else None

    @property
    def created_ago(self) -> str:
        return phrases.ago(self.game.created_at, self.now)

    @property
    def finished_ago(self) -> str:
        return phrases.ago(self.game.finished_at, self.now) if self.game.finished_at else ""

    @property
    def vacations(self) -> list[tuple[str, datetime]]:
        """The names of the others who are on vacation, and until when."""
        away = ((seat.player, self.away.get(seat.player_id or 0)) for seat in self._others) if self.away else ()
        return [(player.name, until) for player, until in away if player and until]

    # ---- Whose turn, and the last move
    @property
    def is_my_turn(self) -> bool:
        return self.mine is not None and self.game.turn == self.mine.number and not self.mine.left

    @property
    def whose_turn(self) -> str:
        """The short name of the player to move, if there are several others; otherwise empty."""
        return self._short_names.get(self.game.turn or 0, "") if len(self._others) > 1 else ""

    @property
    def last_move(self) -> str:
        """“Ben played 6-4 · 3 hours ago”, or "" if the last change isn't a move."""
        if (last := self.game.last) is None:
            return ""
        seat = self.game.seats[last.seat]
        name = self._short_names.get(seat.number) or _("Seat %(number)s") % {"number": seat.number + 1}
        is_bot = seat.player is not None and seat.player.is_bot
        words = move_words(last.text, last.by, name, you=self.you and self.mine == seat, is_bot=is_bot)
        return f"{words} · {phrases.ago(last.made_at, self.now)}"

    # ---- The players
    @property
    def others_faces(self) -> SafeString:
        """The faces of the others and free seats, with a ring around the one to move. Not read aloud."""
        faces = (
            ("on-turn" if seat.number == self.game.turn else "", face_drawing(face_of(seat.player.name)))
            if seat.player
            else ("free", "")
            for seat in self._others
        )
        return format_html_join("", '<span class="{}">{}</span>', faces)

    @property
    def others(self) -> SafeString:
        """The names of the others, with their faces. Three or more have short names."""
        short = self._short_names if len(self._others) > 2 else {}
        return _joined(
            named(seat.player, short.get(seat.number, "")) if seat.player else _("free seat") for seat in self._others
        )

    @property
    def others_briefly(self) -> str:
        """“Ben Okafor”, “Ben, Cleo” or “Ben, 2 free seats”: a single opponent has the whole name."""
        short = self._short_names if len(self._others) > 1 else {}
        names = [short.get(seat.number, seat.player.name) for seat in self._others if seat.player]
        free = self.free_seats
        if free and (self.mine or self.game.seats_number > 2):  # an open game for two has one
            names.append(ngettext("%(n)s free seat", "%(n)s free seats", free) % {"n": free})
        return ", ".join(names)

    @property
    def others_mark(self) -> SafeString:
        """The mark of a computer or program among the others; empty if all are people."""
        players = (seat.player for seat in self._others if seat.player)
        return next((mark_of(player) for player in players if player.is_bot or player.is_program), SafeString())

    @property
    def rivals(self) -> str:
        """The names of the players on other sides."""
        mine = self.mine.side if self.mine else None
        return ", ".join(seat.player.name for seat in self.game.seats if seat.player and seat.side != mine)

    @property
    def free_seats(self) -> int:
        return sum(seat.player is None for seat in self.game.seats)

    @property
    def had_a_stand_in(self) -> bool:
        """Whether a computer has played for a player who was away."""
        return any(seat.stood_in for seat in self.game.seats)

    # ----
    @property
    def _in_order(self) -> Sequence[ListedSeat]:
        return in_play_order(self.game.seats, self.mine.number if self.mine else None)

    @property
    def _others(self) -> Sequence[ListedSeat]:
        """All players but the one whose list it is."""
        return self._in_order[1:] if self.mine else self._in_order

    @property
    def _short_names(self) -> dict[int, str]:
        return short_names(self.game.seats)


# ---- Lists of rows --------------------------------------------------------------------------------------------------
def rows_of(player: User, games: Sequence[int], *, you: bool = True, vacations: bool = False) -> list[Row]:
    """Rows of the player's games with these keys, in this order. One query, and one for the *vacations* of players if
    somebody is away.

    *you*: the player is the reader.
    """
    now = timezone.now()
    listed_games = listed(games, now if vacations else None)
    gone = away(listed_games, now) if vacations else {}
    return [Row(game, now, game.seat_of(player.pk), you=you, away=gone) for game in listed_games]


def row_of(game: Game) -> Row:
    """The row of one game, for a page that shows its terms. One query."""
    [listed_game] = listed([game.pk])
    return Row(listed_game, timezone.now())


# ---- Words ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Terms:
    """*players*, *length* and *clock* in words, and how long a game *lasts*."""

    players: str
    length: str
    clock: str
    lasts: str


@kept_by_language
def _terms(variant: str, options: str, seats: int, control: TimeControl) -> Terms:
    rules = ruleset_of(variant, options, seats)
    lasts = phrases.lasts(lengths.estimate(rules, control))
    return Terms(phrases.players(rules), phrases.length(rules), phrases.clock_rule(control), lasts)


def short_names(seats: Iterable[ListedSeat]) -> dict[int, str]:
    """By seat number: the first word of each player's name, where a whole one is too long. Computers, and players whose
    first words look alike, keep their whole name. Free seats are left out.
    """
    names = {seat.number: seat.player.name for seat in seats if seat.player}
    whole = {seat.number for seat in seats if seat.player and (seat.player.is_bot or seat.player.deleted_at)}
    first = {number: name if number in whole else name.partition(" ")[0] for number, name in names.items()}
    often = Counter(name.casefold() for name in first.values())
    return {number: name if often[name.casefold()] == 1 else names[number] for number, name in first.items()}


def _joined(names: Iterable[str]) -> SafeString:
    return format_html_join(", ", "{}", ((name,) for name in names))


def move_words(text: str, by: str, name: str, *, you: bool = False, is_bot: bool = False) -> str:
    """A stored move as a sentence in the past tense: “Ben played 6-4”. It never names a drawn tile.

    *by* is a `Move.By` value, *name* the player's; *you*: they are the reader; *is_bot*: they are a computer.
    """
    word = text.partition(" ")[0].partition("@")[0]
    by_clock = by == Move.By.CLOCK and word not in LEAVING
    stood_in = by == Move.By.BOT and not is_bot
    you = you and not (stood_in or by_clock)
    if by_clock:
        name = _("%(name)s (out of time)") % {"name": name}
    elif stood_in:
        name = _("%(name)s (by computer)") % {"name": name}
    if word[:1].isdigit():
        words = {"name": name, "tiles": ", ".join(_tile(play) for play in text.split(","))}
        return (_("You played %(tiles)s") if you else _("%(name)s played %(tiles)s")) % words
    sentences = {
        "draw": (_("You drew a tile"), _("%(name)s drew a tile")),
        "pass": (_("You passed"), _("%(name)s passed")),
        "turn": (_("You turned over a tile"), _("%(name)s turned over a tile")),
        "resign": (_("You resigned"), _("%(name)s resigned")),
        "timeout": (_("You ran out of time"), _("%(name)s ran out of time")),
    }
    mine, theirs = sentences.get(word, (_("You moved"), _("%(name)s moved")))
    return mine if you else theirs % {"name": name}


def _tile(play: str) -> str:
    """“5-3” of “5-3>6-5” or “5-3^A2”."""
    for sign in ">^/":
        play = play.partition(sign)[0]
    return play

"""The last move of each game in a list, such as “Ben played 6-4”. It never names a drawn tile."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Move, Seat
from games.referee import LEAVING
from games.seating import short_names


@dataclass(frozen=True, slots=True)
class LastMove:
    """A move as a sentence for the reader, with the player's short name, and its time."""

    words: str
    at: datetime


def last_moves(games: Collection[Game], reader: User | None) -> dict[int, LastMove]:
    """Keyed by the game's primary key. Pass games with seats and names prefetched. Games whose last change isn't a move
    are left out. One query.
    """
    seats = {(game.pk, seat.number): seat for game in games for seat in game.seats.all()}
    names = {game.pk: short_names(game.seats.all()) for game in games}
    if not seats:
        return {}
    newest = reduce(or_, (Q(game=game.pk, version=game.version) for game in games))  # each part uses the index
    rows = Move.objects.filter(newest).values_list("game", "seat", "text", "by", "made_at")
    return {
        game: LastMove(in_words(text, by, seats[game, seat], reader, names[game].get(seat)), at)
        for game, seat, text, by, at in rows
    }


def in_words(text: str, by: str, seat: Seat, reader: User | None, name: str | None = None) -> str:
    """A stored move as a sentence in the past tense; *by* is a `Move.By` value, *name* the player's name."""
    name = name or (seat.player.name if seat.player else _("Seat %(number)s") % {"number": seat.number + 1})
    word = text.partition(" ")[0].partition("@")[0]
    by_clock = by == Move.By.CLOCK and word not in LEAVING
    stood_in = by == Move.By.BOT and not (seat.player and seat.player.is_bot)
    you = reader is not None and seat.player_id == reader.pk and not (stood_in or by_clock)
    if by_clock:
        name = _("%(name)s (out of time)") % {"name": name}
    elif stood_in:
        name = _("%(name)s (by computer)") % {"name": name}
    if word[:1].isdigit():
        words = {"name": name, "tiles": ", ".join(_tile(play) for play in text.split(","))}
        return (_("You played %(tiles)s") if you else _("%(name)s played %(tiles)s")) % words
    said = {
        "draw": (_("You drew a tile"), _("%(name)s drew a tile")),
        "pass": (_("You passed"), _("%(name)s passed")),
        "turn": (_("You turned over a tile"), _("%(name)s turned over a tile")),
        "resign": (_("You resigned"), _("%(name)s resigned")),
        "timeout": (_("You ran out of time"), _("%(name)s ran out of time")),
    }
    mine, theirs = said.get(word, (_("You moved"), _("%(name)s moved")))
    return mine if you else theirs % {"name": name}


def _tile(play: str) -> str:
    """“5-3” of “5-3>6-5” or “5-3^A2”."""
    for sign in ">^/":
        play = play.partition(sign)[0]
    return play

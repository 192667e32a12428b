"""What a tournament takes of its players: checked before it's made, and said wherever people enter."""

import math
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product

from django.utils.translation import gettext as _

import rules
from common.refusals import Unreadable
from rulebook import choices
from rulebook.time_control import DAY, HOUR, MINUTE
from tournaments import formats
from tournaments.formats.base import BadTerms
from tournaments.kinds import ONE_ROUND, Kind, Pace
from tournaments.models import Terms, Tournament
from tournaments.seating import Seating

MOST_ENTRIES, MOST_OF_MAKERS, MOST_OF_EVENING = 10_000, 64, 256
MOST_GAMES_AT_ONCE, MOST_LIVE_AT_ONCE = 40, 2
MOST_DEALS = 12
MOST_DAYS, MOST_MINUTES = 60, 180  # of a round
LONGEST_EVENING = 6 * HOUR
NOT_AT_ONCE = timedelta(days=1)  # nothing with trophies starts sooner, so that moderators see who meets there
FEWEST_AT_TABLE = 3  # where everyone plays for themselves: entries seldom fill all tables of four
SLACK = timedelta(minutes=1)  # from when the terms were read until they are checked
SLOWEST = 1.5  # times the usual time: the last game of a live round


@dataclass(frozen=True, slots=True)
class Effort:
    """*games*: of an entry at once, usually, and at *most*. *moves*: a day, of one person. In days: *game*, *round*,
    *whole*. *live*: seconds of all of it, if nobody needs more time than usual; of an evening, at most.
    """

    games: int
    most: int
    moves: float
    game: float
    round: float
    whole: int
    live: float


def effort(terms: Terms) -> Effort:
    """What a tournament takes, however many enter."""
    kind, format_ = terms.kind, formats.of(terms)
    games = terms.deals * format_.tables_at_once(terms)
    days, rounds = kind.lasts / DAY, format_.rounds_at_most(terms, terms.most)
    return Effort(
        games=games,
        most=format_.games_at_most(terms),
        moves=games * kind.turns / kind.seats / max(days, 1),
        game=days,
        round=terms.round_days,
        whole=terms.round_days * rounds,
        live=(terms.round_lasts.total_seconds() if terms.is_evening else kind.lasts * SLOWEST) * rounds,
    )


def last_day(tournament: Tournament) -> datetime:
    """The last day, or the latest that it can be if it begins on time."""
    if tournament.last_day is not None:
        return tournament.last_day
    rounds = formats.of(tournament).rounds_at_most(tournament, tournament.most)
    return tournament.entries_end + tournament.round_lasts * rounds


def check(terms: Terms) -> None:
    """Raise the first of the `refusals`."""
    if found := refusals(terms):
        raise found[0]


def refusals(terms: Terms) -> list[BadTerms]:
    """Why these terms make no tournament, each with a sentence that says what helps."""
    try:
        ruleset = _playable(terms.kind)
    except BadTerms as refused:
        return [refused]
    found = [*_of_numbers(terms, ruleset), *formats.of(terms).refusals(terms)]
    if terms.is_evening:
        found += _of_evening(terms)
    return found or [*_of_effort(terms)]


def _of_numbers(terms: Terms, ruleset: rules.RuleSet) -> Iterator[BadTerms]:
    if terms.least < terms.kind.seating.fewest:
        yield BadTerms("least", _("That’s too few entries for this kind of table."))
    if not terms.least <= terms.most <= MOST_ENTRIES:
        yield BadTerms("most", _("The maximum of entries can’t be below the minimum."))
    if not 1 <= terms.deals <= MOST_DEALS:
        yield BadTerms("deals", _("A match has up to 12 games."))
    elif terms.deals % ruleset.seats and terms.end == ONE_ROUND and not terms.is_evening:  # `pairings.lead_in_turn`
        text = _("Everyone should lead equally often: choose %(n)d, %(twice)d or %(thrice)d games.")
        n = ruleset.seats
        yield BadTerms("deals", text % {"n": n, "twice": 2 * n, "thrice": 3 * n})


def _of_effort(terms: Terms) -> Iterator[BadTerms]:
    taken, needed = effort(terms), days_needed(terms)
    if taken.most > MOST_GAMES_AT_ONCE:
        text = _("That would be %(n)d games at once. Choose fewer entries or fewer games.")
        yield BadTerms("deals", text % {"n": taken.most})
    elif terms.kind.is_live and taken.most > MOST_LIVE_AT_ONCE:
        text = _("That would be %(n)d live games at once. Choose a Swiss, or a round robin, one match at a time.")
        yield BadTerms("format", text % {"n": taken.most})
    if terms.is_evening:
        yield from _of_minutes(terms)
    elif needed > terms.round_days:
        text = _("A game takes about %(n)d days with this clock, so a round needs at least %(days)d days.")
        yield BadTerms("round_days", text % {"n": round(taken.game), "days": needed})


def _of_evening(terms: Terms) -> Iterator[BadTerms]:
    if not terms.kind.is_live:
        yield BadTerms("pace", _("An evening is live. Choose a clock of 60 seconds or 2 minutes a move."))
    if not formats.of(terms).suits_evenings:
        yield BadTerms("format", _("An evening is a Swiss, an arena, a round robin or a knockout."))


def _of_minutes(terms: Terms) -> Iterator[BadTerms]:
    if (needed := minutes_needed(terms)) > terms.minutes:
        text = _("A game takes about %(n)d minutes with this clock, so choose at least %(minutes)d minutes.")
        yield BadTerms("minutes", text % {"n": math.ceil(terms.kind.lasts / MINUTE), "minutes": needed})
    elif effort(terms).live > LONGEST_EVENING:
        yield BadTerms("minutes", _("That could last more than 6 hours. Choose fewer rounds or fewer minutes."))


def minutes_needed(terms: Terms) -> int:
    """How many minutes a round of an evening must have at least, or a whole arena."""
    return math.ceil(terms.kind.lasts / MINUTE * formats.of(terms).leeway)


def days_needed(terms: Terms) -> int:
    """How many days a round must have at least, so that its games end in time."""
    return math.ceil(terms.kind.lasts / DAY * formats.of(terms).leeway)


def usual_days(terms: Terms) -> int:
    """The days of a round if its maker doesn't choose them: as many as it needs. An arena has time for many matches.

    Raises `Unreadable` if the game can't be played so.
    """
    _playable(terms.kind)
    return min(MOST_DAYS, max(formats.of(terms).usual_days, days_needed(terms)))


def usual_table(variant: str, seatings: Iterable[Seating] = Seating) -> tuple[Seating, bool]:
    """The first of these seatings that the game can be played with, and whether in single rounds."""
    if (game := choices.catalogue().get(variant)) is not None:
        for seating, end in product(seatings, (ONE_ROUND, "")):
            with suppress(BadTerms):
                _playable(Kind(variant, seating, seating.seats(game.seats), Pace.USUAL, end))
                return seating, end == ONE_ROUND
    return Seating.DUEL, True


def _playable(kind: Kind) -> rules.RuleSet:
    game = choices.catalogue().get(kind.variant)
    if game is None:
        raise Unreadable("unknown_variant", _("There is no such game."))
    if kind.seats not in game.seats:
        raise BadTerms("seating", _("This game can’t be played by this number of players."))
    try:
        ruleset = kind.ruleset
    except rules.ImpossibleRules as impossible:
        raise BadTerms("length", _("This game can’t be played in single rounds.")) from impossible
    if ruleset.sides != kind.seating.sides(kind.seats):
        raise BadTerms("seating", _("This game doesn’t allow that. Choose something else for “At the table”."))
    if kind.seating is Seating.POD and FEWEST_AT_TABLE not in game.seats:
        raise BadTerms("seating", _("Tables have three or four players here, and this game can’t be played by three."))
    return ruleset


def refusals_of_makers(tournament: Tournament, now: datetime) -> list[BadTerms]:
    """As `refusals`, for tournaments that players hold."""
    found = refusals(tournament)
    if tournament.most > (MOST_OF_EVENING if tournament.is_evening else MOST_OF_MAKERS):
        text = _("A tournament that you create has up to 64 entries, an evening up to 256.")
        found.append(BadTerms("most", text))
    if tournament.gives_trophies and tournament.entries_end < now + NOT_AT_ONCE - SLACK:
        text = _(
            "A rated tournament for everyone starts after a day at the earliest. Choose a later start, or play it "
            "unrated."
        )
        found.append(BadTerms("starts_in_hours", text))
    return found

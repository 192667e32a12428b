"""What a tournament takes of its players: checked before it's made, and said wherever people enter."""

import math
from dataclasses import dataclass

from django.utils.translation import gettext as _

import pairing
import rules
from common.refusals import Unreadable
from rulebook import choices
from rulebook.time_control import DAY
from tournaments import stages
from tournaments.formats import ONE_ROUND, Format, Kind, Seating
from tournaments.models import Terms

MOST_ENTRIES, MOST_OF_MAKERS = 10_000, 64
FEWEST = {Seating.DUEL: 3, Seating.PAIRS: 3, Seating.ROTATING: 4, Seating.POD: 4}
MOST_AT_ONCE = 5
MOST_GAMES_AT_ONCE = 40
SWISS_ROUNDS = range(3, 10)
MOST_DEALS = 12
MOST_DAYS, USUAL_ARENA = 60, 14  # of a round; of an arena
USUAL_ROUNDS = {Format.SWISS: 5, Format.ROUND_ROBIN: 0}
# A round must be so many times as long as its games usually take. In a Swiss, games may go on after their round.
LEEWAY, LEEWAY_OF_SWISS = 1.5, 1.2


@dataclass(frozen=True, slots=True)
class Effort:
    """*games*: of an entry at once, at most. *moves*: a day, of one person. In days: *game*, *round*, *whole*."""

    games: int
    moves: float
    game: float
    round: float
    whole: int


def effort(terms: Terms, entries: int | None = None) -> Effort:
    """What a tournament takes with so many *entries*; None: with the most that it can have."""
    number = entries or terms.most
    kind = terms.kind
    games = terms.deals * _tables_at_once(terms, number)
    days = kind.lasts / DAY
    return Effort(
        games=games,
        moves=games * kind.turns / kind.seats / max(days, 1),
        game=days,
        round=terms.round_days,
        whole=terms.round_days * rounds_at_most(terms, number),
    )


def rounds_at_most(terms: Terms, entries: int) -> int:
    """How many rounds of `round_days` a tournament takes at most."""
    match Format(terms.format):
        case Format.CUP:
            return stages.cup_stages(entries, terms.group_size, smallest_group(terms))
        case Format.KNOCKOUT:
            return stages.knockout_stages(entries, of_fours=not Seating(terms.seating).is_of_two)
        case Format.SWISS:
            return terms.rounds + 1  # and the time for the games of the last one
        case Format.ROUND_ROBIN:
            return len(pairing.duels(entries)) if terms.rounds else 1
        case Format.ARENA:
            return 1


def smallest_group(terms: Terms) -> int:
    return max(3, terms.kind.at_table)


def _tables_at_once(terms: Terms, entries: int) -> int:
    """Pairings of an entry that are played at the same time, at most."""
    match Format(terms.format):
        case Format.ARENA:
            return terms.at_once
        case Format.CUP:
            groups = stages.cup(range(entries), terms.group_size, smallest_group(terms))
            final = min(stages.FINALISTS, sum(group.through for group in groups))
            return _tables_in_group(terms, max(final, *(len(group.entries) for group in groups)))
        case Format.ROUND_ROBIN if not terms.rounds:
            return _tables_in_group(terms, entries)
        case _:
            return 1 if Seating(terms.seating).is_of_two or terms.format == Format.SWISS else _tables_in_group(terms, 4)


def _tables_in_group(terms: Terms, entries: int) -> int:
    if Seating(terms.seating).is_of_two:
        return max(1, entries - 1)
    tables = pairing.tables_of(entries, min(entries, terms.seats), rotating=terms.seating == Seating.ROTATING)
    return sum(0 in table for table in tables)


def check(terms: Terms) -> None:
    """Raise `Unreadable` if these terms make no tournament, with a sentence that says what helps."""
    ruleset = _playable(terms.kind)
    seating = Seating(terms.seating)
    if terms.least < FEWEST[seating]:
        raise _bad(_("That's too few entries for this kind of table."))
    if not terms.least <= terms.most <= MOST_ENTRIES:
        raise _bad(_("The maximum of entries can’t be below the minimum."))
    if not 1 <= terms.deals <= MOST_DEALS:
        raise _bad(_("A match has up to 12 games."))
    if terms.deals % ruleset.seats and terms.end == ONE_ROUND:
        said = _("Everyone should lead equally often, so choose a multiple of %(n)d games per match.")
        raise _bad(said % {"n": ruleset.seats})
    _check_format(terms)
    taken, needed = effort(terms), days_needed(terms)
    if taken.games > MOST_GAMES_AT_ONCE:
        raise _bad(_("That would be %(n)d games at once. Choose fewer entries or fewer games.") % {"n": taken.games})
    if needed > terms.round_days:
        said = _("A game takes about %(n)d days with this clock, so a round needs at least %(days)d days.")
        raise _bad(said % {"n": round(taken.game), "days": needed})


def days_needed(terms: Terms) -> int:
    """How many days a round must have at least, so that its games end in time."""
    return math.ceil(terms.kind.lasts / DAY * (LEEWAY_OF_SWISS if terms.format == Format.SWISS else LEEWAY))


def usual_days(terms: Terms) -> int:
    """The days of a round if its maker doesn't choose them: as many as it needs. An arena has time for many matches.

    Raises `Unreadable` if the game can't be played so.
    """
    _playable(terms.kind)
    shortest = USUAL_ARENA if terms.format == Format.ARENA else 1
    return min(MOST_DAYS, max(shortest, days_needed(terms)))


def _playable(kind: Kind) -> rules.RuleSet:
    game = choices.catalogue().get(kind.variant)
    if game is None:
        raise Unreadable("unknown_variant", _("There is no such game."))
    if kind.seats not in game.seats:
        raise _bad(_("This game can’t be played by this number of players."))
    try:
        ruleset = kind.ruleset
    except rules.ImpossibleRules as impossible:
        raise _bad(_("This game can't be played in single rounds.")) from impossible
    sides = 2 if kind.seating is not Seating.POD else kind.seats
    if ruleset.sides != sides:
        raise _bad(_("This game doesn’t allow that. Choose something else for “At the table”."))
    return ruleset


def _check_format(terms: Terms) -> None:
    seating = Seating(terms.seating)
    if terms.format == Format.CUP and not smallest_group(terms) <= terms.group_size <= stages.FINALISTS:
        raise _bad(_("A group has 3 to 8 entries, and at least enough for one table."))
    if terms.format == Format.SWISS and terms.rounds not in SWISS_ROUNDS:
        raise _bad(_("A Swiss has 3 to 9 rounds."))
    if terms.format == Format.ARENA and not 1 <= terms.at_once <= MOST_AT_ONCE:
        raise _bad(_("In an arena, everyone has 1 to 5 matches at once."))
    if terms.format == Format.ROUND_ROBIN and terms.most > 12:
        raise _bad(_("A round robin has up to 12 entries."))
    if terms.format == Format.ROUND_ROBIN and terms.rounds and not seating.is_of_two:
        raise _bad(_("At tables of three or four, all games of a round robin are played at once."))
    if terms.format == Format.KNOCKOUT and terms.most > 64:
        raise _bad(_("A knockout has up to 64 entries."))


def check_of_makers(terms: Terms) -> None:
    """As `check`, for tournaments that players hold."""
    check(terms)
    if terms.most > MOST_OF_MAKERS:
        raise _bad(_("A tournament that you create has up to 64 entries."))


def _bad(said: str) -> Unreadable:
    return Unreadable("bad_tournament", said)

"""Finds people who may begin a game now, and open games that they may join. Reads only: `matching.actions` begins
the games.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

import pairing
from accounts import browsers
from accounts.models import User
from games import actions
from games.lobby import open_tables
from games.models import Game
from matching.models import Seek, Wish
from matching.pools import LONGEST, SEATS, Pace, Pool, pace_of, pool_of
from people import queries as people
from rulebook import lengths
from standings.models import Rating
from standings.strength import Strength

FASTER = {Pace.LIVE: 120, Pace.BRISK: 1, Pace.USUAL: 1}  # people who stay wait in minutes: windows widen so much faster
PRESENT = timedelta(seconds=60)  # somebody who looks for a live game is here for so long after a sign of theirs
COMPUTERS_AFTER = timedelta(days=1)  # whoever has waited longest at a table of three or four may fill it
MOST, MOST_OPEN = 2_000, 50  # people, and open games, that we look at together
MOST_AT_TABLES = 60  # people at tables of three or more: if many blocked each other, more would take seconds


@dataclass(frozen=True, slots=True)
class Group:
    """People of one pool who may begin a game together, the one who chose first."""

    pool: Pool
    seeks: Sequence[Seek]


def groups(pools: Collection[str], now: datetime) -> list[Group]:
    """Full tables in these pools. A wish has a place at one of them at most. Two queries."""
    in_line: dict[str, list[Seek]] = {}
    for seek in _in_line(pools, now):
        in_line.setdefault(seek.pool, []).append(seek)
    full = {key: seeks for key, seeks in in_line.items() if len(seeks) >= pool_of(key).seats}
    apart = _apart([seek for seeks in full.values() for seek in seeks])
    tables: list[Group] = []
    used: set[int] = set()
    for key, seeks in sorted(full.items()):
        free = [seek for seek in seeks if seek.wish_id not in used]
        for group in _tables(pool_of(key), pool_of(key).seats, free, apart, now):
            tables.append(group)
            used |= {seek.wish_id for seek in group.seeks}
    return tables


def first_in_line(player: User, wish_id: int, now: datetime) -> Group | None:
    """The table that the player may fill with computers: they and the others who wait and may meet them. None unless
    they have waited for a day, longer than everybody else in their pool.
    """
    mine = Seek.objects.filter(player=player, wish=wish_id, wish__since__lte=now - COMPUTERS_AFTER)
    for pool in map(pool_of, mine.order_by("pool").values_list("pool", flat=True)):
        seeks = list(_in_line([pool.key], now))
        if pool.seats > 2 and seeks and seeks[0].player_id == player.pk:
            apart = _apart(seeks)
            smaller = (_tables(pool, seats, seeks, apart, now) for seats in range(pool.seats - 1, 0, -1))
            return next(group for groups in smaller for group in groups if group.seeks[0].player_id == player.pk)
    return None


def _in_line(pools: Collection[str], now: datetime) -> QuerySet[Seek]:
    """Who waits in these pools, the longest wait first; for live games only people who are here."""
    there = ~Q(wish__pace=Pace.LIVE) | is_here(now, "wish__")
    waiting = Seek.objects.filter(there, pool__in=pools, wish__gathering=None, wish__until__gt=now)
    return waiting.select_related("wish", "player").order_by("wish__since", "player")[:MOST]


def is_here(now: datetime, wish: str = "") -> Q:
    """Whether the person of a wish has a page of the site open, or their program has said so. *wish*: the path to the
    wish.
    """
    on_site = browsers.of_people_here(now).filter(user=OuterRef(f"{wish}player"))
    return Q(**{f"{wish}seen_at__gt": now - PRESENT}) | Q(Exists(on_site))


def _tables(pool: Pool, seats: int, seeks: Sequence[Seek], apart: dict[int, set[int]], now: datetime) -> list[Group]:
    by_person = {seek.player_id: seek for seek in seeks}
    if seats > 2:
        seeks = seeks[:MOST_AT_TABLES]
    tables = pairing.nearest([_as_waiting(seek, apart) for seek in seeks], seats, _clock(now, pool.pace))
    return [Group(pool, [by_person[each.person] for each in table]) for table in tables]


def _apart(seeks: Iterable[Seek]) -> dict[int, set[int]]:
    """Who can't sit with whom: one blocked the other, or their names look alike. One query, none for nobody."""
    players = {seek.player_id: seek.player for seek in seeks}
    if len(players) < 2:
        return {}
    apart = people.blocks_within(list(players))
    for person, others in actions.alike(players.values()).items():
        apart[person] = apart.get(person, set()) | others
    return apart


def _as_waiting(seek: Seek, apart: dict[int, set[int]]) -> pairing.Waiting:
    return pairing.Waiting(
        person=seek.player_id,
        rating=seek.rating,
        first=seek.first,
        since=_clock(seek.wish.since, Pace(seek.wish.pace)),
        apart=frozenset(apart.get(seek.player_id, ())),
        met=frozenset(seek.wish.met),
    )


def next_look(wish: Wish, now: datetime) -> datetime:
    """When there is something new to try for a wish: its windows widen, or it ends."""
    every = timedelta(seconds=pairing.EVERY / FASTER[Pace(wish.pace)])
    return min(wish.until, wish.since + every * (1 + max(0, (now - wish.since) // every)))


def _clock(moment: datetime, pace: Pace) -> float:
    """A time in seconds, by a clock that runs faster for live games."""
    return moment.timestamp() * FASTER[pace]


def first_window(strength: Rating | Strength) -> int:
    """How far an opponent's rating may be at first."""
    return pairing.PROVISIONAL if strength.provisional else pairing.SETTLED


# ---- Open games ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fitting:
    """An open game for somebody who waits."""

    seek: Seek
    pool: Pool
    public_id: str


def open_games(wish: Wish, now: datetime) -> list[Fitting]:
    """The public games that fit a wish, the oldest first: the same rules, pace and rating, and each of the two within
    the other's window. Three queries at most.
    """
    seeks = {seek.pool: seek for seek in wish.seeks.all()}
    variants = {pool_of(key).variant for key in seeks}
    listed = open_tables(wish.player).filter(variant__in=variants, rated=wish.rated).select_related("creator")
    fitting = [(game, key) for game in listed.order_by("created_at")[:MOST_OPEN] if (key := pool_key(game)) in seeks]
    if not fitting:
        return []
    hosts = Rating.objects.filter(variant__in=variants, player__in=[game.creator_id for game, _key in fitting])
    strengths: dict[tuple[int, str], Rating | Strength] = {(each.player_id, each.variant): each for each in hosts}
    return [
        Fitting(seeks[key], pool_of(key), game.public_id)
        for game, key in fitting
        if pairing.may_meet(
            _as_waiting(seeks[key], {}),
            _host(game, strengths.get((game.creator_id or 0, game.variant), Strength())),
            _clock(now, pool_of(key).pace),
        )
    ]


def _host(game: Game, strength: Rating | Strength) -> pairing.Waiting:
    """The host of an open game as somebody who waits."""
    pace = pace_of(game.time_control)
    assert pace is not None
    return pairing.Waiting(
        person=game.creator_id or 0,
        rating=strength.shown,
        first=first_window(strength),
        since=_clock(game.created_at, pace),
    )


def pool_key(game: Game) -> str:
    """The pool whose people an open game fits: one of the same rules, whatever its length if that isn't too long for
    the pace. Empty if there is none, as for a game with a time limit. *game* has its creator loaded.
    """
    pace = pace_of(game.time_control)
    limited = game.last_moment is not None or game.lasts_seconds is not None
    if pace is None or game.seats_number not in SEATS or limited or game.creator is None:
        return ""
    pool = Pool(game.variant, game.seats_number, pace, game.rated, game.creator.is_program)
    short_enough = lengths.estimate(game.rules, game.time_control).usual <= LONGEST[pace]
    return pool.key if short_enough and _but_the_end(pool.ruleset.options) == _but_the_end(game.options) else ""


def _but_the_end(options: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in options.items() if name != "end"}

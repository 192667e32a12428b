"""Wishes for a game: made, ended and fulfilled.

All changes lock rows in one order: people (accounts before guests), then every wish that they may touch, then standing
orders, each by their keys. So two processes, a second tab and the deletion of an account wait for each other, and never
in a circle: a wish is fulfilled once, or not at all.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import pairing
from accounts import computers, database
from accounts.models import User
from common import refusals
from common.database import tried_again
from games import actions as games
from games import after_move
from games.changes import Change
from games.queries import has_too_many
from matching import notifications, planning, queries
from matching.models import Declined, Found, Gathering, Seek, StandingOrder, Wish
from matching.planning import Fitting, Group
from matching.pools import ANY, SEATS, Pace, Pool, Wanted, pool_of
from rulebook import choices
from standings.models import Rating
from standings.strength import Strength

MOST_POOLS = 5  # in which a person waits
MOST_ORDERED = 10  # games that a standing order keeps
LONGEST, LONGEST_LIVE = timedelta(days=14), timedelta(hours=2)  # a wish stands
LEASE = timedelta(seconds=10)  # for the process that made or claimed a wish
TO_GATHER = timedelta(seconds=60)  # in which all players come to a live game
LAST_OPPONENTS = 3
chance = random.SystemRandom()


# ---- Made and ended ------------------------------------------------------------------------------


@tried_again
def make_wish(*, player: User, wanted: Wanted, now: datetime) -> Wish:
    """Store a wish, claimed by this process, which looks for opponents next (`matching.waiting.find`).

    A wish for any game waits in the pools of the games that the person plays most, as far as they have room: five
    pools in all. Raises `Unreadable`, `NotNow`.
    """
    wanted = _possible(wanted, player)
    with transaction.atomic(durable=True):
        player = database.hold(player)
        _must_be_free(player, now)
        taken = set(Seek.objects.filter(player=player).values_list("pool", flat=True))
        if not (free := [pool for pool in queries.pools_for(player, wanted) if pool.key not in taken]):
            raise refusals.NotNow("seeking", _("You’re already looking for this game."))
        if not (room := MOST_POOLS - len(taken)):
            raise refusals.NotNow("too_many_seeks", _("You’re already looking for five games. End one search first."))
        wish = Wish.objects.create(
            player=player, **asdict(wanted), since=now, until=now + (LONGEST_LIVE if wanted.pace.is_live else LONGEST),
            met=queries.last_opponents(player, LAST_OPPONENTS), seen_at=now, due=now + LEASE,
        )  # fmt: skip
        ratings = {each.variant: each for each in Rating.objects.filter(player=player)}
        Seek.objects.bulk_create(_seek(wish, pool, ratings.get(pool.variant, Strength())) for pool in free[:room])
        notifications.changed([wish], "waiting")
    return wish


def _possible(wanted: Wanted, player: User) -> Wanted:
    """Name the seats, the fewest if the person named none, and make a guest's game unrated. Raises `Unreadable`,
    `NotNow`.
    """
    rated = wanted.rated and not player.is_guest
    if wanted.variant == ANY:
        if not queries.games_of(player):
            raise refusals.NotNow("no_games_yet", _("You haven’t played a game here yet. Choose one."))
        return replace(wanted, seats=0, rated=rated)
    game = choices.catalogue().get(wanted.variant)
    if game is None:
        raise refusals.Unreadable("unknown_variant", _("There is no such game."))
    seats = wanted.seats or game.seats[0]
    if seats not in game.seats or seats not in SEATS:
        raise refusals.Unreadable("bad_seats", _("We don’t look for players of this game for that many seats."))
    return replace(wanted, seats=seats, rated=rated)


def _must_be_free(player: User, now: datetime) -> None:
    """Raise `NotNow` for people who have declined too often, or have too many games."""
    if (until := queries.paused_until(player, now)) is not None:
        minutes = max(1, -(-(until - now) // timedelta(minutes=1)))
        sentence = ngettext(
            "You left or missed three games that we found for you. You can look for a game again in %(n)d minute.",
            "You left or missed three games that we found for you. You can look for a game again in %(n)d minutes.",
            minutes,
        )
        raise refusals.NotNow("paused", sentence % {"n": minutes})
    if has_too_many([player.pk]):
        raise refusals.NotNow("too_many_games", _("You have 40 games. Finish one before you look for another."))


def _seek(wish: Wish, pool: Pool, strength: Rating | Strength) -> Seek:
    first = planning.first_window(strength)
    return Seek(wish=wish, player_id=wish.player_id, pool=pool.key, rating=strength.shown, first=first)


@tried_again
def end_wish(*, player: User, wish_id: int, now: datetime) -> bool:
    """End one of the player's wishes; False if it has ended already. Ending one to which a live game has come declines
    that game.
    """
    with transaction.atomic(durable=True):
        database.hold(player)
        named = Wish.objects.filter(player=player, pk=wish_id)
        called = Wish.objects.filter(gathering__in=named.values("gathering"))
        found = next((wish for wish in _locked(named | called) if wish.pk == wish_id), None)
        if found is None:
            return False
        gathering = found.gathering
        _delete([found], "ended")
        if gathering is not None:
            note_declined([player.pk], now)
            give_up(gathering, now)
    return True


@tried_again
def end_all(player: User) -> None:
    """End everything that a person waits for. They leave the site, or another account takes their games over."""
    with transaction.atomic():
        database.hold(player)
        _delete(_locked(Wish.objects.filter(player=player)), "ended")
        StandingOrder.objects.filter(player=player).delete()


def look_again(pool: str, now: datetime) -> None:
    """There is something new for those who wait in a pool. One statement."""
    fitted = Wish.objects.filter(seeks__pool=pool, gathering=None).order_by("pk").select_for_update(of=("self",))
    Wish.objects.filter(pk__in=fitted.values("pk")).update(due=now)


@tried_again
def end_by_itself(wish: Wish, why: str, now: datetime) -> None:
    """End a wish that has lasted too long (“alone”), or whose person has too many games (“games”)."""
    with transaction.atomic():
        if not _delete(_locked(Wish.objects.filter(pk=wish.pk)), "ended"):
            return
        if wish.pace != Pace.LIVE:  # nobody comes back for a live game hours later
            notifications.ended(wish, why, now)


def _locked(wishes: QuerySet[Wish]) -> list[Wish]:
    return list(wishes.select_for_update(of=("self",)).order_by("pk"))


def _delete(wishes: Sequence[Wish], state: str, game: str = "") -> int:
    """Delete locked wishes with their places in the pools. Returns how many there were."""
    deleted = Wish.objects.filter(pk__in=[wish.pk for wish in wishes]).delete()[1].get(Wish._meta.label, 0)
    notifications.changed(wishes, state, game=game)
    return deleted


def note_declined(people: Iterable[int], now: datetime) -> None:
    """These people have declined a game that we found."""
    Declined.objects.bulk_create(Declined(player_id=person, at=now) for person in people)


# ---- Fulfilled -----------------------------------------------------------------------------------


@tried_again
def begin_game(group: Group, now: datetime) -> bool:
    """Take the wishes of a full table and begin its game, in one transaction. False if somebody isn't free any more:
    then nothing has happened.
    """
    with transaction.atomic(durable=True):
        if (taken := _take(group, now)) is None:
            return False
        change = _begin(group.pool, taken, now)
    after_move.committed(change)
    return True


def _take(group: Group, now: datetime, gathering: int | None = None) -> list[Seek] | None:
    """The places of a table's people, with their rows and wishes locked and as stored now; None if one is gone."""
    ids = sorted(seek.player_id for seek in group.seeks)
    people = {
        each.pk: each
        for each in User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("is_guest", "pk")
    }
    named = Wish.objects.filter(pk__in=[seek.wish_id for seek in group.seeks], gathering=gathering)
    wishes = {wish.pk: wish for wish in _locked(named)}
    if len(people) < len(ids) or len(wishes) < len(ids) or not all(each.is_active for each in people.values()):
        return None
    for seek in group.seeks:
        seek.wish, seek.player = wishes[seek.wish_id], people[seek.player_id]
        seek.wish.player = seek.player
    if too_many := has_too_many(ids):
        Wish.objects.filter(player__in=too_many, gathering=gathering).update(due=now)  # the queue ends them
        return None
    return list(group.seeks)


def _begin(pool: Pool, seeks: Sequence[Seek], now: datetime) -> Change:
    """Begin the game of these people, and end their wishes. Inside a transaction that has locked both."""
    by_strength = sorted(seeks, key=lambda seek: -seek.rating)
    players = pairing.seated([seek.player for seek in by_strength], pool.ruleset.sides, chance)
    change = games.start_table(players=players, ruleset=pool.ruleset, control=pool.control, rated=pool.rated, now=now)
    _fulfil([seek.wish for seek in seeks], change, pool, now)
    return change


def _fulfil(wishes: Sequence[Wish], change: Change, pool: Pool, now: datetime) -> None:
    Found.objects.bulk_create(
        Found(
            player_id=wish.player_id, game_id=change.game_id, pool=pool.key, wish=wish.pk, at=now,
            waited=max(0, int((now - wish.since).total_seconds())),
        )
        for wish in wishes
    )  # fmt: skip
    _delete(wishes, "found", change.public_id)
    look_at_orders([wish.player_id for wish in wishes], now)


@tried_again
def join_open_game(fitting: Fitting, now: datetime) -> bool:
    """Take an open game's seat for somebody who waits, and end their wish. False if one of the two is gone, or the
    game refuses them: then nothing has happened.
    """
    try:
        with transaction.atomic(durable=True):
            if (taken := _take(Group(fitting.pool, [fitting.seek]), now)) is None:
                return False
            game, change = games.join(fitting.public_id, taken[0].player)
            _fulfil([taken[0].wish], change, fitting.pool, now)
    except refusals.Refused:
        return False
    games.announce_joined(game, change)
    return True


@tried_again
def let_computers_in(*, player: User, wish_id: int, level: str, now: datetime) -> Change:
    """Begin a table of three or four with those who wait, and with computers on the other seats, unrated. Returns the
    game's start.

    Possible after a day for the person who has waited longest in a pool. Raises `Unreadable`, `NotNow`.
    """
    if level not in User.Level:
        raise refusals.Unreadable("unknown_level", _("There is no computer at that level."))
    if (group := planning.first_in_line(player, wish_id, now)) is None:
        raise refusals.NotNow("not_first", _("Only the player who has waited longest can let computers in."))
    with transaction.atomic(durable=True):
        if (taken := _take(group, now)) is None:
            raise refusals.NotNow("changed", _("Somebody has found a game in the meantime. Try again."))
        people = [seek.player for seek in taken]
        while len(people) < group.pool.seats:
            people.append(computers.free_computer(level, [each.pk for each in people]))
        change = games.start_table(
            players=people, ruleset=group.pool.ruleset, control=group.pool.control, rated=False, now=now
        )
        _fulfil([seek.wish for seek in taken], change, group.pool, now)
    after_move.committed(change)
    return change


# ---- Live games ----------------------------------------------------------------------------------


@tried_again
def gather(group: Group, now: datetime) -> bool:
    """Call the people of a full table to a live game, which begins once all are there. False as `begin_game`."""
    with transaction.atomic(durable=True):
        if (taken := _take(group, now)) is None:
            return False
        gathering = Gathering.objects.create(pool=group.pool.key, due=now + TO_GATHER)
        wishes = [seek.wish for seek in taken]
        Wish.objects.filter(pk__in=[wish.pk for wish in wishes]).update(gathering=gathering, here=False)
        notifications.changed(wishes, "gathering", until=gathering.due)
    return True


def come(*, player: User, wish_id: int, now: datetime, looks: bool = True) -> None:
    """The person's page is open; *looks*: and they look at it. The last one who comes to a live game begins it."""
    mine = Wish.objects.filter(player=player, pk=wish_id)
    mine.update(seen_at=now)
    gathering = mine.values_list("gathering", flat=True).first() if looks else None
    if gathering is not None:
        mine.filter(gathering=gathering).update(here=True)
        if not Wish.objects.filter(gathering=gathering, here=False).exists():
            _begin_gathering(gathering, now)


@tried_again
def _begin_gathering(gathering: int, now: datetime) -> None:
    """Begin a live game to which all have come, unless somebody has left meanwhile, or another process was faster."""
    with transaction.atomic(durable=True):
        key = Gathering.objects.filter(pk=gathering).values_list("pool", flat=True).first()
        if key is None:
            return
        pool = pool_of(key)
        seeks = list(Seek.objects.filter(wish__gathering=gathering, pool=key))
        if len(seeks) < pool.seats or (taken := _take(Group(pool, seeks), now, gathering)) is None:
            return
        if not all(seek.wish.here for seek in taken):
            return
        change = _begin(pool, taken, now)
        Gathering.objects.filter(pk=gathering).delete()
    after_move.committed(change)


@tried_again
def give_up(gathering: Gathering, now: datetime) -> None:
    """End a gathering that has lasted too long, or to which somebody won't come: then nobody else is late.

    The wishes of those who are late end; the others wait on, in their old place in the line.
    """
    with transaction.atomic():
        wishes = _locked(Wish.objects.filter(gathering=gathering.pk))
        if not Gathering.objects.filter(pk=gathering.pk).delete()[0]:
            return
        called = pool_of(gathering.pool).seats
        late = [wish for wish in wishes if not wish.here and len(wishes) == called]
        note_declined([wish.player_id for wish in late], now)
        _delete(late, "ended")
        there = [wish for wish in wishes if wish not in late]
        Wish.objects.filter(pk__in=[wish.pk for wish in there]).update(here=False, due=now)
        notifications.changed(there, "waiting")


# ---- Standing orders -----------------------------------------------------------------------------


@tried_again
def order(*, player: User, wanted: Wanted, games: int, now: datetime) -> StandingOrder | None:
    """Keep the person at so many games; 0 ends the order. Raises `Unreadable`, `NotNow`."""
    if not 0 <= games <= MOST_ORDERED:
        raise refusals.Unreadable("bad_number", _("We can keep you at up to 10 games."))
    if not games:
        StandingOrder.objects.filter(player=player).delete()
        return None
    if wanted.pace.is_live:
        raise refusals.Unreadable("bad_pace", _("Live games begin only while you’re here."))
    chosen = asdict(_possible(wanted, player))
    with transaction.atomic():
        database.hold(player)
        made = {**chosen, "games": games, "due": now, "tries": 0}
        return StandingOrder.objects.update_or_create(player=player, defaults=made)[0]


def look_at_orders(people: Collection[int], now: datetime) -> None:
    """These people may have fewer games and wishes than they ordered. One statement."""
    locked = StandingOrder.objects.filter(player__in=people).order_by("pk").select_for_update()
    StandingOrder.objects.filter(pk__in=locked.values("pk")).update(due=now)


def fill_order(order: StandingOrder, now: datetime) -> Wish | None:
    """Make the wish that an order lacks, if any: its person has fewer games and wishes than they ordered."""
    player = order.player
    has = queries.running_games(player) + Wish.objects.filter(player=player).exclude(pace=Pace.LIVE).count()
    if has >= order.games:
        return None
    return make_wish(player=player, wanted=order.wanted, now=now)

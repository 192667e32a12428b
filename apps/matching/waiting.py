"""The queues of the room: wishes for which there is something to try, live games that wait for their players, and
standing orders.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db.models import QuerySet

from accounts.models import User
from common import queues, refusals
from common.queues import SOON, Later, Outcome, Queue
from common.queues.queue import Step
from games.queries import has_too_many
from matching import actions, planning, queries
from matching.actions import LEASE
from matching.models import Found, Gathering, StandingOrder, Wish
from matching.planning import Group
from matching.pools import Pace, Wanted

GONE = timedelta(minutes=10)  # a live wish ends when its person hasn't been here for so long
AGAIN = timedelta(seconds=1)  # when somebody of a table was taken by another process
ORDERS_EVERY = timedelta(hours=6)  # a standing order is looked at, besides after each game


class Wishes(Queue[Wish]):
    """Wishes that were just made, and those whose windows have widened. Many that are due share one look at their
    pools.
    """

    name = "wishes"
    model = Wish
    lane = SOON
    order = ("since", "pk")
    most = 500
    lease = LEASE

    def rows(self) -> QuerySet[Wish]:
        return Wish.objects.select_related("player").prefetch_related("seeks")

    def steps(self, rows: Sequence[Wish], now: datetime) -> Iterable[Step]:
        live = [wish for wish in rows if wish.until > now and wish.gathering_id is None]
        pools = {seek.pool for wish in live for seek in wish.seeks.all()}
        tables = planning.groups(pools, now)
        groups = {seek.wish_id: group for group in tables for seek in group.seeks}
        gone = set(self._gone(live, now))
        too_many = has_too_many({wish.player_id for wish in live})
        done: set[int] = set()
        for wish in rows:
            if wish.player_id in too_many:
                yield partial(_end, wish, "games", now)
            elif wish.until <= now or wish.pk in gone:
                yield partial(_end, wish, "alone", now)
            else:
                yield partial(_fulfil, wish, groups.get(wish.pk), done, now)

    def _gone(self, wishes: Sequence[Wish], now: datetime) -> QuerySet[Wish, int]:
        """The live wishes of people who have long left the site."""
        old = [wish.pk for wish in wishes if wish.pace == Pace.LIVE and wish.seen_at < now - GONE]
        return Wish.objects.filter(pk__in=old).exclude(planning.is_here(now)).values_list("pk", flat=True)


def _end(wish: Wish, why: str, now: datetime) -> Outcome:
    actions.end_by_itself(wish, why, now)
    return None


def _fulfil(wish: Wish, group: Group | None, done: set[int], now: datetime) -> Outcome:
    """Begin the game of a wish, or try again when its windows widen. *done*: wishes that this look has fulfilled."""
    if wish.pk in done:
        return None
    if wish.gathering_id is not None:
        return Later(planning.next_look(wish, now))
    if group is not None:
        begin = actions.gather if group.pool.pace.is_live else actions.begin_game
        if not begin(group, now):
            return Later(now + AGAIN)
        done |= {seek.wish_id for seek in group.seeks}
        return None
    # A live game begins only while its person looks at the page: after their click, or when they `come`.
    if (wish.pace != Pace.LIVE or wish.seen_at == wish.since) and _joined(wish, now):
        return None
    return Later(planning.next_look(wish, now))


def _joined(wish: Wish, now: datetime) -> bool:
    """Whether an open game was there to join."""
    return any(actions.join_open_game(fitting, now) for fitting in planning.open_games(wish, now))


class Gatherings(Queue[Gathering]):
    """Live games to which somebody hasn't come in time."""

    name = "gatherings"
    model = Gathering
    lane = SOON
    lease = LEASE

    def work(self, gathering: Gathering, now: datetime, /) -> Outcome:
        actions.give_up(gathering, now)
        return None


class Orders(Queue[StandingOrder]):
    """Standing orders, soon after a game of their person has ended, and now and then."""

    name = "standing orders"
    model = StandingOrder
    lane = SOON
    lease = LEASE

    def rows(self) -> QuerySet[StandingOrder]:
        return StandingOrder.objects.select_related("player")

    def work(self, order: StandingOrder, now: datetime, /) -> Outcome:
        try:
            wish = actions.fill_order(order, now)
        except refusals.NotNow:  # they have too many games, or left too many
            return Later(now + ORDERS_EVERY)
        if wish is None:
            return Later(now + ORDERS_EVERY)
        queues.finish(wishes, wish, now)
        return Later(now)


wishes, gatherings, orders = Wishes(), Gatherings(), Orders()


def find(*, player: User, wanted: Wanted, now: datetime) -> Wish | Found | None:
    """Make a wish, and look for opponents at once. Returns what became of it (`queries.became`). Raises what
    `actions.make_wish` raises.
    """
    wish = actions.make_wish(player=player, wanted=wanted, now=now)
    queues.finish(wishes, wish, now)
    return queries.became(player, wish.pk)


def come(*, player: User, wish_id: int, now: datetime, looks: bool = True) -> Wish | Found | None:
    """As `actions.come`: the person's page is open. If they look at it, a live open game may fit them, too. Returns
    what became of the wish.
    """
    actions.come(player=player, wish_id=wish_id, now=now, looks=looks)
    outcome = queries.became(player, wish_id)
    if isinstance(outcome, Wish) and looks and outcome.gathering_id is None and _joined(outcome, now):
        return queries.became(player, wish_id)
    return outcome

"""Somebody's wishes in the words of the pages."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from matching import planning, queries
from matching.models import Found, Wish
from matching.pools import Pool, pool_of
from rulebook import phrases
from rulebook.names import game_name
from rulebook.time_control import MINUTE


@dataclass(frozen=True, slots=True)
class ShownWish:
    """A wish as its person sees it. *until*: when a live game that waits for them is given up. *computers*: they may
    let computers in.
    """

    wish: Wish
    pools: list[Pool]
    until: datetime | None
    usual_wait: int | None
    computers: bool

    @property
    def games(self) -> str:
        return ", ".join(game_name(pool.variant) for pool in self.pools)

    @property
    def clock(self) -> str:
        return phrases.clock_rule(self.pools[0].control)

    @property
    def since(self) -> str:
        return phrases.ago(self.wish.since, timezone.now())

    @property
    def wait_words(self) -> str:
        """“People usually wait 3 hours here”; empty if we don't know."""
        if self.usual_wait is None:
            return ""
        if self.usual_wait < 2 * MINUTE:
            return _("People usually wait a minute or two here.")
        return _("People usually wait %(time)s here.") % {"time": phrases.roughly(self.usual_wait)}


@dataclass(frozen=True, slots=True)
class Mine:
    """Everything that somebody looks for. *found*: a game that was found for them a moment ago. *declined*: how many
    found games they have declined today.
    """

    wishes: list[ShownWish]
    found: Found | None
    declined: int

    @property
    def may_decline(self) -> bool:
        """Whether declining one more has no consequence."""
        return self.declined + 1 < queries.DECLINES


def mine(user: Reader) -> Mine:
    if not isinstance(user, User):
        return Mine([], None, 0)
    now = timezone.now()
    wishes = [_shown(user, wish, now) for wish in queries.wishes(user)]
    return Mine(wishes, queries.just_found(user, now), queries.declines(user, now))


def _shown(user: User, wish: Wish, now: datetime) -> ShownWish:
    pools = [pool_of(seek.pool) for seek in wish.seeks.all()]
    fillable = any(pool.seats > 2 for pool in pools) and now - wish.since >= planning.COMPUTERS_AFTER
    return ShownWish(
        wish,
        pools,
        until=wish.gathering.due if wish.gathering else None,
        usual_wait=queries.usual_wait(pools[0]) if pools else None,
        computers=fillable and planning.first_in_line(user, wish.pk, now) is not None,
    )

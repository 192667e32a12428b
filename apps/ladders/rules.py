"""Who may challenge whom, and when a vacation parks somebody. Pure: challenges and times are arguments."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.rest import Span
from common.refusals import NotNow
from common.times.dates import day_words
from ladders.models import Challenge, Rung

REACH = 10  # places above one's own
AT_ONCE = 3  # challenges of a person, made or received
BETWEEN = timedelta(days=7)  # from the end of a challenge to the next one of the same two people
OTHERS = 3  # people to meet before the same one again
LASTS = timedelta(days=21)  # a challenge, at most
GAMES = 2
PARKS_AFTER = timedelta(days=30)  # of vacation …
JOINED_BY = timedelta(days=7)  # … where a shorter time between two vacations doesn't end the first one
HOUR = timedelta(hours=1)  # more than thirty days of a calendar may have, when clocks go back


@dataclass(frozen=True, slots=True)
class Known:
    """What decides whether *me* can challenge others. *running*: how many challenges each person (user id) has. *mine*
    and *ended*: my own challenges, running and over, the newest first. *away*: people on vacation.
    """

    me: Rung
    size: int
    now: datetime
    running: Counter[int]
    mine: Sequence[Challenge]
    ended: Sequence[Challenge]
    away: set[int]

    def opponent(self, challenge: Challenge) -> int | None:
        """The other one in a challenge of mine."""
        made = challenge.challenger_id == self.me.player_id
        return challenge.challenged_id if made else challenge.challenger_id


def known(me: Rung, size: int, challenges: Iterable[Challenge], away: set[int], now: datetime) -> Known:
    """*challenges*: the running ones of everybody concerned, and all of mine."""
    running, mine, ended = Counter[int](), list[Challenge](), list[Challenge]()
    for each in challenges:
        people = [person for person in (each.challenger_id, each.challenged_id) if person is not None]
        if not each.outcome:
            running.update(people)
        if me.player_id in people and each.outcome != Challenge.Outcome.ANNULLED:
            (ended if each.outcome else mine).append(each)
    mine.sort(key=lambda each: each.pk, reverse=True)
    ended.sort(key=lambda each: (each.over_at or now, each.pk), reverse=True)
    return Known(me, size, now, running, mine, ended, away)


def why_nobody(known: Known) -> NotNow | None:
    """Why I can't challenge anybody now, or None."""
    if known.me.place is None:
        return NotNow("not_on_ladder", _("You aren’t on this ladder. Join it first."))
    if known.me.player_id in known.away:
        return NotNow("on_vacation", _("You’re on vacation, so you can’t challenge anyone."))
    if known.running[known.me.player_id] >= AT_ONCE:
        return NotNow("too_many_challenges", _("You have three challenges. Finish one first."))
    return None


def why_not(known: Known, other: Rung, name: str) -> NotNow | None:
    """Why I can't challenge this person, called *name*, now; None if I can."""
    if refused := why_nobody(known):
        return refused
    mine = known.me.place or 0
    if other.place is None or not mine - REACH <= other.place < mine:
        return NotNow("out_of_reach", _("You can challenge the ten players above you."))
    if other.player_id in map(known.opponent, known.mine):
        return NotNow("challenged", _("You’re playing each other now."))
    if other.player_id in known.away:
        return NotNow("on_vacation", _("%(name)s is on vacation.") % {"name": name})
    if known.running[other.player_id] >= AT_ONCE:
        return NotNow("too_many_challenges", _("%(name)s has three challenges already.") % {"name": name})
    return _met_lately(known, other)


def _met_lately(known: Known, other: Rung) -> NotNow | None:
    """Two people meet again after a week, and when the challenger has met others, so that nobody pushes a friend up. On
    a small ladder: all others there.
    """
    others = set[int | None]()
    for each in known.ended:
        if known.opponent(each) != other.player_id:
            others.add(known.opponent(each))
            continue
        assert each.over_at is not None
        if (until := each.over_at + BETWEEN) > known.now:
            return NotNow("met_lately", _("You’ve just met. Again from %(day)s.") % {"day": day_words(until)})
        if (missing := min(OTHERS, known.size - 2) - len(others)) > 0:
            return NotNow("meet_others", _("Play %(n)d others first.") % {"n": missing})
        return None
    return None


def parks_at(vacations: Iterable[Span], now: datetime) -> datetime | None:
    """When booked vacations park somebody: after thirty days of them, without a week between. None: they don't."""
    rested, before = timedelta(), None
    for begins, ends in sorted(vacations):
        if before is None or begins - before > JOINED_BY:
            rested = timedelta()
        if rested + (ends - begins) > PARKS_AFTER + HOUR and ends > now:
            return max(begins, begins + PARKS_AFTER - rested)
        rested, before = rested + (ends - begins), ends
    return None

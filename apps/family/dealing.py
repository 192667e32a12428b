"""The next game of a family, and what it adds to the score sheet."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from accounts.followers import apart_from
from accounts.models import User
from common import refusals
from common.database import tried_again
from family import actions, queries
from family.models import Family, Member, Play
from games import actions as games
from games import after_move
from games.actions import namesakes
from games.changes import Change
from games.models import Game, Seat


@tried_again
def deal(*, member: Member, now: datetime) -> Change:
    """A member begins a game with those who are ready, the first to come if they are too many. Raises `NotNow`."""
    with transaction.atomic(durable=True):
        people = User.objects.select_for_update(no_key=True).filter(
            pk__in=queries.ready(member.family, now).values("person"), is_active=True
        )
        players = {person.pk: person for person in people.order_by("is_guest", "pk")}
        family = actions.held(member.family)
        dealt = _who_plays(family, players, member, now)
        change = _start(family, [players[each.person_id] for each in dealt if each.person_id], now)
        keep_plays(dealt, change.game_id)
        Member.objects.filter(pk__in=[each.pk for each in dealt]).update(ready_at=None)
    after_move.committed(change)
    actions.tell(family)
    return change


def _who_plays(family: Family, players: Mapping[int, User], dealer: Member, now: datetime) -> list[Member]:
    """As many of those who are ready as can play. The *dealer* must be one of those. Raises `NotNow`."""
    ready = [each for each in queries.ready_of(family, queries.running(family), now) if each.person_id in players]
    if len(ready) < min(family.sizes):
        raise refusals.NotNow("too_few", _("Not enough players are ready. Wait until more have tapped “I’m in”."))
    actions.not_while_playing(dealer)
    if dealer not in ready:
        raise refusals.NotNow("not_ready", _("Tap “I’m in” first."))
    meeting = _who_may_meet(ready, players)
    size = max((size for size in family.sizes if size <= len(meeting)), default=0)
    if not size:
        raise _not_together()
    return meeting[:size]


def _who_may_meet(ready: Iterable[Member], players: Mapping[int, User]) -> list[Member]:
    """Those who can sit together, the first to come first. The others stay ready."""
    chosen: list[Member] = []
    for each in ready:
        if each.person_id and not apart_from(players[each.person_id]) & {other.person_id for other in chosen}:
            chosen.append(each)
    return chosen


def _not_together() -> refusals.NotNow:
    """Doesn't say which of them: one may have blocked another."""
    return refusals.NotNow("not_together", _("These players can’t play together right now."))


def _start(family: Family, players: Sequence[User], now: datetime) -> Change:
    called_anew = [guest for each in players if not each.is_guest for guest in namesakes.make_way(each, players)]
    transaction.on_commit(lambda: namesakes.show_names(called_anew), robust=True)
    ruleset = family.ruleset(len(players))
    try:
        return games.start_table(
            players=players,
            ruleset=ruleset,
            control=family.control(ruleset.sides),
            rated=False,
            now=now,
            visibility=Game.Visibility.LINK,
        )
    except refusals.Forbidden as refused:
        raise _not_together() from refused


def keep_plays(members: Iterable[Member], game_id: int) -> list[Play]:
    """Count this game for the members who have a seat in it."""
    named = {member.person_id: member for member in members}
    seats = Seat.objects.filter(game=game_id, player__in=[person for person in named if person])
    return Play.objects.bulk_create(Play(member=named[seat.player_id], seat=seat) for seat in seats)


def count(plays: Iterable[Play], pips: Sequence[int] | None) -> None:
    """A game has ended: the streaks of wins, and what was left in hand, by side. Pass plays in the order of members."""
    for play in plays:
        won = play.seat.result == Seat.Result.WON
        mine = Member.objects.filter(pk=play.member_id)
        mine.update(streak=F("streak") + 1 if won else 0)
        mine.filter(streak__gt=F("longest_streak")).update(longest_streak=F("streak"))
        if pips is not None:
            Play.objects.filter(pk=play.pk).update(last_hand=pips[play.seat.side])

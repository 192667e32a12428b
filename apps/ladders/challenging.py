"""Somebody challenges a person above them: two games begin at once."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.common_traces import traces
from accounts.models import User
from common.database import tried_again
from common.refusals import NotNow
from games import actions as games
from games import after_move
from games.actions import Appointed
from games.changes import Change
from games.models import Game
from games.queries import has_too_many
from ladders import notifications, queries, rules
from ladders.joining import must_be_a_person, must_be_open_to
from ladders.kinds import kind
from ladders.models import Challenge, GameOf, Ladder, Rung

LOCKED = ("is_guest", "pk")  # as everywhere


@tried_again
def challenge(*, public_id: str, player: User, other: User, now: datetime) -> Challenge:
    """*player* challenges *other*, who can't decline. Raises `NotFound`, `Forbidden`, `NotNow`."""
    with transaction.atomic(durable=True):
        both = User.objects.select_for_update(no_key=True).filter(pk__in=[player.pk, other.pk]).order_by(*LOCKED)
        held = {each.pk: each for each in both}
        player, other = held[player.pk], held[other.pk]
        ladder = queries.locked(public_id, player)
        mine, theirs = _may_meet(ladder, player, other, now)
        assert mine.place is not None
        assert theirs.place is not None
        made = Challenge.objects.create(
            ladder=ladder,
            challenger=player,
            challenged=other,
            from_place=mine.place,
            to_place=theirs.place,
            at=now,
            ends=now + rules.LASTS,
        )
        begun = [_begin(made, number, now) for number in range(rules.GAMES)]
        notifications.of_challenge(made, now)
    after_move.committed(*begun)
    return made


def _may_meet(ladder: Ladder, player: User, other: User, now: datetime) -> tuple[Rung, Rung]:
    """Their rows on the locked ladder. Raises what keeps them apart."""
    if ladder.club is not None:
        must_be_open_to(ladder.club, player, other)
    must_be_a_person(player)
    here = queries.with_rest(Rung.objects.filter(ladder=ladder, player__in=[player, other]), now)
    rungs = {each.player_id: each for each in here}
    mine, theirs = rungs.get(player.pk), rungs.get(other.pk)
    if mine is None:
        raise NotNow("not_on_ladder", _("You aren’t on this ladder. Join it first."))
    if theirs is None or not other.is_active:
        raise NotNow("out_of_reach", _("You can challenge the ten players above you."))
    if refused := rules.why_not(queries.known(ladder, mine, [theirs], now), theirs, other.name):
        raise refused
    if has_too_many([player.pk]):
        raise NotNow("too_many_games", _("You have 40 games. Finish one before you challenge anyone."))
    if ladder.club is None:
        from_where = traces([player.pk, other.pk])
        if from_where[player.pk] & from_where[other.pk]:
            text = _("You share a browser or network with this player, so you can’t play for a place.")
            raise NotNow("shared_network", text)
    return mine, theirs


def _begin(made: Challenge, number: int, now: datetime) -> Change:
    """Begin one of the two games; each leads in one."""
    ladder, assigned = made.ladder, kind(made.ladder.variant)
    assert made.challenger is not None
    assert made.challenged is not None
    is_public = ladder.club is None or (ladder.club.shows_members and ladder.club.hidden_at is None)
    change = games.start_table(
        players=[made.challenger, made.challenged],
        ruleset=assigned.ruleset,
        control=assigned.control,
        rated=True,
        now=now,
        appointed=Appointed(
            lead=number,
            last_moment=made.ends,
            visibility=Game.Visibility.PUBLIC if is_public else Game.Visibility.LINK,
        ),
    )
    GameOf.objects.create(game_id=change.game_id, challenge=made, number=number)
    return change

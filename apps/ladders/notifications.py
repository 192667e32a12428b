"""Tells people about their challenges, in the transaction of the change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from common.times.timestamps import stamp
from ladders import rules
from ladders.models import Challenge, Ladder
from notices import actions as notices
from notices.choices import Event


def of_challenge(challenge: Challenge, now: datetime) -> None:
    """To the challenged one. One statement."""
    words = {"games": rules.GAMES, "until": stamp(challenge.ends)}
    _tell(challenge.ladder, challenge.challenged_id, challenge.challenger_id, now, about="challenged", **words)


def of_end(ladder: Ladder, challenge: Challenge, places: Mapping[int, int | None], now: datetime) -> None:
    """To both, with their new *places*, by user id. A statement for each."""
    outcomes = Challenge.Outcome
    mirrored = {outcomes.WON: outcomes.LOST, outcomes.LOST: outcomes.WON}
    result = outcomes(challenge.outcome)
    both = challenge.challenger_id, challenge.challenged_id
    for me, other, outcome in ((*both, result), (*both[::-1], mirrored.get(result, result))):
        if me is not None and me in places:  # else they have left
            _tell(ladder, me, other, now, about="over", outcome=outcome.value, place=places[me])


def _tell(ladder: Ladder, to: int | None, by: int | None, now: datetime, **words: Any) -> None:
    """No name that somebody typed, because mails can go astray."""
    if to is not None:
        about = {"ladder": ladder.public_id, "variant": ladder.variant, "url": ladder.get_absolute_url()}
        notices.tell_all([to], event=Event.TOURNAMENT, now=now, by=by, **about, **words)

"""Leagues: seasons follow each other by themselves, with a quarter of each division up and down."""

from datetime import timedelta

import pytest

from accounts.models import User
from common import queues
from common.refusals import NotNow
from tests.tournaments.ruled import Ruled
from tests.tournaments.world import World
from tournaments.entries import entering, withdrawing
from tournaments.life.calendar import calendar
from tournaments.models import Entry, Member, Pairing, Place, Series, Step, Tournament, Trophy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
LEAGUE = {
    "format": "league", "seating": "duel", "variant": "block", "seats": 2, "pace": "usual", "rated": False, "deals": 2,
    "round_days": 14, "least": 6, "most": 1000, "end": "rounds:1", "key": "league", "every_days": 28, "lead_days": 14,
}  # fmt: skip

"""Histories rewritten simultaneously. Real transactions."""

import pytest

from history.models import Balance, Meeting
from tests.following import it_happens
from tests.games.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
TIMES = 5


def test_a_guest_who_logs_in_twice_at_once_moves_their_games_once(ada, ben, guest, over):
    for n in range(1, TIMES + 1):
        mo = guest("Mo")
        over(mo, ben, number=15)
        log_in = lambda mo=mo: it_happens("merged", mo, ada)  # noqa: E731
        at_once(log_in, log_in)
        assert not Meeting.objects.filter(player=mo).exists()
        assert Meeting.objects.filter(player=ada, other=ben).count() == 15 * n
        counted = Balance.objects.filter(variant="", month="", games__gt=0)
        assert set(counted.values_list("player", "other", "games")) == {
            (one.pk, other.pk, 15 * n) for one in (ada, ben) for other in (ada, ben)
        }

"""However many notifications there are, pages, the bell and the sweep use an index (PostgreSQL's plans)."""

from datetime import timedelta

import pytest
from django.db import connection

from accounts.models import User
from notices import queries
from notices.models import Notice
from tests.notices.conftest import at

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.fixture
def many(ada):
    """60,000 notifications of 300 people, 200 of them Ada's."""
    people = User.objects.bulk_create(User(username=f"p{n}", skeleton=f"p{n}") for n in range(299))
    now = at("2026-05-01 12:00")
    Notice.objects.bulk_create(
        [
            Notice(player=player, event="friend", at=now - timedelta(minutes=n), due=now + timedelta(days=n), stage=100)
            for player in [ada, *people]
            for n in range(200)
        ],
        batch_size=10_000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE notices_notice")
    return now


def test_no_list_scans_the_table(ada, many):
    later = queries.listed(ada).filter(at__lte=many - timedelta(minutes=90))[:31]
    unread = Notice.objects.filter(player=ada, read_at=None).order_by("-at", "-id")[:99]
    due = Notice.objects.filter(due__lte=many + timedelta(days=1)).order_by("due")[:200]
    for found in (queries.listed(ada)[:31], later, unread, due):
        assert "Seq Scan on notices_notice" not in found.explain()
    assert "notice_list" in later.explain()
    assert queries.counts(ada.pk).unread == 99

"""Pages by position: whatever the columns, every row is on one page, and pages lead back."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from accounts.models import User
from common.lists.paging import numbered_page, page

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd():
    """Twenty people, three of them per moment."""
    return [User.objects.create(username=f"p{n}", date_joined=NOON + timedelta(microseconds=n // 3)) for n in range(20)]


def pages(rows, size, cursor=""):
    found = page(rows, cursor, size)
    while True:
        yield found
        if not found.next:
            return
        found = page(rows, found.next, size)


@pytest.mark.both_databases
@pytest.mark.parametrize("order", [("-pk",), ("pk",), ("-date_joined", "-id"), ("date_joined", "-id")])
@pytest.mark.parametrize("size", [1, 3, 7, 19, 20, 21])
def test_every_row_is_on_exactly_one_page_in_order(crowd, order, size):
    rows = User.objects.order_by(*order)
    found = list(pages(rows, size))
    assert [row.pk for each in found for row in each] == list(rows.values_list("pk", flat=True))
    assert [each.first for each in found] == [True] + [False] * (len(found) - 1)


@pytest.mark.both_databases
@pytest.mark.parametrize("order", [("-pk",), ("-date_joined", "-id"), ("date_joined", "-id")])
def test_going_back_shows_the_same_pages(crowd, order):
    rows = User.objects.order_by(*order)
    found = list(pages(rows, 6))
    for before, after in pairwise(found):
        assert page(rows, after.previous, 6) == before
    assert found[0].previous == ""


def test_a_new_first_row_does_not_shift_the_pages(crowd):
    rows = User.objects.order_by("-date_joined", "-id")
    second = page(rows, page(rows, "", 6).next, 6)
    User.objects.create(username="new", date_joined=NOON + timedelta(days=1))
    assert page(rows, page(rows, second.previous, 6).next, 6).rows == second.rows


def test_going_back_to_the_first_page_shows_a_full_page(crowd):
    rows = User.objects.order_by("-pk")
    second = page(rows, page(rows, "", 3).next, 3)
    back = page(rows, second.previous, 10)
    assert (len(back), back.first, back.previous) == (10, True, "")


@pytest.mark.parametrize(
    "cursor", ["x", "1", "1,2,3", ",", "1,", "n", "1.5,2", "٣,1", f"{2**63},1", "9" * 19 + ",1", "-" + "9" * 18 + ",1"]
)
def test_an_invalid_cursor_shows_the_first_page_and_says_so(crowd, cursor):
    rows = User.objects.order_by("-date_joined", "-id")
    found = page(rows, cursor, 3)
    assert (found.rows, found.first, found.lost) == (list(rows[:3]), True, True)


def test_a_page_after_the_last_is_empty(crowd):
    found = page(User.objects.order_by("-date_joined", "-id"), "0,0", 3)
    assert (found.rows, found.first, found.lost, found.next) == ([], False, False, "")


@pytest.mark.both_databases
def test_numbered_pages_work_for_rows_that_change_places(crowd):
    rows = User.objects.order_by("username")
    second = numbered_page(rows, numbered_page(rows, "", 15).next, 15)
    assert (len(second), second.previous, second.next) == (5, "0", "")
    assert numbered_page(rows, "-1", 15).lost

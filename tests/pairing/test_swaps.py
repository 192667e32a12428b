"""Swaps between tables: which tables are tried, and in which order."""

from pairing.swaps import _around


def test_the_tables_around_come_nearest_first_and_the_first_and_last_among_them():
    assert list(_around(2, 9, 5)) == [3, 1, 4, 0]
    assert list(_around(0, 2, 5)) == [1, 2]
    assert list(_around(4, 1, 5)) == [3]

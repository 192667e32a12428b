"""Addresses that PostgreSQL can't even search for show the usual pages."""

import pytest

pytestmark = pytest.mark.both_databases
ODD = "a%00b"


@pytest.mark.parametrize(
    "path",
    [
        f"/g/{ODD}/", f"/g/{ODD}/rules/", f"/g/{ODD}/qr.svg", f"/g/abc/seat/{ODD}/", f"/g/{ODD}/seat/abc/",
        f"/house-rules/{ODD}/", f"/people/{ODD}/", f"/standings/draw/of/{ODD}/", f"/history/with/{ODD}/",
        f"/study/{ODD}/", f"/api/v1/people/{ODD}/", f"/api/v1/people/{ODD}/ratings/",
        f"/api/v1/people/{ODD}/head-to-head/", f"/api/v1/games/{ODD}/", f"/api/v1/games/{ODD}/rounds/0/",
        "/report/?game=%00", "/report/?player=%00", f"/tournaments/{ODD}/", f"/tournaments/of/{ODD}/",
        f"/tournaments/{ODD}/next/", f"/api/v1/tournaments/{ODD}/", f"/api/v1/tournaments/{ODD}/standings/",
    ],
)  # fmt: skip
def test_a_nul_in_an_address_is_not_found(browser_of, ada, path):
    assert browser_of(ada).get(path).status_code == 404


@pytest.mark.parametrize("path", [f"/people/{ODD}/friend/", f"/people/{ODD}/block/", f"/g/abc/invite/{ODD}/withdraw/"])
def test_a_nul_in_the_name_of_a_person_is_not_found(browser_of, ada, path):
    assert browser_of(ada).post(path).status_code == 404


@pytest.mark.parametrize("action", ["join", "leave", "cancel", "resign", "abort", "rematch", "seat/abc"])
def test_a_nul_in_the_address_of_a_post_is_not_found(browser_of, ada, action):
    assert browser_of(ada).post(f"/g/{ODD}/{action}/").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "/house-rules/change/draw/?copy=%00", "/house-rules/change/draw/?game=%00", "/new/?rules=%00&variant=%00",
        "/games/?before=0001-01-01T00:00:00%2B14:00,1", "/games/?before=9999-12-31T23:59:59-14:00,1",
        f"/games/?before=2026-01-01T00:00:00Z,{10**30}", "/lobby/?variant=%00&after=%00", "/find/?name=%00",
        "/history/?opponent=%00&variant=%00&after=%00", "/notices/?before=%00", "/standings/?after=%00",
        "/new/?invite=%00", "/standings/draw/of/ada/?after=9999-12-31T23:59:59-14:00,5",
        "/standings/draw/of/ada/?after=0001-01-01T00:00:00%2B14:00,5",
        "/tournaments/?after=%00", "/tournaments/takes/?variant=%00&format=%00&most=%00",
    ],
)  # fmt: skip
def test_invalid_query_parameters_are_ignored(browser_of, ada, query):
    assert browser_of(ada).get(query).status_code == 200

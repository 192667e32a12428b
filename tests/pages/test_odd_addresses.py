"""Addresses that PostgreSQL can't even search for show the usual pages."""

import re
from datetime import date
from pathlib import Path
from typing import get_args, get_type_hints
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from django.urls import get_resolver

from clubs.wishes import WhichClubs, WhichRatings
from family.pages import WhichGames
from history.glance import WantedOpponents, WantedResults
from history.past_games import Wanted
from people.pages.lobby import WhichOpen
from tests.costs.site import PARAMETER, Site, routes
from tests.moderation.conftest import moderator

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
        f"/ladders/{ODD}/", f"/ladders/of/{ODD}/", f"/ladders/game/{ODD}/", f"/api/v1/ladders/{ODD}/",
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


# The queries that are numbers or have numbers in them, by the names of the addresses that read them.
NUMBERED = {
    "analysis": ("deal", "ply"),
    "change_rules": ("hand", "seats", "set", "lasts", "misses_most"),
    "club_calendar": ("after",),
    "club_members": ("after",),
    "club_requests": ("after",),
    "club_standings": ("after",),
    "clubs": ("cursor",),
    "embed": ("deal", "ply"),
    "family": ("year",),
    "history": ("cursor", "since", "until", "on"),
    "history_opponents": ("cursor",),
    "history_with": ("cursor",),
    "club_chat": ("before",),
    "club_posts": ("before",),
    "league": ("after",),
    "lesson": ("step",),
    "ladder": ("after",),
    "letter": ("before",),
    "letters": ("before",),
    "lobby": ("after", "seats"),
    "moderation": ("from",),
    "moderation_pairs": ("from",),
    "my_games": ("after", "skip"),
    "new_game": ("seats", "lasts", "misses_most"),
    "notices": ("before",),
    "oembed": ("deal", "ply", "maxheight", "maxwidth"),
    "people": ("blocked_after", "friends_after"),
    "report": ("message",),
    "rules_index": ("players", "q"),
    "rules_variant": ("players",),
    "standings": ("after",),
    "standings_person": ("after",),
    "standings_variant": ("after",),
    "studies": ("cursor",),
    "table": ("deal", "ply"),
    "talk": ("before",),
    "tournament": ("after", "stage", "round"),
    "tournament_round": ("after",),
    "tournaments": ("after",),
    "watch": ("skip",),
}
# The other queries are words: keys of games, names, yes or no.
WORDS = {
    "again", "bar", "by", "club", "computers", "copy", "decided", "entering", "format", "game", "invite", "language",
    "month", "most", "opponent", "pairs", "plan", "player", "ply", "process", "q", "rated", "rules", "service",
    "starts_in_hours", "than", "theme", "try", "url", "variant", "who", "zone",
}  # fmt: skip
# The pages that read their queries as a wish, which are listed above as well.
WISHES: dict[str, type] = {
    "clubs": WhichClubs, "club_standings": WhichRatings,
    "family": WhichGames,
    "history": Wanted, "history_opponents": WantedOpponents, "history_results": WantedResults, "lobby": WhichOpen,
}  # fmt: skip
WISHED = re.compile(r"WishForm\((\w+), request\.GET")
READ = re.compile(r'(?:request\.GET|asked)(?:\.get(?:list)?\(|\[)"(\w+)"|"(\w+)" in (?:request\.GET|asked)\b')
PAGES = re.compile(r"pages(/|\.py)|_pages\.py$|/oembed\.py$|/reading\.py$|/templatetags/")
ODD_NUMBERS = ("9" * 4301, "-1", "\u0663", "\u00b2", "", str(2**63), f"{2**63},{2**63}")


def test_the_list_of_numbers_in_addresses_is_complete():
    files = [path for path in Path().glob("[a-z]*/**/*.py") if PAGES.search(str(path)) and path.parts[0] != "tests"]
    texts = [path.read_text() for path in files]
    assert {name for text in texts for name in WISHED.findall(text)} == {kind.__name__ for kind in WISHES.values()}
    for page, kind in WISHES.items():
        hints = get_type_hints(kind).items()
        numbers = {name for name, hint in hints if {int, date} & {hint, *get_args(hint)}}
        assert numbers <= set(NUMBERED.get(page, ())), page
    read = {name for text in texts for found in READ.findall(text) for name in found if name}
    assert read - WORDS - {name for names in NUMBERED.values() for name in names} == set()


@pytest.mark.django_db
def test_no_number_in_an_address_breaks_a_page():
    site = Site()
    addresses, moderating = site.addresses(), Client()
    moderating.force_login(moderator("Mo"))
    for number in ODD_NUMBERS:
        for page, names in NUMBERED.items():
            path, _, query = addresses[page].partition("?")
            sent = urlencode(dict.fromkeys(names, number))
            within = quote(f"?{sent}") if page == "oembed" else ""  # the address of the game has a place, too
            client = moderating if page.startswith("moderation") else site.client
            answer = client.get(f"{path}?{query}{within}&{sent}")
            assert answer.status_code < 429, (page, number)
        for name, route in routes(get_resolver()):
            if "<int:" in route:
                path = re.sub(r"<int:\w+>", quote(number) or "0", route)
                path = re.sub(PARAMETER, lambda parameter: str(site.about.get(parameter[1], 1)), path)
                assert moderating.get(f"/{path}").status_code < 429, (name, number)

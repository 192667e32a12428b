"""Requests the pages as the busiest player, and the plans of all their queries."""

import html
import json
import re
import time
from datetime import timedelta
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse
from django.utils import timezone

from benchmarks import big_fill
from benchmarks.big_fill import People
from benchmarks.goals import Row

LARGE = 5_000  # rows
TRIES = 15
SIMPLEST = "/accounts/logout/"  # a form with one button, through session, user and header


def pages(people: People) -> dict[str, str]:
    """Name and address of every page to measure."""
    past, star, rival = "/history/", people.star, people.rival
    month = f"{timezone.now():%Y-%m}"
    return {
        "past games": past,
        "… of an opponent": f"{past}?player={rival.username}",
        "… of a beginning of a name": f"{past}?opponent=ada",
        "… of a game": f"{past}?variant=muggins",
        "… of a rare result": f"{past}?result=annulled",
        "… by dates": f"{past}?since=2020-01-01&until=2030-01-01",
        "… rated": f"{past}?rated=no",
        "… of all at once": f"{past}?opponent=ben&variant=draw&result=won&since=2020-01-01&rated=yes",
        "… opponent, game and result": f"{past}?player={rival.username}&variant=draw&result=lost",
        "… a page from the middle": past,
        "… from a day on": f"{past}?on={_long_ago()}",
        "… from a day on, of all at once": f"{past}?on={_long_ago()}&opponent=ben&variant=draw&result=won&rated=yes",
        "… from a day on, of an opponent": f"{past}?on={_long_ago()}&player={rival.username}",
        "results": "/history/results/",
        "opponents": "/history/opponents/",
        "… a page from the middle ": "/history/opponents/",
        "… of a beginning of a name ": "/history/opponents/?opponent=ada",
        "one's own profile": reverse("person", args=[star.username]),
        "head to head": f"/history/with/{rival.username}/",
        "studies": "/study/",
        "my games": "/games/",
        "home": "/",
        "lobby": reverse("lobby"),
        "lobby with filters": reverse("lobby") + "?variant=draw&speed=day",
        "standings": reverse("standings"),
        "… provisional": reverse("standings") + "?by=provisional",
        "… by games won": reverse("standings") + "?by=won",
        "… of this month": reverse("standings", args=[month]),
        "… among friends": reverse("standings") + "?who=friends",
        "… of friends in this month": reverse("standings", args=[month]) + "?who=friends",
        "… standings from the middle": reverse("standings"),
        "standings of a game": reverse("standings_variant", args=["draw"]),
        "… of a game among friends": reverse("standings_variant", args=["draw"]) + "?who=friends",
        "standings of a person": reverse("standings_person", args=["draw", star.username]),
        "a year": reverse("my_year"),
        "all ratings of a person": reverse("standings_of", args=[star.username]),
        "a profile": reverse("person", args=[rival.username]),
        "people": reverse("people"),
        "find people": reverse("find_people") + "?name=ada",
        "notices": reverse("notices"),
        "table in play": f"/g/{people.running}/",
        "table, finished": f"/g/{people.finished}/",
        "talk at a table": reverse("talk", args=[people.running]),
        "API: games": "/api/v1/games/",
        "API: my games": "/api/v1/games/?mine=true",
        "API: my past games": "/api/v1/me/history/?opponent=ada&result=won",
        "API: standings": "/api/v1/standings/",
        "API: standings among friends": "/api/v1/standings/?who=friends",
        "API: the first of each game": "/api/v1/leaders/",
        "API: ratings of a person": f"/api/v1/people/{star.username}/ratings/",
        "API: the way of a rating": f"/api/v1/people/{star.username}/ratings/way/",
        "API: rated games": f"/api/v1/people/{star.username}/ratings/games/",
        "API: … from a day on": f"/api/v1/me/history/?on={_long_ago()}",
        "API: my results": "/api/v1/me/history/results/",
        "API: my opponents": "/api/v1/me/history/opponents/",
        "API: head to head": f"/api/v1/people/{rival.username}/head-to-head/",
    }


@override_settings(STORAGES={"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}})
def measure(plans: bool) -> int:
    """Prints the figures; returns 1 if a page fails, or a plan reads a whole large table."""
    people, client = big_fill.people(), Client(SERVER_NAME="localhost")
    client.force_login(people.star)
    failed: list[str] = []
    large = _large_tables()
    print(f"{'page':34}{'queries':>9}{'time':>9}")
    for name, address in pages(people).items():
        if "from the middle" in name:
            address = _middle(client, address)
        queries = _queries(client, address)
        if queries is None:
            failed.append(f"{name}: {address} has no answer")
            continue
        print(f"{name:34}{len(queries):>9}{_ratio(client, address):>8.1f}x", flush=True)
        for sql, params in queries:
            plan = _plan(sql, params)
            whole = large.intersection(_read_whole(plan))
            failed += [f"{name} reads all of {table}\n    {sql[:1500]}" for table in whole]
            if plans:
                print(f"    {sql[:160]}")
                print("".join(f"        {line}\n" for line in _told(plan)), end="")
    print(f"\n(the simplest page, {SIMPLEST}, is 1.0x)")
    for each in failed:
        print(f"\n! {each}")
    if not failed:
        print("No plan reads a table of more than 5,000 rows from one end to the other.")
    return bool(failed)


def _long_ago() -> str:
    """A day in the middle of all games."""
    return f"{timezone.now() - timedelta(days=350):%Y-%m-%d}"


def _queries(client: Client, address: str) -> list[tuple[str, Any]] | None:
    """The SELECTs of the page, on its second request."""
    queries: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(("SELECT", "WITH")):
            queries.append((sql, params))
        return execute(sql, params, many, context)

    answer = client.get(address)
    if answer.status_code != 200:
        print(f"{address}: {answer.status_code}")
        return None
    with connection.execute_wrapper(keep):
        client.get(address)
    return queries


def _middle(client: Client, address: str) -> str:
    """The address of the tenth page."""
    page = address
    for _ in range(10):
        links = re.findall(r'rel="next" href="([^"]+)"', client.get(page).content.decode())
        page = address + html.unescape(links[0]) if links else page
    return page


def _ratio(client: Client, address: str) -> float:
    """The page's time divided by that of the simplest page, in turns; the fastest of each, as others use the machine,
    too.
    """
    page, simplest = [], []
    for _ in range(TRIES):
        page.append(_seconds(client, address))
        simplest.append(_seconds(client, SIMPLEST))
    return min(page) / min(simplest)


def _seconds(client: Client, address: str) -> float:
    began = time.perf_counter()
    client.get(address)
    return time.perf_counter() - began


def _large_tables() -> set[str]:
    tables = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM (SELECT 1 FROM "{table}" LIMIT {LARGE + 1}) t')
            if cursor.fetchone()[0] > LARGE:
                tables.add(table)
    print(f"Tables of more than {LARGE:,} rows: {', '.join(sorted(tables))}\n")
    return tables


def _plan(sql: str, params: Any) -> Row:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        (plan,) = cursor.fetchone()
    top_node: Row = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    return top_node


def _read_whole(plan: Row) -> list[str]:
    """The tables that the plan reads as a whole."""
    mine = [plan["Relation Name"]] if plan["Node Type"] == "Seq Scan" else []
    return mine + [table for inner in plan.get("Plans", []) for table in _read_whole(inner)]


def _told(plan: Row, depth: int = 0) -> list[str]:
    named = " ".join(str(plan[key]) for key in ("Relation Name", "Index Name") if key in plan)
    line = f"{'  ' * depth}{plan['Node Type']} {named} (rows {plan['Plan Rows']}, cost {plan['Total Cost']:.0f})"
    return [line, *(line for inner in plan.get("Plans", []) for line in _told(inner, depth + 1))]

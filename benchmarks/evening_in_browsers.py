"""`python -m benchmarks.evening_in_browsers`: a club's evening as its people see it, in rounds and as an arena.

A captain creates it through the page; 23 others come by the link, each in a browser context of their own, half of them
on phones. Two come late, one never moves, one takes a break. The worker is killed in the middle. Nobody of us opens a
board: the page has to take its reader there. At the end everything is checked: `problems` must be empty.

The form offers evenings of an hour and more, so we shorten the stored one before it begins. The site is as `make run`
serves it, with limits: all people come from one address, as in one room.
"""

import argparse
import contextlib
import json
import os
import random
import re
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import Browser, expect, sync_playwright

from benchmarks.evening_people import GAME, Someone
from tests.browser.conftest import FLAGS
from tests.browser.test_every_game import Person as Tapping
from tests.live.collected import release_settings
from tests.live.server import ROOT, LiveServer, children
from tests.migrated import sqlite_from_template
from tests.services_needed import chromium_path, chromium_without_windows_path

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SLACK = 40  # seconds that a round may begin late: a killed worker, its lease, its restart
SHORTEN = """
from tournaments.models import Tournament
Tournament.objects.filter(public_id={key!r}).update(minutes={minutes}, rounds={rounds})
"""
STANDS = """
from tournaments.models import Tournament
there = Tournament.objects.get(public_id={key!r})
print(there.state, there.round)
"""


def found(key: str) -> dict[str, Any]:
    """What the site stored of an evening, and its places before and after a recount."""
    from games.models import Seat
    from tournaments import formats
    from tournaments.models import Place, Round, TableOf, Tournament
    from tournaments.rounds import standing

    evening = Tournament.objects.get(public_id=key)

    def places() -> list[list[Any]]:
        there = Place.objects.filter(tournament=evening).order_by("entry")
        return [list(each) for each in there.values_list("entry", "place", *standing.COUNTED)]

    kept = places()
    standing.recount(evening, evening.stage, formats.of(evening).tie_breaks)
    games = TableOf.objects.filter(pairing__round__tournament=evening).values_list("game", flat=True)
    seats = Seat.objects.filter(game__in=games).select_related("player", "game")
    rounds = Round.objects.filter(tournament=evening).order_by("number")
    return {
        "state": evening.state, "entered": evening.entered, "minutes": evening.minutes,
        "places": kept, "recounted": places(),
        "seats": [[seat.player.name if seat.player else "", seat.game.public_id, seat.game.status] for seat in seats],
        "starts": [each.starts.timestamp() for each in rounds],
        "over": evening.over_at.timestamp() if evening.over_at else 0,
    }  # fmt: skip


class Evening:
    def __init__(self, site: LiveServer, browser: Browser, how: str, people: int) -> None:
        self.site, self.browser, self.how, self.number = site, browser, how, people
        self.problems: list[str] = []
        self.people: list[Someone] = []
        self.hands: dict[tuple[str, int], set[str]] = {}
        self.address = ""

    @property
    def key(self) -> str:
        return self.address.split("/")[2]

    def comes(self, way: str, name: str, cookies: dict[str, str] | None = None) -> Someone:
        """A new person; every second one has a phone."""
        size = PHONE if len(self.people) % 2 else DESKTOP
        context = self.browser.new_context(
            base_url=self.site.url, locale="en-GB", service_workers="block", reduced_motion="reduce", **size
        )
        context.set_default_timeout(60_000)
        for key, value in (cookies or {}).items():
            context.add_cookies([{"name": key, "value": value, "url": self.site.url}])
        page = context.new_page()
        someone = Someone(name, page, way, self.problems, Tapping(page, random.Random(name)), self.hands)
        someone.listen()
        self.people.append(someone)
        return someone

    def enters(self, way: str, name: str) -> Someone:
        guest = self.comes(way, name)
        guest.page.goto(self.address)
        guest.page.get_by_label("Your name").fill(name)
        guest.page.get_by_role("button", name="I’m in").click()
        expect(guest.page.get_by_text("You’re in", exact=True)).to_be_visible(timeout=60_000)
        guest.page.context.set_default_timeout(5_000)
        return guest

    def created(self) -> Someone:
        (ada,) = self.site.seed(accounts=["Captain"])["accounts"]
        captain = self.comes("taps", "Captain", ada["cookies"])
        page = captain.page
        page.goto("/tournaments/evening/")
        page.locator("#evening_variant").select_option("block")
        page.locator(f"[name=how][value={self.how}]").check()
        page.get_by_role("button", name="Create the evening").click()
        page.wait_for_url(re.compile(r"/tournaments/\w{10}/$"))
        self.address = page.url.removeprefix(self.site.url)
        page.get_by_role("button", name="I’m in").click()
        expect(page.get_by_text("Keep this page open")).to_be_visible()
        return captain

    def run(self, minutes: int, rounds: int) -> None:
        captain = self.created()
        self.manage(SHORTEN.format(key=self.key, minutes=minutes, rounds=rounds if self.how == "swiss" else 0))
        ways = ["taps", "api"] * self.number
        for number in range(1, self.number - 2):
            self.enters("never" if number == 2 else ways[number // 2], f"Guest {number}")  # phones tap, too
        self.people[3].pause = "wanted"
        screen = self.comes("never", "Screen")
        self.people.remove(screen)
        screen.page.set_viewport_size({"width": 1280, "height": 720})
        screen.page.goto(f"{self.address}screen/")
        captain.page.get_by_role("button", name="Start now").click()
        self.plays(minutes, rounds)
        self.checked(captain, screen)

    def plays(self, minutes: int, rounds: int) -> None:
        """Until it's over: all act in turn; two come late, and the worker is killed."""
        began, looked, late, killed = time.monotonic(), 0.0, False, False
        ends = began + 60 * minutes * (rounds if self.how == "swiss" else 1) + 180
        state, number = "running", 0
        while state in ("open", "running"):
            for someone in self.people:
                someone.act()
            self.people[0].page.wait_for_timeout(50)
            if time.monotonic() < looked + 3:
                continue
            looked = time.monotonic()
            state, number = self.stands()
            if number and not late:
                late = True
                for name in ("Late 1", "Late 2"):
                    self.enters("api", name)
            games = sum(bool(GAME.search(each.page.url)) for each in self.people)
            print(f"  {looked - began:5.0f} s: {state}, round {number}, {games} at a board", flush=True)
            if late and not killed and games > 2 and looked > began + 40 and number > 1:
                killed = True
                self.kill_worker()
            if looked > ends:
                self.problems.append(f"not over after {looked - began:.0f} s")
                return
        if not killed:
            self.problems.append("the worker was never killed")

    def kill_worker(self) -> None:
        """The server starts another one."""
        (worker,) = [pid for pid in children(self.site.pid) if b"worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        os.kill(worker, signal.SIGKILL)
        print("  the worker was killed", flush=True)

    def stands(self) -> tuple[str, int]:
        state, number = self.manage(STANDS.format(key=self.key)).split()
        return state, int(number)

    def manage(self, code: str) -> str:
        return self.site.manage("shell", "-v0", "-c", code)

    # ---- At its end

    def checked(self, captain: Someone, screen: Someone) -> None:
        ask = f"import json; from benchmarks.evening_in_browsers import found; print(json.dumps(found({self.key!r})))"
        there = json.loads(self.manage(ask))
        say = self.problems.append
        if there["state"] != "over":
            say(f"it's {there['state']}")
        if there["places"] != there["recounted"]:
            say(f"places differ from a recount: {there['places']} {there['recounted']}")
        if len(there["places"]) != self.number or not all(place for _entry, place, *_sums in there["places"]):
            say(f"places aren't complete: {there['places']}")
        theirs = defaultdict(set)
        for name, game, status in there["seats"]:
            theirs[name].add(game)
            if status != "finished":
                say(f"{game} is {status}")
        for someone in self.people:
            if missed := theirs[someone.name] - set(someone.boards):
                say(f"{someone.name} wasn't taken to {missed}")
        starts = [*there["starts"], there["over"]]
        longest = max(after - before for before, after in pairwise(starts))
        if self.how == "swiss" and longest > 60 * there["minutes"] + SLACK:
            say(f"a round lasted {longest:.0f} s")
        self.hands_apart()
        self.podium(captain, screen)
        games = [len(theirs[each.name]) for each in self.people]
        rounds = len(there["starts"])
        print(f"  {rounds} rounds, the longest {longest:.0f} s; games of each: {sorted(games)}", flush=True)

    def hands_apart(self) -> None:
        """No two people of a game were shown the same tile as theirs."""
        by_deal = defaultdict(list)
        for (reader, number), hand in self.hands.items():
            by_deal[reader.rpartition(" ")[2], number].append(hand)
        for deal, hands in by_deal.items():
            if len(hands) > 1 and set.intersection(*hands):
                self.problems.append(f"two hands share a tile in {deal}")

    def podium(self, captain: Someone, screen: Someone) -> None:
        for someone, seen in ((screen, ".screen-podium li"), (captain, ".podium li")):
            if someone is captain:
                someone.page.goto(self.address)
            try:
                expect(someone.page.locator(seen).first).to_be_visible(timeout=20_000)
            except AssertionError as error:
                self.problems.append(f"no podium for {someone.name}: {error}")
        picture = captain.page.locator("[data-share-picture]").first.get_attribute("href")
        answer = captain.page.request.get(str(picture))
        if (answer.status, answer.headers["content-type"]) != (200, "image/png"):
            self.problems.append(f"the picture: {answer.status} {answer.headers}")
        self.shown(captain, screen)

    def shown(self, *people: Someone) -> None:
        for someone in people:
            someone.page.screenshot(path=Path(tempfile.gettempdir()) / f"{self.how}-{someone.name}.png")


@contextlib.contextmanager
def site() -> Iterator[LiveServer]:
    cache = ROOT / "var" / "static"
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        sqlite_from_template(Path(folder) / "db.sqlite3")
        with LiveServer(Path(folder), env=release_settings(cache) | {"LIMITS": "1"}) as server:
            try:
                yield server.until_it_works()
            finally:
                print(server.log()[-5000:], flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("how", nargs="*", default=["swiss", "arena"])
    parser.add_argument("--people", type=int, default=24)
    parser.add_argument("--minutes", type=int, help="of a round, or of the arena")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dominoes_site.settings")
    django.setup()  # for the name of the migrated database
    for how in chosen.how:
        print(how, flush=True)
        with site() as server, sync_playwright() as playwright:
            path = chromium_without_windows_path() or chromium_path()
            browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
            evening = Evening(server, browser, how, chosen.people)
            try:
                evening.run(chosen.minutes or (3 if how == "swiss" else 6), chosen.rounds)
            finally:
                print(f"  problems: {len(evening.problems)}", *evening.problems[:40], sep="\n  ", flush=True)
                browser.close()


if __name__ == "__main__":
    main()

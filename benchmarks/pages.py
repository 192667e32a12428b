"""The cost of pages compared with a bare Django page with session and user: `python -m benchmarks.pages`.

Each page is requested through the whole ASGI application, as Daphne calls it, in turns with the bare page. That page
shows who is logged in, with the middlewares of `startproject`, in the same server: same handler, threads and
connections. The ratio of CPU times of this process counts; `--wall` adds elapsed times, which include PostgreSQL. It
uses twenty games; `--database` names a database that `benchmarks.big` has filled.
"""

import argparse
import asyncio
import cProfile
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.server import ALONE, call
from tests.live.server import LiveServer

ROUNDS, BLOCK = 7, 30  # measured in turns
BARE = {
    "ROOT_URLCONF": "benchmarks.bare_page",
    "SESSION_ENGINE": "django.contrib.sessions.backends.db",
    "MIDDLEWARE": [
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
}
queries: list[str] = []  # those of the requested page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", metavar="URL", help="filled by benchmarks.big, instead of a small one")
    parser.add_argument("--only", default="", help="pages whose name has this in it")
    parser.add_argument("--wall", action="store_true", help="what the clock says, too")
    parser.add_argument("--profile", action="store_true", help="what each page asks, and where its time goes")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        env = ALONE | {"STATIC_ROOT": str(Path(folder) / "static")}
        if chosen.database:
            env["DATABASE_URL"] = chosen.database
        site = LiveServer(Path(folder), env=env).migrate()
        site.manage("collectstatic", "--noinput", "-v", "0")
        return call(site, "benchmarks.pages.measure", chosen.only, chosen.wall, chosen.profile)


def measure(only: str, by_the_clock: bool, profile: bool) -> None:
    listen()
    people = find_people()
    found = {name: Page(path, people.cookie) for name, path in addresses(people).items() if only in name}
    pages: dict[str, Page] = {"a bare Django page": BarePage("/bare/", people.cookie), **found}
    asked = {name: page.queries() for name, page in pages.items()}
    if profile:
        for name, page in pages.items():
            print(f"\n== {name}", *asked[name], sep="\n", flush=True)
            page.profile()
        return
    for _ in range(ROUNDS):
        for page in pages.values():
            page.block()
    print(f"{'':24}{'queries':>8}{'CPU ms':>9}{'× bare':>8}" + (f"{'ms':>9}{'× bare':>8}" if by_the_clock else ""))
    cpu, wall = pages["a bare Django page"].medians()
    for name, page in pages.items():
        mine = page.medians()
        elapsed = f"{1000 * mine[1]:>9.2f}{mine[1] / wall:>8.2f}" if by_the_clock else ""
        print(f"{name:24}{len(asked[name]):>8}{1000 * mine[0]:>9.2f}{mine[0] / cpu:>8.2f}{elapsed}")


class Page:
    def __init__(self, path: str, cookie: str) -> None:
        self.blocks: list[tuple[float, float]] = []
        path, _mark, query = path.partition("?")
        headers = [(b"host", b"localhost"), (b"cookie", cookie.encode()), (b"accept-encoding", b"gzip, deflate, br")]
        self.scope: dict[str, Any] = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path, "root_path": "",
            "query_string": query.encode(), "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
        }  # fmt: skip

    def ask(self, times: int = 1) -> None:
        asyncio.run(self._ask(times))

    async def _ask(self, times: int) -> None:
        for _ in range(times):
            await self._once()

    async def _once(self) -> None:
        from dominoes_site import asgi

        body = iter([{"type": "http.request", "body": b""}])

        async def receive() -> dict[str, Any]:
            if (message := next(body, None)) is None:
                await asyncio.sleep(60)  # the client stays connected
                raise AssertionError
            return message

        async def send(message: Mapping[str, object]) -> None:
            assert message.get("status", 200) == 200, f"{self.scope['path']}: {message['status']}"

        await asgi.application(dict(self.scope), receive, send)

    def queries(self) -> list[str]:
        """The page's queries, on its third request."""
        self.ask(2)
        queries.clear()
        self.ask()
        return list(queries)

    def block(self) -> None:
        self.ask(2)
        cpu, wall = time.process_time(), time.perf_counter()
        self.ask(BLOCK)
        self.blocks.append(((time.process_time() - cpu) / BLOCK, (time.perf_counter() - wall) / BLOCK))

    def medians(self) -> tuple[float, float]:
        """Seconds per page: CPU time, elapsed time."""
        cpu, wall = zip(*self.blocks, strict=True)
        return statistics.median(cpu), statistics.median(wall)

    def profile(self) -> None:
        """Shows the functions in which the page's thread spends its time."""
        from asgiref.sync import SyncToAsync

        profile, handler = cProfile.Profile(), SyncToAsync.thread_handler

        def profiled(self: Any, *args: Any, **kwargs: Any) -> Any:
            return profile.runcall(handler, self, *args, **kwargs)

        SyncToAsync.thread_handler = profiled  # type: ignore[method-assign]
        self.ask(BLOCK)
        SyncToAsync.thread_handler = handler  # type: ignore[method-assign]
        pstats.Stats(profile).sort_stats("cumulative").print_stats(90)


class BarePage(Page):
    def ask(self, times: int = 1) -> None:
        from django.test import override_settings

        from dominoes_site import asgi

        ours = asgi.pages
        with override_settings(**BARE):
            asgi.pages = type(ours)()
            super().ask(times)
        asgi.pages = ours


def listen() -> None:
    """From now on, record each query of any thread."""
    from django.db.backends.signals import connection_created

    def keep(execute: Any, sql: str, *rest: Any) -> Any:
        queries.append(sql)
        return execute(sql, *rest)

    def listen_to(connection: Any, **_signal: Any) -> None:
        if keep not in connection.execute_wrappers:
            connection.execute_wrappers.append(keep)

    connection_created.connect(listen_to, weak=False)


class People(NamedTuple):
    username: str
    cookie: str
    running: str  # one of their games in play
    finished: str


def find_people() -> People:
    from accounts.models import User
    from benchmarks import big_fill
    from tests.live import seed

    if big_fill.is_full():
        star = big_fill.people()
        user, running, finished = star.star, star.running, star.finished
    else:
        made = seed.seed(accounts=("Ada", "Ben"), games=20, players=("Ada", "Ben"), moves=6)
        over = seed.seed(games=1, moves=10_000, variant="block", options={"end": "rounds:1"})
        user = User.objects.get(pk=made["accounts"][0]["id"])
        running, finished = made["games"][0]["id"], over["games"][0]["id"]
    return People(
        user.username, "; ".join(f"{name}={value}" for name, value in seed.cookies(user).items()), running, finished
    )


def addresses(people: People) -> dict[str, str]:
    return {
        "home": "/",
        "table": f"/g/{people.running}/",
        "table, finished": f"/g/{people.finished}/",
        "my games": "/games/",
        "past games": "/history/",
        "lobby": "/lobby/",
        "profile": f"/people/{people.username}/",
        "opponents": "/history/opponents/",
        "watch": "/watch/",
        "notices": "/notices/",
        "standings": "/standings/",
        "standings of a game": "/standings/draw/",
        "rules of a game": "/rules/draw/",
        "API: me": "/api/v1/me/",
        "API: table": f"/api/v1/games/{people.running}/",
        "API: my games": "/api/v1/games/?mine=true&status=playing",
        "API: past games": "/api/v1/me/history/",
        "API: lobby": "/api/v1/games/?status=open",
        "API: standings": "/api/v1/standings/",
    }


if __name__ == "__main__":
    sys.exit(main())

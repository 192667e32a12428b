"""`python -m benchmarks.heard`: what a web process hears of all others, and what that costs it.

This is one of 16 processes, with 300 games open in it; a child tells it through Redis what the other 15 do. With the
games routed by the proxy, none of theirs is open here, only pages of their players. With seats apart, some are.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time

REDIS = os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379/8")
os.environ |= {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings", "REDIS_URL": REDIS, "WORKER": "none"}
os.environ.setdefault("SECRET_KEY", "of-a-benchmark")
os.environ.setdefault("DEBUG", "1")

import django

django.setup()

from common.processes import nudges
from games.news import News
from games.sockets.open_sockets import Hub, game_group, user_group

PROCESSES, GAMES = 16, 300  # GAMES: of each process
SECONDS = 5.0


def news_of(game: int) -> News:
    moved = (f"game{game:06}", [2 * game, 2 * game + 1], 30, "playing", None, [(30, 1, 7, 0, "5-3>6-5", "player")], ())
    return News(moved=[moved])


def tell(rate: float) -> None:
    """Tell of moves in games of the other processes, *rate* a second in each of them, from now on."""
    senders = [nudges.Sender() for _process in range(1, PROCESSES)]
    for sender in senders:
        sender.start()
    begun, told = time.monotonic(), 0
    while True:
        while told < (time.monotonic() - begun) * rate * len(senders):
            process = told % len(senders)
            senders[process].tell(news_of((process + 1) * GAMES + random.randrange(GAMES)))
            told += 1
        time.sleep(0.001)


async def hear(rate: float, *, routed: bool) -> str:
    hub, rng = Hub(), random.Random(1)
    for game in range(PROCESSES * GAMES):
        if game < GAMES or (not routed and rng.random() < 2 / PROCESSES):
            hub.followers[game_group(f"game{game:06}")].add(object())
        for user in (2 * game, 2 * game + 1):
            if rng.random() < 1 / PROCESSES:  # each player's open page is somewhere
                hub.followers[user_group(user)].add(object())
    messages = moves = ours = 0
    hearing = nudges.heard(News)
    await anext(hearing)
    with subprocess.Popen([sys.executable, "-m", "benchmarks.heard", "--tell", str(rate)]) as child:
        await anext(hearing)
        begun, cpu = time.monotonic(), time.process_time()
        while (took := time.monotonic() - begun) < SECONDS:
            if (news := await anext(hearing)) is not None and hub.concerns(news):
                ours += sum(game_group(each[0]) in hub.followers for each in news.moved)
            messages, moves = messages + 1, moves + len(news or ())
        cpu = time.process_time() - cpu
        child.kill()
    await hearing.aclose()  # type: ignore[attr-defined]
    return (
        f"{'routed' if routed else 'seats apart':12} {rate:5.0f} {moves / took:8.0f} {messages / took:9.0f}"
        f" {ours / took:9.0f} {1e6 * cpu / max(1, moves):11.1f} {100 * cpu / took:7.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tell", type=float, help=argparse.SUPPRESS)
    if (rate := parser.parse_args().tell) is not None:
        tell(rate)
    print(f"{'':12} {'moves':>5} {'heard':>8} {'messages':>9} {'of games':>9} {'µs of CPU':>11} {'% of a':>7}")
    print(f"{'a second':12} {'each':>5} {'':8} {'':9} {'open here':>9} {'a move':>11} {'core':>7}")
    for routed in (True, False):
        for rate in (5, 20, 80):
            print(asyncio.run(hear(rate, routed=routed)), flush=True)


if __name__ == "__main__":
    main()

"""`python -m benchmarks.seeks`: a thousand people look for a game at the same moment, in ten pools.

It measures the time until all are paired, and others' waits meanwhile (benchmarks/beside.py).
"""

import argparse

from benchmarks import beside

MAKE = """
import random
from datetime import timedelta
from django.utils import timezone
from accounts.models import User
from matching.models import Seek, Wish
from matching.pools import Pace, Pool
from rulebook import choices

chance, now = random.Random(1), timezone.now()
variants = [game.key for game in choices.catalogue().values() if 2 in game.seats][:{pools}]
people = User.objects.bulk_create(
    User(username=f"seeker{{n}}", nickname=f"Seeker {{n}}", skeleton=f"seeker{{n}}") for n in range({people})
)
wishes = Wish.objects.bulk_create(
    Wish(player=each, variant=variants[n % {pools}], seats=2, pace=Pace.USUAL, rated=True, since=now, seen_at=now,
         until=now + timedelta(days=14), due=now + timedelta(days=1))
    for n, each in enumerate(people)
)
Seek.objects.bulk_create(
    Seek(wish=wish, player_id=wish.player_id, rating=round(chance.gauss(1500, 50)), first=300,
         pool=Pool(wish.variant, 2, Pace.USUAL, True).key)
    for wish in wishes
)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--pools", type=int, default=10)
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    chosen = parser.parse_args()
    work = beside.Work(
        make=MAKE.format(people=chosen.people, pools=chosen.pools),
        fall_due="UPDATE matching_wish SET due = '2026-01-01 00:00:00'",
        progress="SELECT count(*) FROM matching_wish",
        is_done=lambda waiting: waiting == 0,
        seconds=60,
    )
    print(f"{chosen.people} people look for a game; the count is of those who still wait")
    beside.measure(work, chosen.only)


if __name__ == "__main__":
    main()

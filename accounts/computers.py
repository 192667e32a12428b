"""The computer players: accounts without a login, several for each level.

A player can't take two seats in a game, so each level has as many accounts as a game can have seats. We create them
when first needed, and keep them.
"""

from collections.abc import Collection

from django.contrib.auth.hashers import make_password

from accounts.models import User
from accounts.reserved import COMPUTER_ROWS, OF_COMPUTERS
from accounts.skeletons import folded

OF_A_LEVEL = 8  # as many as a table has seats


def free_computer(level: str, seated: Collection[int | None]) -> User:
    """A computer of this level that isn't among *seated* (user ids). Prefers the one without a number."""
    for number in range(2):
        there = User.objects.filter(bot_level=level).exclude(pk__in=[each for each in seated if each is not None])
        if (found := there.order_by("pk").first()) is not None:
            return found
        if number == 0:
            make_computers()
    raise LookupError(f"no computer of level {level!r} is free")


def make_computers() -> None:
    """Create the computers of all levels. Existing ones stay, even if another process creates them too."""
    password = make_password(None)  # nobody can log in with it
    rows = []
    for number in range(1, OF_A_LEVEL + 1):
        for level in User.Level:
            username, name = f"{COMPUTER_ROWS}{level.value}", OF_COMPUTERS[level]
            if number > 1:
                username, name = f"{username}-{number}", f"{name} {number}"
            rows.append(
                User(
                    username=username,
                    skeleton=folded(username),
                    nickname=name,
                    bot_level=level,
                    is_program=True,
                    time_zone="UTC",
                    password=password,
                )
            )
    User.objects.bulk_create(rows, ignore_conflicts=True)

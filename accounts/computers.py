"""The computer players: accounts without a login, several for each level.

A player can't take two seats in a game, so each level has as many accounts as a game can have seats, each with its own
name. We create them
when first needed, and keep them.
"""

from collections.abc import Collection

from django.contrib.auth.hashers import make_password

from accounts.models import User
from accounts.reserved import COMPUTER_ROWS, OF_COMPUTERS
from accounts.skeletons import folded


def free_computer(level: str, seated: Collection[int | None]) -> User:
    """A computer of this level that isn't among *seated* (user ids). Prefers the one that stands for the level."""
    for number in range(2):
        there = User.objects.filter(bot_level=level).exclude(pk__in=[each for each in seated if each is not None])
        if (computer := there.order_by("pk").first()) is not None:
            return computer
        if number == 0:
            make_computers()
    raise LookupError(f"no computer of level {level!r} is free")


def make_computers() -> None:
    """Create the computers of all levels. Existing ones stay, even if another process creates them too."""
    password = make_password(None)  # nobody can log in with it
    rows = []
    for number, names in enumerate(zip(*(OF_COMPUTERS[level] for level in User.Level), strict=True), 1):
        for level, name in zip(User.Level, names, strict=True):
            username = f"{COMPUTER_ROWS}{level.value}" + (f"-{number}" if number > 1 else "")
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

"""Followers of games and of people's events, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from accounts.followers import followers
from dominoes_site import followers as site
from games.after_move import FollowsGames


@contextmanager
def also_following(follower: FollowsGames) -> Iterator[None]:
    """*follower* gets every change, after all others."""
    with patch.object(site, "GAMES", (*site.GAMES, follower)):
        yield


def it_happens(what: str, *arguments: Any) -> None:
    """Announce an event of a person: `it_happens("merged", guest, account)`."""
    for follower in followers():
        getattr(follower, what)(*arguments)

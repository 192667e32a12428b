"""Pages about people. They read through queries, change through actions and show errors as messages."""

from people.pages.again import again
from people.pages.bonds import block, friend
from people.pages.challenge import challenge
from people.pages.invitations import accept, decline, invite, withdraw
from people.pages.lobby import lobby
from people.pages.mine import my_people
from people.pages.profiles import at_the_table, find, profile

__all__ = [
    "accept", "again", "at_the_table", "block", "challenge", "decline", "find", "friend", "invite", "lobby",
    "my_people", "profile", "withdraw",
]  # fmt: skip

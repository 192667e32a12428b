"""Pages about people. They read through queries, change through services, and tell a refusal as a message."""

from people.views.again import again
from people.views.bonds import block, friend
from people.views.invitations import accept, decline, invite, withdraw
from people.views.lobby import lobby
from people.views.mine import my_people
from people.views.pages import at_the_table, find, profile

__all__ = [
    "accept", "again", "at_the_table", "block", "decline", "find", "friend", "invite", "lobby", "my_people", "profile",
    "withdraw",
]  # fmt: skip

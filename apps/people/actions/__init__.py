"""All changes to friends, blocks, invitations and profiles."""

from people.actions.blocks import block, unblock
from people.actions.friends import ask_friend, remove_friend
from people.actions.invitations import Answer, accept_invitation, challenge_again, decline_invitation, invite, withdraw
from people.actions.profiles import save_profile

__all__ = [
    "Answer",
    "accept_invitation",
    "ask_friend",
    "block",
    "challenge_again",
    "decline_invitation",
    "invite",
    "remove_friend",
    "save_profile",
    "unblock",
    "withdraw",
]

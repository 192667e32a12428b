"""Everything that changes who knows whom."""

from people.services.blocks import block, unblock
from people.services.friends import ask_friend, remove_friend
from people.services.invitations import accept_invitation, challenge_again, decline_invitation, invite, withdraw
from people.services.profiles import save_profile

__all__ = [
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

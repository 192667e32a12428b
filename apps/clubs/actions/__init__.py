"""The actions that change clubs. Each function locks people by their keys first, then the club's row."""

from clubs.actions.inviting import accept, ask, decline, decline_invitation, invite, withdraw
from clubs.actions.leaving import close, leave, part, part_for_good, remove
from clubs.actions.making import edit, make, may_make, rename, renew_link
from clubs.actions.members import hand_over, join, must_be_the_link, set_any_role, set_role
from clubs.actions.moderating import moderate

__all__ = [
    "accept", "ask", "close", "decline", "decline_invitation", "edit", "hand_over", "invite", "join", "leave", "make",
    "may_make", "moderate", "must_be_the_link", "part", "part_for_good", "remove", "rename", "renew_link",
    "set_any_role", "set_role", "withdraw",
]  # fmt: skip

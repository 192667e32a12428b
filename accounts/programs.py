"""The mark for accounts played by a program. Only the owner sets it."""

from accounts.followers import followers
from accounts.models import User


def mark(user: User, *, program: bool) -> None:
    """Set the mark; games show it at once. Call outside of any transaction."""
    if user.is_program == program:
        return
    user.is_program = program
    user.save(update_fields=["is_program"])
    for follower in followers():
        follower.renamed(user)

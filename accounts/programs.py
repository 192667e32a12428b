"""The mark of an account for which a program plays: its owner sets it, nobody guesses."""

from accounts.followers import followers
from accounts.models import User


def mark(user: User, *, program: bool) -> None:
    """Tables at which they sit show it at once. Outside of any transaction."""
    if user.is_program == program:
        return
    user.is_program = program
    user.save(update_fields=["is_program"])
    for follower in followers():
        follower.renamed(user)

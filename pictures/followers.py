"""What becomes of pictures when something happens to people."""

from accounts.followers import FollowsPeople
from accounts.models import User
from pictures import kept


class PicturesOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """Tables show the account's name from now on, and nobody asks for the guest's again."""
        kept.forget([guest.pk])

    def leaving(self, user: User) -> None:
        """Said once more when they are gone: of what was being drawn meanwhile nothing is left, either."""
        kept.forget([user.pk])

"""Deletes pictures when people's accounts change."""

from accounts.followers import FollowsPeople
from accounts.models import User
from pictures import kept


class PicturesOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """Games now show the account's name, so nobody asks for the guest's pictures again."""
        kept.forget([guest.pk])

    def leaving(self, user: User) -> None:
        """Called once more after the deletion, so that a picture drawn meanwhile goes, too."""
        kept.forget([user.pk])

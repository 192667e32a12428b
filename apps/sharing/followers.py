"""Deletes pictures when people's accounts change."""

from accounts.followers import FollowsPeople
from accounts.models import User
from sharing.pictures import stored


class PicturesOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """Games now show the account's name, so nobody asks for the guest's pictures again."""
        stored.forget([guest.pk])

    def leaving(self, user: User) -> None:
        """Called once more after the deletion, so that a picture drawn meanwhile goes, too."""
        stored.forget([user.pk])

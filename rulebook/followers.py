"""Moves saved rules when a guest becomes an account."""

from accounts.followers import FollowsPeople
from accounts.models import User
from rulebook.models import SavedRules


class SavedRulesOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        SavedRules.objects.filter(owner=guest).update(owner=account)

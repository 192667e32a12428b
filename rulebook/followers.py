"""What becomes of saved rules when something happens to people."""

from accounts.followers import FollowsPeople
from accounts.models import User
from rulebook.models import SavedRules


class SavedRulesOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        SavedRules.objects.filter(owner=guest).update(owner=account)

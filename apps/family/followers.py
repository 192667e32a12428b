"""Games of a family that end, and people who change or leave."""

from accounts.followers import FollowsPeople
from accounts.models import User
from family import actions, queries
from family.models import Family, Member, Play
from games import queries as games
from games.after_move import FollowsGames
from games.models import Game
from games.shown.replay import read_replay


class FamilyAfterMove(FollowsGames):
    def settled(self, game: Game) -> None:
        """Count the game, or the rematch of one that was dealt at the table."""
        if game.status != Game.Status.FINISHED or not queries.may_be_ours(game):
            return
        plays = list(Play.objects.filter(seat__game=game).select_related("seat"))
        if not plays and game.rematch_of_id is not None:
            before = Play.objects.filter(seat__game=game.rematch_of_id)
            members = Member.objects.filter(plays__in=before, left=False)
            actions.keep_plays(list(members), game.pk)
            plays = list(Play.objects.filter(seat__game=game).select_related("seat"))
        if plays:
            actions.count(plays, _pips_left(game))
            actions.tell(Family.objects.get(members__plays=plays[0]))


def _pips_left(game: Game) -> tuple[int, ...] | None:
    """What each side held when the last round ended; None if the game ended before."""
    packed = games.packed_replays(game, lambda: None)
    line = read_replay(packed[max(packed)]).score if packed else None
    return None if line is None else line.pips


class FamilyOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """The account has the guest's names, but at most one at a table."""
        there = Member.objects.filter(person=account).values("family")
        mine = Member.objects.filter(person=guest)
        mine.filter(family__in=list(there.values_list("family", flat=True))).update(person=None, ready_at=None)
        mine.update(person=account, made_here=False)
        Family.objects.filter(host=guest).update(host=account)

    def leaving(self, user: User) -> None:
        Member.objects.filter(person=user).update(ready_at=None)

    def deleted(self, user: User) -> None:
        """Their names stay on score sheets as those of a deleted player."""
        actions.hand_on(user)
        Member.objects.filter(person=user).update(
            name="", person=None, ready_at=None, made_here=False, link_made_at=None, left=True
        )

    def on_record(self, user: User) -> dict[str, object]:
        names = Member.objects.filter(person=user).select_related("family").order_by("pk")
        hosted = Family.objects.filter(host=user).order_by("pk")
        return {
            "family_tables": [
                {"table": each.family.title, "name": each.name, "longest_row_of_wins": each.longest_row}
                for each in names
            ],
            "made_family_tables": [
                {"title": each.title, "created": each.created_at, "names": [name.name for name in each.members.all()]}
                for each in hosted
            ],
        }

"""Games of a family that end, and people who change or leave."""

from accounts.followers import FollowsPeople
from accounts.models import User
from family import actions, dealing, queries
from family.models import NOBODYS, Family, Member, Play
from games import queries as games
from games.after_move import FollowsGames
from games.changes import Kind
from games.models import Game
from games.shown.replay import read_replay


class FamilyAfterMove(FollowsGames):
    kinds = frozenset[Kind]()  # only games that are over

    def settled(self, game: Game) -> None:
        """Count the game, or the rematch of one that was dealt at the table."""
        if game.status != Game.Status.FINISHED or not queries.may_be_ours(game):
            return
        plays = _plays(game)
        if not plays and game.rematch_of_id is not None:
            before = Play.objects.filter(seat__game=game.rematch_of_id)
            members = Member.objects.filter(plays__in=before, left=False)
            dealing.keep_plays(members, game.pk)
            plays = _plays(game)
        if plays:
            dealing.count(plays, _pips_left(game))
            if (family := Family.objects.filter(members__plays=plays[0]).first()) is not None:
                actions.tell(family)


def _plays(game: Game) -> list[Play]:
    """In the order of members, so that two games that end at once lock them in the same order."""
    return list(Play.objects.filter(seat__game=game).select_related("seat").order_by("member"))


def _pips_left(game: Game) -> tuple[int, ...] | None:
    """The pips of each side when the last round ended; None if the game ended before."""
    packed = games.packed_replays(game, lambda: None)
    line = read_replay(packed[max(packed)]).score if packed else None
    return None if line is None else line.pips


class FamilyOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """The account has the guest's names, but at most one at a table."""
        there = Member.objects.filter(person=account).values("family")
        mine = Member.objects.filter(person=guest)
        mine.filter(family__in=list(there.values_list("family", flat=True))).update(**NOBODYS)
        mine.update(person=account, made_here=False)
        Family.objects.filter(host=guest).update(host=account)

    def leaving(self, user: User) -> None:
        Member.objects.filter(person=user).update(ready_at=None)

    def deleted(self, user: User) -> None:
        """Their names stay on score sheets as those of a deleted player."""
        _hand_on(user)
        Member.objects.filter(left=True, plays__seat__player=user).update(name="")
        Member.objects.filter(person=user).update(name="", left=True, **NOBODYS)

    def on_record(self, user: User) -> dict[str, object]:
        names = Member.objects.filter(person=user).select_related("family").order_by("pk")
        hosted = Family.objects.filter(host=user).prefetch_related("members").order_by("pk")
        return {
            "family_tables": [
                {"table": each.family.title, "name": each.name, "longest_streak_of_wins": each.longest_streak}
                for each in names
            ],
            "made_family_tables": [
                {"title": each.title, "created": each.created_at, "names": [name.name for name in each.members.all()]}
                for each in hosted
            ],
        }


def _hand_on(host: User) -> None:
    """The oldest other person hosts what the host, who leaves the site, has made; without one it is deleted."""
    for family in Family.objects.filter(host=host).order_by("pk"):
        heir = family.members.filter(person__isnull=False).exclude(person=host).first()
        if heir is None:
            family.delete()
        else:
            Family.objects.filter(pk=family.pk).update(host=heir.person)

"""How ladders react to games and to people."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts import database
from accounts.followers import FollowsPeople
from accounts.models import User
from accounts.rest import Rest
from common.database import in_parts, tried_again
from common.times.timestamps import stamp
from games.after_move import FollowsGames
from games.changes import Change, Kind
from games.clocks.lost_time import LostTime
from games.models import Game
from ladders import joining, looking, results
from ladders.models import Challenge, GameOf, Ladder, Rung


class LaddersAfterMove(FollowsGames):
    kinds = frozenset({Kind.ANNULLED})

    def stored(self, changes: Sequence[Change]) -> None:
        for change in changes:
            results.game_annulled(change.game_id, change.now)

    def settled(self, game: Game) -> None:
        results.game_settled(game, game.finished_at or timezone.now())

    def time_lost(self, lost: LostTime) -> Collection[int]:
        """The ends of challenges move on, and the last moments of their games with them."""
        hit = list(Challenge.objects.filter(lost.hits("ends"), outcome="").values_list("pk", flat=True))
        for part in in_parts(hit):
            Challenge.objects.filter(pk__in=part).update(ends=F("ends") + lost.more)
        playing = GameOf.objects.filter(game__status=Game.Status.PLAYING).values_list("game", flat=True)
        return [game for part in in_parts(hit) for game in playing.filter(challenge__in=part)]

    def beside_records(self, games: Collection[int]) -> Mapping[int, dict[str, object]]:
        """Exports name the ladder of a game."""
        played = GameOf.objects.filter(game__in=games).select_related("challenge__ladder")
        return {each.game_id: {"ladder": _in_export(each)} for each in played}


def _in_export(played: GameOf) -> dict[str, object]:
    return {"id": played.challenge.ladder.public_id, "challenge": played.challenge_id, "game": played.number + 1}


class LaddersOfPeople(FollowsPeople):
    def rest_changed(self, user: User, _before: Rest, now: datetime) -> None:
        looking.rest_changed(user, now)

    def leaving(self, user: User) -> None:
        """They lose their running challenges, whose games are resigned by then, and all below them move up."""
        for ladder in list(Rung.objects.filter(player=user).order_by("ladder").values_list("ladder", flat=True)):
            _take_out(ladder, user)

    def deleted(self, user: User) -> None:
        for ladder in Ladder.objects.select_for_update(of=("self",)).filter(rungs__player=user).order_by("pk"):
            joining.take_out(ladder, user, timezone.now())
        Challenge.objects.filter(challenger=user).update(challenger=None)
        Challenge.objects.filter(challenged=user).update(challenged=None)

    def on_record(self, user: User) -> dict[str, object]:
        rungs = Rung.objects.filter(player=user).select_related("ladder").order_by("pk")
        made = Challenge.objects.filter(Q(challenger=user) | Q(challenged=user)).select_related("ladder")
        return {
            "ladders": [
                {
                    "id": rung.ladder.public_id,
                    "game": rung.ladder.variant,
                    "joined": stamp(rung.joined_at),
                    "place": rung.place,
                    "best": rung.best,
                    "won": rung.won,
                    "lost": rung.lost,
                }
                for rung in rungs
            ],
            "challenges": [
                {
                    "ladder": each.ladder.public_id,
                    "at": stamp(each.at),
                    "made": each.challenger_id == user.pk,
                    "from": each.from_place,
                    "to": each.to_place,
                    "outcome": each.outcome,
                }
                for each in made.order_by("pk")
            ],
        }


@tried_again
@transaction.atomic
def _take_out(ladder: int, user: User) -> None:
    player = database.hold(user)
    joining.take_out(Ladder.objects.select_for_update().get(pk=ladder), player, timezone.now())

"""How tournaments react to games and to people."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import database
from accounts.followers import Date, FollowsPeople
from accounts.models import User
from common.database import tried_again
from common.refusals import NotNow
from common.times.timestamps import stamp
from games.after_move import FollowsGames
from games.changes import Change, Kind
from games.clocks.lost_time import LostTime
from games.models import Game
from tournaments import queries, words
from tournaments.entries import partners, withdrawing
from tournaments.life import outages
from tournaments.models import Absence, Departure, Entry, Member, TableOf, Tournament, Trace, Trophy
from tournaments.rounds import results

MOST_DATES = 50  # tournaments in a calendar


@tried_again
@transaction.atomic
def _withdraw(public_id: str, user: User) -> None:
    player = database.hold(user)
    withdrawing.withdraw(queries.locked(public_id), player, timezone.now())


class TournamentsAfterMove(FollowsGames):
    kinds = frozenset({Kind.ANNULLED})

    def stored(self, changes: Sequence[Change]) -> None:
        for change in changes:
            results.game_annulled(change.game_id, change.now)

    def settled(self, game: Game) -> None:
        results.game_settled(game, game.finished_at or timezone.now())

    def time_lost(self, lost: LostTime) -> Collection[int]:
        return outages.move_on(lost)

    def next_game(self, user_id: int, after: str) -> str | None:
        """The next game of the same tournament comes first."""
        here = Tournament.objects.filter(all_rounds__pairings__tables__game__public_id=after).first()
        return None if here is None else queries.next_game(user_id, here, after)

    def beside_records(self, games: Collection[int]) -> Mapping[int, dict[str, object]]:
        """Exports name the tournament of a game."""
        tables = TableOf.objects.filter(game__in=games).select_related("pairing__round__tournament")
        return {table.game_id: {"tournament": _in_export(table)} for table in tables}


def _in_export(table: TableOf) -> dict[str, object]:
    round_ = table.pairing.round
    return {
        "id": round_.tournament.public_id,
        "stage": round_.stage,
        "round": round_.number,
        "table": table.pairing.table,
        "game": table.number + 1,
    }


class TournamentsOfPeople(FollowsPeople):
    def merged(self, guest: User, account: User) -> None:
        """A guest's places go to the account, unless it plays in the same tournament. Where it was only asked to, the
        guest's place counts.
        """
        theirs, mine = Member.objects.filter(player=guest), Member.objects.filter(player=account)
        both = Tournament.objects.filter(pk__in=theirs.values("tournament")).filter(pk__in=mine.values("tournament"))
        twice = []
        for public_id in list(both.order_by("pk").values_list("public_id", flat=True)):
            tournament = queries.locked(public_id)
            if partners.is_in(tournament, guest) and not partners.is_in(tournament, account):
                partners.decline_all(tournament, account, timezone.now())
                continue
            with suppress(NotNow):  # it has ended, or the guest had withdrawn
                withdrawing.withdraw(tournament, guest, timezone.now())
            theirs.filter(tournament=tournament).update(player=None)
            twice.append(tournament.pk)
        theirs.update(player=account)
        Departure.objects.filter(player=guest).exclude(tournament__in=twice).update(player=account)

    def leaving(self, user: User) -> None:
        """Withdraw from all tournaments. Their games are resigned by then."""
        running = (Tournament.State.OPEN, Tournament.State.RUNNING)
        here = Tournament.objects.filter(entries__members__player=user, state__in=running).order_by("pk")
        for public_id in list(here.values_list("public_id", flat=True)):
            with suppress(NotNow):  # they withdrew before
                _withdraw(public_id, user)

    def deleted(self, user: User) -> None:
        Trophy.objects.filter(player=user).delete()
        Absence.objects.filter(player=user).delete()
        Departure.objects.filter(player=user).delete()
        Trace.objects.filter(entry__members__player=user).delete()
        Member.objects.filter(player=user).update(player=None)
        Tournament.objects.filter(made_by=user).update(made_by=None)

    def dates(self, user: User) -> Iterable[Date]:
        """When the tournaments that they have entered start, and when the rounds end. One query."""
        here = (Entry.State.IN, Entry.State.PAUSED)
        entered = Entry.objects.filter(members__player=user, members__agreed=True, state__in=here)
        mine = Tournament.objects.filter(pk__in=entered.values("tournament")).order_by("-pk")
        for each in mine.filter(state__in=(Tournament.State.OPEN, Tournament.State.RUNNING))[:MOST_DATES]:
            values = {"tournament": words.title(each), "round": each.round}
            if each.state == Tournament.State.OPEN:
                what = _("%(tournament)s starts") % values
                yield Date(f"{each.public_id}-start", each.entries_end, what, each.get_absolute_url())
            elif each.round_ends is not None and not each.kind.is_live:
                what = _("%(tournament)s: round %(round)s ends") % values
                yield Date(f"{each.public_id}-round", each.round_ends, what, each.get_absolute_url())

    def on_record(self, user: User) -> dict[str, object]:
        entries = Entry.objects.filter(members__player=user).select_related("tournament").order_by("pk")
        return {
            "tournaments": [
                {
                    "id": entry.tournament.public_id,
                    "entered": stamp(entry.entered_at),
                    "state": entry.state,
                    "seed": entry.seed,
                    "place": entry.place,
                }
                for entry in entries
            ],
            "made_tournaments": list(
                Tournament.objects.filter(made_by=user).order_by("pk").values_list("public_id", flat=True)
            ),
            "trophies": [
                {"tournament": public_id, "place": place, "at": stamp(at)}
                for public_id, place, at in Trophy.objects.filter(player=user)
                .order_by("pk")
                .values_list("tournament__public_id", "place", "at")
            ],
        }

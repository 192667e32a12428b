"""The base class of formats: their terms, sentences and steps."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from common.refusals import Unreadable
from pairing import Tiebreak
from tournaments.models import Entry, Place, Terms, Tournament

AGAIN = timedelta(seconds=2)  # until we look again whether the last games are settled


class Group(NamedTuple):
    """Entries that play each other; so many go *through* to the next stage, none of the last group."""

    entries: tuple[int, ...]
    through: int


def whole(entries: Sequence[int]) -> list[Group]:
    """All in one group, with which it ends."""
    return [Group(tuple(entries), 0)]


def begin_stage(tournament: Tournament, groups: Sequence[Group]) -> None:
    """Store the places of the next stage."""
    tournament.stage, tournament.round = tournament.stage + 1, 0
    places = [
        Place(
            tournament=tournament, stage=tournament.stage, group=number, entry_id=entry, seed=seed,
            through=group.through,
        )
        for number, group in enumerate(groups)
        for seed, entry in enumerate(group.entries, start=1)
    ]  # fmt: skip
    Place.objects.bulk_create(places, batch_size=500)


class BadTerms(Unreadable):
    """Terms that make no tournament. *field*: the one to change."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__("bad_tournament", message)
        self.field = field


def one_after_another() -> str:
    """When the rounds of a live tournament begin."""
    return _("Each round begins as soon as the one before has ended, so stay on the site.")


class Format:
    """Everything that differs between formats. It has no state.

    Texts come in the reader's language.
    """

    # ---- Its terms

    own_terms: Mapping[str, int] = {}  # the columns of `Terms` that only some formats have, each with a usual value
    leeway = 1.5  # a round must be so many times as long as its games usually take
    usual_days = 1  # of a round, if games don't take longer
    has_teams = False  # clubs meet, board by board
    has_groups = False  # in which all is played at once; nobody can pause
    suits_evenings = False  # one match at a time, within hours
    strikes_out = False  # an entry that leaves before half of its games are over: they count for nobody
    tie_breaks: tuple[Tiebreak, ...]
    points_for_a_win = 1  # against one opponent

    def refusals(self, _terms: Terms) -> Iterable[BadTerms]:
        """Why these terms make no tournament of this format."""
        return ()

    def rounds_at_most(self, _terms: Terms, _entries: int) -> int:
        """How many rounds of `round_days` a tournament takes at most."""
        return 1

    def tables_at_once(self, _terms: Terms) -> int:
        """Pairings of an entry that begin at the same time, at most, however many enter."""
        return 1

    def games_at_most(self, terms: Terms) -> int:
        """Games of an entry that run at the same time, at most, however many enter: what we promise."""
        return terms.deals * self.tables_at_once(terms)

    # ---- In words

    def in_words(self, terms: Terms, days: str) -> list[str]:
        """How it goes, in sentences. *days*: how long a round lasts, in words."""
        raise NotImplementedError

    def who_wins(self, _terms: Terms) -> str:
        return _("The most points at the end win the tournament.")

    def has_bracket(self, _tournament: Tournament) -> bool:
        """Whether its page shows a bracket instead of standings."""
        return False

    def next_pairing(self, _tournament: Tournament, _now: datetime) -> datetime | None:
        """When free players of a running tournament are paired next, if the page says so."""
        return None

    # ---- In time

    def not_before(self, _tournament: Tournament, _now: datetime) -> datetime | None:
        """When to look again whether an open tournament can begin that has its entries; None if it can now."""
        return None

    def why_never(self, _tournament: Tournament, _now: datetime) -> str:
        """Why this open tournament will never begin: a word of `notices.of_tournaments`. Empty if it may."""
        return ""

    def seated(self, _tournament: Tournament, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Those of these entries with which it begins."""
        return entries

    def begin(self, tournament: Tournament, entries: Sequence[int]) -> None:
        """Store the first stage. *entries*: keys by seed."""
        begin_stage(tournament, self.first_groups(tournament, entries))

    def first_groups(self, _tournament: Tournament, entries: Sequence[int]) -> list[Group]:
        """The groups of the first stage, from the entries by seed."""
        return whole(entries)

    def go_on(self, tournament: Tournament, now: datetime) -> datetime | None:
        """Do the next step of a running tournament. Returns when the one after it is due; None if all was played."""
        raise NotImplementedError

    goes_on_by_results = True  # the step is due as soon as a round's last pairing is over

    def is_in_last_round(self, _tournament: Tournament) -> bool:
        """Whether this running tournament pairs nobody after the current round."""
        return False

    def needs_a_winner(self, _tournament: Tournament) -> bool:
        """Whether one of two has to go on, so that a level pairing is played on."""
        return False

    def takes_latecomers(self, _tournament: Tournament) -> bool:
        """Whether people may enter this running tournament."""
        return False

    def let_in(self, tournament: Tournament, entry: Entry) -> None:
        """Make up for what a late entry has missed. Its place is there."""

    # ---- At its end

    def in_order(self, _tournament: Tournament) -> Callable[[Place], tuple[int, ...]]:
        """What the final places go by: those of a later stage come first, then the places in the groups decide."""
        return lambda place: (-place.stage, place.place)

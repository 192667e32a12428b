"""Reads about tournaments. Changes nothing. The number of queries doesn't depend on the number of entries."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import Reader
from common.cache.recent import kept_for
from common.joined import Joined
from common.lists.paging import Page, page
from common.paths import path_of
from common.refusals import NotFound
from games.models import Game, Seat
from games.seating import NAMED
from tournaments.models import Entry, Member, Pairing, Place, Round, TableOf, Tournament, Trophy

ON_PAGE, ROUNDS_ON_PAGE, LISTED = 50, 50, 20
MOST_STAGES = 32_767  # of the database's column
IN_CROSS_TABLE = 16  # entries at most
NEXT_LOOKED_AT = 200
PODIUM = 3
KEPT = 10  # seconds, of what everybody's home page lists
# Of tournaments that aren't over; of several requests to be a partner in one, the first.
MINE = """
    member.player_id = %s AND tournament.state IN ('open', 'running') AND entry.state <> 'out'
    AND (member.agreed OR NOT EXISTS (
        SELECT 1 FROM tournaments_member earlier WHERE earlier.player_id = member.player_id
        AND earlier.tournament_id = member.tournament_id AND earlier.id < member.id
    ))
    ORDER BY member.tournament_id DESC LIMIT %s
"""
TURNS = """(
    SELECT count(*) FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    JOIN tournaments_tableof played ON played.game_id = game.id
    JOIN tournaments_pairing pairing ON pairing.id = played.pairing_id
    JOIN tournaments_round round ON round.id = pairing.round_id
    WHERE seat.player_id = member.player_id AND seat.over_at IS NULL AND game.status = 'playing'
    AND game.turn = seat.number AND NOT seat."left" AND round.tournament_id = member.tournament_id
)"""
MINE_WITH_TURNS = Joined(
    "tournaments_member member JOIN tournaments_tournament tournament ON tournament.id = member.tournament_id"
    " JOIN tournaments_entry entry ON entry.id = member.entry_id",
    TURNS,
    member=Member,
    tournament=Tournament,
)


def find(public_id: str) -> Tournament:
    """The tournament with this id. Raises `NotFound`."""
    return _there(Tournament.objects.filter(public_id=public_id).select_related("series", "club"))


def locked(public_id: str) -> Tournament:
    """The tournament, with its row locked. Raises `NotFound`."""
    return _there(Tournament.objects.select_for_update(of=("self",)).filter(public_id=public_id))


def of_game(game: str) -> Tournament:
    """The tournament that a game belongs to, by the game's id. Raises `NotFound`."""
    return _there(Tournament.objects.filter(all_rounds__pairings__tables__game__public_id=game))


def _there(tournaments: QuerySet[Tournament]) -> Tournament:
    if (tournament := tournaments.first()) is None:
        raise NotFound("unknown_tournament", _("There is no such tournament."))
    return tournament


def listed(state: str) -> QuerySet[Tournament]:
    """Tournaments for everyone in that state: those that begin next come first, or those that ended last."""
    order = {
        Tournament.State.OPEN: ("entries_end", "id"),
        Tournament.State.RUNNING: ("-starts_at", "-id"),
        Tournament.State.OVER: ("-over_at", "-id"),
    }[Tournament.State(state)]
    return Tournament.objects.filter(state=state, entering=Tournament.Entering.OPEN, club=None).order_by(*order)


def mine(user: Reader) -> QuerySet[Member]:
    """The user's places in tournaments that aren't over; of several requests to be a partner in one, the first."""
    if not user.is_authenticated:
        return Member.objects.none()
    earlier = Member.objects.filter(player=user.pk, tournament=OuterRef("tournament"), pk__lt=OuterRef("pk"))
    here = Member.objects.filter(player=user.pk, tournament__state__in=["open", "running"])
    here = here.filter(Q(agreed=True) | ~Exists(earlier))
    return (
        here.exclude(entry__state=Entry.State.OUT)
        .select_related("entry", "tournament__club")
        .order_by("-tournament_id")
    )


def waiting(user: Reader) -> dict[int, int]:
    """In how many games of each tournament (by its key) it's the user's turn."""
    if not user.is_authenticated:
        return {}
    turns = TableOf.objects.filter(
        game__status=Game.Status.PLAYING,
        game__seats__player=user.pk,
        game__seats__number=F("game__turn"),
        game__seats__left=False,
    )
    rows = turns.values_list("pairing__round__tournament").annotate(number=Count("pk"))
    return dict(rows)


def mine_first(user: Reader) -> list[tuple[Member, int]]:
    """The first of the user's places, and how many of their games wait: the most first. One query; in SQL, because
    every look at one's games asks.
    """
    if not user.is_authenticated:
        return []
    places = []
    for member, tournament, turns in MINE_WITH_TURNS.rows(MINE, [user.pk, LISTED]):
        member.tournament = tournament
        places.append((member, turns))
    return sorted(places, key=lambda place: -place[1])


def not_mine(there: Iterable[Tournament], user_places: Collection[tuple[Member, int]]) -> list[Tournament]:
    """These tournaments without the user's own."""
    entered = {member.tournament_id for member, _turns in user_places}
    return [each for each in there if each.pk not in entered]


@kept_for(KEPT)
def lately_open() -> tuple[Tournament, ...]:
    """The first tournaments to enter, for everybody, as they were some seconds ago; evenings also while they run."""
    open_, running = Tournament.State.OPEN, Tournament.State.RUNNING
    here = Tournament.objects.filter(Q(state=open_) | Q(state=running, minutes__gt=0), entering="open", club=None)
    return tuple(here.order_by("entries_end", "id")[:LISTED])


def member_of(tournament: Tournament, user: Reader) -> Member | None:
    if not user.is_authenticated:
        return None
    mine = Member.objects.filter(tournament=tournament, player=user.pk).select_related("entry")
    return mine.order_by("-agreed", "pk").first()


def asked_by(tournament: Tournament, user: Reader) -> list[User]:
    """Those who asked the user to be their partner, the first one first. One query."""
    asks = Member.objects.filter(tournament=tournament, player=user.pk, agreed=False)
    askers = Member.objects.filter(entry__in=asks.values("entry"), agreed=True, player__isnull=False)
    return [asker.player for asker in askers.select_related("player").order_by("entry") if asker.player is not None]


def partner_of(member: Member) -> Member | None:
    """The other one in the entry. One query."""
    others = Member.objects.filter(entry=member.entry_id).exclude(pk=member.pk)
    return others.select_related("player").first()


@dataclass(frozen=True, slots=True)
class Names:
    """The people of entries, by entry."""

    people: dict[int, list[User]] = field(default_factory=lambda: defaultdict(list))

    def of(self, entry: int) -> list[User]:
        return self.people.get(entry, [])


def names(entries: Collection[int]) -> Names:
    """Without those who haven't agreed to be somebody's partner. One query."""
    people: dict[int, list[User]] = defaultdict(list)
    members = Member.objects.filter(entry__in=entries, agreed=True, player__isnull=False).select_related("player")
    columns = ("entry", "slot", "player__is_active", *(f"player__{name}" for name in NAMED))
    for member in members.only(*columns).order_by("entry", "slot"):
        assert member.player is not None
        people[member.entry_id].append(member.player)
    return Names(people)


def places(tournament: Tournament, stage: int, cursor: str = "") -> Page[Place]:
    """The standings of a stage, group by group."""
    rows = Place.objects.filter(tournament=tournament, stage=stage).select_related("entry")
    return page(rows.order_by("group", "place", "seed", "id"), cursor, ON_PAGE)


def entered(tournament: Tournament, cursor: str = "") -> Page[Entry]:
    """Who has entered, before it begins."""
    return page(there(tournament).order_by("-rating", "id"), cursor, ON_PAGE)


def there(tournament: Tournament) -> QuerySet[Entry]:
    """The entries in which somebody has agreed to play."""
    agreed = Member.objects.filter(entry=OuterRef("pk"), agreed=True)
    return Entry.objects.filter(Exists(agreed), tournament=tournament)


def rounds(tournament: Tournament) -> list[Round]:
    return list(Round.objects.filter(tournament=tournament).order_by("stage", "number"))


def one_round(tournament: Tournament, stage: int, number: int) -> Round:
    """Raises `NotFound`."""
    here = Round.objects.filter(tournament=tournament, stage=stage, number=number)
    if max(stage, number) > MOST_STAGES or (one := here.first()) is None:
        raise NotFound("unknown_round", _("There is no such round."))
    return one


def pairings(round_: Round, cursor: str = "") -> Page[Pairing]:
    """The tables of a round, with results and games. Three queries."""
    games = TableOf.objects.select_related("game").only("pairing", "number", "game__public_id", "game__status")
    tables = round_.pairings.prefetch_related("results", Prefetch("tables", games))
    return page(tables.order_by("table"), cursor, ROUNDS_ON_PAGE)


def games_of(tournament: Tournament, player: int) -> list[TableOf]:
    """Somebody's games in the current stage, with their pairings: running ones first. Each has the number of their seat
    (`my_number`). Two queries.
    """
    mine = TableOf.objects.filter(
        pairing__round__tournament=tournament, pairing__round__stage=tournament.stage, game__seats__player=player
    )
    return list(
        mine.annotate(my_number=F("game__seats__number"))
        .select_related("game", "pairing__round")
        .prefetch_related("pairing__results")
        .order_by("pairing__over", "-pairing__round__number", "pairing__table", "number")
    )


def table_of(game: Game) -> TableOf | None:
    """The place of a game in its tournament; None for other games. One query, none for those."""
    if not game.appointed:
        return None
    return TableOf.objects.filter(game=game.pk).select_related("pairing__round__tournament__series").first()


def side_of(pairing: Pairing, player: Reader) -> int | None:
    """The side of somebody's entry; None for others. One query, none for strangers."""
    if player.pk is None:
        return None
    return pairing.results.filter(entry__members__player=player.pk).values_list("side", flat=True).first()


def paths_of(games: Iterable[int]) -> dict[int, str]:
    """The paths of the tournaments of these games, by the game's key. One query, none without games."""
    rows = TableOf.objects.filter(game__in=list(games)).values_list("game", "pairing__round__tournament__public_id")
    return {game: path_of("tournament", public_id) for game, public_id in rows}


def next_game(user_id: int, tournament: Tournament, after: str = "") -> str | None:
    """The next game of the tournament in which it's the user's turn; None if there is none but *after*."""
    turns = Seat.objects.filter(
        player=user_id, over_at=None, left=False, game__status=Game.Status.PLAYING, number=F("game__turn"),
        game__table_of__pairing__round__tournament=tournament,
    ).order_by("game__deadline", "game__moved_at", "pk")  # fmt: skip
    games = list(turns.values_list("game__public_id", flat=True)[:NEXT_LOOKED_AT])
    place = games.index(after) + 1 if after in games else 0
    return next((each for each in games[place:] + games[:place] if each != after), None)


def winners(tournament: Tournament) -> list[User]:
    """The people on the first place, once it has ended. One query."""
    first = Member.objects.filter(tournament=tournament, entry__place=1, player__isnull=False).select_related("player")
    return [member.player for member in first.order_by("entry", "slot") if member.player is not None]


@dataclass(frozen=True, slots=True)
class OnPodium:
    """An entry with its place, and its people."""

    place: int
    entry: int
    people: list[User]

    @property
    def names(self) -> str:
        return " & ".join(person.name for person in self.people) or _("Deleted player")


def podium(tournament: Tournament, entry: int = 0) -> list[OnPodium]:
    """The first three of a tournament that has ended, and this *entry*, if it's another one. Two queries."""
    placed = Entry.objects.filter(tournament=tournament, place__isnull=False).order_by("place", "pk")
    first = list(placed.filter(Q(place__lte=PODIUM) | Q(pk=entry)).values_list("place", "pk"))
    shown = [each for n, each in enumerate(first) if n < PODIUM or each[1] == entry]
    people = names([pk for _place, pk in shown])
    return [OnPodium(place or 0, pk, people.of(pk)) for place, pk in shown]


def trophies(player: int, year: int | None = None) -> QuerySet[Trophy]:
    """A year's trophies, for their owner; or those on a profile, but not for tournaments by link."""
    theirs = Trophy.objects.filter(player=player).select_related("tournament").order_by("-at", "-pk")
    if year is not None:
        return theirs.filter(at__year=year)
    return theirs.filter(tournament__entering=Tournament.Entering.OPEN)


def opponents_at(table: Pairing, entry: int) -> list[int]:
    """The other entries at a loaded table."""
    return [result.entry_id for result in table.results.all() if result.entry_id != entry]

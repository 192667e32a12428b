"""Rates games as they end, and undoes the rating of annulled games.

Games change ratings in the order of (end, id), whichever transaction comes first: we insert a late game in its place
and recompute what follows. So ratings are a function of the games, and `rebuild` gives the same. Rating locks the
ladder's row, so games of one ladder are rated one by one, without deadlocks or lost changes.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby

from django.db import connection, transaction
from django.db.models import BooleanField, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import RawSQL
from django.utils import timezone

from accounts.models import User
from common.database import tried_again, write_rows
from common.progress import Progress
from games.models import Game, Move, Seat
from rulebook.time_control import Misses
from standings.absence import effects, gone_at_once, was_away
from standings.models import ALL, Effect, Rating, RatingChange, Standing, columns
from standings.places import LEAVING, final_places
from standings.strength import (
    SETTLED_DAYS,
    SETTLED_OPPONENTS,
    Sides,
    Strength,
    beaten,
    counted_only,
    order_of,
    overall,
    rated,
)

Key = tuple[datetime, int]  # of a game: its end and its id
Last = dict[int, Standing | None]  # by player: their newest rated game, or None
BATCH = 1_000  # rows read or written at a time
PIECE = 200  # games or people between two pauses of `rebuild`: some tenths of a second
# A side plays if a player of it moves, or lets the clock move: otherwise a bad hand would be a reason to do nothing.
PLAYED = """NOT EXISTS (
    SELECT 1 FROM games_seat one JOIN games_seat other ON other.game_id = one.game_id AND other.side <> one.side
    WHERE one.game_id = {0} AND NOT EXISTS (
        SELECT 1 FROM games_seat its JOIN games_move move ON move.game_id = its.game_id AND move.seat = its.number
        WHERE its.game_id = {0} AND its.side = one.side
            AND move.by IN ('player', 'planned', 'clock') AND move.text NOT IN ('resign', 'timeout')
    ) AND NOT EXISTS (
        SELECT 1 FROM games_seat gone
        WHERE gone.game_id = {0} AND gone.side IN (one.side, other.side) AND gone.away_early
    )
)"""
HOLD = """
    INSERT INTO standings_ladder (variant) VALUES (%s) ON CONFLICT (variant) DO UPDATE SET variant = excluded.variant
"""
CHANGE = """
    INSERT INTO standings_ratingchange (
        game_id, player_id, variant, seat, side, place, result, absent, effect, at, mu_before, sigma_before, beat,
        mu, sigma, games, won, drawn, streak, best_streak, peak
    ) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
RATE = """
    INSERT INTO standings_rating (
        player_id, variant, "order", updated, opponents, mu, sigma, games, won, drawn, streak, best_streak, peak
    ) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (player_id, variant) DO UPDATE SET
        "order" = excluded."order", updated = excluded.updated, opponents = excluded.opponents,
        mu = excluded.mu, sigma = excluded.sigma, games = excluded.games, won = excluded.won, drawn = excluded.drawn,
        streak = excluded.streak, best_streak = excluded.best_streak, peak = excluded.peak
"""
# Lock such a row before writing it, so that we then read all committed changes. No one ever sees this one.
HOLD_ALL = """
    INSERT INTO standings_rating (
        player_id, variant, "order", updated, mu, sigma, games, won, drawn, streak, best_streak, peak
    ) VALUES (%s, '', 0, %s, 1, 1, 0, 0, 0, 0, 0, NULL)
    ON CONFLICT (player_id, variant) DO UPDATE SET variant = excluded.variant
"""


def ratable(games: QuerySet[Game]) -> QuerySet[Game]:
    """Games that count: rated, finished, settled, not annulled, with accounts of people in all seats. Of two sides,
    each has played, or a player of one left before the end of the first round.
    """
    nobody = Q(player=None) | Q(player__deleted_at__lte=OuterRef("finished_at"))
    no_account = Q(player__is_guest=True) | Q(player__bot_level__gt="")
    strangers = Seat.objects.filter(nobody | no_account, game=OuterRef("pk"))
    finished = games.filter(status=Game.Status.FINISHED, settle_at=None, annulled_at=None, rated=True)
    played = RawSQL(PLAYED.format("games_game.id"), [], BooleanField())  # noqa: S611 (nobody else has a word in it)
    return finished.filter(played, ~Exists(strangers))


def counts(game: Game) -> bool:
    """Whether a game that is being settled is `ratable`, by its loaded seats and players."""
    ended = game.finished_at
    assert ended is not None
    for player in (seat.player for seat in game.seats.all()):
        if player is None or player.is_guest or player.is_bot:
            return False
        if player.deleted_at is not None and player.deleted_at <= ended:
            return False
    if not game.rated:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + PLAYED.format("%(game)s"), {"game": game.pk})
        return bool(cursor.fetchone()[0])


def rate_game(game: Game) -> None:
    """Change the ratings of the game's players. Call in the transaction that settles it."""
    hold(game.variant)
    rows = _rows(game, _idle([game]).get(game.pk, ()))
    last = _newest(game, _players(rows))
    enough = {key for key, each in last.items() if isinstance(each, Rating) and each.opponents >= SETTLED_OPPONENTS}
    late = any(each is not None and _ended(each) >= rows[0].at for each in last.values())
    if late:
        last = {player: _last_before(game.variant, player, _key(rows)) for player in last}
    _apply(rows, last)
    add_changes(rows)
    if late:
        _rate_again(game.variant, _key(rows), last)
        _keep(game.variant, last)
        return
    players = [seat.player for seat in game.seats.all()]
    there = {each.pk: last[each.pk] for each in players if each and each.deleted_at is None}
    write_ratings(game.variant, there, enough=enough)


def unrate_game(game: Game) -> None:
    """Restore ratings as if the game had never been rated: those of its players, and of everyone who met them later."""
    hold(game.variant)
    rows = list(RatingChange.objects.filter(game=game))
    if not rows:
        return
    last: Last = {player: _last_before(game.variant, player, _key(rows)) for player in _players(rows)}
    RatingChange.objects.filter(game=game).delete()
    _rate_again(game.variant, _key(rows), last)
    _keep(game.variant, last)


def rebuild(variant: str, verbosity: int = 0) -> int:
    """Compute all ratings of the variant from its games; how many are rated. *verbosity*: show how far we are.

    Works in pieces so that other requests don't wait long. First it computes the changes of each game, oldest first.
    Then it updates the ratings in lists and profiles, which stay as they were until then. Games can end and be
    annulled meanwhile. If it is interrupted, run it again.
    """
    walk = _Walk(variant)
    with Progress(f"Rating {variant}", len(walk.pieces), verbosity=verbosity) as progress:
        while walk.next_piece():
            progress.done = walk.piece  # it may have gone back
    # Players who no longer have a rated game lose this rating, and its part in their overall one.
    players = sorted(walk.players | set(Rating.objects.filter(variant=variant).values_list("player", flat=True)))
    starts = range(0, len(players), PIECE)
    for start in Progress(f"Rating players of {variant}", len(starts), verbosity=verbosity).along(starts):
        _keep_newest(variant, players[start : start + PIECE])
    walk.players.clear()
    walk.piece -= 1  # the last batch again, for games that ended during the writing
    while walk.next_piece(keep=True):
        pass
    return RatingChange.objects.filter(variant=variant).values("game").distinct().count()


@tried_again
@transaction.atomic
def _keep_newest(variant: str, players: Sequence[int]) -> None:
    hold(variant)
    _keep(variant, _newest_of(variant, players))


class _Walk:
    """Rates the games of a variant again, in order. Everything behind the walk is correct, whatever happens there.

    Except for a game settled late, which was rated with old ratings: the walk goes back to it.
    """

    def __init__(self, variant: str) -> None:
        games = ratable(Game.objects.filter(variant=variant)).order_by("finished_at", "pk")
        keys: list[Key] = [(at, pk) for at, pk in games.values_list("finished_at", "pk") if at is not None]
        self.variant = variant
        self.pieces = [keys[start : start + PIECE] for start in range(0, len(keys), PIECE)] or [[]]
        self.begins = [piece[0] for piece in self.pieces[1:]]  # each but the first, which has no start
        self.piece = 0  # the next one; the last has no end
        self.newest = 0  # the newest row after the previous batch
        self.players: set[int] = set()  # players met so far

    def next_piece(self, *, keep: bool = False) -> bool:
        """Whether there are more batches. *keep*: after the last, store the current ratings of the players met."""
        self.newest = self._rate(keep=keep)
        self.piece += 1
        return self.piece < len(self.pieces)

    @tried_again
    @transaction.atomic
    def _rate(self, *, keep: bool) -> int:
        """Returns the newest row."""
        hold(self.variant)
        self._go_back()
        here = RatingChange.objects.filter(self._bounds(), variant=self.variant)
        before = list(here.values_list("game", "player"))
        here.delete()
        ids = {game for _at, game in self.pieces[self.piece]} | {game for game, _player in before}
        games = ratable(Game.objects.filter(pk__in=ids)).order_by("finished_at", "pk").prefetch_related("seats")
        idle = _idle(games)
        tables = [_rows(game, idle.get(game.pk, ())) for game in games]
        met = {player for rows in tables for player in _players(rows)}
        last = _newest_of(self.variant, met, _key(tables[0])) if tables else {}
        for rows in tables:
            _apply(rows, last)
        add_changes(row for rows in tables for row in rows)
        newest = max(RatingChange.objects.order_by("-pk").values_list("pk", flat=True)[:1], default=0)
        self.players |= met | {player for _game, player in before if player is not None}
        if keep and self.piece == len(self.pieces) - 1:
            _keep(self.variant, _newest_of(self.variant, self.players))
        return newest

    def _go_back(self) -> None:
        if self.newest:
            new = RatingChange.objects.filter(pk__gt=self.newest).values_list("variant", "at", "game")
            for at, game in [(at, game) for variant, at, game in new if variant == self.variant]:
                self.piece = min(self.piece, bisect_right(self.begins, (at, game)))

    def _bounds(self) -> Q:
        bounds = Q()
        if self.piece:
            bounds &= ~_earlier(self.begins[self.piece - 1])
        if self.piece < len(self.begins):
            bounds &= _earlier(self.begins[self.piece])
        return bounds


def hold(*names: str) -> None:
    """Lock the rows of these ladders until the transaction ends, in one order everywhere; creates missing ones.

    `meetings.locks` names those for starts of rated games.
    """
    write_rows(HOLD, [(name,) for name in sorted(names)])


def _rows(game: Game, idle: Collection[int] = ()) -> list[RatingChange]:
    """A row for each seat, in order, without strengths. *idle*: the seats for which only the clock moved."""
    assert game.finished_at is not None
    seats = [gone_at_once(seat) if seat.number in idle else seat for seat in game.seats.all()]
    seats.sort(key=lambda seat: seat.number)
    order = final_places(game, seats)
    return [
        RatingChange(
            game=game, player_id=seat.player_id, variant=game.variant, seat=seat.number, side=seat.side,
            place=order[seat.side], result=seat.result, absent=was_away(seat), effect=effect, at=game.finished_at,
        )
        for seat, effect in zip(seats, effects(seats, order), strict=True)
    ]  # fmt: skip


def _idle(games: Iterable[Game]) -> dict[int, set[int]]:
    """By game, the seats for which only the clock moved. One query if the clock moves in one of these games."""
    timed = [game.pk for game in games if game.misses == Misses.MOVE]
    by = [*Move.BY_THEMSELVES, Move.By.CLOCK]
    moves = Move.objects.filter(game__in=timed, by__in=by).exclude(text__in=LEAVING) if timed else Move.objects.none()
    idle: dict[int, set[int]] = {}
    own: set[tuple[int, int]] = set()
    for game, seat, who in moves.values_list("game", "seat", "by").distinct():
        if who == Move.By.CLOCK:
            idle.setdefault(game, set()).add(seat)
        else:
            own.add((game, seat))
    return {game: {seat for seat in seats if (game, seat) not in own} for game, seats in idle.items()}


def _players(rows: Sequence[RatingChange]) -> list[int]:
    return [row.player_id for row in rows if row.player_id is not None]


def _key(rows: Sequence[RatingChange]) -> Key:
    return rows[0].at, rows[0].game_id


def _apply(rows: Sequence[RatingChange], last: Last) -> None:
    """Rate one game: its rows, in order of seats, follow the *last* ones of its players and replace them."""
    sides = [[row for row in rows if row.side == side] for side in sorted({row.side for row in rows})]
    before = [[_before(row, last) for row in side] for side in sides]
    for side, was, now in zip(sides, before, _after(sides, before), strict=True):
        for row, old, new in zip(side, was, now, strict=True):
            for name, value in columns(new).items():
                setattr(row, name, value)
            row.mu_before, row.sigma_before = old.mu, old.sigma
            row.beat = _beaten(row, sides, before) if row.place == 1 and new.mu != old.mu else None
            if row.player_id is not None:
                last[row.player_id] = row


def _beaten(winner: RatingChange, sides: Sequence[Sequence[RatingChange]], before: Sides) -> int | None:
    """`beaten` among the sides that are rated together."""
    rivals = [n for n, side in enumerate(sides) if any(row.effect == winner.effect for row in side)]
    return beaten([before[n] for n in rivals], [sides[n][0].place for n in rivals])


def _after(sides: Sequence[Sequence[RatingChange]], before: Sides) -> Sides:
    """Strengths after the game. A side with an absent player comes after those who stayed, unless a computer won."""
    places = [side[0].place for side in sides]
    away = [any(row.absent for row in side) for side in sides]
    helped = any(gone and place == 1 for gone, place in zip(away, places, strict=True))
    order = [place + (gone and not helped) * len(sides) for gone, place in zip(away, places, strict=True)]
    of_all = rated(before, order)
    there = [n for n, side in enumerate(sides) if any(row.effect == Effect.APART for row in side)]
    apart = dict(zip(there, rated([before[n] for n in there], [order[n] for n in there]), strict=True)) if there else {}

    def after(row: RatingChange, side: int, number: int) -> Strength:
        old = before[side][number]
        match row.effect:
            case Effect.ALL:
                return of_all[side][number]
            case Effect.APART:
                return apart[side][number]
            case Effect.KEPT:
                return counted_only(old, won=row.result == Seat.Result.WON, drawn=row.result == Seat.Result.DRAWN)
        return old

    return [[after(row, n, k) for k, row in enumerate(side)] for n, side in enumerate(sides)]


def _before(row: RatingChange, last: Last) -> Strength:
    if row.player_id is None:  # a deleted player: their strength doesn't change
        return Strength(mu=row.mu_before, sigma=row.sigma_before)
    known = last[row.player_id]
    return Strength() if known is None else known.strength


def _rate_again(variant: str, key: Key, last: Last) -> None:
    """Rate every later game of the players in *last* again, and of everyone whose rating that changes."""
    changed: list[RatingChange] = []
    for rows in _games_after(variant, key):
        players = _players(rows)
        if not any(player in last for player in players):
            continue
        for player in players:
            if player not in last:
                last[player] = _last_before(variant, player, _key(rows))
        _apply(rows, last)
        changed += rows
        if len(changed) >= BATCH:
            _write(changed)
            changed = []
    _write(changed)


def _games_after(variant: str, key: Key) -> Iterator[list[RatingChange]]:
    """The rows of the later games, game by game, read in batches of whole games."""
    while rows := list(
        RatingChange.objects.filter(_later(key), variant=variant).order_by("at", "game", "seat")[:BATCH]
    ):
        games = [list(game) for _id, game in groupby(rows, key=lambda row: row.game_id)]
        if len(rows) == BATCH:
            games.pop()
        yield from games
        key = _key(games[-1])


def _later(key: Key) -> Q:
    at, game = key
    return Q(at__gte=at) & (Q(at__gt=at) | Q(game__gt=game))


def _newest(game: Game, players: Sequence[int]) -> Last:
    """Their current strengths; a deleted player has the strength after their last game."""
    rated = {each.player_id: each for each in Rating.objects.filter(variant=game.variant, player__in=players)}
    changes = RatingChange.objects.filter(variant=game.variant).order_by("-at", "-game")
    return {player: rated.get(player) or changes.filter(player=player).first() for player in players}


def _ended(row: Standing) -> datetime:
    """The game after which they have this strength."""
    assert isinstance(row, Rating | RatingChange)
    return row.updated if isinstance(row, Rating) else row.at


def _earlier(key: Key) -> Q:
    at, game = key
    return Q(at__lte=at) & (Q(at__lt=at) | Q(game__lt=game))


def _last_before(variant: str, player: int, key: Key) -> RatingChange | None:
    mine = RatingChange.objects.filter(_earlier(key), player=player, variant=variant)
    return mine.order_by("-at", "-game").first()


def _newest_of(variant: str, players: Collection[int], before: Key | None = None) -> Last:
    """The newest rated game of each of them, or the newest *before* that one."""
    theirs = RatingChange.objects.filter(_earlier(before) if before else Q(), variant=variant, player=OuterRef("pk"))
    newest = Subquery(theirs.order_by("-at", "-game").values("pk")[:1])
    ids = User.objects.filter(pk__in=players).values_list(newest, flat=True)
    rows = RatingChange.objects.filter(pk__in=[pk for pk in ids if pk is not None])
    last: Last = dict.fromkeys(players)
    return last | {row.player_id: row for row in rows if row.player_id is not None}


def add_changes(rows: Iterable[RatingChange]) -> None:
    stamp = connection.ops.adapt_datetimefield_value
    write_rows(
        CHANGE,
        [
            (
                row.game_id, row.player_id, row.variant, row.seat, row.side, row.place, row.result, row.absent,
                row.effect, stamp(row.at), row.mu_before, row.sigma_before, row.beat, *columns(row.strength).values(),
            )
            for row in rows
        ],
    )  # fmt: skip


def _write(rows: list[RatingChange]) -> None:
    RatingChange.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[*Standing.STRENGTH, "mu_before", "sigma_before", "beat"],
    )


def _keep(variant: str, last: Last) -> None:
    """Store the ratings after the newest game for lists and profiles. Deleted accounts get none."""
    there = sorted(User.objects.filter(pk__in=list(last), deleted_at=None).values_list("pk", flat=True))
    unrated = [player for player, row in last.items() if row is None or not row.games]
    Rating.objects.filter(variant=variant, player__in=unrated).delete()
    for start in range(0, len(there), BATCH):
        write_ratings(variant, {player: last[player] for player in there[start : start + BATCH]})


def write_ratings(variant: str, last: Last, *, enough: Collection[int] = ()) -> None:
    """Write these players' ratings in this kind of game, and their overall ones. *enough*: players who already had
    enough opponents for a place; another game can't change that.
    """
    changes = [row for _player, row in sorted(last.items()) if isinstance(row, RatingChange) and row.games]
    met = _opponents([row.player_id for row in changes], enough, variant=variant)
    write_rows(RATE, [_rating(row.player_id, variant, row.at, row.strength, met) for row in changes])
    _write_overall(sorted(last), enough)


def _write_overall(players: Sequence[int], enough: Collection[int]) -> None:
    """Write in one order everywhere, and last, because a process that locks such a row must not wait for others'
    ratings.
    """
    stamp = connection.ops.adapt_datetimefield_value
    write_rows(HOLD_ALL, [(player, stamp(timezone.now())) for player in players])
    by_player: dict[int, list[Rating]] = {player: [] for player in players}
    for each in Rating.objects.filter(player__in=players).exclude(variant=ALL).order_by("variant"):
        by_player[each.player_id].append(each)
    met = _opponents(players, enough)
    write_rows(
        RATE,
        [
            _rating(
                player, ALL, max(each.updated for each in ratings), overall([each.strength for each in ratings]), met
            )
            for player, ratings in by_player.items()
            if ratings
        ],
    )
    if none := [player for player, ratings in by_player.items() if not ratings]:
        Rating.objects.filter(variant=ALL, player__in=none).delete()


def _opponents(players: Iterable[int | None], enough: Collection[int], **which: str) -> dict[int | None, int]:
    """How many opponents each of them has met in games that changed their strength, up to `SETTLED_OPPONENTS`, and one
    fewer in their first `SETTLED_DAYS`. One query, unless all have met *enough*.
    """
    met: dict[int | None, int] = dict.fromkeys(enough, SETTLED_OPPONENTS)
    if unsure := {player for player in players if player not in met}:
        rows = RatingChange.objects.filter(player__in=unsure, effect__in=[Effect.ALL, Effect.APART], **which)
        side, mine = "game__rating_changes__side", F("side")
        theirs = rows.filter(Q(**{f"{side}__lt": mine}) | Q(**{f"{side}__gt": mine}))  # `~Q` would be a separate query
        number = Count("game__rating_changes__player", distinct=True)
        for player, n, first, last in theirs.values_list("player").annotate(number, Min("at"), Max("at")):
            met[player] = min(n, SETTLED_OPPONENTS - (last - first < SETTLED_DAYS))
    return met


def _rating(
    player: int | None, variant: str, at: datetime, strength: Strength, met: Mapping[int | None, int]
) -> tuple[object, ...]:
    opponents = met.get(player, 0)
    order = order_of(strength.shown, provisional=strength.provisional or opponents < SETTLED_OPPONENTS)
    stamp = connection.ops.adapt_datetimefield_value
    return player, variant, order, stamp(at), opponents, *columns(strength).values()

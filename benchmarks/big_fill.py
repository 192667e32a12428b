"""Fills a database with finished games, written straight into the tables, and with some games in play.

The engine plays two thousand here. The database copies their rows without its indexes, which are created afterwards.
"""

import contextlib
import itertools
import random
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model
from django.utils import timezone

import rules
from accounts.models import User
from common.progress import Progress
from games import actions
from games.models import Game, Move, Round, RoundScore, Seat
from history import balances, book
from history.models import Balance, Meeting
from notices.models import Notice
from people.actions.friends import MOST_FRIENDS
from people.models import Friendship
from tests.creating import create_game
from tests.live.seed import play

BASE = 2_000  # games played one by one; the others are copies
STEP = 1_000_000  # between the keys of copies
ROTATED = 37  # places by which a copy shifts the other players
COPY_DAYS = 14  # by which a copy is older; also how long a game takes
END = "rounds:2"  # about fifty moves; a game of full length has five times as many
WORDS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kai", "Lea", "Max", "Nia", "Ole")
VARIANTS = [variant for variant in rules.VARIANTS.values() if {2, 4} & set(variant.seats)]


class People(NamedTuple):
    """*star* has the most games, *rival* is their most frequent opponent, *running* is one of their games in play."""

    star: User
    rival: User
    running: str
    finished: str


def is_full() -> bool:
    return User.objects.filter(username="star").exists()


def people() -> People:
    star = User.objects.get(username="star")
    running, finished = (
        Seat.objects.filter(player=star, game__status=status)
        .order_by("-game")
        .values_list("game__public_id", flat=True)
        for status in (Game.Status.PLAYING, Game.Status.FINISHED)
    )
    return People(star, User.objects.get(pk=star.pk + 1), running[0], _played(finished))


def _played(ids: Any) -> str:
    """The game that was really played: copies have long ids."""
    return str(next(public_id for public_id in ids if "-" not in public_id))


def fill(games: int, players: int, star_games: int) -> None:
    """Makes some games here; the database copies them with other players and earlier dates. A full one stays as it is.

    One game in *star_games* is the star's.
    """
    if is_full():
        return
    rng = random.Random(1)
    began = time.monotonic()
    people = _people(players, rng)
    star = people[0]
    base = min(BASE, games)
    numbers = Progress("Playing games", base).along(range(base))
    played = [_played_game(rng, timezone.now() - timedelta(days=COPY_DAYS) * n / base) for n in numbers]
    made = Game.objects.bulk_create(each.game for each in played)
    seats = []
    for number, game in enumerate(made):
        sat = _together(people, rng, game.seats_number, with_star=number % star_games == 0)
        seats += [_seat(game, place, player) for place, player in enumerate(sat)]
    Seat.objects.bulk_create(seats)
    Round.objects.bulk_create((row for each in played for row in each.rounds), batch_size=BASE)
    # In the order of time: the moves of a game that takes weeks are far apart.
    moves = sorted((row for each in played for row in each.moves), key=lambda row: row.version)
    Move.objects.bulk_create(moves, batch_size=BASE)
    RoundScore.objects.bulk_create((row for each in played for row in each.scores), batch_size=BASE)
    book.write([game.pk for game in made])
    print(f"{base:,} games with {len(moves):,} moves after {time.monotonic() - began:.0f} s", flush=True)
    with connection.cursor() as cursor:
        with _without_indexes(cursor):
            _multiply(cursor, games // base - 1, people)
            print(f"games after {time.monotonic() - began:.0f} s", flush=True)
            _standings(cursor)
            _balances(cursor)
        print(f"standings and indexes after {time.monotonic() - began:.0f} s", flush=True)
        cursor.execute("ANALYZE")
    for person in people[:2]:
        balances.BALANCES.recount(person.pk)
    _in_play(star, people, rng)
    _notices(people)
    _friends(people, rng)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(f"{games:,} games of {players:,} players written in {time.monotonic() - began:.0f} s\n", flush=True)


def _multiply(cursor: CursorWrapper, copies: int, people: list[User]) -> None:
    """Makes *copies* copies of everything; the star and the rival stay in them, other players change."""
    first, others = people[2].pk, len(people) - 2
    shift = f"copies.n * {STEP}"

    def player(column: str) -> str:
        other = f'{first} + (t."{column}" - {first} + copies.n * {ROTATED}) % {others}'
        return f'CASE WHEN t."{column}" < {first} THEN t."{column}" ELSE {other} END'

    def key(column: str) -> str:
        return f't."{column}" + {shift}'

    def earlier(*columns: str) -> dict[str, str]:
        return {column: f"t.\"{column}\" - copies.n * interval '{COPY_DAYS} days'" for column in columns}

    times = earlier("created_at", "started_at", "moved_at", "finished_at")
    copied = {
        Game: {"id": key("id"), "public_id": "'g' || copies.n || '-' || t.id", "creator_id": "NULL", **times},
        Seat: {
            "id": key("id"), "game_id": key("game_id"), "player_id": player("player_id"),
            "token": "'t' || copies.n || '-' || t.id", **earlier("over_at"),
        },
        Round: {"id": key("id"), "game_id": key("game_id")},
        Move: {"id": key("id"), "game_id": key("game_id"), "round_id": key("round_id")},
        RoundScore: {"id": key("id"), "round_id": key("round_id")},
        Meeting: {
            "id": key("id"), "game_id": key("game_id"), "player_id": player("player_id"),
            "other_id": player("other_id"), **earlier("over_at"),
        },
    }  # fmt: skip
    for model, changed in copied.items():
        table = model._meta.db_table
        columns = [str(field.column) for field in model._meta.concrete_fields]
        names = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(changed.get(column, f't."{column}"') for column in columns)
        for copy in range(copies, 0, -1):  # oldest games first, the order they would have in the table
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} t, (VALUES ({copy})) AS copies(n)"
                f" WHERE t.id < {STEP} ORDER BY t.id"
            )
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
    book.write_names(people)


@contextlib.contextmanager
def _without_indexes(cursor: CursorWrapper) -> Iterator[None]:
    """Writes rows with only the primary keys of our tables as indexes, and without checks of foreign keys."""
    models: list[type[Model]] = [Game, Seat, Round, Move, RoundScore, Meeting, Balance]
    models += apps.get_app_config("standings").get_models()
    ours = [model._meta.db_table for model in models]
    cursor.execute(
        "SELECT c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint c"
        " WHERE c.contype = 'u' AND c.conrelid::regclass::text = ANY(%s)",
        [ours],
    )
    constraints = cursor.fetchall()
    cursor.execute(
        "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index i WHERE NOT indisprimary"
        " AND indrelid::regclass::text = ANY(%s)"
        " AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)",
        [ours],
    )
    indexes = cursor.fetchall()
    cursor.execute("SET session_replication_role = replica")
    for table, name, _definition in constraints:
        cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for name, _definition in indexes:
        cursor.execute(f"DROP INDEX {name}")
    yield
    cursor.execute("SET session_replication_role = origin; SET maintenance_work_mem = '1GB'")
    for table, name, definition in constraints:
        cursor.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
    for _name, definition in indexes:
        cursor.execute(definition)


def _people(players: int, rng: random.Random) -> list[User]:
    made = [
        User(
            username=f"player{number}" if number % 4 else f"guest-{number:x}",
            nickname=f"{rng.choice(WORDS)} {rng.choice(WORDS)} {number}",
            skeleton=f"player{number}" if number % 4 else None,
            is_guest=number % 4 == 0,
        )
        for number in range(players)
    ]
    people = User.objects.bulk_create(made, batch_size=BASE)
    people[0].is_guest, people[0].username = False, "star"
    people[0].save()
    return people


class PlayedGame(NamedTuple):
    """The rows of one game of random moves."""

    game: Game
    rounds: list[Round]
    moves: list[Move]
    scores: list[RoundScore]


def _played_game(rng: random.Random, over_at: datetime) -> PlayedGame:
    variant = rng.choice(VARIANTS)
    seats = 2 if 2 in variant.seats and rng.random() < 0.9 else next(n for n in (4, 2) if n in variant.seats)
    began = over_at - timedelta(days=COPY_DAYS)
    game = Game(
        variant=variant.key,
        options={"end": END},
        seats_number=seats,
        visibility=rng.choice(["public", "link"]),
        clock="turn",
        turn_seconds=86_400,
        rated=rng.random() < 0.8,
        created_at=began,
        started_at=began,
        moved_at=over_at,
        finished_at=over_at,
        annulled_at=over_at if rng.random() < 0.005 else None,
    )
    played = PlayedGame(game, [], [], [])
    try:
        between = rules.new_game(game.rules)
    except rules.ImpossibleRules:
        game.options = {}
        between = rules.new_game(game.rules)
    while between.over is None:
        between = _play_deal(played, between, rng)
    game.version = len(played.moves)
    for move in played.moves:
        move.made_at = began + (over_at - began) * move.version / game.version
    if rng.random() < 0.05:
        game.status, game.totals = Game.Status.ABORTED, [0] * game.rules.sides
    else:
        game.status, game.reason = Game.Status.FINISHED, between.over.reason
        game.totals, game.winners = list(between.over.totals), list(between.over.winners)
    return played


def _play_deal(played: PlayedGame, between: rules.Game, rng: random.Random) -> rules.Game:
    """Plays random moves to the end of a deal; returns the game after it."""
    game, rounds, moves, scores = played
    deal = rules.make_deal(between, lambda _why, tiles: rng.sample(tiles, len(tiles)))
    position = rules.start_round(between, deal)
    row = Round(
        game=game,
        index=len(rounds),
        number=between.round,
        seed=rng.randbytes(32),
        commitment=rng.randbytes(32).hex(),
        deal=deal.as_dict(),
        dealt_at=game.created_at,
        first_version=len(moves),
        over=True,
    )
    rounds.append(row)
    for ply in itertools.count(1):
        if position.over or position.turn is None:
            break
        forced = rules.forced(position)
        move = forced or rng.choice(rules.legal_moves(position))
        by, key = (Move.By.FORCED, "") if forced else (Move.By.PLAYER, rng.randbytes(12).hex())
        moves.append(
            Move(
                game=game,
                round=row,
                version=len(moves) + 1,
                ply=ply,
                seat=position.turn,
                text=str(move),
                by=by,
                key=key,
            )
        )
        position = rules.play(position, move, position.turn)
    if result := position.result:
        scores += [
            RoundScore(
                round=row,
                side=side,
                pips=result.pips[side],
                written=result.written[side],
                total=result.totals[side],
                won=result.winner == side,
                over=result.over,
                by=result.by,
                notes=list(result.notes),
            )
            for side in range(game.rules.sides)
        ]
    return position.after


def _together(people: list[User], rng: random.Random, number: int, *, with_star: bool) -> list[User]:
    """The lower a player's number, the more often they play; the star has a favourite."""
    sat = [people[0]] if with_star else []
    if with_star and rng.random() < 0.1:
        sat.append(people[1])
    while len(sat) < number:
        player = people[1 + int((len(people) - 1) * rng.random() ** 2)]
        if player not in sat:
            sat.append(player)
    return sat


def _seat(game: Game, number: int, player: User) -> Seat:
    side = game.rules.side_by_seat[number]
    result = "" if game.winners is None else "won" if side in game.winners else "lost"
    points = None if game.winners is None else game.totals[side]
    return Seat(
        game=game, number=number, side=side, player=player, result=result, points=points, over_at=game.finished_at,
        seen_version=game.version,
    )  # fmt: skip


def _in_play(star: User, people: list[User], rng: random.Random) -> None:
    """Real games: open, running, and one played to its end."""
    for number in range(300):
        create_game(creator=people[2 + number], variant=rng.choice(["draw", "block", "muggins"]), visibility="public")
    ids = []
    for number in range(300):
        first, second = (star if number < 40 else people[2 + number]), people[400 + number]
        game = create_game(creator=first, variant="draw", options={"end": "rounds:1"})
        actions.join_game(public_id=game.public_id, player=second)
        ids.append(game.public_id)
    play(ids[1], 10_000, rng)


def _standings(cursor: CursorWrapper) -> None:
    """Tallies and rated games of every player, and made-up ratings."""
    for variant, month in itertools.product(("''", "g.variant"), ("''", "to_char(g.finished_at, 'YYYY-MM')")):
        cursor.execute(
            "INSERT INTO standings_tally (player_id, variant, month, games, won, drawn, points)"
            f" SELECT s.player_id, {variant}, {month}, count(*), count(*) FILTER (WHERE s.result = 'won'), 0,"
            " sum(s.points) FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN accounts_user u"
            " ON u.id = s.player_id WHERE g.status = 'finished' AND NOT u.is_guest GROUP BY 1, 2, 3"
        )
    cursor.execute(
        "INSERT INTO standings_ratingchange (game_id, player_id, variant, seat, side, place, result, mu_before,"
        " sigma_before, at, mu, sigma, games, won, drawn, streak, best_streak, beat)"
        " SELECT s.game_id, s.player_id, g.variant, s.number, s.side, 1, s.result, 1000, 50, g.finished_at, 1010, 49,"
        " 20, 9, 0, 1, 2, CASE WHEN s.result = 'won' THEN 1000 + s.id % 1000 END"
        " FROM games_seat s JOIN games_game g ON g.id = s.game_id JOIN accounts_user u"
        " ON u.id = s.player_id WHERE g.rated AND s.result <> '' AND NOT u.is_guest"
    )
    # Recent players get higher ratings, so that the first page has the most to look up.
    mu = "1450 + 100 * random() + 100 * exp(extract(epoch FROM max(at) - now()) / 5e6)"
    rated = f"SELECT player_id, {{}} AS variant, max(at) AS at, {mu} AS mu, {{}} AS sigma"
    rated += " FROM standings_ratingchange GROUP BY 1, 2"
    nobody = "SELECT id, '', now() - interval '9 years', 1400 + 100 * random(), 80 FROM accounts_user u"
    nobody += " WHERE NOT is_guest AND NOT EXISTS (SELECT FROM standings_ratingchange c WHERE c.player_id = u.id)"
    for strengths in (rated.format("variant", "70 + 25 * random()"), rated.format("''", "40 + 55 * random()"), nobody):
        cursor.execute(
            'INSERT INTO standings_rating (player_id, variant, updated, mu, sigma, "order", games, won, drawn, streak,'
            " best_streak, opponents) SELECT *, round(mu) - 100000 * (sigma > 90)::int, 20, 9, 0, 1, 2, 5"
            f" FROM ({strengths}) AS strength (player, variant, at, mu, sigma)"
        )
    cursor.execute("INSERT INTO standings_ladder SELECT DISTINCT variant FROM standings_rating WHERE variant <> ''")


def _friends(people: list[User], rng: random.Random) -> None:
    """Gives the star the maximum number of friends."""
    now = timezone.now()
    accounts = [person for person in people[1:] if not person.is_guest]
    them = rng.sample(accounts, min(MOST_FRIENDS, len(accounts)))
    Friendship.objects.bulk_create(Friendship(asker=people[0], asked=other, at=now, since=now) for other in them)


def _balances(cursor: CursorWrapper) -> None:
    """Adds up everyone's balances, without streaks."""
    cursor.execute("DELETE FROM history_balance")
    self_, pair = "player_id = other_id", "player_id <> other_id"
    month = "to_char(over_at, 'YYYY-MM')"
    for lines, variant, when in (
        (self_, "''", "''"), (self_, "variant", "''"), (self_, "''", month), (pair, "''", "''"), (pair, "variant", "''")
    ):  # fmt: skip
        cursor.execute(
            "INSERT INTO history_balance (player_id, other_id, computers, variant, month, games, won, lost, drawn,"
            " together, together_won, together_lost, margin, margins, wins, losses, most_wins, most_losses, last_at)"
            f" SELECT player_id, other_id, computers, {variant}, {when}, count(*),"
            " count(*) FILTER (WHERE NOT together AND result = 'won'),"
            " count(*) FILTER (WHERE NOT together AND result = 'lost' AND (player_id = other_id OR theirs = 'won')), 0,"
            " count(*) FILTER (WHERE together), count(*) FILTER (WHERE together AND result = 'won'),"
            " count(*) FILTER (WHERE together AND result = 'lost'), coalesce(sum(margin), 0), count(margin),"
            " 0, 0, 0, 0, max(over_at) FROM history_meeting"
            f" WHERE {lines} AND result IN ('won', 'lost', 'drawn') GROUP BY 1, 2, 3, 4, 5"
        )


def _notices(people: list[User]) -> None:
    now = timezone.now()
    over = {
        "version": 1_000,
        "event": "finished",
        "at": now,
        "due": now + timedelta(days=30),
        "read_at": now,
        "stage": 100,
    }
    games = Game.objects.filter(status="finished").values_list("pk", flat=True)[:30_000]
    notices = (Notice(player=people[number % 300], game_id=game, **over) for number, game in enumerate(games))
    Notice.objects.bulk_create(notices, batch_size=BASE, ignore_conflicts=True)

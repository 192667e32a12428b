"""All results that the API shows equal a plain count of the games, whatever happened to games and players since."""

import random
from collections import Counter
from datetime import UTC, timedelta
from itertools import groupby, permutations, product

import pytest

from accounts.computers import make_computers
from accounts.farewell import delete_account
from accounts.models import User
from games import settling
from games.models import Game
from standings.years import sharing
from tests.api.conftest import Caller
from tests.following import it_happens
from tests.standings.conftest import START, annul, finish, people

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
GAMES = 70
VARIANTS = ("draw", "muggins", "brettspielnetz", "partnership")


@pytest.fixture
def players(ada, ben, cleo, guest):
    """Games of two years, some settled late or annulled. Gus became Cleo, Mo signed up, Dora deleted her account, and
    Ann is still a guest. Returns those who can ask.
    """
    rng = random.Random(5)
    (dora,) = people(1)
    gus, mo, ann = guest("Gus"), guest("Mo"), guest("Ann")
    make_computers()
    computer = User.objects.filter(bot_level="strong").first()
    hours = rng.sample(range(-24 * 400, 0), GAMES)
    late, annulled = [], []
    for number, hour in enumerate(sorted(hours), 1):
        game = _random_game(rng, [ada, ben, rng.choice([cleo, gus]), dora, mo, ann, computer], hour)
        if number % 7 == 0:
            late.append(game)
            rng.shuffle(late)
        else:
            settling.settle(game.pk)
        if number % 9 == 0:
            annulled.append(game)
        if number == 40:
            it_happens("merged", gus, cleo)
            mo.is_guest, mo.username, mo.skeleton = False, "mo", "mo"
            mo.save(update_fields=["is_guest", "username", "skeleton"])
            it_happens("signed_up", mo)
        if number % 20 == 0:
            settling.settle(late.pop().pk)
            annul(Game.objects.get(pk=annulled.pop(0).pk))
        if number == 50:
            delete_account(user=dora, now=START - timedelta(days=400))
    while late:
        settling.settle(late.pop().pk)
    return [User.objects.get(pk=player.pk) for player in (ada, ben, cleo, mo, ann)]


def _random_game(rng, known, hour):
    players = rng.sample(known, rng.choice([2, 2, 2, 3, 4]))
    variant = "partnership" if len(players) == 4 else "draw" if len(players) == 3 else rng.choice(VARIANTS[:3])
    sides = 2 if len(players) == 4 else len(players)
    game = finish(
        *players,
        variant=variant,
        totals=[rng.randrange(100) for _ in range(sides)],
        winners=rng.choice([(0,), (0,), (1,), (0, 1)]),
        left=rng.choice([(), (), (), (1,)]),
        hours=hour,
        visibility=rng.choice(["public", "link"]),
        settled=False,
    )
    game.seats.filter(number=rng.randrange(len(players) * 4)).update(stood_in=True)
    return game


# ---- The plain count


def games_of(player, other=None):
    """Games with a result in which *player* (and *other*) played, each with its seats by player; the oldest first."""
    found = Game.objects.filter(status="finished", settle_at=None, annulled_at=None, seats__player=player)
    for game in found.order_by("finished_at").prefetch_related("seats__player"):
        seats = {seat.player: seat for seat in game.seats.all()}
        if other is None or other in seats:
            yield game, seats


def with_computer(seats):
    return any(player.bot_level for player in seats)


def month_of(game):
    return f"{game.finished_at.astimezone(UTC):%Y-%m}"


def results(seats):
    """Games, won, lost and drawn."""
    ended = Counter(seat.result for seat in seats)
    return {"games": len(seats), **{how: ended[how] for how in ("won", "lost", "drawn")}}


def ahead(game, mine, theirs):
    """By how many points one seat's side is ahead of another; None if one of the two left."""
    return None if mine.left or theirs.left else lead(game, mine, [theirs])


def lead(game, mine, others):
    """By how many points one seat's side is ahead of the best of others."""
    if game.variant == "brettspielnetz":  # low scores win
        return min(seat.points for seat in others) - mine.points
    return mine.points - max(seat.points for seat in others)


def ahead_of_all(game, seats, player):
    mine = seats[player]
    return None if mine.left else lead(game, mine, [seat for seat in seats.values() if seat.side != mine.side])


def average(margins):
    known = [margin for margin in margins if margin is not None]
    return sum(known) / len(known) if known else None


def longest(letters, wanted):
    return max((len(list(run)) for letter, run in groupby(letters) if letter == wanted), default=0)


def newest_run(letters):
    return len(list(next(groupby(reversed(letters)))[1])) if letters else 0


def grouped(counted, key):
    """The same in groups."""
    groups = {}
    for each in counted:
        groups.setdefault(key(each), []).append(each)
    return groups


def between(player, other):
    """Games of two as opponents: each game with its ending for *player* ("" if a third one won it)."""
    for game, seats in games_of(player, other):
        mine, theirs = seats[player], seats[other]
        if mine.side != theirs.side:
            both = {mine.result, theirs.result}
            yield game, mine, theirs, mine.result if both in ({"drawn"}, {"won", "lost"}) else ""


def score(endings):
    ended = Counter(endings)
    return {"games": len(endings), **{how: ended[how] for how in ("won", "lost", "drawn")}, "otherwise": ended[""]}


def counted_for(player):
    """Games in a player's standings: without computers in a seat or as their replacement."""
    return [
        (game, seats) for game, seats in games_of(player) if not with_computer(seats) and not seats[player].stood_in
    ]


# ---- Against the API


def test_results_by_variant_and_month(players):
    for player, computers in product(players, (False, True)):
        mine = [(game, seats) for game, seats in games_of(player) if with_computer(seats) == computers]
        found = Caller(player).get("me/history/results/", computers=computers).json()
        endings = [seats[player].result for _game, seats in mine]
        assert found["ever"] == results([seats[player] for _game, seats in mine])
        assert found["longest_streak"] == longest(endings, "won")
        assert found["streak"] == (newest_run(endings) if endings[-1:] == ["won"] else 0)
        months = grouped(mine, lambda each: month_of(each[0]))
        assert {each.pop("month"): each for each in found["months"]} == {
            month: results([seats[player] for _game, seats in games]) for month, games in months.items()
        }
        for variant, games in grouped(mine, lambda each: each[0].variant).items():
            (shown,) = [each for each in found["variants"] if each["variant"] == variant]
            assert shown.items() >= results([seats[player] for _game, seats in games]).items()
            assert shown["margin"] == pytest.approx(average(ahead_of_all(*each, player) for each in games))


def test_opponents(players):
    for player, computers in product(players, (False, True)):
        met = {other for _game, seats in games_of(player) for other in seats} - {player}
        rows = []
        for other in sorted((one for one in met if bool(one.bot_level) == computers), key=lambda one: one.pk):
            games = len(list(games_of(player, other)))
            endings = [ending for *_seats, ending in between(player, other)]
            apart = {"games": games, "together": games - len(endings), "username": other.username}
            rows.append(score(endings) | apart)
        rows.sort(key=lambda row: -row["games"])
        found = Caller(player).get("me/history/opponents/", computers=computers).json()["results"]
        assert [{name: row[name] for name in rows[0]} for row in found] == rows


def test_head_to_head(players):
    accounts = [player for player in players if not player.is_guest]
    for player, other in permutations(accounts, 2):
        found = Caller(player).get(f"people/{other.username}/head-to-head/").json()
        games = list(between(player, other))
        endings = [ending for *_seats, ending in games]
        assert found["against"] == score(endings)
        assert {each.pop("variant"): each for each in found["variants"]} == {
            variant: score([ending for *_seats, ending in some])
            for variant, some in grouped(games, lambda each: each[0].variant).items()
        }
        assert (found["longest_mine"], found["longest_theirs"]) == (longest(endings, "won"), longest(endings, "lost"))
        is_streak = endings[-1:] in (["won"], ["lost"])
        assert found["now"] == ({"length": newest_run(endings), "mine": endings[-1] == "won"} if is_streak else None)
        assert found["margin"] == pytest.approx(average(ahead(game, mine, its) for game, mine, its, _how in games))


def test_standings_by_games_won(players):
    mine = {player.username: counted_for(player) for player in players if not player.is_guest}
    months = {month_of(game) for games in mine.values() for game, _seats in games}
    for variant, month in product(["", *VARIANTS], ["", *months]):
        expected = {}
        for player in players:
            seats = [
                seats[player]
                for game, seats in mine.get(player.username, ())
                if variant in ("", game.variant) and month in ("", month_of(game))
            ]
            if seats:
                points = {"points": sum(seat.points for seat in seats), "username": player.username}
                expected[player.username] = without_lost(results(seats) | points)
        asked = {"by": "won"} | ({"month": month} if month else {})
        found = Caller().get(f"standings/{variant}/" if variant else "standings/", **asked).json()["results"]
        names = ("games", "won", "drawn", "points", "username")
        assert {each["username"]: {name: each[name] for name in names} for each in found} == expected
        order = [(-each["won"], each["games"]) for each in found]
        assert order == sorted(order)


def test_years(players):
    for player, year in product(players, (2025, 2026)):
        mine = [] if player.is_guest else [each for each in counted_for(player) if each[0].finished_at.year == year]
        seats = [seats[player] for _game, seats in mine]
        found = Caller(player).get(f"me/years/{year}/").json()
        assert found.items() >= without_lost(results(seats)).items()
        assert [(month["games"], month["won"]) for month in found["months"]] == [
            (len(some), sum(seat.result == "won" for seat in some))
            for some in ([seat for seat in seats if seat.over_at.month == month] for month in range(1, 13))
        ]
        assert found["longest"] == longest([seat.result for seat in seats], "won")
        assert found["opponents"] == most_met(player, mine)
        if mine:
            shared = Caller().get(f"years/{sharing.share(player, year).public_id}/").json()
            public = [each for each in mine if each[0].visibility == "public"]
            assert shared["opponents"] == most_met(player, public, guests=False)
            assert shared["games"] == found["games"]


def without_lost(sums):
    return {name: number for name, number in sums.items() if name != "lost"}


def most_met(player, games, *, guests=True):
    """The three most frequent opponents, as in the answer."""
    met = Counter(
        other
        for _game, seats in games
        for other, seat in seats.items()
        if seat.side != seats[player].side and other.deleted_at is None and (guests or not other.is_guest)
    )
    first = sorted(met, key=lambda other: (-met[other], other.pk))[:3]
    return [{"username": other.username, "name": other.name, "games": met[other]} for other in first]

"""A game changes ratings when it ends; annulling it undoes all of its changes."""

import itertools
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import actions, settling
from games.models import Game, Move, Seat
from games.positions import memory
from standings.models import Rating, RatingChange, Standing
from standings.strength import overall
from tests.games.playing import play_out
from tests.samples import examples
from tests.standings.conftest import annul, finish, people

pytestmark = pytest.mark.django_db


def shown(*players, variant="draw"):
    ratings = {each.player_id: each.shown for each in Rating.objects.filter(variant=variant)}
    return [ratings.get(player.pk) for player in players]


def books(*, without=()):
    """All stored rating data, without row ids."""
    ratings = Rating.objects.order_by("player", "variant").values(*RATING)
    changes = RatingChange.objects.exclude(game__in=without).order_by("at", "game", "seat").values(*CHANGE)
    return list(ratings), list(changes)


RATING = ["player", "variant", "order", "updated", *Standing.STRENGTH]
CHANGE = [
    "game",
    "seat",
    "side",
    "place",
    "result",
    "mu_before",
    "sigma_before",
    "beat",
    "at",
    *RATING[:2],
    *RATING[4:],
]


@pytest.mark.both_databases
def test_a_game_is_rated_when_it_ends(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    play_out(game.public_id)
    assert sorted(shown(ada, ben, variant="brettspielnetz")) in ([1477, 1523], [1500, 1500])
    assert RatingChange.objects.filter(game=game).count() == 2


def test_planned_moves_count_as_moves(ada, ben):
    game = finish(ada, ben, settled=False)
    game.moves.update(by=Move.By.PLANNED)
    settling.settle(game.pk)
    assert RatingChange.objects.filter(game=game).count() == 2


@pytest.mark.parametrize(("moves", "left"), [(1, (1,)), (0, (1, 2))])
def test_leaving_does_not_count_as_a_move(played, moves, left):
    """A move and a resignation, or two resignations, stored before we recorded who left in the first round."""
    played(*people(1 + max(left)), totals=[0] * (1 + max(left)), moves=moves, left=left)
    assert not RatingChange.objects.exists()


def test_losing_on_time_costs_rating(ada, ben, game_between):
    game = game_between(ada, ben, turn_seconds=60)
    rng = random.Random(1)
    from tests.games.playing import play_one

    while game.moves.filter(by="player").count() < 2:
        play_one(game.public_id, rng)
    late = [ada, ben][memory.current(game.public_id).turn]
    actions.time_out(public_id=game.public_id, now=timezone.now() + timedelta(minutes=2))
    assert shown(late, variant="brettspielnetz") == [1477]


def test_an_unrated_game_changes_no_rating(played, ada, ben):
    played(ada, ben, rated=False)
    assert shown(ada, ben) == [None, None]


def test_a_game_with_a_guest_stays_unrated_even_if_they_sign_up(ada, guest, game_between):
    dora = guest("Dora")
    game = game_between(ada, dora, variant="draw")
    assert not game.rated
    dora.is_guest = False
    dora.save(update_fields=["is_guest"])
    play_out(game.public_id)
    assert shown(ada, dora) == [None, None]
    call_command("recount")
    assert shown(ada, dora) == [None, None]


def test_each_kind_of_game_has_its_own_rating(played, ada, ben):
    played(ada, ben)
    played(ben, ada, variant="muggins", hours=1)
    assert shown(ada, ben) == [1523, 1477]
    assert shown(ada, ben, variant="muggins") == [1477, 1523]


def test_a_draw_of_equals_changes_no_rating(played, ada, ben):
    played(ada, ben, totals=(50, 50), winners=(0, 1))
    assert shown(ada, ben) == [1500, 1500]
    assert Rating.objects.get(player=ada, variant="draw").drawn == 1


def test_pairs_win_and_lose_together(played):
    ada, ben, cleo, dora = people(4)
    game = played(ada, ben, cleo, dora, variant="partnership")
    assert shown(ada, ben, cleo, dora, variant="partnership") == [1519, 1481, 1519, 1481]
    assert list(RatingChange.objects.filter(game=game).order_by("seat").values_list("side", "place")) == [
        (0, 1), (1, 2), (0, 1), (1, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "totals", "winners", "left", "places"),
    [
        ("draw", (61, 20, 40), (0,), (), [1, 3, 2]),
        ("draw", (61, 20, 20), (0,), (), [1, 2, 2]),
        ("draw", (50, 61, 40, 0), (1,), (), [2, 1, 3, 4]),
        ("draw", (50, 61, 40, 0), (1,), (0,), [4, 1, 2, 3]),
        ("draw", (50, 0, 40, 0), (1,), (2, 0, 3), [3, 1, 4, 2]),
        ("double_nine", (50, 61, 40, 15, 10, 7), (5,), (1,), [5, 6, 4, 3, 2, 1]),
        ("goat", (101, 30, 20), (2,), (), [3, 2, 1]),
        ("goat", (101, 20, 20), (1, 2), (), [3, 1, 1]),
    ],
)
def test_places_follow_goals_ties_and_leaving(played, variant, totals, winners, left, places):
    """High and low goals, ties, and leaving: the first to leave is last."""
    game = played(*people(len(totals)), variant=variant, totals=totals, winners=winners, left=left)
    rows = RatingChange.objects.filter(game=game).order_by("seat")
    assert [row.place for row in rows] == places


@pytest.mark.both_databases
def test_annulling_a_game_undoes_its_ratings(played):
    ada, ben, cleo, dora = people(4)
    played(cleo, dora)
    wrong = played(ada, ben, hours=1)
    after_it = [played(ben, cleo, hours=2), played(dora, ada, hours=3), played(cleo, dora, hours=4)]
    annul(wrong)
    found = books()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    wrong.seats.all().delete()
    call_command("recount")
    assert found == books()
    assert not RatingChange.objects.filter(game=wrong).exists()
    assert RatingChange.objects.filter(game__in=after_it).count() == 6


@pytest.mark.both_databases
def test_annulling_goes_back_to_the_last_of_several_simultaneous_games(played, ada, ben):
    for _ in range(2):
        played(ada, ben)
    before = shown(ada, ben)
    annul(played(ada, ben, hours=1))
    assert (
        Rating.objects.get(player=ada, variant="draw").won == Rating.objects.get(player=ada, variant="draw").games == 2
    )
    assert shown(ada, ben) == before


def test_players_of_only_the_annulled_game_have_no_rating_left(played, ada, ben):
    annul(played(ada, ben))
    assert shown(ada, ben) == [None, None]


def test_annulling_an_unrated_game_changes_nothing(played, ada, ben):
    played(ada, ben)
    before = books()
    annul(played(ben, ada, rated=False, hours=1))
    assert books() == before


@pytest.mark.both_databases
@pytest.mark.parametrize("settled", [(0, 1), (1, 0)], ids=["in order", "the later first"])
def test_of_simultaneous_ends_the_game_created_first_counts_first(played, settled):
    ada, ben, cleo = people(3)
    first, second = games = [played(ada, ben, settled=False), played(ben, cleo, settled=False)]
    for index in settled:
        settling.settle(games[index].pk)
    ben_first, ben_second = (RatingChange.objects.get(game=game, player=ben) for game in (first, second))
    assert (ben_second.mu_before, ben_second.sigma_before) == (ben_first.mu, ben_first.sigma)
    newcomer = RatingChange.objects.get(game=second, player=cleo)
    assert (ben_first.mu_before, ben_first.sigma_before) == (newcomer.mu_before, newcomer.sigma_before)
    assert Rating.objects.get(player=ben, variant="draw").mu == ben_second.mu
    annul(first)
    ben_second.refresh_from_db()
    assert ben_second.mu_before == newcomer.mu_before


def strengths(game):
    """By name, each player's strength before and after the game."""
    rows = RatingChange.objects.filter(game=game).select_related("player")
    return {row.player.username: ((row.mu_before, row.sigma_before), (row.mu, row.sigma)) for row in rows}


def assert_followed_by(first, second):
    """Ben starts *first* as Cleo starts *second*, unrated; he starts *second* with the rating after *first*."""
    one, two = strengths(first), strengths(second)
    assert one["p1"][0] == two["p2"][0]
    assert two["p1"][0] == one["p1"][1] != one["p1"][0]


@pytest.mark.both_databases
def test_rebuilding_counts_simultaneous_games_in_order_of_creation(played):
    ada, ben, cleo = people(3)
    first, second = played(ada, ben, settled=False), played(ben, cleo, settled=False)
    Game.objects.update(settle_at=None)
    call_command("recount", "draw")
    assert_followed_by(first, second)


@pytest.mark.both_databases
def test_simultaneous_games_keep_their_order_when_an_earlier_one_is_annulled(played):
    ada, ben, cleo = people(3)
    first, second = played(ada, ben, hours=1), played(ben, cleo, hours=1)
    wrong = played(ben, ada)
    assert strengths(first)["p1"][0] == strengths(wrong)["p1"][1]
    annul(wrong)
    assert_followed_by(first, second)


def test_a_game_settled_late_is_rated_in_its_order(played):
    """Of two simultaneous finishes, the earlier end may be stored last."""
    ada, ben, cleo = people(3)
    played(ada, ben, hours=2)
    played(ben, cleo, hours=3)
    late = played(cleo, ada, hours=1)
    found = books()
    assert Rating.objects.get(player=cleo, variant="draw").updated > late.finished_at
    call_command("recount", "draw")
    assert books() == found


SEASONS = st.lists(
    st.tuples(
        st.permutations(range(5)).map(lambda order: order[:3]),
        st.sampled_from([(2, (0,)), (2, (0, 1)), (2, (1,)), (3, (0,)), (3, (1, 2)), (3, (2,))]),
        st.lists(st.integers(0, 90), min_size=3, max_size=3),
        st.integers(0, 6),  # hour: several may end simultaneously, and in any order
    ),
    min_size=2,
    max_size=9,
)


SEASON = itertools.count()


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(SEASONS, st.data())
def test_annulling_gives_the_ratings_without_the_game(season, data):
    Game.objects.all().delete()
    Rating.objects.all().delete()
    players = people(5, prefix=f"s{next(SEASON)}-")

    def play(entry):
        order, (seats, winners), totals, hour = entry
        who = [players[n] for n in order[:seats]]
        return finish(*who, totals=totals[:seats], winners=winners, hours=hour)

    games = [play(entry) for entry in season]
    wrong = data.draw(st.sampled_from(games))
    annul(wrong)
    found = books()
    Game.objects.filter(pk=wrong.pk).delete()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    call_command("recount", "draw")
    assert books() == found


@pytest.mark.both_databases
def test_rebuilding_gives_exactly_the_stored_ratings(played):
    players = people(6)
    rng = random.Random(4)
    for n in range(40):
        seats = rng.choice([2, 2, 3, 4])
        totals = [rng.randrange(100) for _ in range(seats)]
        played(*rng.sample(players, seats), totals=totals, winners=[rng.randrange(seats)], hours=n)
    found = books()
    assert found[0]
    call_command("recount")
    assert books() == found


@pytest.mark.both_databases
def test_long_rebuilding_works_in_batches(played, monkeypatch):
    from standings import rating

    monkeypatch.setattr(rating, "BATCH", 5)
    players = people(5)
    rng = random.Random(5)
    games = [played(*rng.sample(players, 3), totals=(61, 5, 7), hours=n) for n in range(12)]
    annul(games[0])
    found = books()
    call_command("recount", "draw")
    assert books() == found


@pytest.mark.both_databases
def test_deleting_an_account_unlists_it_and_keeps_its_opponents_ratings(played, ada, ben, cleo):
    from tests.following import it_happens

    first = played(ada, cleo)
    played(ben, cleo, hours=1)
    it_happens("deleted", cleo)
    cleo.deleted_at = timezone.now() + timedelta(days=3650)
    cleo.save(update_fields=["deleted_at"])
    assert not Rating.objects.filter(player=cleo).exists()
    annul(first)
    assert not Rating.objects.filter(player=cleo).exists()
    assert shown(ada, ben) == [None, 1523]
    found = books()
    call_command("recount")
    assert books() == found
    assert not cleo.tallies.filter(games__gt=0).exists()


def test_games_against_accounts_deleted_before_the_end_are_unrated(played, ada, ben):
    ben.deleted_at = timezone.now() - timedelta(days=3650)
    ben.save(update_fields=["deleted_at"])
    played(ada, ben)
    assert shown(ada) == [None]


@pytest.mark.both_databases
def test_rating_a_game_needs_a_fixed_number_of_queries(played, django_assert_num_queries):
    from standings import rating

    for seats in (2, 6):
        who = people(seats, prefix=f"q{seats}")
        for hours in (0, 72):
            played(*who, variant="double_nine", totals=[9] * seats, hours=hours)
        game = played(*who, variant="double_nine", totals=[9] * seats, hours=73, settled=False)
        found = Game.objects.prefetch_related("seats__player").get(pk=game.pk)
        # The ladder and the ratings; changes and new ratings; overall ratings locked, read, written; and opponents met,
        # in the game and overall, until there are enough for a place.
        enough = seats > 5
        with django_assert_num_queries(7 if enough else 9):
            rating.rate_game(found)


def test_seats_and_rating_changes_have_the_same_results(played):
    for variant, totals, winners in (("draw", (61, 20, 40), (0,)), ("goat", (101, 20, 20), (1, 2))):
        game = played(*people(3, prefix=variant), variant=variant, totals=totals, winners=winners)
        assert list(Seat.objects.filter(game=game).values_list("number", "result")) == list(
            RatingChange.objects.filter(game=game).order_by("seat").values_list("seat", "result")
        )


def test_an_overall_rating_is_stored_beside_each(played, ada, ben, cleo):
    played(ada, ben)
    taken_back = played(ada, cleo, hours=1, variant="muggins")
    for player in (ada, ben, cleo):
        each = [row.strength for row in Rating.objects.filter(player=player).exclude(variant="").order_by("variant")]
        assert Rating.objects.get(player=player, variant="").strength == overall(each)
    assert Rating.objects.get(player=ada, variant="").games == 2
    annul(taken_back)
    assert shown(ada, ben, cleo, variant="") == [1523, 1477, None]
    call_command("recount", "draw", "muggins", verbosity=0)
    assert shown(ada, ben, cleo, variant="") == [1523, 1477, None]


def changed(game):
    """By seat, the game's rating changes."""
    rows = RatingChange.objects.filter(game=game).order_by("seat")
    return [row.difference for row in rows]


def test_rebuilding_one_game_corrects_the_overall_ratings_of_its_players(played, ada, ben):
    played(ada, ben)
    lost = played(ada, ben, variant="muggins")
    Game.objects.filter(pk=lost.pk).update(rated=False)  # as after a repair of the database
    call_command("recount", "muggins", verbosity=0)
    for player in (ada, ben):
        one, all_games = (Rating.objects.get(player=player, variant=variant) for variant in ("draw", ""))
        assert (all_games.games, all_games.shown) == (1, one.shown)


def test_a_leavers_partner_keeps_their_rating_and_the_opponents_win(ada, ben, cleo):
    dora = people(1)[0]
    pairs = {"options": {"pairs": True}}
    before = finish(ada, ben, cleo, dora, **pairs)
    game = finish(ada, ben, cleo, dora, winners=(1,), left=(0,), hours=1, **pairs)
    left, won, stayed, won_too = changed(game)
    assert left < 0
    assert stayed == 0
    assert min(won, won_too) > 0
    was = RatingChange.objects.get(game=before, player=cleo).strength
    counted = replace(was, games=was.games + 1, streak=0)  # like a lost game
    assert Rating.objects.get(player=cleo, variant="draw").strength == counted
    kept = books()
    call_command("recount")
    assert books() == kept


def test_leaving_costs_as_much_as_a_loss(ada, ben, cleo):
    dora = people(1)[0]
    pairs = {"options": {"pairs": True}}
    usual = changed(finish(ada, ben, cleo, dora, winners=(1,), **pairs))
    others = people(4, "q")
    assert changed(finish(*others, winners=(1,), left=(0,), **pairs)) == [usual[0], usual[1], 0, usual[3]]


def test_annulling_an_earlier_game_still_spares_the_partner(ada, ben, cleo):
    dora = people(1)[0]
    pairs = {"options": {"pairs": True}}
    first = finish(ada, ben, cleo, dora, **pairs)
    game = finish(ada, ben, cleo, dora, winners=(1,), left=(0,), hours=1, **pairs)
    annul(first)
    assert changed(game)[2] == 0
    spared = Rating.objects.get(player=cleo, variant="draw")
    assert (spared.shown, spared.games, spared.won) == (1500, 1, 0)
    kept = books()
    call_command("recount")
    assert books() == kept

"""The rating model: how a result changes ratings. No database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings.strength import Strength, beaten, overall, rated

NEW = Strength()


def shown(sides: list[list[Strength]]) -> list[list[int]]:
    return [[player.shown for player in side] for side in sides]


def test_everybody_starts_at_1500_and_is_provisional():
    assert NEW.shown == 1500
    assert NEW.provisional


def test_the_winner_gains_as_much_as_the_loser_loses():
    assert shown(rated([[NEW], [NEW]], [1, 2])) == [[1523], [1477]]


def test_a_draw_of_equals_reduces_only_the_uncertainty():
    [[ada], [ben]] = rated([[NEW], [NEW]], [1, 1])
    assert ada.shown == ben.shown == 1500
    assert ada.sigma < NEW.sigma
    assert (ada.drawn, ada.won, ada.games, ada.streak) == (1, 0, 1, 0)


def test_a_draw_with_a_stronger_player_raises_the_rating():
    strong, weak = Strength(mu=1800, sigma=100), Strength(mu=1400, sigma=100)
    [[strong_after], [weak_after]] = rated([[strong], [weak]], [1, 1])
    assert strong_after.mu < 1800
    assert weak_after.mu > 1400


def test_partners_change_in_the_same_direction_and_newer_ones_more():
    known, new = Strength(mu=1500, sigma=60, games=50), NEW
    [[known_after, new_after], _losers] = rated([[known, new], [NEW, NEW]], [1, 2])
    assert 0 < known_after.mu - known.mu < new_after.mu - new.mu


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_many_seats_are_ranked_by_their_places(seats):
    after = shown(rated([[NEW]] * seats, list(range(1, seats + 1))))
    assert after == sorted(after, reverse=True)
    assert len({rating for [rating] in after}) == seats
    assert after[0][0] > 1500 > after[-1][0]


def test_equal_places_change_equally():
    [first], [second], [third], [last] = rated([[NEW]] * 4, [1, 2, 2, 4])
    assert first.mu > second.mu == third.mu > last.mu


def test_only_an_unshared_first_place_is_a_win():
    [[a], [b], [c]] = rated([[NEW]] * 3, [1, 1, 3])
    assert [(each.won, each.drawn) for each in (a, b, c)] == [(0, 1), (0, 1), (0, 0)]
    assert beaten([[NEW]] * 3, [1, 1, 3]) is None
    assert beaten([[NEW], [Strength(mu=1600)], [Strength(mu=1700)]], [1, 2, 3]) == 1700


def test_sharing_a_place_behind_the_first_is_not_a_draw():
    [[a], [b], [c]] = rated([[NEW]] * 3, [1, 2, 2])
    assert [(each.won, each.drawn) for each in (a, b, c)] == [(1, 0), (0, 0), (0, 0)]


def test_a_streak_ends_with_the_first_game_not_won_and_the_best_stays():
    ada = NEW
    for place in (1, 1, 1, 2, 1):
        [[ada], _ben] = rated([[ada], [NEW]], [place, 3 - place])
    assert (ada.streak, ada.best_streak, ada.won, ada.games) == (1, 3, 4, 5)


def test_after_ten_games_a_rating_is_settled_and_has_a_peak():
    ada = ben = NEW
    peaks = []
    for n in range(14):
        [[ada], [ben]] = rated([[ada], [ben]], [1 + n % 2, 2 - n % 2])
        peaks.append(ada.peak)
    assert peaks[8] is None
    assert peaks[9] is not None
    assert not ada.provisional
    assert ada.peak >= ada.shown


def test_only_a_settled_rating_has_a_peak():
    """Nine lucky wins give no peak: the tenth game is lost, and settles the rating."""
    [[ada], _ben] = rated([[Strength(mu=1900, sigma=80, games=9)], [NEW]], [2, 1])
    assert not ada.provisional
    assert ada.peak == ada.shown < 1900


@given(st.lists(st.tuples(st.floats(800, 2400), st.floats(40, 200), st.integers(1, 6)), min_size=2, max_size=6))
def test_ratings_stay_in_bounds_and_the_last_never_gains(players):
    sides = [[Strength(mu=mu, sigma=sigma)] for mu, sigma, _place in players]
    drawn = [place for _mu, _sigma, place in players]
    order = [1 + sum(other < place for other in drawn) for place in drawn]
    after = rated(sides, order)
    assert all(0 < player.sigma < 205 for [player] in after)
    alone_last = [n for n, place in enumerate(order) if order.count(place) == 1 and place == max(order)]
    for n in alone_last:
        assert after[n][0].mu < sides[n][0].mu


def test_a_hundred_points_more_win_64_percent_as_with_elo():
    """For two players with certain ratings the gains of a win show the chances."""
    strong, weak = Strength(mu=1600, sigma=38), Strength(mu=1500, sigma=38)
    gain = rated([[strong], [weak]], [1, 2])[0][0].mu - strong.mu
    loss = strong.mu - rated([[strong], [weak]], [2, 1])[0][0].mu
    assert loss / (gain + loss) == pytest.approx(0.64, abs=0.01)


def test_winning_two_of_three_against_equals_gives_a_stable_rating():
    """W W L, repeated at 1500: after a hundred games ratings hardly change."""
    ada, seen = NEW, []
    for n in range(400):
        [[ada], _] = rated([[ada], [Strength(sigma=38, games=400)]], [1, 2] if n % 3 < 2 else [2, 1])
        seen.append(ada.mu)
    assert max(seen[100:]) - min(seen[100:]) < 25
    assert 1600 < ada.mu < 1640  # 400 * log10(2) = 120 above them


def test_with_one_kind_of_game_the_overall_rating_equals_its_rating():
    one = Strength(mu=1620, sigma=40, games=60, won=31, drawn=2, streak=3, best_streak=5, peak=1640)
    assert overall([one]) == Strength(mu=pytest.approx(1620), sigma=pytest.approx(40), games=60, won=31, drawn=2)
    assert overall([]) == Strength(sigma=pytest.approx(100))


def test_two_equally_certain_ratings_count_equally_and_reduce_uncertainty():
    both = overall([Strength(mu=1600, sigma=50, games=50), Strength(mu=1700, sigma=50, games=50)])
    assert both.shown == 1671  # the certainty of 1500 counts only once: 1500 + (100 + 200) * 4 / 7
    assert both.doubt == 38  # 100 / sqrt(7)


def test_a_kind_of_game_hardly_played_hardly_counts_overall():
    both = overall([Strength(mu=1600, sigma=40, games=100), Strength(mu=1477, sigma=97.5, games=1)])
    assert 1590 < both.mu < 1600
    assert not both.provisional

"""The rating model: what a result does to whom. No database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings.strength import Strength, beaten, rated

NEW = Strength()


def shown(sides: list[list[Strength]]) -> list[list[int]]:
    return [[player.shown for player in side] for side in sides]


def test_everybody_starts_at_1500_and_is_provisional():
    assert NEW.shown == 1500
    assert NEW.provisional


def test_the_winner_gains_what_the_loser_loses():
    assert shown(rated([[NEW], [NEW]], [1, 2])) == [[1550], [1450]]


def test_a_draw_of_equals_changes_nothing_but_how_sure_we_are():
    [[ada], [ben]] = rated([[NEW], [NEW]], [1, 1])
    assert ada.shown == ben.shown == 1500
    assert ada.sigma < NEW.sigma
    assert (ada.drawn, ada.won, ada.games, ada.streak) == (1, 0, 1, 0)


def test_a_draw_with_a_stronger_player_is_worth_something():
    strong, weak = Strength(mu=1800, sigma=100), Strength(mu=1400, sigma=100)
    [[strong_after], [weak_after]] = rated([[strong], [weak]], [1, 1])
    assert strong_after.mu < 1800
    assert weak_after.mu > 1400


def test_partners_move_together_the_less_known_more():
    known, new = Strength(mu=1500, sigma=60, games=50), NEW
    [[known_after, new_after], _losers] = rated([[known, new], [NEW, NEW]], [1, 2])
    assert 0 < known_after.mu - known.mu < new_after.mu - new.mu


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_many_seats_are_ranked_by_their_places(seats):
    after = shown(rated([[NEW]] * seats, list(range(1, seats + 1))))
    assert after == sorted(after, reverse=True)
    assert len({rating for [rating] in after}) == seats
    assert after[0][0] > 1500 > after[-1][0]


def test_equal_places_are_treated_alike():
    [first], [second], [third], [last] = rated([[NEW]] * 4, [1, 2, 2, 4])
    assert first.mu > second.mu == third.mu > last.mu


def test_only_who_wins_alone_has_won():
    [[a], [b], [c]] = rated([[NEW]] * 3, [1, 1, 3])
    assert [(each.won, each.drawn) for each in (a, b, c)] == [(0, 1), (0, 1), (0, 0)]
    assert beaten([[NEW]] * 3, [1, 1, 3]) is None
    assert beaten([[NEW], [Strength(mu=1600)], [Strength(mu=1700)]], [1, 2, 3]) == 1700


def test_who_shares_a_place_behind_the_first_has_drawn_nothing():
    [[a], [b], [c]] = rated([[NEW]] * 3, [1, 2, 2])
    assert [(each.won, each.drawn) for each in (a, b, c)] == [(1, 0), (0, 0), (0, 0)]


def test_a_streak_ends_with_the_first_game_not_won_and_the_best_is_kept():
    ada = NEW
    for place in (1, 1, 1, 2, 1):
        [[ada], _ben] = rated([[ada], [NEW]], [place, 3 - place])
    assert (ada.streak, ada.best_streak, ada.won, ada.games) == (1, 3, 4, 5)


def test_after_ten_games_of_two_a_rating_is_settled_and_has_a_peak():
    ada = ben = NEW
    peaks = []
    for n in range(14):
        [[ada], [ben]] = rated([[ada], [ben]], [1 + n % 2, 2 - n % 2])
        peaks.append(ada.peak)
    assert peaks[8] is None
    assert peaks[9] is not None
    assert not ada.provisional
    assert ada.peak >= ada.shown


def test_a_peak_is_one_of_a_settled_rating():
    """Nine lucky games make no record: the tenth is lost, and with it the rating is settled."""
    [[ada], _ben] = rated([[Strength(mu=1900, sigma=100, games=9)], [NEW]], [2, 1])
    assert not ada.provisional
    assert ada.peak == ada.shown < 1900


@given(st.lists(st.tuples(st.floats(800, 2400), st.floats(40, 200), st.integers(1, 6)), min_size=2, max_size=6))
def test_it_never_breaks_and_never_rewards_the_last(players):
    sides = [[Strength(mu=mu, sigma=sigma)] for mu, sigma, _place in players]
    drawn = [place for _mu, _sigma, place in players]
    order = [1 + sum(other < place for other in drawn) for place in drawn]
    after = rated(sides, order)
    assert all(0 < player.sigma < 205 for [player] in after)
    alone_last = [n for n, place in enumerate(order) if order.count(place) == 1 and place == max(order)]
    for n in alone_last:
        assert after[n][0].mu < sides[n][0].mu

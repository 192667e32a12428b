"""The results of two people against each other."""

from datetime import timedelta

import pytest

from accounts.computers import make_computers
from accounts.models import User
from games import actions
from history import balances
from history.against import Score, Streak, head_to_head, running_series
from history.models import Meeting
from tests.history.conftest import NOON
from tests.pages.conftest import words_of


def with_ben(client):
    return client.get("/history/with/ben/")


@pytest.fixture
def played(over, ada, ben):
    """Ada against Ben, newest first: WW D LLL W, and games that don't count."""
    over(ada, ben, "won", number=2, variant="draw")
    over(ada, ben, "drawn", at=NOON - timedelta(hours=2), variant="draw")
    over(ada, ben, "lost", number=3, at=NOON - timedelta(hours=3), variant="muggins")
    over(ada, ben, "won", at=NOON - timedelta(hours=6), variant="muggins")
    over(ada, ben, "aborted")


@pytest.mark.both_databases
def test_both_players_wins_draws_and_streaks_are_counted(played, ada, ben):
    mine, his = head_to_head(ada, ben), head_to_head(ben, ada)
    assert mine.against == Score(games=7, won=3, lost=3, drawn=1)
    assert his.against == Score(games=7, won=3, lost=3, drawn=1)
    assert (mine.longest, his.longest) == ((2, 3), (3, 2))
    assert (mine.now, his.now) == (Streak(2, mine=True), Streak(2, mine=False))


@pytest.mark.both_databases
def test_the_most_played_game_comes_first(played, ada, ben):
    assert head_to_head(ada, ben).variants == [
        ("muggins", Score(games=4, won=1, lost=3, margin=60)),  # each game of the fixture ended 100 to 40
        ("draw", Score(games=3, won=2, drawn=1, margin=60)),
    ]


@pytest.mark.both_databases
def test_the_last_ten_games_are_listed_newest_first(played, over, ada, ben):
    over(ada, ben, "lost", number=8, at=NOON - timedelta(days=1))
    last = head_to_head(ada, ben).last
    assert [row.mine.result for row in last] == ["won", "won", "drawn", "lost", "lost", "lost", "won", *3 * ["lost"]]
    assert all(row.mine.player_id == ada.pk for row in last)


def test_a_draw_ends_a_streak(over, ada, ben):
    over(ada, ben, "won", number=2, at=NOON - timedelta(days=1))
    over(ada, ben, "drawn")
    both = head_to_head(ada, ben)
    assert (both.now, both.longest) == (None, (2, 0))


@pytest.mark.both_databases
def test_games_as_partners_are_counted_apart_and_a_third_players_win_is_no_loss(game_between, guest, ada, ben):
    partners = game_between(ada, guest("C"), ben, guest("D"), variant="partnership")
    actions.resign_game(public_id=partners.public_id, player=ada)
    three = game_between(ada, ben, guest("E"), variant="draw")
    actions.resign_game(public_id=three.public_id, player=ada)
    actions.resign_game(public_id=three.public_id, player=ben)
    both = head_to_head(ada, ben)
    assert both.together == Score(games=1, lost=1)
    assert both.against == Score(games=1, otherwise=1)


def test_sharing_first_place_with_a_third_player_is_no_win_against_the_last(over, ada, ben):
    over(ada, ben)
    Meeting.objects.filter(player=ada, other=ben).update(result="drawn", theirs="lost")
    Meeting.objects.filter(player=ben, other=ada).update(result="lost", theirs="drawn")
    balances.recount([(ada.pk, ben.pk), (ben.pk, ada.pk)])
    for both in (head_to_head(ada, ben), head_to_head(ben, ada)):
        assert both.against == Score(games=1, otherwise=1)


def test_the_page_shows_the_score_in_words(browser_of, played, ada, ben):
    page = words_of(with_ben(browser_of(ada)))
    assert "You and Ben Challenge Ben 7 games against each other" in page
    assert "3 You won" in page.replace("You won 3", "3 You won")
    assert "You have won the last 2." in page
    assert "Longest streak: you 2, Ben 3." in page
    assert "Muggins (All Fives) 4 games 1 won · 3 lost" in page


def test_two_players_who_never_met_see_a_message(browser_of, ada, ben):
    assert "You haven’t finished a game with Ben yet." in words_of(with_ben(browser_of(ada)))


def test_unknown_players_oneself_and_strangers_have_no_head_to_head(browser_of, stranger, ada, ben):
    assert browser_of(ada).get("/history/with/nobody/").status_code == 404
    assert browser_of(ada).get("/history/with/%00/").status_code == 404
    assert browser_of(ada).get("/history/with/ada/")["Location"] == "/history/"
    assert with_ben(stranger).status_code == 302


@pytest.mark.both_databases
def test_margins_are_of_one_kind_of_game_each(browser_of, played, ada):
    """Each game of the fixture ends 100 to 40."""
    page = words_of(with_ben(browser_of(ada)))
    assert "Draw Dominoes 3 games 2 won · 1 drawn · 0 lost · margin +60.0" in page
    assert "average margin" not in page


def home_of(client):
    return words_of(client.get("/"))


def test_home_shows_how_the_reader_stands_with_their_last_opponents(
    browser_of, in_play, over, played, ada, ben, cleo, guest
):
    dan, eve = guest("Dan"), guest("Eve")
    over(ada, cleo, "drawn", at=NOON)  # nobody has won
    over(ada, dan, "lost", number=2, at=NOON - timedelta(hours=7))
    over(ada, eve, "won", number=12, at=NOON - timedelta(days=30))  # long ago
    in_play(ada, ben)
    page = home_of(browser_of(ada))
    assert "Your last opponents How many games each of you has won so far. You 3 – 3 Ben You 0 – 2 Dan" in page
    assert "– 0 Eve" not in page
    assert "Cleo" not in page.split("Your last opponents")[1].split("Open games")[0]
    assert "has won so far. You 3 – 3 Ada" in home_of(browser_of(ben))


@pytest.mark.both_databases
def test_series_are_found_in_one_query_and_only_with_people(over, ada, ben, guest, django_assert_num_queries):
    make_computers()
    computer = User.objects.filter(bot_level="strong").first()
    over(ada, computer, "won", number=11, at=NOON)  # more than we look back
    over(ada, ben, "won", number=3, at=NOON - timedelta(hours=3))
    gone = guest("Gone")
    over(ada, gone, "won", at=NOON - timedelta(hours=2))
    User.objects.filter(pk=gone.pk).update(deleted_at=NOON)
    with django_assert_num_queries(1):
        found = running_series(ada)
        assert [(each.other.name, each.won, each.lost) for each in found] == [("Ben", 3, 0)]

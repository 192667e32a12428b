import pytest

from tests.pages.conftest import words

MINE = "/games/"


def sorted_by_end(games):
    """Their ids, the last that ended first; of those that ended together the one with the later seats."""
    return [game.pk for game in sorted(games, key=lambda game: (game.finished_at, game.pk), reverse=True)]


def test_a_stranger_is_told_how_to_find_his_games(stranger):
    page = words(stranger.get(MINE))
    assert "No games yet from this browser." in page
    assert "Log in" in page


def test_my_turn_stands_first_then_the_others(browser_of, in_play, offer, ada, ben):
    in_play(ben, ada)
    in_play(ada, ben)
    offer(ada)
    page = words(browser_of(ada).get(MINE))
    assert page.index("Your turn") < page.index("Their turn")
    assert "Waiting for players" in page


def test_finished_games_say_result_opponent_game_and_day(browser_of, finished, ada, ben):
    (game,) = finished(ada, ben)
    page = words(browser_of(ada).get(MINE))
    assert "Draw Dominoes with Ben ·" in page
    assert "100 : 40 won" in page
    assert "40 : 100 lost" in words(browser_of(ben).get(MINE))
    assert f'href="{game.get_absolute_url()}"' in browser_of(ada).get(MINE).content.decode()


def test_why_a_game_ended_stands_there_if_it_wasnt_the_score(browser_of, finished, ada, ben):
    (game,) = finished(ada, ben)
    game.reason = "timeout"
    game.save()
    assert "on time" in words(browser_of(ada).get(MINE))


def test_the_last_few_that_are_over_lead_to_all_of_them(browser_of, finished, ada, ben):
    games = finished(ada, ben, 60)
    page = browser_of(ada).get(MINE)
    assert [seat.game_id for seat in page.context["past"]] == sorted_by_end(games)[:5]
    assert 'href="/history/"' in page.content.decode()


def test_many_running_games_have_pages_too(browser_of, in_play, ada, ben):
    in_play(ada, ben, 40)
    first = browser_of(ada).get(MINE)
    second = browser_of(ada).get(f"{MINE}?skip={first.context['current'].next}")
    assert len({seat.pk for page in (first, second) for seat in page.context["current"]}) == 40
    assert not second.context["current"].next


@pytest.mark.parametrize("query", ["?skip=-1", "?skip=x", "?skip=9999999"])
def test_a_broken_address_is_the_first_page(browser_of, finished, ada, ben, query):
    finished(ada, ben)
    assert browser_of(ada).get(MINE + query).context["past"]


@pytest.mark.parametrize("number", [5, 500])
def test_the_page_asks_the_database_the_same_for_5_and_500_games(
    browser_of, in_play, finished, ada, ben, django_assert_num_queries, number
):
    in_play(ada, ben, number)
    finished(ada, ben, number)
    client = browser_of(ada)
    # session and user; seats, all at their tables with the players, holidays; the last seats, games, seats;
    # header
    with django_assert_num_queries(9):
        client.get(MINE)


def test_guests_are_told_how_to_keep_their_games(browser_of, guest, in_play, ada):
    dora = guest("Dora")
    in_play(dora, ada)
    assert "Make an account" in words(browser_of(dora).get(MINE))
    assert "Keep these games" not in words(browser_of(ada).get(MINE))

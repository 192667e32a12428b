"""Every finished game of the reader can be found, by opponent, kind of game, result and date."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games import actions
from history.models import Meeting
from history.past_games import COUNTED, Wanted, count, lines
from tests.games.playing import play_out
from tests.history.conftest import NOON
from tests.pages.conftest import words_of

PAST = "/history/"


def found(client, query=""):
    """The ids of the games on all pages, newest first."""
    ids = []
    while True:
        page = client.get(PAST + query).context
        ids += [row.game.pk for row in page["page"].rows]
        if not page["page"].next:
            return ids
        query = f"{query.partition('cursor=')[0] or '?'}&cursor={page['page'].next}"


def test_a_finished_game_is_in_both_players_history_at_once(browser_of, game_between, ada, ben):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    assert found(browser_of(ada)) == []
    play_out(game.public_id)
    assert found(browser_of(ada)) == found(browser_of(ben)) == [game.pk]


def test_resigned_and_aborted_games_are_in_the_history_too(browser_of, game_between, ada, ben):
    given_up, aborted = game_between(ada, ben), game_between(ada, ben)
    actions.resign_game(public_id=given_up.public_id, player=ada)
    actions.abort_game(public_id=aborted.public_id, player=ada)
    assert found(browser_of(ada), "?result=lost") == [given_up.pk]
    assert found(browser_of(ben), "?result=won") == [given_up.pk]
    assert found(browser_of(ben), "?result=aborted") == [aborted.pk]


def test_a_row_says_game_opponent_result_points_clock_and_when(browser_of, over, ada, ben):
    (game,) = over(ada, ben, at=timezone.now(), turn_seconds=3600, clock="turn", rated=False)
    page = words_of(browser_of(ada).get(PAST))
    assert "Draw Dominoes with Ben · 1 hour per move · unrated 100 : 40 won" in page
    assert "just now" in page
    assert "40 : 100 lost" in words_of(browser_of(ben).get(PAST))
    assert f'href="{game.get_absolute_url()}"' in browser_of(ada).get(PAST).content.decode()


def test_an_annulled_game_is_marked_and_found_as_such(browser_of, game_between, ada, ben):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ben)
    actions.annul_game(public_id=game.public_id, now=NOON)
    assert found(browser_of(ada), "?result=won") == []
    assert found(browser_of(ada), "?result=annulled") == [game.pk]
    assert "annulled" in words_of(browser_of(ada).get(PAST))


@pytest.mark.both_databases
def test_every_game_is_on_one_page_and_pages_lead_back(browser_of, over, ada, ben):
    games = over(ada, ben, number=75)
    over(ada, ben, number=5, at=games[40].finished_at)  # some ended at the same moment
    client = browser_of(ada)
    every = found(client)
    assert len(every) == len(set(every)) == 80
    first = client.get(PAST).context["page"]
    second = client.get(f"{PAST}?cursor={first.next}").context["page"]
    again = client.get(f"{PAST}?cursor={second.previous}").context["page"]
    assert [row.game.pk for row in again.rows] == [row.game.pk for row in first.rows]
    assert (first.previous, again.previous) == ("", "")


@pytest.mark.both_databases
def test_games_that_ended_at_the_same_moment_are_each_on_one_page(browser_of, over, ada, ben):
    games = over(ada, ben, number=70, finished_at=NOON)
    client = browser_of(ada)
    assert found(client) == sorted((game.pk for game in games), reverse=True)
    first = client.get(PAST).context["page"]
    second = client.get(f"{PAST}?cursor={first.next}").context["page"]
    third = client.get(f"{PAST}?cursor={second.next}").context["page"]
    again = client.get(f"{PAST}?cursor={third.previous}").context["page"]
    assert [row.game.pk for row in again.rows] == [row.game.pk for row in second.rows]


@pytest.mark.both_databases
def test_each_filter_works_alone_and_all_work_together(browser_of, over, ada, ben, cleo):
    client = browser_of(ada)
    wanted = over(ada, ben, "won", variant="muggins", at=NOON, rated=False)
    over(ada, cleo, "won", variant="muggins", at=NOON, rated=False)
    over(ada, ben, "lost", variant="muggins", at=NOON, rated=False)
    over(ada, ben, "won", variant="draw", at=NOON, rated=False)
    over(ada, ben, "won", variant="muggins", at=NOON - timedelta(days=3), rated=False)
    over(ada, ben, "won", variant="muggins", at=NOON, rated=True)
    for query in ("opponent=ben", "variant=muggins", "result=won", "since=2026-11-20", "rated=no"):
        assert len(found(client, f"?{query}")) == 5
    assert found(client, "?opponent=Ben&variant=muggins&result=won&since=2026-11-20&until=2026-11-21&rated=no") == [
        game.pk for game in wanted
    ]
    assert found(client, "?player=ben&variant=muggins&result=won&since=2026-11-20&rated=no") == [wanted[0].pk]


@pytest.mark.both_databases
@pytest.mark.parametrize("typed", ["ben", "BEN", "be", "lovelace", "ben lov", " Ben  Lovelace ", "benny99", "bèn"])
def test_a_person_is_found_by_the_start_of_any_of_their_names(browser_of, over, ada, ben, cleo, typed):
    ben.nickname, ben.username = "Ben Lovelace", "benny99"
    ben.save()
    games = over(ada, ben)
    over(ada, cleo)
    assert found(browser_of(ada), f"?opponent={typed}") == [games[0].pk]


@pytest.mark.both_databases
@pytest.mark.parametrize("typed", ["en", "%", "_en", "cleo"])
def test_text_from_the_middle_of_a_word_finds_no_one(browser_of, over, ada, ben, typed):
    over(ada, ben)
    page = browser_of(ada).get(PAST, {"opponent": typed})
    assert not page.context["page"].rows
    assert "None of your games match your search." in words_of(page)


@pytest.mark.both_databases
def test_guests_are_found_by_the_name_they_gave_not_by_their_number(browser_of, over, guest, ada):
    dora = guest("Dora")
    games = over(ada, dora)
    assert found(browser_of(ada), "?opponent=dor") == [games[0].pk]
    assert found(browser_of(ada), "?opponent=guest") == []


@pytest.mark.both_databases
def test_namesakes_are_found_together_and_no_game_twice(browser_of, game_between, guest, ada):
    game = game_between(ada, guest("Ben A"), guest("Ben B"), variant="draw")
    actions.abort_game(public_id=game.public_id, player=ada)
    page = browser_of(ada).get(PAST, {"opponent": "ben"})
    assert [row.game.pk for row in page.context["page"].rows] == [game.pk]
    assert [person.name for person in page.context["people"]] == ["Ben A", "Ben B"]


def test_renamed_players_are_found_by_their_new_name(browser_of, over, ada, ben):
    from accounts import guests

    over(ada, ben)
    guests.rename(ben, "Bertram")
    assert len(found(browser_of(ada), "?opponent=bert")) == 1
    assert found(browser_of(ben), "?opponent=ada") == found(browser_of(ada), "?opponent=bert")


@pytest.mark.both_databases
def test_days_are_in_the_readers_time_zone(browser_of, over, ada, ben):
    (game,) = over(ada, ben, at=datetime(2026, 11, 20, 23, 30, tzinfo=UTC))
    assert found(browser_of(ada), "?since=2026-11-20&until=2026-11-20") == [game.pk]
    ada.time_zone = "Europe/Berlin"
    ada.save()
    assert found(browser_of(ada), "?since=2026-11-20&until=2026-11-20") == []
    assert found(browser_of(ada), "?since=2026-11-21&until=2026-11-21") == [game.pk]


@pytest.mark.both_databases
@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_with_a_clock_change_is_one_day(over, ada, ben, day, hours):
    ada.time_zone = "Europe/Berlin"
    first = datetime.fromisoformat(f"{day}T00:00").date()
    midnight = datetime.fromisoformat(f"{day}T00:00{'+01:00' if hours == 23 else '+02:00'}")
    over(ada, ben, at=midnight - timedelta(minutes=1))
    inside = over(ada, ben, at=midnight) + over(ada, ben, at=midnight + timedelta(hours=hours, minutes=-1))
    over(ada, ben, at=midnight + timedelta(hours=hours))
    assert {line.game_id for line in lines(ada, Wanted(since=first, until=first))} == {game.pk for game in inside}


def test_the_filters_stay_in_the_address_of_the_next_page(browser_of, over, ada, ben):
    over(ada, ben, number=40)
    page = browser_of(ada).get(f"{PAST}?opponent=ben&result=won&variant=").content.decode()
    assert "?opponent=ben&amp;result=won&amp;variant=&amp;cursor=" in page


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("since=2026-02-30", "Enter a date that exists, such as 2026-11-29."),
        ("player=nobody", "There’s no player named nobody."),
        ("result=glorious", "“glorious” isn’t possible here. Choose one of: won, lost, drawn, aborted, annulled."),
        ("until=9999-12-31", ""),
        ("since=0001-01-01", ""),
        ("cursor=n99999999999999999,999999999999999999", ""),
        ("cursor=0,0", ""),
        ("cursor=x", ""),
        ("opponent=%00", "Null characters"),
        ("player=%00", ""),
    ],
)
def test_an_invalid_filter_shows_an_error_and_breaks_nothing(browser_of, over, ada, ben, query, sentence):
    over(ada, ben)
    answer = browser_of(ada).get(f"{PAST}?{query}")
    assert answer.status_code == 200
    assert sentence in words_of(answer)


def test_the_history_shows_only_the_readers_games(browser_of, stranger, over, ada, ben, cleo):
    over(ada, ben)
    assert found(browser_of(cleo)) == []
    assert "Finished games appear here" in words_of(browser_of(cleo).get(PAST))
    assert "No games in this browser yet." in words_of(stranger.get(PAST))


def test_a_guest_who_logs_in_finds_their_games_in_the_account(browser_of, over, guest, ada, ben):
    from tests.following import it_happens

    dora = guest("Dora")
    his, both = over(dora, ben), over(dora, ada)
    over(ada, ben)
    it_happens("merged", dora, ada)
    assert set(found(browser_of(ada))) >= {his[0].pk, both[0].pk}
    assert his[0].pk in found(browser_of(ben), "?opponent=ada")
    assert found(browser_of(ben), "?opponent=dora") == []
    assert found(browser_of(ada), "?opponent=dora") == [both[0].pk]  # both seats were theirs


def test_deleted_accounts_stay_in_games_but_cannot_be_searched(browser_of, over, ada, ben):
    from tests.following import it_happens

    (game,) = over(ada, ben)
    it_happens("deleted", ben)
    assert found(browser_of(ada)) == [game.pk]
    assert found(browser_of(ada), "?opponent=ben") == []
    assert not Meeting.objects.filter(player=ben).exists()


@pytest.mark.both_databases
def test_counting_stops_at_a_thousand(over, ada, ben):
    over(ada, ben, number=COUNTED + 5)
    assert count(lines(ada, Wanted())) == COUNTED + 1

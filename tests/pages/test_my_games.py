from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import actions
from games.models import Game
from games.positions import memory
from games.shown.rows import move_words
from notices.sentences import company
from rulebook.faces import face_drawing, face_of
from tests.conftest import person
from tests.games.playing import legal
from tests.pages.conftest import words_of

MINE = "/games/"


def sorted_by_end(games):
    """The ids, latest end first; of simultaneous ends the later seats first."""
    return [game.pk for game in sorted(games, key=lambda game: (game.finished_at, game.pk), reverse=True)]


def test_visitors_learn_how_to_find_their_games(stranger):
    page = words_of(stranger.get(MINE))
    assert "No games in this browser yet." in page
    assert "Log in" in page


@pytest.mark.both_databases
def test_games_with_the_readers_turn_come_first(browser_of, in_play, offer, ada, ben):
    in_play(ben, ada)
    in_play(ada, ben)
    offer(ada)
    page = words_of(browser_of(ada).get(MINE))
    assert page.index("Your turn") < page.index("Their turn")
    assert "Waiting for players" in page


def test_finished_games_show_result_opponent_game_and_day(browser_of, finished, ada, ben):
    (game,) = finished(ada, ben)
    page = words_of(browser_of(ada).get(MINE))
    assert "Draw Dominoes with Ben ·" in page
    assert "100 : 40 won" in page
    assert "40 : 100 lost" in words_of(browser_of(ben).get(MINE))
    assert f'href="{game.get_absolute_url()}"' in browser_of(ada).get(MINE).content.decode()


def test_the_reason_is_shown_unless_the_score_ended_the_game(browser_of, finished, ada, ben):
    (game,) = finished(ada, ben)
    game.reason = "timeout"
    game.save()
    assert "on time" in words_of(browser_of(ada).get(MINE))


def test_the_latest_finished_games_link_to_all_of_them(browser_of, finished, ada, ben):
    games = finished(ada, ben, 60)
    page = browser_of(ada).get(MINE)
    assert [row.game.pk for row in page.context["past"]] == sorted_by_end(games)[:5]
    assert 'href="/history/"' in page.content.decode()


@pytest.mark.both_databases
def test_many_running_games_have_pages_too(browser_of, in_play, ada, ben):
    in_play(ada, ben, 40)
    first = browser_of(ada).get(MINE)
    second = browser_of(ada).get(f"{MINE}?skip={first.context['current'].next}")
    assert len({row.game.pk for page in (first, second) for row in page.context["current"]}) == 40
    assert not second.context["current"].next


@pytest.mark.both_databases
@pytest.mark.parametrize("query", ["?skip=-1", "?skip=x", "?skip=9999999"])
def test_an_invalid_page_shows_the_first_one(browser_of, finished, ada, ben, query):
    finished(ada, ben)
    assert browser_of(ada).get(MINE + query).context["past"]


def test_guests_learn_how_to_save_their_games(browser_of, guest, in_play, ada):
    dora = guest("Dora")
    in_play(dora, ada)
    assert "Create an account" in words_of(browser_of(dora).get(MINE))
    assert "Keep these games" not in words_of(browser_of(ada).get(MINE))


def test_a_row_shows_the_board_the_opponent_the_score_the_clock_and_the_last_move(browser_of, game_between, ada, ben):
    game = game_between(ada, ben, variant="draw")
    Game.objects.update(totals=[10, 25])
    table = memory.current(game.public_id)
    lead = legal(table)[0]
    mover, other = (ada, ben) if table.turn == 0 else (ben, ada)
    actions.play_move(public_id=game.public_id, seat=table.turn, text=lead, version=table.version)
    page = browser_of(other).get(MINE)
    assert f'data-small-board="{game.public_id}"' in page.content.decode()
    assert page.content.decode().count('class="face ') == 1  # the opponent's
    score = "10 : 25" if other == ada else "25 : 10"
    row = f"Draw Dominoes Score {score} {mover.name} Your turn 23 hours left {mover.name} played {lead} · just now"
    assert row in words_of(page)
    assert f"{other.name} Their turn" in words_of(browser_of(mover).get(MINE))


def test_a_row_of_four_has_short_names_and_says_whose_turn_it_is(browser_of, game_between, ada, ben, cleo):
    User.objects.filter(pk=ben.pk).update(nickname="Ben Okafor")
    User.objects.filter(pk=cleo.pk).update(nickname="Cleo Martin")
    other_cleo = person("Cleo Sand")
    game = game_between(ada, ben, cleo, other_cleo, variant="draw")
    Game.objects.update(turn=1)
    page = words_of(browser_of(ada).get(MINE))
    assert "Ben, Cleo Martin, Cleo Sand Ben’s turn" in page
    assert game.get_absolute_url() in browser_of(ada).get(MINE).content.decode()


def test_a_finished_game_of_four_has_short_names(browser_of, game_between, ada, ben, cleo):
    User.objects.filter(pk=ben.pk).update(nickname="Ben Okafor")
    game = game_between(ada, ben, cleo, person("Hana Novakova"), variant="draw")
    actions.annul_game(public_id=game.public_id, now=timezone.now())
    assert "with Ben, Cleo, Hana" in words_of(browser_of(ada).get(MINE))


def test_a_row_of_an_open_game_counts_the_free_seats(browser_of, offer, ada):
    offer(ada)
    assert "1 free seat Waiting for players" in words_of(browser_of(ada).get(MINE))


def test_a_row_lists_players_from_the_reader_in_turn_order_and_all_of_them_for_watchers(
    browser_of, stranger, game_between, ada, ben, cleo
):
    game = game_between(ada, ben, cleo, variant="draw", visibility="public")
    Game.objects.update(totals=[10, 25, 30], turn=2)
    faces = {person: face_drawing(face_of(person.name)) for person in (ada, ben, cleo)}

    def drawn(page):
        around = page.content.decode().partition('class="row-faces"')[2].partition("<a ")[0]
        return sorted((each for each in faces if faces[each] in around), key=lambda each: around.index(faces[each]))

    bens, watchers = browser_of(ben).get(MINE), stranger.get("/watch/")
    assert "Score 25 : 30 : 10 Cleo, Ada Cleo’s turn" in words_of(bens)
    assert company(game, ben.pk) == "with Cleo and Ada"
    assert drawn(bens) == [cleo, ada]
    assert "Score 10 : 25 : 30 Ada, Ben, Cleo Cleo’s turn" in words_of(watchers)
    assert drawn(watchers) == [ada, ben, cleo]


def test_a_drawn_tile_is_not_named():
    assert move_words("draw", "player", "Ben") == "Ben drew a tile"
    assert move_words("pass", "forced", "Ben") == "Ben passed"
    assert move_words("pass", "forced", "Ben", you=True) == "You passed"
    assert move_words("5-3>6-5:5,4-4>6-4", "player", "Ben") == "Ben played 5-3, 4-4"
    assert move_words("4-3^A2", "player", "Ben") == "Ben played 4-3"
    assert move_words("6-1/3", "bot", "Ben", you=True) == "Ben (by computer) played 6-1"
    assert move_words("6-1/3", "bot", "Solid", is_bot=True) == "Solid played 6-1"
    assert move_words("6-1", "clock", "Ben", you=True) == "Ben (out of time) played 6-1"
    assert move_words("timeout", "clock", "Ben", you=True) == "You ran out of time"


@pytest.mark.parametrize(
    ("turn", "left", "presses"),
    [
        (timedelta(days=3), timedelta(hours=14), True),  # a fifth is 14 hours and 24 minutes
        (timedelta(days=3), timedelta(hours=15), False),
        (timedelta(hours=4), timedelta(minutes=59), True),
        (timedelta(hours=4), timedelta(minutes=62), False),
    ],
)
def test_a_turn_is_urgent_with_a_fifth_of_the_time_or_an_hour_left(
    browser_of, game_between, ada, ben, turn, left, presses
):
    game = game_between(ada, ben, variant="draw", turn_seconds=int(turn.total_seconds()))
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + left)
    mover, other = (ada, ben) if game.turn == 0 else (ben, ada)
    assert ("pressing" in browser_of(mover).get(MINE).content.decode()) == presses
    assert "pressing" not in browser_of(other).get(MINE).content.decode()

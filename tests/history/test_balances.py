"""Results by game, month and opponent: added as games end, and recounted when the past changes."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import groupby

import pytest
from django.core.management import call_command

from games import actions, settling
from games.models import Game, Seat
from history import balances, book
from history.models import Balance, Meeting
from tests.following import it_happens
from tests.games.playing import play_out
from tests.history.conftest import NOON
from tests.standings.conftest import finish


def of(player, other=None, variant="", month="", computers=False):
    return Balance.objects.get(player=player, other=other or player, variant=variant, month=month, computers=computers)


def record(balance):
    return balance.games, balance.won, balance.lost, balance.drawn


def everything():
    """All balances with a game."""
    fields = [field.attname for field in Balance._meta.concrete_fields if field.name != "id"]
    return set(Balance.objects.filter(games__gt=0).values_list(*fields))


@pytest.mark.both_databases
def test_a_players_games_are_added_up_by_game_and_by_month(over, ada, ben):
    over(ada, ben, "won", number=3, variant="draw")
    over(ada, ben, "lost", variant="muggins", at=datetime(2026, 10, 31, 23, 59, tzinfo=UTC))
    over(ada, ben, "drawn", at=datetime(2026, 11, 1, tzinfo=UTC))
    assert record(of(ada)) == (5, 3, 1, 1)
    assert record(of(ada, variant="draw")) == (4, 3, 0, 1)
    assert record(of(ada, variant="muggins")) == (1, 0, 1, 0)
    assert record(of(ada, month="2026-10")) == (1, 0, 1, 0)
    assert record(of(ada, month="2026-11")) == (4, 3, 0, 1)
    assert record(of(ben)) == (5, 1, 3, 1)


@pytest.mark.both_databases
def test_games_against_each_opponent_are_added_up_apart(over, ada, ben, cleo):
    over(ada, ben, "won", number=2)
    over(ada, cleo, "lost", variant="muggins")
    assert record(of(ada, ben)) == (2, 2, 0, 0)
    assert record(of(ben, ada)) == (2, 0, 2, 0)
    assert record(of(cleo, ada, "muggins")) == (1, 1, 0, 0)
    assert of(ada, ben).last_at == NOON


def test_games_without_a_result_do_not_count(over, game_between, ada, ben):
    over(ada, ben, "aborted")
    aborted = game_between(ada, ben)
    actions.abort_game(public_id=aborted.public_id, player=ada)
    assert everything() == set()


def test_a_game_that_ends_is_counted_when_it_is_settled(game_between, ada, ben):
    game = game_between(ada, ben, variant="draw", options={"end": "rounds:1"})
    play_out(game.public_id)
    settling.settle(game.pk)
    ended = Game.objects.get(pk=game.pk)
    mine = ended.seats.get(player=ada)
    assert record(of(ada)) == (1, int(mine.result == "won"), int(mine.result == "lost"), int(mine.result == "drawn"))
    assert of(ada).margin == ended.totals[mine.side] - ended.totals[1 - mine.side]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_settling_one_by_one_gives_the_sums_of_a_recount(ada, ben, cleo):
    """Games in any order of settling, won and lost by Ada, with the hour of their end."""
    for hour in (1, 2, 3):
        finish(ada, ben, hours=hour)
    finish(cleo, ada, hours=-5, variant="muggins")
    finish(ada, ben, hours=-960, winners=(0, 1))
    for hour in (24, 25, 27, 26):
        finish(ben, ada, hours=hour)
    one_by_one = everything()
    for player in (ada, ben, cleo):
        balances.BALANCES.recount(player.pk)
    assert everything() == one_by_one
    assert (of(ada).most_wins, of(ada).most_losses, of(ada).wins, of(ada).losses) == (3, 4, 0, 4)
    assert (of(ben, ada).most_wins, of(ben, ada).wins) == (4, 4)


@pytest.mark.both_databases
def test_streaks_follow_the_order_of_ends_and_a_draw_ends_them(over, ada, ben, cleo):
    over(ada, ben, "won", number=2, at=NOON)
    over(ada, cleo, "drawn", at=NOON - timedelta(hours=2))
    over(ada, cleo, "won", number=3, at=NOON - timedelta(hours=3))
    over(ada, ben, "aborted", at=NOON - timedelta(hours=4, minutes=30))  # ends no streak
    assert (of(ada).most_wins, of(ada).wins) == (3, 2)
    over(ada, ben, "won", at=NOON - timedelta(hours=2, minutes=30))  # one settled late
    assert (of(ada).most_wins, of(ada).wins) == (4, 2)


def longest(results, wanted):
    """The longest run of *wanted* letters, and the run at the end."""
    rows = [(letter, len(list(run))) for letter, run in groupby(results)]
    return max((number for letter, number in rows if letter == wanted), default=0), (
        rows[-1][1] if rows and rows[-1][0] == wanted else 0
    )


@pytest.mark.both_databases
def test_streaks_are_right_after_every_game_that_is_settled(ada, ben):
    """Each game is added to the stored balance: one that isn't won must not lengthen the longest streak."""
    results, winners = "wldwwdlwwlldwwwldlllww", {"w": (0,), "l": (1,), "d": (0, 1)}
    for number, letter in enumerate(results, 1):
        finish(ada, ben, hours=number, winners=winners[letter])
        so_far = results[:number]
        for mine in (of(ada), of(ada, ben)):
            assert (mine.most_wins, mine.wins) == longest(so_far, "w"), so_far
            assert (mine.most_losses, mine.losses) == longest(so_far, "l"), so_far


def test_games_as_partners_do_not_change_streaks(ada, ben, cleo, guest):
    finish(ada, ben, hours=1)
    finish(ada, ben, hours=2)
    finish(ada, cleo, ben, guest("Dora"), hours=3, variant="partnership")
    finish(ada, ben, hours=4)
    both = of(ada, ben)
    assert (both.most_wins, both.wins, both.together) == (3, 3, 1)
    assert (of(ben, ada).most_losses, of(ben, ada).losses) == (3, 3)


def test_games_with_computers_are_added_up_apart(over, game_between, ada, ben):
    from accounts.computers import make_computers
    from accounts.models import User

    make_computers()
    strong = User.objects.filter(bot_level="strong").first()
    over(ada, ben, "won")
    over(ada, strong, "lost", number=2)
    assert record(of(ada)) == (1, 1, 0, 0)
    assert record(of(ada, computers=True)) == (2, 0, 2, 0)
    assert record(of(ada, strong, computers=True)) == (2, 0, 2, 0)
    assert not Balance.objects.filter(player=strong).exists()


def test_partners_win_together_and_have_no_margin_over_each_other(game_between, guest, ada, ben):
    partners = game_between(ada, guest("C"), ben, guest("D"), variant="partnership")
    play_out(partners.public_id)
    settling.settle(partners.pk)
    together, result = of(ada, ben), partners.seats.get(player=ada).result
    assert (together.games, together.together, together.against) == (1, 1, 0)
    assert together.together_won == (result == "won")
    assert (together.margins, together.won, together.most_wins) == (0, 0, 0)


def test_in_a_game_of_three_both_others_lose_to_the_winner(over, ada, ben, cleo):
    (game,) = over(ada, ben, seats_number=3, totals=[100, 40, 60])
    Seat.objects.create(game=game, number=2, side=2, player=cleo, result="lost", points=60, over_at=NOON, token="t")
    book.rewrite([game.pk])
    assert record(of(ada)) == record(of(ada, ben)) == record(of(ada, cleo)) == (1, 1, 0, 0)
    assert (of(ben, cleo).games, of(ben, cleo).otherwise) == (1, 1)
    assert (of(ada).margin, of(ada, ben).margin, of(ben).margin) == (40, 60, -60)


@pytest.mark.parametrize(
    ("gone", "margins"),
    [
        (None, {"ada ben": 60, "ada cleo": 40, "ben cleo": -20}),
        ("ben", {"ada ben": None, "ada cleo": 40, "ben cleo": None}),
        ("cleo", {"ada ben": 60, "ada cleo": None, "ben cleo": None}),
    ],
)
def test_there_is_no_margin_against_a_player_who_left(over, ada, ben, cleo, gone, margins):
    """Three players played to 100 points; the others went on after one left, so the game ended normally."""
    people = {"ada": ada, "ben": ben, "cleo": cleo}
    (game,) = over(ada, ben, seats_number=3, totals=[100, 40, 60])
    Seat.objects.create(game=game, number=2, side=2, player=cleo, result="lost", points=60, over_at=NOON, token="t")
    if gone:
        game.seats.filter(player=people[gone]).update(left=True)
    book.rewrite([game.pk])
    for pair, margin in margins.items():
        one, other = (people[name] for name in pair.split())
        assert of(one, other).average_margin == margin
        assert of(other, one).average_margin == (None if margin is None else -margin)


@pytest.mark.parametrize(
    ("game", "margin"),
    [
        ({}, 60),
        ({"reason": "resigned"}, None),
        ({"reason": "timeout"}, None),
        ({"variant": "brettspielnetz", "totals": [12, 40]}, 28),  # low scores win there
    ],
)
def test_only_games_played_to_the_end_have_a_margin(over, ada, ben, game, margin):
    over(ada, ben, **game)
    assert of(ada).average_margin == margin
    assert of(ben).average_margin == (None if margin is None else -margin)


@pytest.mark.both_databases
def test_an_annulled_game_is_subtracted(game_between, over, ada, ben):
    over(ada, ben, "won", number=2)
    before = everything()
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    settling.settle(game.pk)
    assert record(of(ada)) == (3, 2, 1, 0)
    actions.annul_game(public_id=game.public_id, now=NOON)
    assert everything() == before


@pytest.mark.both_databases
def test_merging_a_guest_moves_their_balances_to_the_account(over, guest, ada, ben):
    dora = guest("Dora")
    over(dora, ben, "won", number=2)
    over(ada, ben, "lost", at=NOON - timedelta(days=1))
    Seat.objects.filter(player=dora).update(player=ada)
    book.merge(dora)
    assert record(of(ada)) == record(of(ada, ben)) == (3, 2, 1, 0)
    assert record(of(ben, ada)) == (3, 1, 2, 0)
    assert not Balance.objects.filter(player=dora, games__gt=0).exists()
    assert not Balance.objects.filter(other=dora, games__gt=0).exists()


def test_deleting_an_account_deletes_its_balances_but_not_those_of_others(over, ada, ben):
    over(ada, ben)
    it_happens("deleted", ben)
    assert not Balance.objects.filter(player=ben).exists()
    assert record(of(ada, ben)) == (1, 1, 0, 0)


@pytest.mark.both_databases
def test_a_command_rebuilds_all_balances(over, ada, ben):
    over(ada, ben, "won", number=3)
    right = everything()
    Balance.objects.filter(player=ada).update(games=99)
    Balance.objects.filter(player=ben).delete()
    Meeting.objects.update(margin=None)
    call_command("recount", stdout=(said := StringIO()))
    assert everything() == right
    assert "3 games" in said.getvalue()

"""Games, wins and points, by game and month; the sums equal a recount."""

from datetime import UTC, datetime

import pytest
from django.core.management import call_command

from accounts.models import new_guest
from standings.models import Tally
from standings.months import month_of
from standings.tallies import MOST
from tests.following import it_happens
from tests.standings.conftest import START, annul, people

pytestmark = pytest.mark.django_db


def tally(player, variant="", month=""):
    return Tally.objects.filter(player=player, variant=variant, month=month).values_list(
        "games", "won", "drawn", "points"
    )[0]


@pytest.mark.both_databases
def test_a_finished_game_is_added_to_four_sums(played, ada, ben):
    played(ada, ben, totals=(100, 40))
    played(ada, ben, totals=(100, 20), hours=24 * 40)
    played(ben, ada, totals=(100, 60), variant="muggins")
    assert tally(ada) == (3, 2, 0, 260)
    assert tally(ada, "draw") == (2, 2, 0, 200)
    assert tally(ada, "draw", "2026-11") == (1, 1, 0, 100)
    assert tally(ada, "draw", "2026-12") == (1, 1, 0, 100)
    assert tally(ben, "", "2026-11") == (2, 1, 0, 140)


@pytest.mark.both_databases
def test_the_month_is_that_of_the_end_in_utc():
    assert month_of(datetime(2026, 11, 30, 23, 59, tzinfo=UTC)) == "2026-11"
    assert month_of(datetime.fromisoformat("2026-12-01T00:30:00+01:00")) == "2026-11"


def test_unrated_and_drawn_games_count_too(played, ada, ben):
    played(ada, ben, rated=False, totals=(50, 50), winners=(0, 1), moves=0)
    assert tally(ada) == (1, 0, 1, 50)


def test_guests_have_no_tally_until_they_have_an_account(played, ada, browser_of):
    dora = new_guest("Dora")
    played(dora, ada)
    assert not Tally.objects.filter(player=dora)
    signed_up = {"username": "dora", "password1": "a long one, 7 tiles"}
    assert browser_of(dora).post("/accounts/signup/", signed_up).status_code == 302
    assert tally(dora) == (1, 1, 0, 100)


def test_deleted_accounts_get_no_tally_when_the_others_finish(played, ada, ben, cleo):
    cleo.deleted_at = START
    cleo.save(update_fields=["deleted_at"])
    played(ada, ben, cleo, totals=(100, 40, 0), left=(2,))
    assert tally(ada) == (1, 1, 0, 100)
    assert not Tally.objects.filter(player=cleo).exists()


@pytest.mark.both_databases
def test_a_guest_who_logs_in_moves_their_games_to_the_account(played, ada, ben):
    dora = new_guest("Dora")
    played(dora, ada)
    played(ben, ada, hours=1)
    it_happens("merged", dora, ben)
    assert tally(ben) == (2, 2, 0, 200)
    assert tally(ada) == (2, 0, 0, 80)


@pytest.mark.both_databases
def test_an_annulled_game_is_subtracted_from_every_sum(played, ada, ben):
    played(ada, ben)
    annul(played(ada, ben, hours=24 * 40))
    assert tally(ada, "draw") == (1, 1, 0, 100)
    assert tally(ada, "draw", "2026-12") == (0, 0, 0, 0)
    assert not Tally.objects.filter(player=ada, month="2026-12", games__gt=0)


@pytest.mark.both_databases
def test_points_too_large_for_a_sum_are_capped(played, ada, ben):
    for n in range(3):
        played(ada, ben, totals=(2**62, -(2**62)), hours=n)
    assert tally(ada, "draw")[3] == 3 * MOST
    assert tally(ben, "draw")[3] == -3 * MOST
    found = list(Tally.objects.order_by("pk").values())
    call_command("recount")
    assert list(Tally.objects.order_by("pk").values()) == found


@pytest.mark.both_databases
def test_a_recount_gives_the_same_sums(played):
    players = people(4)
    for n in range(12):
        a, b = players[n % 4], players[(n + 1 + n % 2) % 4]
        variant = ["draw", "muggins"][n % 2]
        played(a, b, variant=variant, totals=(n, 2 * n), winners=[(0,), (1,), (0, 1)][n % 3], hours=200 * n)
    found = list(Tally.objects.order_by("pk").values())
    call_command("recount")
    assert list(Tally.objects.order_by("pk").values()) == found

"""One's clubs come first on the home page and in the lobby."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from clubs import actions, shown
from games.lobby import open_tables
from people.actions import block
from tests.clubs.conftest import NOW
from tests.conftest import forget, person
from tests.pages.conftest import offer
from tests.tournaments.world import CUP
from tournaments.life import making
from tournaments.models import Tournament

__all__ = ["offer"]


def statements(client: Client, name: str) -> list[str]:
    client.get(reverse(name))
    with CaptureQueriesContext(connection) as asked:
        assert client.get(reverse(name)).status_code == 200
    return [each["sql"] for each in asked]


def words(client: Client, name: str) -> str:
    return re.sub(r"\s+", " ", client.get(reverse(name)).content.decode())


@pytest.mark.parametrize("name", ["home", "lobby"])
def test_people_with_clubs_cost_one_statement_more_and_others_none(ada, ben, cleo, club, offer, browser_of, name):
    for each in (ben, cleo):
        offer(each, visibility="public")
    reader = browser_of(ada)
    before = statements(reader, name)
    for n in range(3):
        club(cleo, ben, name=f"Club {n}")
    assert len(statements(reader, name)) == len(before)
    assert not [sql for sql in before if "clubs_" in sql]
    club(ada, ben, name="Mine")
    forget()  # has_clubs is kept for some seconds
    assert len(statements(reader, name)) == len(before) + 1
    assert len([sql for sql in statements(reader, name) if "clubs_" in sql]) == 1


def test_home_names_ones_clubs_those_with_an_evening_first(ada, ben, club, browser_of):
    old, new = club(ada, ben, name="Alpha"), club(ada, ben, name="Omega")
    text = words(browser_of(ada), "home")
    assert text.index("Alpha") < text.index("Omega")
    evening = CUP | {"pace": "live", "format": "swiss", "rounds": 3, "round_days": 1, "most": 32}
    now = timezone.now()
    making.store(Tournament(entries_end=now + timedelta(hours=2), club=new, **evening), now)
    text = words(browser_of(ada), "home")
    assert text.index("Omega") < text.index("Alpha")
    assert "today" in text
    assert "My clubs" not in words(Client(), "home")
    assert "My clubs" not in words(browser_of(person("Dora")), "home")
    assert old.size == 2


def test_the_lobby_shows_open_games_of_clubs_first_and_each_once(ada, ben, cleo, club, offer, browser_of):
    club(ada, ben)
    of_club, other = offer(ben, visibility="public"), offer(cleo, visibility="public")
    text = words(browser_of(ada), "lobby")
    assert text.index(of_club.public_id) < text.index(other.public_id)
    assert text.index("Double Six") < text.index(of_club.public_id)
    assert text.count('class="side-title"') == 2
    assert "Double Six" not in words(browser_of(cleo), "lobby")


def rows(reader: User) -> list[str]:
    return [row.game.public_id for club in shown.games_of_my_clubs(reader) for row in club.rows]


def test_only_games_that_one_may_join_come_first(ada, ben, cleo, club, offer, browser_of):
    made = club(ada, ben, cleo)
    theirs = [offer(each, visibility="public").public_id for each in (ben, cleo)]
    mine, hidden = offer(ada, visibility="public").public_id, offer(ben).public_id
    assert rows(ada) == theirs[::-1]
    assert {mine, hidden} & {*rows(ada)} == set()
    page = browser_of(ada).get(made.get_absolute_url()).content.decode()
    assert mine in page, "on the club's page, one sees the own game as others do"
    assert page.count("shuffle_seed") == 2, "with no button to join it"
    block(user=cleo, person=ada, now=NOW)
    assert rows(ada) == theirs[:1]
    actions.leave(public_id=made.public_id, player=ben, now=NOW)
    assert rows(ada) == []
    assert rows(ben) == []


def test_first_come_the_games_that_the_lobby_has(ada, ben, cleo, club, offer):
    """One question is in SQL, the other in the ORM: both know the same live, blocked, full, kept and ended ones."""
    club(ada, ben, cleo, name="One")
    club(ada, ben, name="Two")
    bank = {"clock": "bank", "turn_seconds": None, "increment_seconds": 5}
    clocks: list[dict[str, object]] = [
        {}, {"clock": "none", "turn_seconds": None}, {"turn_seconds": 60}, {"lasts_seconds": 36_000},
        bank | {"bank_seconds": 600}, bank | {"bank_seconds": 200_000},
    ]  # fmt: skip
    made = [offer(host, visibility="public", **clock) for host in (ben, cleo) for clock in clocks]
    made[0].seats.filter(player=None).update(kept_for=cleo)
    made[6].seats.filter(player=None).update(player=ben)
    block(user=person("Dora"), person=ada, now=NOW)
    for is_program in (False, True):
        User.objects.filter(pk=cleo.pk).update(is_program=is_program)
        lobby = open_tables(ada).values_list("public_id", flat=True)
        assert len(lobby) > 2
        assert sorted(rows(ada)) == sorted(lobby[: shown.SHOWN_IN_LOBBY])
    block(user=ada, person=ben, now=NOW)
    assert sorted(rows(ada)) == sorted(open_tables(ada).values_list("public_id", flat=True))


def test_a_filtered_lobby_has_no_part_of_clubs(ada, ben, cleo, club, offer, browser_of):
    club(ada, ben)
    offer(ben, visibility="public")
    for reader in (ada, cleo):
        answer = browser_of(reader).get(reverse("lobby"), {"variant": "muggins", "speed": "days"})
        assert answer.status_code == 200
        assert "Double Six" not in answer.content.decode()

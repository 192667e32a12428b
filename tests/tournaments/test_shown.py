"""What pages and answers say about a score."""

import pytest
from django.test import Client
from django.utils.html import strip_tags

from notices import queries as notices
from notices.models import Notice
from notices.sentences import notice_text
from tests.tournaments.world import CUP, World
from tournaments import words
from tournaments.entries import withdrawing
from tournaments.followers import TournamentsOfPeople
from tournaments.models import Pairing, TableOf, Tournament
from tournaments.pages import my_games
from tournaments.templatetags.tournaments import notices_by_day

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(("variant", "fewest_wins"), [("block", False), ("muggins", False), ("goat", True)])
@pytest.mark.parametrize("loser", [0, 1])
def test_whoever_resigned_is_behind_in_the_score(world: World, variant, fewest_wins, loser):
    there = world.open(variant=variant, format="round_robin", least=3, most=3)
    people = world.people(3)
    world.enter(there, people)
    world.wait(seconds=10)
    withdrawing.leave(public_id=there.public_id, player=people[loser], now=world.now)
    world.wait(seconds=10)
    tables = Pairing.objects.filter(results__entry__members__player=people[loser], over=True)
    assert len(tables) == 2
    for table in tables.prefetch_related("results__entry"):
        side = next(each.side for each in table.results.all() if each.entry.state == "out")
        mine, theirs = (int(each.replace("−", "-")) for each in words.score(there, table, side).split(" : "))
        assert (mine > theirs) if fewest_wins else (mine < theirs)


def terms(**changed: object) -> Tournament:
    return Tournament(**CUP | {"most": 6} | changed)


def test_a_cup_of_six_says_what_it_takes():
    """Each meets five others in two games each."""
    takes = words.takes(terms())
    assert takes.startswith("Up to 10 games at once, about ")
    assert takes.endswith(" a day, 14 days in all, at most.")


@pytest.mark.parametrize(("seats", "others"), [(3, "1½ and 0"), (4, "2, 1 and 0")])
def test_the_points_of_a_table_are_those_of_its_seats(seats, others):
    rules = words.how_it_goes(terms(seating="pod", seats=seats, deals=12, format="swiss", rounds=5))
    assert any(f"The first at the table gets 3 points, the others {others}." in rule for rule in rules)


def test_the_games_of_a_match_count_from_one():
    assert my_games.MyGame(TableOf(number=0), waits=False).number == 1


def test_a_days_notifications_of_a_tournament_and_its_games_are_one_row(world: World):
    there = world.open(variant="block", format="round_robin", least=3, most=3)
    people = world.people(3)
    world.enter(there, people)
    world.wait(seconds=10)
    events = set()
    for player in people:
        lines = notices.page_of(player, "", 30).rows
        [(_day, rows)] = notices_by_day(lines)
        assert [len(row.lines) for row in rows] == [len(lines)]
        events |= {line.notice.event for line in lines}
    assert events == {"tournament", "turn"}


def test_no_page_or_notification_says_until_when_a_live_round_lasts(world: World):
    there = world.open(pace="live", format="round_robin", rounds=1, least=4, most=4)
    people = world.people(4)
    world.enter(there, people)
    world.wait(seconds=10)
    browser = Client()
    for address in ("/tournaments/", there.get_absolute_url()):
        said = strip_tags(browser.get(address).content.decode())
        assert [word in said for word in ("until 1", "Ends", "Live\n")] == [False, False, True]
    rounds = Notice.objects.filter(event="tournament")
    assert {notice_text(each, world.now).body.partition(" · ")[0] for each in rounds} == {"2 games"}
    assert not any("until" in notice_text(each, world.now).body for each in rounds)
    assert not list(TournamentsOfPeople().dates(people[0]))

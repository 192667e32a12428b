"""Programs say which games they accept; people see them and can't invite them to others."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common import refusals
from games.models import Game, Seat
from matching.followers import MatchingOfPeople
from matching.models import Accepts
from people import actions as people_actions
from people.models import Invitation, Profile
from tests.api.conftest import Caller, refused
from tests.creating import create_game
from tests.matching.conftest import browser_of, rate
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db
SAID = {"variants": ["muggins", "draw"], "paces": ["usual"], "rated": False, "most": 1}


@pytest.fixture
def rob(people) -> User:
    """A program that accepts one daily unrated game of Draw or Muggins."""
    [rob] = people("Rob")
    User.objects.filter(pk=rob.pk).update(is_program=True)
    rob.refresh_from_db()
    Accepts.objects.create(player=rob, **SAID)
    return rob


def invite(host: User, player: User, **game: object) -> list[Invitation]:
    terms = {"variant": "draw", "rated": False, "turn_seconds": 86_400} | game
    offered = create_game(creator=host, **terms)
    return people_actions.invite(public_id=offered.public_id, by=host, players=[player], now=timezone.now())


def refusal(host: User, player: User, **game: object) -> str:
    with pytest.raises(refusals.Refused) as refused:
        invite(host, player, **game)
    assert not Seat.objects.filter(kept_for=player).exists()
    assert not Invitation.objects.exists()
    return refused.value.code


def listed(by: Client) -> list[str]:
    return [line["username"] for line in by.get("/api/v1/programs/").json()]


@pytest.mark.both_databases
def test_a_program_says_what_it_accepts_and_takes_it_back(people, fits):
    [ada] = people("Ada")
    as_ada = Caller(ada)
    refused(as_ada.put("me/accepts/", **SAID), 403, "not_a_program")
    as_ada.put("me/", program=True)
    refused(as_ada.get("me/accepts/"), 404, "not_set")
    answer = as_ada.put("me/accepts/", **SAID).json()
    fits("AcceptsView", answer)
    assert (set(answer["variants"]), answer["paces"], answer["rated"], answer["most"]) == (
        {"muggins", "draw"}, ["usual"], False, 1,
    )  # fmt: skip
    assert as_ada.get("me/accepts/").json() == answer
    refused(as_ada.put("me/accepts/", **SAID | {"variants": ["chess"]}), 400, "unknown_variant")
    refused(as_ada.put("me/accepts/", **SAID | {"most": 0}), 400, "invalid")
    assert as_ada.delete("me/accepts/").status_code == 204
    refused(as_ada.get("me/accepts/"), 404, "not_set")


def test_an_invitation_to_a_game_that_it_accepts_reserves_a_seat(people, rob):
    [ada] = people("Ada")
    invite(ada, rob)
    assert Seat.objects.get(kept_for=rob).game.creator == ada


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "game",
    [{"variant": "sausage"}, {"rated": True}, {"turn_seconds": 60}, {"turn_seconds": 6 * 3600}],
    ids=["another game", "rated", "live", "brisk"],
)
def test_a_program_is_not_invited_to_what_it_does_not_accept(people, rob, game):
    [ada] = people("Ada")
    assert refusal(ada, rob, **game) == "not_accepted"


def test_a_program_with_enough_games_is_busy(people, rob):
    ada, ben = people("Ada", "Ben")
    [invitation] = invite(ada, rob)
    people_actions.accept_invitation(public_id=invitation.game.public_id, player=rob)
    assert Game.objects.get().status == "playing"
    with pytest.raises(refusals.NotNow) as refused:
        invite(ben, rob)
    assert refused.value.code == "program_busy"
    assert "Rob" in refused.value.message


def test_programs_that_said_nothing_and_people_are_invited_to_anything(people, rob):
    ada, ben = people("Ada", "Ben")
    invite(ada, ben, variant="sausage", rated=True)
    Accepts.objects.all().delete()
    invite(ada, rob, variant="sausage", rated=True)
    assert Invitation.objects.count() == 2


def test_a_person_whose_account_was_a_programs_is_invited_to_anything(people, rob):
    [ada] = people("Ada")
    rob.is_program = False
    rob.save()
    invite(ada, rob, variant="sausage")
    assert listed(Client()) == []


@pytest.mark.both_databases
def test_the_list_has_what_a_program_accepts_and_its_rating(rob, fits):
    [line] = Caller().get("programs/").json()
    fits("ProgramLine", line)
    assert line == {**SAID, "username": "rob", "name": "Rob", "rating": None, "ratings": {}}
    rate(rob, 1612, "")
    rate(rob, 1543, "draw")
    rate(rob, 1700, "sausage")  # which it doesn't accept
    [line] = Caller().get("programs/").json()
    fits("ProgramLine", line)
    assert (line["rating"], line["ratings"]) == (1612, {"draw": 1543})


def test_pages_show_what_a_program_accepts_and_its_strength_by_game(rob):
    rate(rob, 1543, "draw")
    for path in ("/programs/", "/people/rob/"):
        page = words_of(Client().get(path))
        assert "Daily · unrated · 1 game at once" in page
        assert "1543" in page
    assert "/new/?invite=rob&amp;variant=muggins" in Client().get("/people/rob/").content.decode()


def test_the_profile_of_a_person_or_of_a_program_that_accepts_nothing_says_nothing(people, rob):
    people("Ada")
    assert "This program accepts" in words_of(Client().get("/people/rob/"))
    Accepts.objects.update(variants=[])
    for name in ("ada", "rob"):
        assert "This program accepts" not in words_of(Client().get(f"/people/{name}/"))


@pytest.mark.both_databases
@pytest.mark.parametrize("changed", [{"variants": []}, {"paces": []}])
def test_a_program_that_accepts_nothing_is_not_listed(rob, changed):
    assert listed(Client()) == ["rob"]
    Accepts.objects.update(**changed)
    assert listed(Client()) == []


def test_a_locked_account_and_one_that_only_friends_invite_are_not_listed(rob):
    Profile.objects.create(user=rob, invites=Profile.Invites.FRIENDS)
    assert listed(Client()) == []
    Profile.objects.update(invites=Profile.Invites.EVERYBODY)
    assert listed(Client()) == ["rob"]
    User.objects.filter(pk=rob.pk).update(is_active=False)
    assert listed(Client()) == []


def test_blocks_hide_a_program_in_both_directions(people, rob):
    ada, ben, cleo = people("Ada", "Ben", "Cleo")
    people_actions.block(user=ada, person=rob, now=timezone.now())
    people_actions.block(user=rob, person=ben, now=timezone.now())
    assert [listed(browser_of(each)) for each in (ada, ben, cleo)] == [[], [], ["rob"]]
    assert [b"Rob" in browser_of(each).get(reverse("programs")).content for each in (ada, ben, cleo)] == [
        False, False, True,
    ]  # fmt: skip


def test_the_page_leads_to_a_challenge_but_not_of_oneself(people, rob):
    [ada] = people("Ada")
    page = browser_of(ada).get(reverse("programs")).content.decode()
    assert 'href="/people/rob/challenge/"' in page
    assert 'href="/new/?invite=rob&amp;variant=muggins"' in page
    assert "/people/rob/challenge/" not in browser_of(rob).get(reverse("programs")).content.decode()
    assert reverse("programs") in Client().get(reverse("computers")).content.decode()
    Accepts.objects.all().delete()
    assert "No program accepts challenges right now." in Client().get(reverse("programs")).content.decode()


def test_what_a_program_accepts_is_in_its_data_and_goes_with_the_account(rob):
    assert MatchingOfPeople().on_record(rob)["accepts"] == SAID
    MatchingOfPeople().deleted(rob)
    assert not Accepts.objects.exists()

"""The API of ladders: read, join, challenge, leave; pages by their buttons; exports."""

import pytest

from clubs.models import Membership
from games.models import Game
from ladders.followers import LaddersAfterMove, LaddersOfPeople
from ladders.models import Challenge, GameOf, Ladder
from notices import sentences
from notices.models import Notice
from tests.api.conftest import Caller, refused
from tests.ladders.test_cheats import club_of
from tests.ladders.world import World, places

pytestmark = pytest.mark.django_db(transaction=True)
STATUS = {"out_of_reach": 409, "still_playing": 409, "not_organiser": 403, "unknown_club": 404}


def caller(person) -> Caller:
    return Caller(person)


def test_everything_by_the_api(world: World, fits):
    ada, ben = world.known_people(2)
    for each in (ada, ben):
        answer = caller(each).post("ladders/", {"variant": "block"})
        assert answer.status_code == 201
    ladder = Ladder.objects.get()
    one = f"ladders/{ladder.public_id}/"
    for path, shape in {"": "LadderView", "places/": "LadderPlaces", "challenges/": "LadderChallenges"}.items():
        fits(shape, caller(ben).get(f"{one}{path}").json())
    assert caller(ben).get(one).json()["you"] == {"place": 2, "best": 2, "won": 0, "lost": 0}
    assert [line["players"] for line in caller(ada).get("ladders/").json()["results"]] == [2]
    assert [line["player"]["username"] for line in caller(ada).get(f"{one}places/").json()["results"]] == [
        ada.username,
        ben.username,
    ]
    refused(caller(ada).post(f"{one}challenges/", {"player": ben.username}), STATUS["out_of_reach"], "out_of_reach")
    made = caller(ben).post(f"{one}challenges/", {"player": ada.username})
    assert made.status_code == 201
    assert len(made.json()["games"]) == 2
    assert caller(ada).get(f"{one}challenges/").json()["results"] == [made.json()]
    refused(caller(ben).post(f"{one}leave/", {}), STATUS["still_playing"], "still_playing")
    world.end(Challenge.objects.get(), ben)
    assert caller(ben).post(f"{one}leave/", {}).status_code == 204
    assert caller(ben).post(f"{one}join/", {}).json()["you"]["place"] == 2


def test_buttons_of_pages(world: World, client):
    ada, ben, cleo = world.known_people(3)
    assert "No ladder has players yet" in client.get("/ladders/").content.decode()
    ladder = world.ladder([ada, ben])
    page = ladder.get_absolute_url()
    assert client.get(page).status_code == client.get("/ladders/").status_code == 200
    client.force_login(cleo)
    client.post("/ladders/join/", {"game": "block"})
    assert places(ladder) == [ada, ben, cleo]
    assert f'value="{ada.username}"' in client.get(page).content.decode()
    client.post(f"{page}challenge/", {"player": ada.username})
    game = GameOf.objects.order_by("number")[0].game
    assert "your turn" in client.get(page).content.decode() or game.turn != 0
    assert client.get(f"/ladders/game/{game.public_id}/").url == page
    assert "ladder" in client.get(f"/g/{game.public_id}/").content.decode()
    answer = client.post(f"{page}leave/", follow=True)
    assert "Finish your challenges first" in answer.content.decode()
    world.end(Challenge.objects.get(), cleo)
    client.post(f"{page}leave/")
    assert places(ladder) == [ada, ben]
    client.post(f"{page}join/")
    assert places(ladder) == [ada, ben, cleo]


def test_notifications_name_the_ladder(world: World):
    people = world.known_people(2)
    ladder = world.ladder(people)
    world.beat(ladder, people[1], people[0])
    told = Notice.objects.filter(event="tournament").select_related("player", "by").order_by("pk")
    texts = [sentences.notice_text(notice, world.now) for notice in told]
    assert [text.title for text in texts] == [
        "Player 1 challenges you: Block ladder",
        "You beat Player 0: Block ladder",
        "Player 1 beat you: Block ladder",
    ]
    assert [text.body for text in texts][1:] == ["Your place: 1", "Your place: 2"]


def test_exports_have_ladders_and_name_the_ladder_of_a_game(world: World):
    people = world.known_people(2)
    ladder = world.ladder(people)
    made = world.beat(ladder, people[1], people[0])
    record = LaddersOfPeople().on_record(people[1])
    assert record["ladders"][0]["place"] == 1
    assert [each["outcome"] for each in record["challenges"]] == ["won"]
    [first, _second] = Game.objects.filter(challenge_of__challenge=made).order_by("pk")
    assert LaddersAfterMove().beside_records([first.pk]) == {
        first.pk: {"ladder": {"id": ladder.public_id, "challenge": made.pk, "game": 1}}
    }


def test_the_ladders_of_a_club_by_the_api(world: World):
    ada, ben, cleo = world.known_people(3)
    club = club_of([ada, ben], world, shows_members=False)
    terms = {"variant": "block", "club": club.public_id}
    refused(caller(ben).post("ladders/", terms), STATUS["not_organiser"], "not_organiser")
    opened = caller(ada).post("ladders/", terms).json()
    assert opened["club"] == club.public_id
    one = f"ladders/{opened['id']}/"
    assert caller(ben).post(f"{one}join/", {}).json()["you"]["place"] == 1
    assert caller(cleo).get(one).content == caller(cleo).get("ladders/none/").content
    refused(caller(cleo).get("ladders/", club=club.public_id), STATUS["unknown_club"], "unknown_club")
    Membership.objects.get(player=ben).delete()
    world.wait(seconds=3)
    assert caller(ada).get(f"{one}places/").json()["results"] == []

"""The API of tournaments: what a guest, a stranger, an entrant and a maker get at each address."""

import json
import random
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import User, new_guest
from games.models import Game, Move
from matching.models import Accepts
from people import actions as people_actions
from tests.api.conftest import Caller, refused, token_of
from tests.live.server import ROOT
from tests.tournaments.world import World
from tournaments import queries
from tournaments.api import changing, reading
from tournaments.entries import entering, known
from tournaments.models import Absence, Entry, Tournament

pytestmark = pytest.mark.django_db
READ = {
    "": "TournamentView", "entries/": "Entries", "standings/": "TournamentStandings", "rounds/1/1/": "RoundTables",
}  # fmt: skip
OWN = {"games/": "MyTournamentGames", "next/": "NextGame"}
GUIDE = (ROOT / "docs" / "api.md").read_text()
TERMS = {"variant": "block", "least": 3, "most": 6, "name": "Sunday  cup"}


def address(tournament: Tournament, more: str = "") -> str:
    return f"tournaments/{tournament.public_id}/{more}"


def listed(caller: Caller, state: str = "open") -> list[str]:
    return [line["id"] for line in caller.get("tournaments/", state=state).json()["results"]]


def entered(caller: Caller) -> list[str]:
    return [line["tournament"]["id"] for line in caller.get("me/tournaments/").json()["results"]]


@pytest.fixture
def running(world: World) -> tuple[Tournament, list[User]]:
    """A cup of three that has just started, and its players."""
    cup, people = world.open(most=3), world.people(3)
    world.enter(cup, people)
    world.wait(seconds=10)
    cup.refresh_from_db()
    return cup, people


# ---- Help ----------------------------------------------------------------------------------------


def test_nobody_gets_help_against_the_computers_of_a_tournament(world: World, ada: User):
    """A cheat asks for a hint at each turn, for advice, and takes back what went badly: by API and by pages."""
    cup, cheat, browser = world.open(computers="beginner", least=3, most=3), Caller(ada), Client()
    browser.force_login(ada)
    assert cheat.post(address(cup, "enter/")).status_code == 200
    world.wait(days=1, minutes=1)
    mine = Game.objects.filter(status=Game.Status.PLAYING, seats__player=ada)
    game = next(each.public_id for each in mine if cheat.view(each.public_id)["round"]["legal"])
    view = cheat.view(game)
    assert (view["appointed"], view["rated"], sum(seat["computer"] is not None for seat in view["seats"])) == (
        True, False, 1,
    )  # fmt: skip
    refused(cheat.get(f"games/{game}/hints/"), 403, "no_hints")
    refused(cheat.get(f"games/{game}/rounds/0/coach/"), 403, "no_advice")
    moved = cheat.move(game, view["round"]["legal"][0], view["version"], view=True).json()
    refused(cheat.post(f"games/{game}/take-back/", version=moved["version"]), 403, "not_alone")
    world.work()
    refused(cheat.post(f"games/{game}/take-back/", version=cheat.view(game)["version"]), 403, "not_alone")
    assert reverse("hints", args=[game]) not in browser.get(f"/g/{game}/").content.decode()
    assert "not in tournaments" in browser.get(reverse("hints", args=[game])).content.decode()
    assert Move.objects.filter(game__public_id=game, taken_back__isnull=False).count() == 0


# ---- To read -------------------------------------------------------------------------------------


def test_everybody_may_read_a_tournament(running, world: World, fits):
    cup, people = running
    [stranger] = world.people(1)
    for caller in (Caller(), Caller(new_guest("Gil")), Caller(stranger), Caller(people[0])):
        for more, shape in READ.items():
            answer = caller.get(address(cup, more))
            assert answer.status_code == 200, answer.json()
            fits(shape, answer.json())
        for each in caller.get(address(cup, "rounds/")).json():
            fits("TournamentRound", each)
    for more in OWN:
        refused(Caller().get(address(cup, more)), 401, "not_authenticated")
        assert Caller(stranger).get(address(cup, more)).status_code == 200
    refused(Caller().get("me/tournaments/"), 401, "not_authenticated")


@pytest.mark.both_databases
def test_lists_have_each_public_tournament_in_its_state(running, world: World, fits):
    cup, people = running
    later, sooner = world.open(entries_end=world.now + timedelta(days=9)), world.open()
    by_link = world.open(entering="link")
    assert listed(Caller()) == [sooner.public_id, later.public_id]
    assert listed(Caller(), "running") == [cup.public_id]
    assert listed(Caller(), "over") == []
    fits("TournamentList", Caller().get("tournaments/").json())
    assert Caller().get(address(by_link)).json()["entering"] == "link"
    world.enter(by_link, people[:1])
    assert entered(Caller(people[0])) == [by_link.public_id, cup.public_id]
    assert entered(Caller(people[1])) == [cup.public_id]
    fits("MyTournaments", Caller(people[0]).get("me/tournaments/").json())
    refused(Caller().get("tournaments/", state="cancelled"), 400, "invalid")


def test_no_address_of_anybody_is_in_an_answer(running):
    cup, people = running
    for each in people:
        EmailAddress.objects.create(user=each, email=f"{each.username}@example.org", verified=True, primary=True)
        User.objects.filter(pk=each.pk).update(email=f"{each.username}@example.org")
    for more in (*READ, *OWN, "rounds/"):
        assert "example.org" not in Caller(people[0]).get(address(cup, more)).content.decode()


def test_before_the_start_a_tournament_says_what_it_takes_and_who_is_in(world: World):
    cup = world.open(rating_to=2000)
    ada, ben = world.people(2)
    world.enter(cup, [ada])
    told = Caller(ada).get(address(cup)).json()
    assert (told["state"], told["stage"], told["entered"], told["least"], told["most"]) == ("open", 0, 1, 3, 6)
    assert (told["starts"], told["last_day"], told["ended"]) == ("2026-12-02T12:00:00Z", "2026-12-16T12:00:00Z", None)
    assert (told["takes"]["games"], told["takes"]["round_days"], told["takes"]["days"]) == (10, 14, 14)
    assert (told["clock"]["bank"], told["options"]["end"], told["rating_to"]) == (3 * 86_400, "rounds:1", 2000)
    assert [each["key"] for each in told["tiebreaks"]] == ["direct", "sonneborn_berger", "effectiveness", "wins"]
    assert told["entry"]["people"] == [{"username": ada.username, "name": ada.nickname, "program": False}]
    assert (told["entry"]["state"], told["entry"]["waiting"]) == ("in", 0)
    assert Caller(ben).get(address(cup)).json()["entry"] is None
    [line] = Caller(ben).get(address(cup, "entries/")).json()["results"]
    assert (line["entry"], line["rating"]) == ({"id": told["entry"]["id"], "people": told["entry"]["people"]}, 1500)
    standings = Caller(ben).get(address(cup, "standings/")).json()
    assert (standings["stage"], standings["results"]) == (0, [])
    refused(Caller(ben).get(address(cup, "rounds/1/1/")), 404, "unknown_round")


def test_a_player_sees_their_games_and_whose_turn_it_is(running, fits):
    cup, people = running
    caller = Caller(people[0])
    games = caller.get(address(cup, "games/")).json()
    fits("MyTournamentGames", games)
    assert len(games["results"]) == 4  # two against each of the two others
    assert {game["others"][0]["people"][0]["username"] for game in games["results"]} == {
        each.username for each in people[1:]
    }
    mine = [game["id"] for game in games["results"] if game["turn"] == game["you"]]
    for game in games["results"]:
        view = caller.view(game["id"])
        assert (game["you"], game["turn"], game["deadline"]) == (view["you"], view["round"]["turn"], view["deadline"])
    assert caller.get("me/tournaments/").json()["results"][0]["entry"]["waiting"] == len(mine) == 2
    following = caller.get(address(cup, "next/")).json()["game"]
    assert {following, caller.get(address(cup, "next/"), after=following).json()["game"]} == set(mine)


@pytest.mark.both_databases
def test_a_round_has_points_scores_and_the_ids_of_games(running, world: World, fits):
    cup, people = running
    caller = Caller(people[0])
    for game in caller.get(address(cup, "games/")).json()["results"]:
        assert caller.post(f"games/{game['id']}/resign/").status_code == 200
    world.wait(minutes=2)
    answer = Caller().get(address(cup, "rounds/1/1/")).json()
    fits("RoundTables", answer)
    assert (answer["round"]["stage"], answer["round"]["number"], answer["round"]["over"]) == (1, 1, False)
    assert len(answer["results"]) == 3
    for table in answer["results"]:
        names = [each["entry"]["people"][0]["username"] for each in table["entries"]]
        if people[0].username not in names:
            assert [each["points"] for each in table["entries"]] == [None, None]
            assert [game["points"] for game in table["games"]] == [[], []]
            continue
        loser = names.index(people[0].username)
        assert table["over"]
        assert {each["how"] for each in table["entries"]} == {"forfeit"}
        assert [each["points"] for each in table["entries"]] == ([0, 1] if loser == 0 else [1, 0])
        assert [game["number"] for game in table["games"]] == [1, 2]
        assert all(game["points"][loser] < game["points"][1 - loser] for game in table["games"])
    standings = Caller().get(address(cup, "standings/")).json()
    fits("TournamentStandings", standings)
    assert [(each["place"], each["points"], each["played"]) for each in standings["results"]] == [
        (1, 1, 1), (1, 1, 1), (3, 0, 2),
    ]  # fmt: skip
    assert {value["key"] for value in standings["results"][0]["tiebreaks"]} == {
        "direct", "sonneborn_berger", "effectiveness", "wins",
    }  # fmt: skip


def test_a_win_in_an_arena_counts_two_points(world: World):
    arena = world.open(format="arena", at_once=1, least=3, most=100)
    people = world.people(4)
    world.enter(arena, people)
    world.wait(days=1, minutes=1)
    caller = Caller(people[0])
    for game in caller.get(address(arena, "games/")).json()["results"]:
        caller.post(f"games/{game['id']}/resign/")
    world.wait(minutes=2)
    points = [each["points"] for each in Caller().get(address(arena, "standings/")).json()["results"]]
    assert points == [2, 0, 0, 0]


@pytest.mark.both_databases
def test_long_lists_come_in_pages(world: World, monkeypatch):
    monkeypatch.setattr(queries, "ON_PAGE", 2)
    monkeypatch.setattr(queries, "ROUNDS_ON_PAGE", 2)
    monkeypatch.setattr(changing, "A_PAGE", 2)
    monkeypatch.setattr(reading, "A_PAGE", 2)
    cup, others = world.open(most=5), [world.open() for _ in range(4)]
    people = world.people(5)
    world.enter(cup, people[:4])
    for each in others:
        world.enter(each, people[:1])
    caller = Caller(people[0])

    def number_of(path: str) -> int:
        seen, asked = [], {}
        while True:
            answer = caller.get(path, **asked).json()
            assert len(answer["results"]) <= 2
            seen += [str(line) for line in answer["results"]]
            if answer["next"] is None:
                assert len(set(seen)) == len(seen)
                return len(seen)
            asked = {"cursor": answer["next"].partition("cursor=")[2].replace("%2C", ",")}

    assert number_of("tournaments/") == 5
    assert number_of("me/tournaments/") == 5
    assert number_of(address(cup, "entries/")) == 4
    world.enter(cup, people[4:])
    world.wait(seconds=10)
    assert number_of(address(cup, "standings/")) == 5
    assert number_of(address(cup, "rounds/1/1/")) == 10
    assert number_of(address(cup, "games/")) == 8
    refused(caller.get("tournaments/", cursor="never"), 404, "not_found")


@pytest.mark.parametrize("more", ["rounds/2/1/", "rounds/1/2/", "rounds/1/99999999/", "rounds/99999999/1/"])
def test_a_round_that_is_not_there_is_not_found(running, more):
    refused(Caller().get(address(running[0], more)), 404, "unknown_round")


def test_an_unknown_tournament_is_not_found(world: World):
    [ada] = world.people(1)
    caller = Caller(ada)
    for more in ("", "entries/", "standings/", "rounds/", "rounds/1/1/", "games/", "next/"):
        refused(caller.get(f"tournaments/never/{more}"), 404, "unknown_tournament")
    for more in ("enter/", "leave/", "agree/", "cancel/"):
        refused(caller.post(f"tournaments/never/{more}"), 404, "unknown_tournament")
    refused(caller.post("tournaments/never/pause/", paused=True), 404, "unknown_tournament")


# ---- To take part --------------------------------------------------------------------------------


def test_a_player_enters_leaves_and_enters_again(world: World, fits):
    cup = world.open()
    [ada] = world.people(1)
    caller = Caller(ada)
    answer = caller.post(address(cup, "enter/"))
    assert answer.status_code == 200
    fits("TournamentView", answer.json())
    assert (answer.json()["entered"], answer.json()["entry"]["state"]) == (1, "in")
    refused(caller.post(address(cup, "enter/")), 409, "entered")
    assert caller.post(address(cup, "leave/")).status_code == 204
    refused(caller.post(address(cup, "leave/")), 409, "not_entered")
    assert caller.get(address(cup)).json()["entered"] == 0
    assert caller.post(address(cup, "enter/")).json()["entered"] == 1


def test_changes_need_a_caller_and_the_scope_to_play(world: World):
    cup = world.open()
    [ada] = world.people(1)
    for more in ("enter/", "leave/", "agree/", "pause/", "cancel/"):
        refused(Caller().post(address(cup, more)), 401, "not_authenticated")
        refused(Caller(ada, token_of(ada, "read")).post(address(cup, more)), 403, "scope")
    refused(Caller().post("tournaments/", **TERMS), 401, "not_authenticated")
    assert not Entry.objects.exists()


def test_guests_enter_unrated_tournaments_by_link_only(world: World):
    by_link = world.open(entering="link")
    guest = Caller()
    told = guest.post(address(by_link, "enter/"), name="Gil").json()
    assert [each["name"] for each in told["entry"]["people"]] == ["Gil"]
    assert entered(guest) == [by_link.public_id]
    refused(guest.post(address(world.open(), "enter/")), 403, "account_needed")
    refused(guest.post(address(world.open(entering="link", rated=True), "enter/")), 403, "account_needed")


def test_a_guest_who_could_not_enter_is_not_made(world: World):
    by_link = world.open(entering="link", most=3)
    world.enter(by_link, world.people(3))
    refused(Caller().post(address(by_link, "enter/"), name="Gil"), 409, "tournament_full")
    assert not User.objects.filter(is_guest=True).exists()


def test_who_cannot_enter_reads_why(world: World, monkeypatch):
    ada, ben, rob = world.people(3)
    User.objects.filter(pk=rob.pk).update(is_program=True)
    refused(Caller(rob).post(address(world.open(), "enter/")), 403, "no_programs")
    as_ada = Caller(ada)
    refused(as_ada.post(address(world.open(rating_from=1700), "enter/")), 403, "wrong_rating")
    refused(as_ada.post(address(world.open(), "enter/"), partner=ben.username), 409, "no_partners")
    refused(as_ada.post(address(world.open(), "enter/"), partner="nobody"), 404, "unknown_person")
    refused(as_ada.post(address(world.open(), "enter/"), parter=ben.username), 400, "invalid")
    monkeypatch.setattr(entering, "has_too_many", set)
    refused(as_ada.post(address(world.open(), "enter/")), 409, "too_many_games")
    Absence.objects.create(player=ada, until=world.now + timedelta(days=1))
    refused(as_ada.post(address(world.open(), "enter/")), 409, "absent_before")


def test_programs_enter_a_tournament_whose_maker_lets_them_and_play_it_to_its_end(world: World):
    """Entering is their consent: what they accept from others doesn't matter, and no one invites them."""
    robots = world.people(3)
    User.objects.filter(pk__in=[each.pk for each in robots]).update(is_program=True)
    Accepts.objects.create(player=robots[0], variants=["sausage"], paces=["live"], rated=False, most=1)
    robin = world.open(format="round_robin", least=3, most=3, group_size=0, programs=True)
    assert Caller().get(address(robin)).json()["programs"] is True
    for robot in robots:
        told = Caller(token=token_of(User.objects.get(pk=robot.pk), "play")).post(address(robin, "enter/"))
        assert told.status_code in {200, 201}, told.json()
    world.wait(seconds=10)
    world.play(robin)
    assert robin.state == Tournament.State.OVER
    assert robin.entered == 3
    played = Game.objects.filter(appointed=True, status=Game.Status.FINISHED)
    assert played.count() == 3 * robin.deals  # each pair of them
    assert Caller().get(address(robin, "standings/")).status_code == 200


def test_a_maker_says_whether_programs_can_enter(maker, world: World):
    [rob] = world.people(1)
    User.objects.filter(pk=rob.pk).update(is_program=True)
    for programs, status in ((False, 403), (True, 200)):
        made = Caller(maker).post("tournaments/", **TERMS, programs=programs).json()
        assert made["programs"] is programs
        assert Caller(User.objects.get(pk=rob.pk)).post(f"tournaments/{made['id']}/enter/").status_code == status


def test_the_guides_events_of_programs_can_be_created(maker):
    section = GUIDE[GUIDE.index("### Run an event of programs") : GUIDE.index("## Embed a game")]
    [robin] = re.findall(r"-d '({.*?})'", section, re.DOTALL)
    [swiss] = re.findall(r'`("format": "swiss".*?)`', section)
    for terms in (json.loads(robin), json.loads(robin) | json.loads(f"{{{swiss}}}")):
        answer = Caller(maker).post("tournaments/", **terms)
        assert answer.status_code == 201, answer.json()


def test_nobody_enters_a_cup_that_runs(running, world: World):
    [dan] = world.people(1)
    refused(Caller(dan).post(address(running[0], "enter/")), 409, "entries_closed")


def test_partners_agree_or_decline(world: World):
    pairs = world.open(seating="pairs", seats=4, deals=4, most=8)
    ada, ben, cleo, rob = world.people(4)
    User.objects.filter(pk=rob.pk).update(is_program=True)
    people_actions.block(user=cleo, person=ada, now=world.now)
    as_ada, as_ben = Caller(ada), Caller(ben)
    refused(as_ada.post(address(pairs, "enter/"), partner=rob.username), 403, "bad_partner")
    refused(as_ada.post(address(pairs, "enter/"), partner=cleo.username), 403, "not_welcome")
    told = as_ada.post(address(pairs, "enter/"), partner=ben.username).json()
    assert [each["username"] for each in told["entry"]["people"]] == [ada.username]
    assert as_ben.get(address(pairs)).json()["entry"]["agreed"] is False
    told = as_ben.post(address(pairs, "agree/")).json()
    assert told["entry"]["agreed"] is True
    assert [each["username"] for each in told["entry"]["people"]] == [ada.username, ben.username]
    refused(as_ben.post(address(pairs, "agree/")), 409, "not_asked")
    as_ben.post(address(pairs, "leave/"))
    assert as_ben.get(address(pairs)).json()["entry"] is None
    assert [each["username"] for each in as_ada.get(address(pairs)).json()["entry"]["people"]] == [ada.username]


def test_a_player_pauses_and_goes_on(running, world: World):
    cup, people = running
    caller = Caller(people[0])
    swiss = world.open(format="swiss", rounds=3, round_days=7, least=4, most=64)
    world.enter(swiss, world.people(8))
    world.enter(swiss, people[:1])
    world.wait(days=1, minutes=1)
    assert caller.post(address(swiss, "pause/"), paused=True).json()["entry"]["state"] == "paused"
    assert caller.post(address(swiss, "pause/"), paused=False).json()["entry"]["state"] == "in"
    refused(caller.post(address(cup, "pause/"), paused=True), 409, "no_pauses")
    assert caller.post(address(cup, "pause/"), paused=False).json()["entry"]["state"] == "in"
    refused(caller.post(address(cup, "pause/")), 400, "invalid")
    refused(caller.post(address(cup, "pause/"), paused="no"), 400, "invalid")
    [dan] = world.people(1)
    refused(Caller(dan).post(address(cup, "pause/"), paused=True), 409, "not_entered")
    there = world.open()
    world.enter(there, [dan])
    refused(Caller(dan).post(address(there, "pause/"), paused=True), 409, "not_running")


@pytest.mark.both_databases
def test_whoever_leaves_a_running_tournament_resigns_their_games(running, world: World):
    cup, people = running
    assert Caller(people[0]).post(address(cup, "leave/")).status_code == 204
    world.work()
    assert Caller(people[0]).get(address(cup)).json()["entry"]["state"] == "out"
    assert entered(Caller(people[0])) == []
    assert Game.objects.filter(status="playing").count() == 2  # those of the two others


# ---- To create one -------------------------------------------------------------------------------


@pytest.fixture
def maker(world: World, monkeypatch) -> User:
    """Somebody who may create tournaments."""
    [ada] = world.people(1)
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    monkeypatch.setattr(known, "GAMES_BEFORE", 0)
    return ada


def test_a_player_creates_a_tournament_and_cancels_it(maker, world: World, fits):
    caller = Caller(maker)
    answer = caller.post("tournaments/", **TERMS)
    assert answer.status_code == 201, answer.json()
    made = answer.json()
    fits("TournamentView", made)
    assert (made["name"], made["format"], made["deals"], made["maker"], made["entry"]) == (
        "Sunday cup", "cup", 2, True, None,
    )  # fmt: skip
    assert (made["starts"], made["rated"], made["options"]["end"]) == ("2026-12-08T12:00:00Z", True, "rounds:1")
    [ben] = world.people(1)
    assert Caller(ben).get(f"tournaments/{made['id']}/").json()["maker"] is False
    refused(Caller(ben).post(f"tournaments/{made['id']}/cancel/"), 403, "not_maker")
    assert caller.post(f"tournaments/{made['id']}/cancel/").status_code == 204
    refused(caller.post(f"tournaments/{made['id']}/cancel/"), 409, "not_open")
    assert listed(caller) == []


@pytest.mark.parametrize(
    ("terms", "deals", "rounds"),
    [({"format": "swiss", "most": 20}, 2, 5), ({"format": "round_robin"}, 2, 0), ({"format": "arena"}, 2, 0),
     ({"format": "knockout"}, 2, 0), ({"seating": "rotating", "least": 4}, 4, 0),
     ({"seating": "pod", "least": 4}, 4, 0), ({"seating": "pairs"}, 4, 0), ({"computers": "casual"}, 2, 0),
     ({"computers": "master"}, 2, 0), ({"length": "short", "pace": "brisk", "deals": 1}, 1, 0)],
)  # fmt: skip
def test_every_term_has_a_default_that_works(maker, terms, deals, rounds):
    answer = Caller(maker).post("tournaments/", variant="muggins", round_days=60, **terms)
    assert answer.status_code == 201, answer.json()
    assert (answer.json()["deals"], answer.json()["rounds"]) == (deals, rounds)
    assert answer.json()["rated"] == ("computers" not in terms)


@pytest.mark.parametrize(
    ("terms", "code"),
    [({"variant": "chess"}, "unknown_variant"), ({"variant": "chess", "seating": "pod"}, "unknown_variant"),
     ({"least": 9}, "bad_tournament"), ({"deals": 3}, "bad_tournament"), ({"round_days": 1}, "bad_tournament"),
     ({"format": "swiss", "rounds": 10}, "bad_tournament"), ({"most": 65}, "bad_tournament"),
     ({"format": "chess"}, "invalid"), ({"starts_in": 0}, "invalid"), ({"starts_in": 61}, "invalid"),
     ({"rated": "yes"}, "invalid"),
     ({"format": "arena", "pace": "live", "at_once": 1}, "bad_tournament"),
     ({"name": "x" * 81}, "invalid"), ({"prize": "gold"}, "invalid")],
)  # fmt: skip
def test_terms_that_make_no_tournament_are_refused(maker, terms, code):
    refused(Caller(maker).post("tournaments/", **TERMS | terms), 400, code)
    assert not Tournament.objects.exists()


def test_who_may_not_create_a_tournament_reads_why(maker, world: World, monkeypatch):
    [ben] = world.people(1)
    refused(Caller(ben).post("tournaments/", **TERMS), 403, "address_needed")
    refused(Caller(new_guest("Gil")).post("tournaments/", **TERMS), 403, "account_needed")
    for _ in range(3):
        assert Caller(maker).post("tournaments/", **TERMS).status_code == 201
    refused(Caller(maker).post("tournaments/", **TERMS), 409, "too_many_tournaments")
    monkeypatch.setattr(known, "GAMES_BEFORE", 10)
    refused(Caller(maker).post("tournaments/", **TERMS), 403, "too_few_games")


def test_entering_and_creating_tournaments_are_counted(maker, world: World, settings):
    settings.LIMITS, settings.RATES = True, settings.RATES | {"find": "2/m"}
    cup, caller = world.open(), Caller(maker)
    assert caller.post("tournaments/", **TERMS).status_code == 201
    assert caller.post(address(cup, "enter/")).status_code == 200
    refused(caller.post("tournaments/", **TERMS), 429, "slow_down")


# ---- A whole one ---------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_small_cup_is_played_by_api_alone(world: World):
    cup, chance = world.open(most=3), random.Random(7)
    callers = [Caller(each, token_of(each, "play")) for each in world.people(3)]
    for caller in callers:
        assert caller.post(address(cup, "enter/")).status_code == 200
    world.wait(seconds=10)
    for _visit in range(200):
        for caller in callers:
            while (game := caller.get(address(cup, "next/")).json()["game"]) is not None:
                view = caller.view(game)
                move = chance.choice(view["round"]["legal"])
                assert caller.move(game, move, view["version"]).status_code == 200
        world.wait(hours=1)
        if Caller().get(address(cup)).json()["state"] == "over":
            break
    over = callers[0].get(address(cup)).json()
    assert (over["state"], listed(Caller(), "over")) == ("over", [cup.public_id])
    standings = Caller().get(address(cup, "standings/")).json()["results"]
    assert sum(each["points"] for each in standings) == 3  # a point a pairing
    assert [each["played"] for each in standings] == [2, 2, 2]
    mine = next(each for each in standings if each["entry"]["id"] == over["entry"]["id"])
    assert over["entry"]["place"] == mine["place"]
    games = callers[0].get(address(cup, "games/")).json()["results"]
    assert {game["status"] for game in games} == {"finished"}
    assert {(game["turn"], game["deadline"]) for game in games} == {(None, None)}


def test_exports_name_the_tournament_of_a_game(running):
    cup, people = running
    caller = Caller(people[0])
    for game in caller.get(address(cup, "games/")).json()["results"]:
        caller.post(f"games/{game['id']}/resign/")
    file = b"".join(caller.get("me/history/export/").streaming_content)
    lines = [json.loads(line) for line in file.splitlines()]
    tables = {table["table"]: table for table in caller.get(address(cup, "rounds/1/1/")).json()["results"]}
    assert len(lines) == 4
    for line in lines:
        named = line["tournament"]
        assert (named["id"], named["stage"], named["round"]) == (cup.public_id, 1, 1)
        games = {game["number"]: game["id"] for game in tables[named["table"]]["games"]}
        assert games[named["game"]] == line["game"]["id"]
    other = Caller(people[1])
    assert other.post("games/", variant="draw", computers={"1": "casual"}).status_code == 201
    file = b"".join(other.get("me/history/export/").streaming_content)
    assert [("tournament" in json.loads(line)) for line in file.splitlines()].count(False) == 1

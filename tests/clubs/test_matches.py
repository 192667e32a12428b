"""Matches of clubs: agreed, lined up, played and decided, with absent captains and players, cheats and kills."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client

from accounts.farewell import delete_account
from clubs import actions, matches
from clubs.models import Club, Membership
from common.refusals import Forbidden, NotNow, Unreadable
from games.models import Game
from games.settling import ends
from notices.models import Notice
from tests.api.test_schema import fits, schema
from tests.clubs.matches import a_club, agreed, begin, enter, name, proposed, rate, seated
from tests.samples import ALL
from tests.tournaments.ruled import STEP, Ruled, killed_at_every_statement
from tests.tournaments.world import World
from tournaments.entries import entering, withdrawing
from tournaments.followers import TournamentsOfPeople
from tournaments.life import closing
from tournaments.life.steps import steps
from tournaments.models import Entry, Tournament
from tournaments.rounds import teams
from tournaments.rounds.games import starts
from tournaments.rounds.rankings import rankings
from tournaments.rounds.teams import Board, Meeting

__all__ = ["fits", "schema"]
BOARDS = 8 if ALL else 4


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    return World(monkeypatch)


@pytest.fixture
def ruled(world: World, monkeypatch: pytest.MonkeyPatch) -> Ruled:
    return Ruled(world, monkeypatch)


def about(match: Tournament, word: str) -> set[int]:
    """Who heard this of a match."""
    here = Notice.objects.filter(event="tournament", words__url=match.get_absolute_url(), words__about=word)
    return set(here.values_list("player", flat=True))


# ---- Agreed --------------------------------------------------------------------------------------


def test_a_match_is_proposed_and_accepted_by_organisers(world: World):
    ada, ben, cleo, dora = world.people(4)
    home, guest = a_club(world, [ada, ben], "Double Six"), a_club(world, [cleo, dora], "Blank")
    with pytest.raises(Forbidden):
        proposed(world, home, guest, by=ben)
    for hidden in (home, guest):
        hidden.hidden_at = world.now
        with pytest.raises(NotNow, match="can’t play a match with this club"):
            proposed(world, home, guest, by=ada)
        hidden.hidden_at = None
    match = proposed(world, home, guest, by=ada)
    assert about(match, "challenge") == {cleo.pk}
    for nobody in (ada, dora):
        with pytest.raises(Forbidden):
            matches.answer(public_id=match.public_id, by=nobody, accepts=True, now=world.now)
    matches.answer(public_id=match.public_id, by=cleo, accepts=True, now=world.now)
    assert about(match, "accepted") == {ada.pk}
    with pytest.raises(NotNow):
        matches.answer(public_id=match.public_id, by=cleo, accepts=False, now=world.now)


@pytest.mark.both_databases
def test_texts_that_no_database_stores_are_refused(world: World):
    ada, cleo = world.people(2)
    match, browser = agreed(world, [ada, cleo]), Client()
    browser.force_login(ada)
    assert browser.post(f"/clubs/match/{match.public_id}/join/", {"club": "\0"}).status_code == 404
    sent = {"player": f"{ada.username}\0", "save": "yes"}
    assert browser.post(f"/clubs/match/{match.public_id}/line-up/0/", sent).status_code == 302


def test_a_captain_who_deleted_their_account_hears_nothing(world: World):
    people = world.people(4)
    match = agreed(world, people)
    delete_account(user=people[0], now=world.now)
    closing.cancel_as_moderator(public_id=match.public_id, now=world.now)
    assert [*Notice.objects.filter(words__about="cancelled").values_list("player", flat=True)] == [people[2].pk]


def test_a_match_that_is_declined_or_not_answered_within_seven_days_is_cancelled(world: World):
    ada, cleo = world.people(2)
    home, guest = a_club(world, [ada], "Double Six"), a_club(world, [cleo], "Blank")
    declined, unanswered = (proposed(world, home, guest, by=ada, starts_in_hours=20 * 24) for _ in range(2))
    matches.answer(public_id=declined.public_id, by=cleo, accepts=False, now=world.now)
    world.wait(days=7, seconds=-1)
    unanswered.refresh_from_db()
    assert unanswered.is_open
    world.wait(seconds=2)
    with pytest.raises(NotNow):
        matches.answer(public_id=unanswered.public_id, by=cleo, accepts=True, now=world.now)
    for match in (declined, unanswered):
        match.refresh_from_db()
        assert match.state == Tournament.State.CANCELLED
        assert ada.pk in about(match, "cancelled")


def test_either_club_can_call_a_match_off_before_it_begins(world: World):
    people = world.people(4)
    match = agreed(world, people)
    with pytest.raises(Forbidden):
        closing.cancel_own(public_id=match.public_id, by=people[1], now=world.now)
    closing.cancel_own(public_id=match.public_id, by=people[2], now=world.now)


# ---- Played --------------------------------------------------------------------------------------


def test_a_match_whose_captain_is_absent_ends_with_a_result_that_everybody_can_recompute(world: World, fits):
    """N4. One captain names a player for each board. The other one accepts and is never seen again; two members too few
    enter, of whom one never moves.
    """
    people = world.people(2 * (BOARDS + 1))
    home, guest = people[: BOARDS + 1], people[BOARDS + 1 :]
    coming = guest[1 : BOARDS - 1]
    for n, each in enumerate(people):
        rate(each, 1800 - 10 * n)
    match = agreed(world, people, boards=BOARDS)
    name(world, match, 0, home[:BOARDS], by=home[0])
    enter(world, match, coming[::-1])
    world.absent = {guest[0].pk, guest[2].pk}
    begin(world, match)
    assert seated(match, 0) == [each.pk for each in home[:BOARDS]]
    assert seated(match, 1) == [each.pk for each in coming]  # by rating
    last_day = match.last_day
    world.play(match, hours=48)
    assert match.over_at <= last_day + timedelta(hours=1)
    (meeting,) = teams.meetings(match)
    assert [board.points2 for board in meeting.boards[-2:]] == [(2, 0), (2, 0)]
    assert meeting.boards[1].points2 == (2, 0)  # of whoever never moved
    page = Client().get(match.get_absolute_url()).content.decode()
    (said,), boards = numbers(page, "match-sum"), numbers(page, "match-result")
    assert len(boards) == BOARDS
    assert said == tuple(sum(board[side] for board in boards) for side in (0, 1))
    fits("ClubMatch", answer := Client().get(f"/api/v1/club-matches/{match.public_id}/").json())
    (sent,) = answer["meetings"]
    assert [tuple(board["points"]) for board in sent["boards"]] == boards
    assert [board["people"][1] and board["people"][1]["username"] for board in sent["boards"]] == [
        *(each.username for each in coming), None, None,
    ]  # fmt: skip
    assert [each / 2 for each in meeting.points2] == list(said)
    effects = [float(each.replace("−", "-")) for each in re.findall(r"effectiveness ([+−]?[\d.]+)", page)]
    ahead = said if said[0] != said[1] else (sum(effects[:-1]), 0)
    winner = "Double Six" if ahead[0] > ahead[1] else "Blank"
    assert f"{winner} wins." in page
    assert f'href="{Club.objects.get(name=winner).get_absolute_url()}"' in page
    first = match.teams.get(name=winner).number
    assert set(Entry.objects.filter(tournament=match, team=first).values_list("place", flat=True)) == {1}


def numbers(page: str, of: str) -> list[tuple[float, float]]:
    """What a reader finds in the elements of this class: “4½ : 3½”."""
    found = re.findall(rf'class="num {of}">([^<]*) : ([^<]*)<', page)
    return [(_number(one), _number(other)) for one, other in found]


def _number(text: str) -> float:
    return float(text.rstrip("½") or 0) + 0.5 * text.endswith("½")


def test_a_club_that_nobody_plays_for_loses_all_boards(ruled: Ruled):
    world, people = ruled.world, ruled.people(4)
    match = agreed(world, people)
    enter(world, match, people[:2])
    begin(world, match)
    world.wait(seconds=5)  # no board has two players
    match.refresh_from_db()
    assert match.state == Tournament.State.OVER
    assert [(row.team, row.board_points2) for row in teams.table(match)] == [(0, 4), (1, 0)]


def test_a_match_that_nobody_plays_in_is_cancelled(world: World):
    people = world.people(4)
    match = agreed(world, people)
    enter(world, match, people[1:2])
    actions.leave(public_id=match.club.public_id, player=people[1], now=world.now)  # so they can't play for it
    world.wait(days=2, seconds=1)
    match.refresh_from_db()
    assert match.state == Tournament.State.CANCELLED


def test_a_player_who_leaves_during_a_match_loses_their_board(ruled: Ruled):
    world, people = ruled.world, ruled.people(4)
    match = agreed(world, people)
    enter(world, match, people)
    begin(world, match)
    withdrawing.leave(public_id=match.public_id, player=people[3], now=world.now)
    ruled.play(match)
    boards = teams.meetings(match)[0].boards
    lost = next(board for board in boards if Entry.objects.get(members__player=people[3]).pk in board.entries)
    assert lost.points2 == (2, 0)


def meeting(*boards: tuple[tuple[int, int], tuple[int, int]]) -> Meeting:
    return Meeting(
        1, (0, 1), [Board(n, (1, 2), points, None, effects) for n, (points, effects) in enumerate(boards, 1)]
    )


@pytest.mark.parametrize(
    ("match", "better"),
    [
        (meeting(((2, 0), (10, -10)), ((1, 1), (-50, 50))), 0),  # more board points
        (meeting(((2, 0), (10, -10)), ((0, 2), (-50, 50))), 1),  # level, then effectiveness
        (meeting(((0, 2), (0, 0)), ((2, 0), (0, 0))), 1),  # level, then without the lowest board
        (meeting(((1, 1), (0, 0)), ((2, 0), (9, 0)), ((0, 2), (0, 9))), 0),
        (meeting(((1, 1), (5, 5)), ((1, 1), (0, 0))), None),
    ],
)
def test_board_points_decide_then_effectiveness_then_the_highest_boards(match, better):
    assert match.better == better


# ---- The line-up ---------------------------------------------------------------------------------


def test_named_players_are_asked_and_those_who_do_not_agree_are_not_seated(world: World):
    people = world.people(8)
    home, guest = people[:4], people[4:]
    match = agreed(world, people)
    matches.line_up(public_id=match.public_id, team=0, players=home[1:3], by=home[0], now=world.now)
    assert about(match, "board") == {home[1].pk, home[2].pk}
    assert not list(TournamentsOfPeople().dates(home[1]))  # nor in their calendar
    browser = Client()
    browser.force_login(home[2])
    assert "Play on board 2" in browser.get(match.get_absolute_url()).content.decode()
    browser.post(f"{match.get_absolute_url()}agree/")
    withdrawing.leave(public_id=match.public_id, player=home[1], now=world.now)
    assert [each.player for each in matches.line(match, 0)] == [home[2]]
    matches.line_up(public_id=match.public_id, team=0, players=home[2:], by=home[0], now=world.now)
    rate(home[0], 1900)
    enter(world, match, [home[0], home[3], *guest[:2]])  # entering agrees to a board, too
    begin(world, match)
    assert seated(match, 0) == [home[2].pk, home[3].pk]


def test_captains_name_their_players_in_the_order_of_rating(world: World):
    """The cheat: the strongest player beats the other club's last one."""
    people = world.people(6)
    for each, rating in zip(people, [1700, 1600, 1499], strict=False):
        rate(each, rating)
    match = agreed(world, people, boards=3)
    for order in ([2, 1, 0], [1, 2, 0], [2, 0, 1], [0, 2, 1]):
        with pytest.raises(Unreadable, match="more than 100 points stronger"):
            name(world, match, 0, [people[n] for n in order], by=people[0])
    name(world, match, 0, [people[1], people[0], people[2]], by=people[0])


def test_nobody_plays_for_two_clubs_and_no_master_or_program_is_hired(world: World):
    people = world.people(6)
    match = agreed(world, people)
    matches.line_up(public_id=match.public_id, team=0, players=[people[2]], by=people[0], now=world.now)
    people[2].is_program = True
    people[2].save(update_fields=["is_program"])
    with pytest.raises(Forbidden, match="Programs can’t enter"):
        entering.agree(public_id=match.public_id, player=people[2], now=world.now)
    home, guest = Club.objects.get(name="Double Six"), Club.objects.get(name="Blank")
    master = world.people(1)[0]
    world.now += timedelta(hours=1)
    for club in (home, guest):
        actions.join(public_id=club.public_id, player=master, link=club.link, now=world.now)
    actions.join(public_id=guest.public_id, player=people[1], link=guest.link, now=world.now)
    with pytest.raises(Forbidden):
        enter(world, match, [master])
    for team, by, player in ((0, 0, master), (0, 0, people[2]), (1, 3, people[1])):
        with pytest.raises(NotNow):
            name(world, match, team, [player], by=people[by])
    enter(world, match, [people[1]])
    assert Entry.objects.get(members__player=people[1]).team == 0


def test_somebody_in_both_clubs_plays_for_one_of_them(world: World):
    people = world.people(6)
    both = people[1]
    home, guest = a_club(world, people[:3], "Double Six"), a_club(world, people[3:], "Blank")
    world.now += timedelta(hours=1)
    actions.join(public_id=guest.public_id, player=both, link=guest.link, now=world.now)
    match = proposed(world, home, guest, by=people[0])
    matches.answer(public_id=match.public_id, by=people[3], accepts=True, now=world.now)
    matches.line_up(public_id=match.public_id, team=0, players=[both], by=people[0], now=world.now)
    matches.line_up(public_id=match.public_id, team=1, players=[both], by=people[3], now=world.now)
    entering.agree(public_id=match.public_id, player=both, now=world.now)
    assert Entry.objects.filter(tournament=match).count() == 1
    with pytest.raises(NotNow):
        matches.line_up(public_id=match.public_id, team=1, players=[both], by=people[3], now=world.now)


def test_a_captain_who_leaves_the_club_names_nobody_and_takes_nobody_along(world: World):
    """The cheat: a captain leaves with half of the club just before the match."""
    people = world.people(8)
    home, guest = people[:4], people[4:]
    match = agreed(world, people)
    enter(world, match, [*guest, home[0]])
    club = Club.objects.get(name="Blank")
    for role in (Membership.Role.ORGANISER, Membership.Role.OWNER):
        actions.set_any_role(public_id=club.public_id, by=guest[0], player=guest[2], role=role, now=world.now)
    for each in guest[:2]:
        actions.leave(public_id=club.public_id, player=each, now=world.now)
    with pytest.raises(Forbidden):
        name(world, match, 1, [guest[0]], by=guest[0])
    with pytest.raises(Forbidden):
        closing.cancel_own(public_id=match.public_id, by=guest[0], now=world.now)
    begin(world, match)
    assert seated(match, 1) == [each.pk for each in guest[2:]]


# ---- Pages and the API -------------------------------------------------------------------------


def test_organisers_propose_answer_and_name_players_by_page_and_by_api(world: World):
    people = world.people(4)
    home, guest = a_club(world, people[:2], "Double Six"), a_club(world, people[2:], "Blank")
    ada, cleo = Client(), Client()
    ada.force_login(people[0])
    cleo.force_login(people[2])
    terms = {"variant": "block", "boards": "2", "deals": "2"}
    assert ada.get(f"{home.get_absolute_url()}match/").status_code == 200
    sent = ada.post(f"{home.get_absolute_url()}match/", terms | {"opponent": guest.get_absolute_url()})
    match = Tournament.objects.get()
    assert sent.headers["location"] == match.get_absolute_url()
    assert "Accept the match" not in ada.get(match.get_absolute_url()).content.decode()
    assert "Accept the match" in cleo.get(match.get_absolute_url()).content.decode()
    api = f"/api/v1/club-matches/{match.public_id}/"
    answered = cleo.post(f"{api}answer/", {"accepts": True}, content_type="application/json").json()
    assert [team["accepted"] for team in answered["teams"]] == [True, True]
    line_up = f"/clubs/match/{match.public_id}/line-up/0/"
    assert cleo.get(line_up).status_code == 404
    names = [people[1].username, people[0].username]
    moved = ada.post(line_up, {"player": names, "up": "1"}).content.decode()
    assert moved.index(f'value="{names[1]}" list') < moved.index(f'value="{names[0]}" list')
    assert not Entry.objects.exists()
    assert ada.post(line_up, {"player": names, "save": "yes"}).status_code == 302
    named = ada.get(f"{api}line-up/0/").json()["players"]
    assert [(each["board"], each["player"]["username"]) for each in named] == [(1, names[0]), (2, names[1])]
    sent = cleo.post(f"{api}line-up/1/", {"players": ["player3"]}, content_type="application/json")
    assert [each["agreed"] for each in sent.json()["players"]] == [False]
    assert cleo.get(f"{api}line-up/0/").status_code == 403  # the other club's secret
    assert names[0] not in Client().get(match.get_absolute_url()).content.decode()  # until they agree
    assert Client().get(f"/api/v1/tournaments/?club={home.public_id}").json()["results"][0]["id"] == match.public_id
    league = ada.post(f"/api/v1/clubs/{home.public_id}/matches/", {"variant": "block"}, content_type="application/json")
    joined = f"/api/v1/club-matches/{league.json()['id']}/join/"
    teams_now = cleo.post(joined, {"club": guest.public_id}, content_type="application/json").json()["teams"]
    assert [team["name"] for team in teams_now] == ["Double Six", "Blank"]


# ---- A league of clubs ---------------------------------------------------------------------------


def test_in_a_league_of_clubs_each_meets_each(ruled: Ruled):
    world, people = ruled.world, ruled.people(8)
    clubs = [a_club(world, people[2 * n : 2 * n + 2], f"Club {'ABCD'[n]}") for n in range(4)]
    league = proposed(world, clubs[0], None, by=people[0], round_days=7, pace="brisk")
    for n in (1, 2, 3):
        matches.join(public_id=league.public_id, club=clubs[n], by=people[2 * n], now=world.now)
    with pytest.raises(NotNow):
        matches.join(public_id=league.public_id, club=clubs[1], by=people[2], now=world.now)
    enter(world, league, [each for each in people if each != people[7]])  # a club lacks a player
    matches.leave(public_id=league.public_id, club=clubs[1], by=people[2], now=world.now)
    league.refresh_from_db()
    assert league.entered == 5
    matches.join(public_id=league.public_id, club=clubs[1], by=people[2], now=world.now)
    enter(world, league, people[2:4])
    begin(world, league)
    ruled.play(league)
    played = teams.meetings(league)
    assert Counter(frozenset(each.teams) for each in played).most_common(1)[0][1] == 1
    assert len(played) == 6
    table = teams.table(league)
    assert sum(row.points for row in table) == 6 * 2
    assert sum(row.board_points2 for row in table) == 6 * 2 * 2
    for row in table:
        mine = [(each, each.teams.index(row.team)) for each in played if row.team in each.teams]
        assert row.board_points2 == sum(each.points2[side] for each, side in mine)
    order = [(row.points, row.board_points2, row.effect) for row in table]
    assert order == sorted(order, reverse=True)


def test_a_league_with_too_few_clubs_is_cancelled(world: World):
    people = world.people(2)
    clubs = [a_club(world, [each], f"Club {each.pk}") for each in people]
    league = proposed(world, clubs[0], None, by=people[0])
    matches.join(public_id=league.public_id, club=clubs[1], by=people[1], now=world.now)
    enter(world, league, people)
    world.wait(days=2, seconds=1)
    league.refresh_from_db()
    assert league.state == Tournament.State.CANCELLED


# ---- Kills ---------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_a_match_may_be_killed_at_every_statement(ruled: Ruled, monkeypatch):
    queues = (ends, steps, starts, rankings)
    for queue in queues:
        monkeypatch.setattr(queue, "most", 1)

    def agreed_anew() -> Tournament:
        Club.objects.all().delete()
        people = ruled.people(4)
        match = agreed(ruled.world, people, pace="brisk", round_days=7)
        enter(ruled.world, match, people[:3])
        return match

    calm = ruled.play(agreed_anew(), hours=12, work=ruled.world.work)
    Game.objects.all().delete()
    killed, kills = agreed_anew(), Counter[str]()

    def work() -> None:
        kills["all"] += killed_at_every_statement(ruled.world, queues)

    ruled.play(killed, hours=12, work=work)
    assert ruled.standings(killed) == ruled.standings(calm)
    assert teams.table(killed) == teams.table(calm)
    assert kills["all"] > 100 // STEP

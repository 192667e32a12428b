"""Cheating with ratings by farming, shielding or aborting fails, by API and by pages."""

import random
from datetime import timedelta

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import actions, settling
from games.clocks import clock
from games.models import Game, Move, Seat
from games.positions import memory
from standings import meetings, rating
from standings.models import Rating, RatingChange, Tally
from tests.api.conftest import Caller, on_turn, refused
from tests.conftest import a_minute_later
from tests.creating import create_game
from tests.games.playing import play_one
from tests.games.test_races import at_once
from tests.pages.conftest import browser_of, words_of
from tests.samples import examples
from tests.standings.conftest import people
from tests.standings.test_rating import books

__all__ = ["browser_of"]
pytestmark = pytest.mark.django_db
LONG = {"variant": "block", "options": {}}


def begun(*callers: Caller, **settings) -> str:
    """A newly dealt game of these players."""
    made = callers[0].post("games/", **{**LONG, "seats": len(callers), **settings})
    assert made.status_code == 201, made.json()
    game = made.json()["id"]
    for caller in callers[1:]:
        assert caller.post(f"games/{game}/join/").status_code == 200
    return game


def plays(game: str, *callers: Caller, moves: int = 2) -> None:
    for _move in range(moves):
        caller, view = on_turn(game, *callers)
        assert caller.move(game, view["round"]["legal"][0], view["version"]).status_code == 200


def until_a_side_leads(game: str) -> int:
    """Play rounds at random until one of two sides has more points, and return that side. Any deal will do."""
    rng = random.Random(5)
    while (table := memory.current(game)).status == "playing":
        if table.frame.scores and len(set(table.frame.totals)) > 1:
            return table.frame.totals.index(max(table.frame.totals))
        play_one(game, rng)
    raise AssertionError("no side has scored in any round")


def time_is_over(game: str) -> int:
    """Random moves of the seat on turn."""
    table = memory.current(game)
    assert clock.sweep(table.deadline) == 1
    return table.turn


def changed(game: str) -> dict[str, int]:
    rows = RatingChange.objects.filter(game__public_id=game).select_related("player")
    return {row.player.username: row.difference for row in rows}


def rebuilt() -> None:
    """Rebuilding changes nothing."""
    kept = books()
    call_command("recount", *set(Game.objects.values_list("variant", flat=True)), verbosity=0)
    assert books() == kept


@pytest.fixture
def as_ada(ada):
    return Caller(ada)


@pytest.fixture
def as_ben(ben):
    return Caller(ben)


@pytest.fixture
def four():
    return [Caller(each) for each in people(4)]


# ---- Rules and times by which the host decides who wins --------------------------------------------------------------
ONLY_TILE = {"hand": 1, "lead_first": "host", "lead_next": "same", "end": "rounds:2"}


def host_goes_out(host: Caller, guest: Caller, **settings) -> str:
    """A public game in which the host leads the only tile of each round. The guest never has a turn."""
    game = begun(host, guest, **{"variant": "draw", "options": ONLY_TILE, "visibility": "public", **settings})
    plays(game, host)
    assert host.view(game)["outcome"]["winners"] == [0]
    return game


def test_a_host_who_leads_the_only_tile_wins_no_rating(ada):
    """Fifteen games of six fresh accounts."""
    farm = [Caller(each) for each in people(5)]
    games = [host_goes_out(Caller(ada), farm[n % 5]) for n in range(examples(15))]
    assert not Game.objects.filter(rated=True).exists()
    assert not RatingChange.objects.exists()
    assert not Rating.objects.exists()
    assert farm[0].get(f"games/{games[0]}/ratings/").json()["unrated"] == "house_rules"
    rebuilt()


def test_a_side_without_a_move_of_its_own_loses_no_rating(ada):
    """Also in games that began before house rules were unrated."""
    game = begun(Caller(ada), guest := Caller(*people(1)), variant="draw", options=ONLY_TILE)
    Game.objects.update(rated=True)
    plays(game, Caller(ada))
    assert guest.view(game)["status"] == "finished"
    assert not RatingChange.objects.exists()
    rebuilt()


@pytest.mark.both_databases
@pytest.mark.parametrize(("winner", "changes"), [(0, [0, -23]), (1, [0, 0])])
def test_a_player_for_whom_only_the_clock_moves_can_lose_but_not_win(winner, changes, played):
    """Otherwise they could wait for a good hand: a game without a move of theirs would never count."""
    game = played(*people(2), winners=(winner,), settled=False, clock="turn", turn_seconds=60, misses="move",
                  misses_most=10)  # fmt: skip
    Move.objects.filter(game=game, seat=1).update(by="clock")
    assert settling.settle(game.pk)
    assert list(changed(game.public_id).values()) == changes
    rebuilt()


def test_a_player_who_never_moves_leaves_early_whatever_the_round(as_ada, as_ben, ada, ben):
    """The clock plays the first round for them, so that they run out of time in the second one."""
    game = begun(as_ada, as_ben, turn_seconds=60, misses="move", misses_most=10)
    while (table := memory.current(game)).status == "playing":
        if table.turn == 1:
            time_is_over(game)
        else:
            plays(game, as_ada, moves=1)
    assert table.frame.scores, "they were still there in the second round"
    assert Seat.objects.get(game__public_id=game, number=1).away_early
    assert changed(game)["ada"] == 0
    assert changed(game)["ben"] < 0
    rebuilt()


def test_house_rules_make_a_game_unrated_through_every_door(ada, ben, as_ada, as_ben, browser_of):
    house = {"variant": "draw", "options": {"lead_next": "same"}}
    offered = as_ada.post("games/", **house, rated=True).json()
    assert offered["rated"] is False
    assert as_ben.get(f"games/{offered['id']}/ratings/").json()["unrated"] == "house_rules"
    assert "Games with house rules are unrated." in words_of(browser_of(ben).get(f"/g/{offered['id']}/"))
    as_ben.post(f"games/{offered['id']}/join/")
    as_ben.post(f"games/{offered['id']}/resign/")
    again = as_ada.post(f"games/{offered['id']}/rematch/").json()
    assert again["rated"] is False
    as_ben.post(f"games/{again['id']}/rematch/")
    assert not Game.objects.get(public_id=again["id"]).rated
    Game.objects.filter(public_id=offered["id"]).update(rated=True)  # one from before this rule
    before = Game.objects.count()
    browser_of(ada).post(f"/g/{offered['id']}/again/", {"invite": "ben"})
    assert Game.objects.count() == before + 1
    assert not Game.objects.exclude(public_id=offered["id"]).filter(rated=True).exists()


def test_an_open_game_with_house_rules_from_before_this_rule_starts_unrated(as_ada, as_ben, ben, browser_of):
    game = as_ada.post("games/", variant="draw", options=ONLY_TILE).json()["id"]
    Game.objects.update(rated=True)
    assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "house_rules"
    assert "Unrated (house rules)" in words_of(browser_of(ben).get(f"/g/{game}/"))
    as_ben.post(f"games/{game}/join/")
    assert as_ben.view(game)["rated"] is False
    assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "house_rules"


def test_the_pages_of_house_rules_say_that_their_games_are_unrated(ada, browser_of):
    said = "A game with these rules is unrated."
    browser = browser_of(ada)
    assert said not in words_of(browser.get("/house-rules/change/draw/"))
    assert said in words_of(browser.get("/house-rules/change/draw/?hand=3"))
    assert "Games with house rules are unrated." in words_of(browser.get("/new/"))


@pytest.mark.parametrize("clock", [{"turn_seconds": 60}, {"clock": "bank", "bank_seconds": 3600}])
def test_a_rated_game_cannot_end_soon_after_its_start(clock, as_ada, as_ben, ben, browser_of):
    """By a time limit, by a moment that comes soon, or by one that was far away when the game was offered."""
    long = int(timedelta(days=3).total_seconds())
    far = timezone.now() + timedelta(days=3)
    soon = timezone.now() + timedelta(minutes=6)
    limits = {"limit": {"lasts_seconds": 300}, "soon": {"last_moment": soon.isoformat()}}
    for limit in limits.values():
        game = begun(as_ada, as_ben, **clock, **limit)
        assert as_ada.view(game)["rated"] is False
        assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "too_short"
    for limit in ({"lasts_seconds": long}, {"last_moment": far.isoformat()}):
        assert Game.objects.get(public_id=begun(as_ada, as_ben, **clock, **limit)).rated
    game = as_ada.post("games/", **LONG, **clock, last_moment=far.isoformat()).json()["id"]
    Game.objects.filter(public_id=game).update(last_moment=soon)  # three days later
    assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "too_short"
    assert "Unrated (too little time)" in words_of(browser_of(ben).get(f"/g/{game}/"))
    as_ben.post(f"games/{game}/join/")
    assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "too_short"
    assert not Game.objects.get(public_id=game).rated


# ---- Farming --------------------------------------------------------------------------------------------------------
def test_resigned_games_of_two_moves_give_the_winner_no_rating(as_ada, as_ben, ada, ben):
    for _game in range(number := examples(24)):
        game = begun(as_ada, as_ben)
        plays(game, as_ada, as_ben)
        assert as_ben.post(f"games/{game}/resign/").status_code == 200
    mine, alt = (Rating.objects.get(player=player, variant="block") for player in (ada, ben))
    assert (mine.shown, mine.games, mine.won, mine.best_streak) == (1500, 3, 3, 0)
    assert alt.shown < 1450
    assert alt.games == 3
    assert mine.provisional
    assert as_ada.get("standings/block/").json()["results"] == []
    assert Tally.objects.get(player=ada, variant="", month="").games == number, "they are games all the same"
    rebuilt()


def test_games_against_an_absent_opponent_give_no_rating(as_ada, as_ben, ada, ben):
    for _game in range(5):
        game = begun(as_ada, as_ben, turn_seconds=60)
        while memory.current(game).turn == 0:  # again if ben has to pass
            plays(game, as_ada, as_ben, moves=1)
        assert time_is_over(game) == 1
    assert Rating.objects.get(player=ada, variant="block").shown == 1500
    assert Rating.objects.get(player=ben, variant="block").games == 3
    rebuilt()


@pytest.mark.both_databases
def test_only_three_games_a_day_with_the_same_opponent_are_rated(as_ada, as_ben, ada):
    """Also with three players: two who collude, with a different third each time."""
    others = [Caller(each) for each in people(3)]
    games = [begun(as_ada, as_ben), begun(as_ben, as_ada, variant="draw"), begun(as_ada, as_ben, others[0])]
    assert all(Game.objects.get(public_id=game).rated for game in games)
    fourth = [begun(as_ada, as_ben, others[1]), begun(others[2], as_ada, as_ben), begun(as_ada, as_ben)]
    for game in fourth:
        assert Game.objects.filter(public_id=game, rated=False, met_enough=True).exists()
        assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "met_enough"
    assert Game.objects.get(public_id=begun(as_ada, others[1])).rated, "with somebody else she hasn't"


def test_partners_do_not_count_as_opponents(four):
    ada, _ben, cleo, _dora = four
    for n in range(4):
        others = [Caller(each) for each in people(2, f"q{n}-")]
        game = begun(ada, others[0], cleo, others[1], variant="partnership", options={})
        assert Game.objects.get(public_id=game).rated


@pytest.mark.both_databases
def test_the_daily_limit_resets_at_midnight_utc(as_ada, as_ben):
    for _game in range(3):
        begun(as_ada, as_ben)
    Game.objects.update(started_at=timezone.now().replace(hour=0, minute=0, second=0, microsecond=0))
    assert not Game.objects.get(public_id=begun(as_ada, as_ben)).rated
    yesterday = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(microseconds=1)
    Game.objects.update(started_at=yesterday)
    assert Game.objects.get(public_id=begun(as_ada, as_ben)).rated


def test_the_three_rated_games_are_the_first_started_not_the_first_finished(as_ada, as_ben):
    """Five games at once: a player who is losing the first three can't end the others first."""
    games = [begun(as_ada, as_ben) for _ in range(5)]
    leads = {game: until_a_side_leads(game) for game in games}
    for game in reversed(games):
        assert (as_ben, as_ada)[leads[game]].post(f"games/{game}/resign/").status_code == 200
    for game in games[:3]:
        winner, loser = ("ada", "ben") if leads[game] == 0 else ("ben", "ada")
        assert changed(game)[loser] < 0 < changed(game)[winner]
    assert not RatingChange.objects.filter(game__public_id__in=games[3:]).exists()
    rebuilt()


def test_both_players_see_the_limit_before_and_after(as_ada, as_ben, ada, ben, browser_of):
    for _game in range(3):
        begun(as_ada, as_ben)
    game = as_ada.post("games/", **LONG).json()["id"]
    assert as_ada.get(f"games/{game}/ratings/").json()["unrated"] is None, "anybody may come"
    assert as_ben.get(f"games/{game}/ratings/").json()["unrated"] == "met_enough"
    assert "three rated games against each other a day (UTC)" in words_of(browser_of(ben).get(f"/g/{game}/"))
    as_ada.post(f"games/{game}/invite/", username="ben")
    Seat.objects.filter(game__public_id=game, number=1).update(kept_for=ben)
    assert "three rated games against each other a day (UTC)" in words_of(browser_of(ada).get(f"/g/{game}/"))
    as_ben.post(f"games/{game}/join/")
    for moment in ("before", "after"):
        for person in (ada, ben):
            page = words_of(browser_of(person).get(f"/g/{game}/ratings/"))
            assert "three rated games against each other a day (UTC)" in page, moment
        as_ben.post(f"games/{game}/resign/")


def test_a_rematch_of_the_fourth_is_rated_again_on_another_day(as_ada, as_ben):
    for _game in range(4):
        game = begun(as_ada, as_ben)
    as_ada.post(f"games/{game}/resign/")
    Game.objects.update(started_at=timezone.now() - timedelta(days=2))
    again = as_ada.post(f"games/{game}/rematch/").json()["id"]
    as_ben.post(f"games/{game}/rematch/")
    assert Game.objects.filter(public_id=again, status="playing", rated=True).exists()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_games_started_at_once_three_are_rated(ada, ben):
    open_ones = [create_game(creator=host, **LONG) for host in (ada, ben) * 3]
    at_once(*[
        lambda game=game: actions.join_game(public_id=game.public_id, player=ben if game.creator_id == ada.pk else ada)
        for game in open_ones
    ])  # fmt: skip
    assert Game.objects.filter(status="playing").count() == 6
    assert Game.objects.filter(rated=True).count() == 3


@pytest.mark.both_databases
@pytest.mark.parametrize(("hours", "has_place"), [(1, False), (71, False), (72, True)])
def test_a_place_takes_three_days(as_ada, ada, played, hours, has_place):
    """Six accounts of one person can play thirty rated games in an hour."""
    others = people(5)
    for n in range(10):
        played(ada, others[n % 5], hours=hours if n == 9 else 0)
    a_minute_later()
    for table in ("standings/draw/", "standings/"):
        assert [line["username"] for line in as_ada.get(table).json()["results"]] == ["ada"] * has_place
    rebuilt()


def test_a_place_requires_five_opponents(as_ada, ada, played):
    others = people(5)
    for n in range(12):
        played(ada, others[n % 4], hours=12 * n)
    assert Rating.objects.get(player=ada, variant="draw").opponents == 4
    assert as_ada.get("standings/draw/").json()["results"] == []
    told = as_ada.get("people/ada/ratings/").json()["overall"]
    assert (told["provisional"], told["place"], told["opponents"]) == (True, None, 4)
    last = played(others[4], ada, hours=144)
    a_minute_later()
    for table in ("standings/draw/", "standings/"):
        assert [line["username"] for line in as_ada.get(table).json()["results"]] == ["ada"]
    rebuilt()
    from tests.standings.conftest import annul

    annul(last)
    a_minute_later()
    assert as_ada.get("standings/draw/").json()["results"] == []
    rebuilt()


# ---- Shields --------------------------------------------------------------------------------------------------------
PAIRS = {"variant": "partnership", "options": {"end": "target:200"}, "turn_seconds": 3600}


@pytest.mark.parametrize("how", ["resigns", "runs out of time", "is played for", "deletes their account"])
def test_a_partner_who_is_behind_loses_with_the_player_who_leaves(four, how):
    game = begun(*four, **PAIRS, misses="computer" if how == "is played for" else "out")
    ahead = until_a_side_leads(game)
    behind = 1 - ahead
    me, alt = four[behind], four[behind + 2]
    goes_away(game, behind + 2, alt, how)
    if how == "is played for":
        assert Seat.objects.get(game__public_id=game, number=behind + 2).away_when == "behind"
        me.post(f"games/{game}/resign/")
    assert all(changed(game)[f"p{n}"] < 0 for n in (behind, behind + 2))
    assert all(changed(game)[f"p{n}"] > 0 for n in (ahead, ahead + 2))
    assert Rating.objects.get(player=me.user, variant="partnership").lost == 1
    rebuilt()


def goes_away(game: str, seat: int, caller: Caller, how: str) -> None:
    if how == "resigns":
        assert caller.post(f"games/{game}/resign/").status_code == 200
    elif how == "deletes their account":
        actions.leave_all_games(player=caller.user)
    else:
        rng = random.Random(3)
        while memory.current(game).turn != seat:
            play_one(game, rng)
        assert time_is_over(game) == seat


@pytest.mark.parametrize("how", ["resigns", "runs out of time"])
def test_a_partner_who_was_ahead_loses_no_rating_and_the_game_counts(four, how):
    game = begun(*four, **PAIRS)
    ahead = until_a_side_leads(game)
    me = four[ahead]
    goes_away(game, ahead + 2, four[ahead + 2], how)
    assert changed(game)[f"p{ahead}"] == 0
    assert changed(game)[f"p{ahead + 2}"] < 0
    spared = Rating.objects.get(player=me.user, variant="partnership")
    assert (spared.shown, spared.games, spared.lost) == (1500, 1, 1)
    assert Tally.objects.get(player=me.user, variant="", month="").games == 1
    assert me.get("me/history/").json()["results"][0]["result"] == "lost"
    rebuilt()


def test_a_computer_playing_on_for_an_opponent_is_no_shield_either(four):
    """The partner is behind and has a second account on the other side, which lets a computer help."""
    game = begun(*four, **PAIRS, misses="computer")
    ahead = until_a_side_leads(game)
    goes_away(game, ahead, four[ahead], "is played for")
    assert Seat.objects.get(game__public_id=game, number=ahead).away_when == "ahead"
    four[1 - ahead].post(f"games/{game}/resign/")
    assert [changed(game)[f"p{n}"] for n in (ahead, ahead + 2)] == [0, 0], "nobody gains by a computer"
    assert changed(game)[f"p{1 - ahead}"] < 0
    rebuilt()


def test_the_score_at_the_first_absence_decides_who_was_behind(four):
    """A computer stands in for the second account, it comes back, and resigns once the sides are level."""
    game = begun(*four, **PAIRS, misses="computer")
    Seat.objects.filter(game__public_id=game, number=2).update(stood_in=True, away_when="behind")
    four[2].post(f"games/{game}/resign/")
    assert Seat.objects.get(game__public_id=game, number=2).away_when == "behind"
    assert changed(game)["p0"] < 0


def test_in_the_only_round_the_tiles_decide_who_was_behind(four):
    """No side has points yet; a side with two tiles more than the others is behind."""
    rng = random.Random(1)
    seen: set[str] = set()
    while len(seen) < 3:  # a game in which nobody passes stays level
        game = begun(*four, **{**PAIRS, "variant": "block", "options": {"pairs": True, "end": "rounds:1"}})
        row = Game.objects.get(public_id=game).rounds.get()
        assert len({len(hand) for hand in row.deal["hands"]}) == 1
        while (table := memory.current(game)).status == "playing":
            tiles = [0, 0]
            for seat, hand in enumerate(table.running.position.hands):
                tiles[seat % 2] += hand.bit_count()
            behind, ahead = tiles[0] - tiles[1] >= 2, tiles[1] - tiles[0] >= 2
            stood = "behind" if behind else "ahead" if ahead else "level"
            assert [table.standing(seat) for seat in (0, 2)] == [stood, stood]
            seen.add(stood)
            play_one(game, rng)


def test_of_three_players_an_early_leaver_loses_and_the_others_are_rated():
    callers = [Caller(each) for each in people(3)]
    game = begun(*callers, variant="draw", options={"end": "rounds:1"})
    callers[2].post(f"games/{game}/resign/")
    rng = random.Random(2)
    while memory.current(game).status == "playing":
        play_one(game, rng)
    one, two, gone = (changed(game)[f"p{n}"] for n in range(3))
    assert sorted([one, two]) == [-23, 23], "as a game of two"
    assert gone < 0
    rebuilt()


# ---- Aborting for a better hand -------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_the_first_game_aborted_in_a_day_costs_no_rating(as_ada, ada, browser_of):
    others = [Caller(each) for each in people(4)]
    first = begun(as_ada, others[0])
    assert as_ada.get(f"games/{first}/ratings/").json()["abort_is_loss"] is False
    assert as_ada.post(f"games/{first}/abort/").json()["status"] == "aborted"
    for other in others[1:]:
        game = begun(as_ada, other)
        assert as_ada.get(f"games/{game}/ratings/").json()["abort_is_loss"] is True
        assert other.get(f"games/{game}/ratings/").json()["abort_is_loss"] is False
        refused(as_ada.post(f"games/{game}/abort/"), 409, "abort_is_loss")
        assert as_ada.view(game)["status"] == "playing"
        assert as_ada.post(f"games/{game}/abort/", loss=True).json()["outcome"]["reason"] == "resigned"
        assert changed(game)["ada"] < 0
    assert Rating.objects.get(player=ada, variant="block").games == 3
    rebuilt()
    Seat.objects.update(over_at=timezone.now() - timedelta(days=1))
    assert as_ada.post(f"games/{begun(as_ada, others[0])}/abort/").json()["status"] == "aborted"


def test_the_page_warns_before_an_abort_counts_as_a_loss(as_ada, as_ben, ada, ben, browser_of):
    browser, game, more = browser_of(ada), begun(as_ada, as_ben), begun(as_ben, as_ada)
    page = words_of(browser.get(f"/g/{game}/"))
    assert "You can abort one rated game a day." in page
    browser.post(f"/g/{game}/abort/")
    stale = browser.post(f"/g/{more}/abort/", follow=True)  # from an outdated page
    assert "You already aborted a rated game today. If you abort this one, you lose it." in words_of(stale)
    assert memory.current(more).status == "playing"
    assert '<input type="hidden" name="loss" value="1">' in stale.content.decode()
    assert "Abort and lose" not in words_of(browser_of(ben).get(f"/g/{more}/"))
    browser.post(f"/g/{more}/abort/", {"loss": "1"})
    assert memory.current(more).frame.outcome.reason == "resigned"


def test_aborting_rematches_to_get_a_new_hand_counts_too(as_ada, as_ben):
    game = begun(as_ada, as_ben)
    as_ada.post(f"games/{game}/resign/")
    again = as_ada.post(f"games/{game}/rematch/").json()["id"]
    as_ben.post(f"games/{game}/rematch/")
    assert as_ada.post(f"games/{again}/abort/").status_code == 200
    again = as_ada.post(f"games/{game}/rematch/").json()["id"]
    as_ben.post(f"games/{game}/rematch/")
    refused(as_ada.post(f"games/{again}/abort/"), 409, "abort_is_loss")
    assert as_ben.post(f"games/{again}/abort/").status_code == 200, "the other one hasn't aborted any"


def test_every_other_way_to_leave_after_seeing_the_hand_costs_rating(as_ada, as_ben, ada):
    for way in ("leave", "cancel"):
        game = begun(as_ada, as_ben)
        assert as_ada.post(f"games/{game}/{way}/").status_code == 409
        as_ada.post(f"games/{game}/resign/")
        assert changed(game)["ada"] < 0, "though nobody has moved"
    rebuilt()


def test_unrated_games_can_be_aborted_without_limit(as_ada, as_ben):
    for _game in range(3):
        assert as_ada.post(f"games/{begun(as_ada, as_ben, rated=False)}/abort/").json()["status"] == "aborted"
    assert as_ada.post(f"games/{begun(as_ada, as_ben)}/abort/").json()["status"] == "aborted", "none was rated"


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_games_aborted_at_once_one_is_free(ada, ben, game_between):
    games = [game_between(ada, ben, **LONG) for _ in range(3)]
    at_once(
        *[lambda game=game: actions.abort_game(public_id=game.public_id, player=ada, as_loss=True) for game in games]
    )
    assert sorted(Game.objects.values_list("status", flat=True)) == ["aborted", "finished", "finished"]


def test_games_without_a_clock_are_unrated(as_ada, as_ben, ada, browser_of):
    game = begun(as_ada, as_ben, clock="none", turn_seconds=None, rated=True)
    assert as_ada.view(game)["rated"] is False
    assert as_ada.get(f"games/{game}/ratings/").json()["unrated"] == "no_clock"
    assert "Games without a clock are unrated" in words_of(browser_of(ada).get(f"/g/{game}/ratings/"))
    as_ada.post(f"games/{game}/resign/")
    again = as_ada.post(f"games/{game}/rematch/").json()["id"]
    assert as_ada.view(again)["rated"] is False
    form = {"variant": "draw", "seats": "2", "clock": "none", "length": "usual", "visibility": "link", "rated": "yes"}
    browser_of(ada).post("/new/", form)
    assert Game.objects.filter(variant="draw", clock="none", rated=False).exists()
    assert not Game.objects.filter(clock="none", rated=True).exists()
    assert not RatingChange.objects.exists()


def test_the_rematch_of_an_older_rated_game_without_a_clock_is_unrated(as_ada, as_ben, ada, ben, played):
    old = played(ada, ben)  # an older game stays rated
    assert changed(old.public_id) == {"ada": 23, "ben": -23}
    Game.objects.filter(pk=old.pk).update(finished_at=timezone.now())
    again = as_ada.post(f"games/{old.public_id}/rematch/").json()
    assert again["rated"] is False
    assert User.objects.filter(username="ada").exists()


@pytest.mark.both_databases
def test_starts_of_games_of_the_same_two_opponents_share_a_lock_and_partners_need_none():
    assert meetings.locks({3: 0, 8: 1}) == meetings.locks({8: 0, 3: 1}) == {"/11"}
    assert meetings.locks({1: 0, 2: 1, 3: 0, 4: 1}) == {"/3", "/5", "/7"}, "1–2, 1–4 and 2–3, 3–4"


@pytest.mark.both_databases
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rated_games_of_other_people_begin_while_one_begins(as_ada, as_ben, ada, ben):
    """On a busy site, starts must not wait for each other one by one."""
    held = next(n for n in range(meetings.LOCKS) if n != (ada.pk + ben.pk) % meetings.LOCKS)
    there = {**connection.get_connection_params()}
    there.pop("cursor_factory"), there.pop("pool", None)
    with psycopg.connect(**there) as other:
        other.execute(rating.HOLD, [f"/{held}"])
        connection.cursor().execute("SET lock_timeout = '5s'")
        assert Game.objects.get(public_id=begun(as_ada, as_ben)).rated
        other.rollback()
    connection.close()

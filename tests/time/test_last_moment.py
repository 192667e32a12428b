"""A game's last moment: agreed before the start, enforced by the sweep, and decided by the current scores."""

import json
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

import rules
from common import refusals
from games import actions, lobby, queries
from games.clocks import clock
from games.models import Game, Move, Round
from games.positions import memory
from games.shown import table_view
from people.actions import challenge_again
from rulebook import lengths, phrases
from rulebook.time_control import DAY, HOUR, MINUTE, TimeControl
from rules import record
from standings.models import Rating
from tests.creating import create_game
from tests.games.playing import dealt, legal, replay
from tests.games.test_races import at_once
from tests.time.conftest import FRIDAY, days, hours, kyiv, rests

pytestmark = pytest.mark.django_db
HALF = timedelta(minutes=30)
SECOND = timedelta(seconds=1)
ADAS, BENS = "6-6 5-5 4-4 3-3 6-5 1-0 2-0", "6-4 6-3 5-4 5-3 2-2 1-1 3-0"


@pytest.fixture
def limited(at, game_between, ada, ben):
    """A game limited to half an hour that starts on Friday."""

    def begin(*players, **settings):
        settings = {"variant": "muggins", "turn_seconds": 120, "lasts_seconds": 1800} | settings
        return game_between(*(players or (ada, ben)), **settings)

    return begin


def moves(game, seat, text):
    table = memory.current(game.public_id)
    actions.play_move(public_id=game.public_id, seat=seat, text=text, version=table.version)


def with_a_lead(game):
    """Ada leads 5-5 and scores ten; it is Ben's turn."""
    dealt(game, ADAS, BENS, lead=0)
    moves(game, 0, "5-5")
    return queries.find_game(game.public_id)


def results(game):
    return [seat.result for seat in game.seats.all()]


# ---- The sweep


@pytest.mark.both_databases
def test_the_limit_counts_from_the_start_and_is_decided_when_reached(at, limited):
    game = with_a_lead(limited(turn_seconds=7_200, rated=False))
    assert game.last_moment == FRIDAY + HALF
    assert clock.sweep(at(FRIDAY + HALF - SECOND)) == 0
    assert clock.sweep(at(FRIDAY + HALF)) == 1
    over = queries.find_game(game.public_id)
    assert (over.status, over.reason, over.winners, over.totals) == ("finished", "adjudicated", [0], [10, 0])
    assert (over.turn, over.deadline, over.finished_at) == (None, None, FRIDAY + HALF)
    assert results(over) == ["won", "lost"]
    assert over.version == game.version + 1
    assert Round.objects.filter(game=game, over=True).count() == 1
    assert not Move.objects.filter(game=game, version=over.version).exists()  # nobody has made a move
    assert clock.sweep(at(FRIDAY + hours(5))) == 0


def test_the_remembered_table_equals_the_loaded_one_after_the_end(at, limited):
    game = with_a_lead(limited(turn_seconds=7_200))
    clock.sweep(at(FRIDAY + HALF))
    warm = rules.to_json(table_view.view(memory.current(game.public_id), None))
    before = memory.remembered.get(game.public_id)
    memory.remembered.forget()
    cold = rules.to_json(table_view.view(memory.current(game.public_id), None))
    assert warm == cold
    assert before == memory.current(game.public_id)
    assert warm["round"]["open"] == [sorted(ADAS.replace("5-5 ", "").split()), sorted(BENS.split())]
    assert warm["outcome"] == {"winners": [0], "reason": "adjudicated", "totals": [10, 0]}
    assert (warm["status"], warm["round"]["turn"], warm["round"]["legal"]) == ("finished", None, [])


def test_a_process_that_remembers_a_running_game_sees_its_end(at, limited):
    game = with_a_lead(limited(turn_seconds=7_200))
    running = memory.current(game.public_id)
    clock.sweep(at(FRIDAY + HALF))
    memory.remembered.forget()
    memory.remembered.put(running)  # as stored by the other process
    assert list(memory.current(game.public_id).frame.outcome.winners) == [0]
    assert memory.current(game.public_id).running.position.over


@pytest.mark.both_databases
def test_after_a_restart_the_game_is_decided_as_of_its_last_moment(at, limited):
    game = with_a_lead(limited(turn_seconds=7_200))
    clock.sweep(at(FRIDAY + days(3)))  # by now Ben's turn has run out, too, but the game ended before it
    over = queries.find_game(game.public_id)
    assert (over.reason, over.winners) == ("adjudicated", [0])


@pytest.mark.both_databases
def test_a_turn_that_ran_out_before_the_limit_is_decided_first(at, limited):
    game = with_a_lead(limited(turn_seconds=120))
    clock.sweep(at(FRIDAY + days(3)))
    over = queries.find_game(game.public_id)
    assert (over.reason, over.winners) == ("timeout", [0])


def test_moves_by_the_clock_do_not_delay_the_end(at, limited):
    game = with_a_lead(limited(turn_seconds=120, misses="move", misses_most=10))
    clock.sweep(at(FRIDAY + days(3)))
    over = queries.find_game(game.public_id)
    assert over.reason == "adjudicated"
    assert Move.objects.filter(game=game, by=Move.By.CLOCK).count() >= 1


def test_before_the_first_score_all_share_the_win(at, limited, cleo, ada, ben):
    game = limited(ada, ben, cleo, variant="block", turn_seconds=7_200)
    clock.sweep(at(FRIDAY + HALF))
    over = queries.find_game(game.public_id)
    assert (over.winners, over.totals, results(over)) == ([0, 1, 2], [0, 0, 0], ["drawn"] * 3)


def test_a_player_who_left_has_lost_whatever_the_score(at, limited, cleo, ada, ben):
    game = limited(ada, ben, cleo, variant="block", turn_seconds=7_200)
    actions.resign_game(public_id=game.public_id, player=ben)
    clock.sweep(at(FRIDAY + HALF))
    over = queries.find_game(game.public_id)
    assert (over.winners, results(over)) == ([0, 2], ["drawn", "lost", "drawn"])


def test_vacations_quiet_hours_and_weekends_do_not_delay_the_end(at, limited, ada, ben):
    game = limited(turn_seconds=3 * DAY, lasts_seconds=30 * DAY, pauses=True)
    rests(ada, FRIDAY, vacation=(FRIDAY, FRIDAY + days(20)), time_zone="Europe/Kyiv", weekend_pause=True)
    rests(ben, FRIDAY, vacation=(FRIDAY, FRIDAY + days(20)))
    game.refresh_from_db()
    assert game.deadline > FRIDAY + days(20)
    assert game.last_moment == FRIDAY + days(30)


def test_a_due_planned_move_does_not_delay_the_end(at, limited, ada):
    from plans.models import PlannedTurn

    game = with_a_lead(limited(turn_seconds=7_200))
    PlannedTurn.objects.update_or_create(game=game, defaults={"version": game.version, "due": FRIDAY + days(1)})
    clock.sweep(at(FRIDAY + HALF))
    assert queries.find_game(game.public_id).reason == "adjudicated"
    clock.sweep(at(FRIDAY + days(2)))
    assert not PlannedTurn.objects.filter(game=game).exists()


# ---- Moves at the last moment


def test_a_move_after_the_limit_is_refused_and_ends_the_game(at, limited):
    """Points scored after the last moment mustn't depend on the time of the sweep."""
    game = with_a_lead(limited(turn_seconds=7_200))
    at(FRIDAY + HALF)
    with pytest.raises(refusals.NotNow, match="Time is up") as refused:
        moves(game, 1, "5-4>5-5")
    assert refused.value.code == "time_is_up"
    over = queries.find_game(game.public_id)
    assert (over.reason, over.winners, over.totals) == ("adjudicated", [0], [10, 0])
    with pytest.raises(refusals.NotNow) as refused:
        moves(game, 1, "5-4>5-5")
    assert refused.value.code == "game_over"


@pytest.mark.parametrize("text", ["5-4>5-5", "6-5>5-5", "6-1>5-5", "draw", "pass", "bid 3"])
def test_refusals_after_the_limit_reveal_nothing_about_the_hand(at, limited, text):
    """The refusal is the same whether the player has the tile or not, and whether it fits or not."""
    game = with_a_lead(limited(turn_seconds=7_200))
    at(FRIDAY + HALF)
    with pytest.raises(refusals.NotNow) as refused:
        moves(game, 1, text)
    assert refused.value.code == "time_is_up"


def test_a_move_in_the_last_second_counts(at, limited):
    game = with_a_lead(limited(turn_seconds=7_200))
    at(FRIDAY + HALF - SECOND)
    moves(game, 1, "5-4>5-5")
    clock.sweep(at(FRIDAY + HALF))
    assert len(rules.to_json(queries.table(game.public_id, None))["round"]["moves"]) == 2


def test_of_moves_stored_together_each_late_one_is_refused(at, limited, ben):
    game = with_a_lead(limited(turn_seconds=7_200))
    at(FRIDAY + HALF)
    sent = actions.PlayersMove(game.public_id, ben.pk, "5-4>5-5", game.version, "k")
    assert actions.play_together([sent]) == [None]
    with pytest.raises(refusals.NotNow):
        actions.play_alone(sent)


def test_players_can_resign_or_delete_their_account_until_the_sweep(at, limited, ada, ben):
    one, other = limited(), limited(ben, ada)
    at(FRIDAY + HALF)
    actions.resign_game(public_id=one.public_id, player=ada)
    assert queries.find_game(one.public_id).winners == [1]
    actions.leave_all_games(player=ada)
    assert queries.find_game(other.public_id).status == Game.Status.FINISHED


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_move_and_two_sweeps_at_once_end_the_game_once(ada, ben, game_between):
    for _ in range(6):
        game = game_between(ada, ben, variant="muggins", turn_seconds=7_200, lasts_seconds=1_800)
        table = memory.current(game.public_id)
        text, later = legal(table)[0], timezone.now() + HALF

        def move(game=game, table=table, text=text):
            return actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)

        moved, *swept = at_once(move, lambda later=later: clock.sweep(later), lambda later=later: clock.sweep(later))
        over = queries.find_game(game.public_id)
        assert sum(swept) == 1
        assert over.reason == "adjudicated"
        made = Move.objects.filter(game=game, by=Move.By.PLAYER).count()
        assert made == isinstance(moved, actions.Played), moved
        assert memory.load(over).version == over.version
        assert [seat.points for seat in over.seats.all()] == over.totals


# ---- Storage


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("promise", "wrong"),
    [
        ("game_starts_before_its_last_moment", {"last_moment": FRIDAY}),
        ("game_that_lasts_some_time_has_its_last_moment_from_the_start", {"last_moment": None}),
        ("game_that_lasts_some_time_has_its_last_moment_from_the_start", {"lasts_seconds": 0}),
    ],
)
def test_a_game_cannot_start_at_its_last_moment_or_lose_it(limited, promise, wrong):
    game = limited()
    with pytest.raises(IntegrityError, match=promise), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(**wrong)


@pytest.mark.both_databases
def test_an_open_game_with_a_limit_has_no_last_moment_yet(at, ada):
    at(FRIDAY)
    game = create_game(creator=ada, variant="draw", lasts_seconds=1800)
    assert (game.lasts_seconds, game.last_moment) == (1800, None)
    assert clock.sweep(at(FRIDAY + days(1))) == 0
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game.pk).update(last_moment=FRIDAY + days(9))


@pytest.mark.parametrize(
    "wrong",
    [
        {"lasts_seconds": 299},
        {"lasts_seconds": 365 * DAY + 1},
        {"last_moment": FRIDAY + timedelta(seconds=299)},
        {"last_moment": FRIDAY - days(1)},
        {"last_moment": FRIDAY + days(366)},
        {"lasts_seconds": 1800, "last_moment": FRIDAY + days(1)},
    ],
)
def test_the_limit_is_from_five_minutes_to_a_year_and_given_one_way(at, ada, wrong):
    at(FRIDAY)
    with pytest.raises(refusals.Unreadable) as refused:
        create_game(creator=ada, variant="draw", **wrong)
    assert refused.value.code == "bad_clock"
    assert not Game.objects.exists()


# ---- A given moment


def test_a_game_may_end_at_a_given_moment_whenever_it_starts(at, ada, ben):
    until = FRIDAY + days(2)
    at(FRIDAY)
    game = create_game(creator=ada, variant="block", turn_seconds=7 * DAY, last_moment=until)
    at(FRIDAY + days(1))
    actions.join_game(public_id=game.public_id, player=ben)
    assert queries.find_game(game.public_id).last_moment == until
    assert not queries.find_game(game.public_id).rated, "a day is too short for seven days per move"
    clock.sweep(at(until))
    assert queries.find_game(game.public_id).reason == "adjudicated"


def test_an_open_game_expires_at_its_last_moment(at, ada, ben):
    until = FRIDAY + days(2)
    at(FRIDAY)
    game = create_game(creator=ada, variant="block", last_moment=until)
    assert game.offer_ends == until
    at(until)
    with pytest.raises(refusals.NotNow, match="expired"):  # before the sweep
        actions.join_game(public_id=game.public_id, player=ben)
    assert queries.find_game(game.public_id).seats.filter(player=None).count() == 1
    assert clock.sweep(until) == 1
    assert queries.find_game(game.public_id).status == Game.Status.EXPIRED


def test_the_host_can_delete_their_account_before_the_sweep(at, ada):
    at(FRIDAY)
    game = create_game(creator=ada, variant="block", last_moment=FRIDAY + days(2))
    at(FRIDAY + days(2))
    actions.leave_all_games(player=ada)
    assert queries.find_game(game.public_id).status == Game.Status.CANCELLED


# ---- Rematch


def test_a_rematch_has_the_same_limit_from_its_own_start(at, limited, ada, ben):
    game = limited()
    clock.sweep(at(FRIDAY + HALF))
    at(FRIDAY + days(1))
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert (again.lasts_seconds, again.last_moment) == (1800, None)
    at(FRIDAY + days(2))
    actions.offer_rematch(public_id=game.public_id, player=ben)
    assert queries.find_game(again.public_id).last_moment == FRIDAY + days(2) + HALF
    challenge, _refused = challenge_again(public_id=game.public_id, by=ada, players=[], now=FRIDAY + days(2))
    assert challenge.lasts_seconds == 1800


def test_a_rematch_does_not_inherit_a_given_moment(at, game_between, ada, ben):
    at(FRIDAY)
    game = game_between(ada, ben, variant="block", last_moment=FRIDAY + days(1))
    clock.sweep(at(FRIDAY + days(1)))
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert (again.lasts_seconds, again.last_moment) == (None, None)


# ---- Ratings


def test_a_limited_game_is_rated_by_its_result(at, limited, ada, ben):
    game = with_a_lead(limited())
    moves(game, 1, "5-4>5-5")
    in_time_until_the_end(at, game)
    winner, loser = (Rating.objects.get(player=each, variant="muggins").shown for each in (ada, ben))
    assert winner > 1500 > loser


def test_a_draw_of_all_is_rated_as_a_draw(at, limited, ada, ben):
    game = limited(variant="block")
    dealt(game, ADAS, BENS, lead=0)
    moves(game, 0, "5-5")
    moves(game, 1, "5-4>5-5")
    in_time_until_the_end(at, game)
    assert queries.find_game(game.public_id).winners == [0, 1]
    assert [Rating.objects.get(player=each, variant="block").shown for each in (ada, ben)] == [1500, 1500]


def test_a_game_in_which_nobody_has_moved_changes_no_rating(at, limited, ada, ben):
    in_time_until_the_end(at, limited(variant="block"))
    assert not Rating.objects.exists()


def in_time_until_the_end(at, game):
    """The turn of the seat on turn started a minute before the last moment."""
    Game.objects.filter(pk=game.pk).update(deadline=FRIDAY + timedelta(minutes=31))
    assert clock.sweep(at(FRIDAY + HALF)) == 1


@pytest.mark.parametrize(
    ("clock_of_it", "rated"),
    [
        ({"turn_seconds": 180}, True),
        ({"turn_seconds": 181}, False),
        ({"clock": "none", "turn_seconds": None}, False),
        ({"clock": "bank", "turn_seconds": None, "bank_seconds": 600, "cap_seconds": 900}, True),
        ({"clock": "bank", "turn_seconds": None, "bank_seconds": 600, "cap_seconds": 901}, False),
    ],
)
def test_a_game_too_short_for_its_clock_is_unrated(at, ada, clock_of_it, rated):
    at(FRIDAY)
    assert create_game(creator=ada, variant="block", lasts_seconds=1800, **clock_of_it).rated is rated


# ---- Records, replays and verifying the shuffle


def test_the_record_says_adjudicated_and_replays_to_the_same_end(at, limited):
    game = with_a_lead(limited(turn_seconds=7_200))
    assert "ended" not in rules.to_json(queries.record(game.public_id))
    clock.sweep(at(FRIDAY + HALF))
    found = rules.to_json(queries.record(game.public_id))
    assert found["ended"] == "adjudicated"
    assert found["rounds"][-1]["moves"] == ["0 5-5"]
    lines = list(record.replay(record.record_from_dict(json.loads(json.dumps(found)))))
    assert lines[-1] == {"over": True, "totals": [10, 0], "winners": [0], "reason": "adjudicated"}


def test_the_last_deal_can_be_replayed_and_verified(at, limited, ada):
    adjudicated, resigned = with_a_lead(limited(turn_seconds=7_200)), with_a_lead(limited(turn_seconds=7_200))
    actions.resign_game(public_id=resigned.public_id, player=ada)
    with pytest.raises(refusals.NotNow):
        replay(adjudicated.public_id, 0)
    clock.sweep(at(FRIDAY + HALF))
    ended, other = replay(adjudicated.public_id, 0), replay(resigned.public_id, 0)
    assert ended.keys() == other.keys()
    assert ended["check"].keys() == other["check"].keys()
    assert ended["check"]["secret"]
    assert ended["frames"][-1]["hands"] == [sorted(ADAS.replace("5-5 ", "").split()), sorted(BENS.split())]
    assert len(ended["frames"]) == 2
    assert ended["score"] is None


# ---- Words


def test_the_clock_rule_includes_the_limit():
    assert phrases.clock_rule(TimeControl("turn", 120, lasts=1800)) == (
        "2 minutes per move; the game ends after 30 minutes"
    )
    assert phrases.clock_rule(TimeControl(lasts=HOUR)) == "No clock; the game ends after 1 hour"


def test_the_clock_rule_says_that_pauses_do_not_delay_the_end():
    decides = "When time is up, the current scores decide. The unfinished round doesn’t count."
    assert phrases.last_moment_rule(TimeControl("turn", 120, lasts=1800)) == decides
    slow = phrases.last_moment_rule(TimeControl("turn", DAY, pauses=True, lasts=30 * DAY))
    assert slow == f"{decides} Vacations, weekends and quiet hours don’t delay that."


def test_a_game_limited_to_half_an_hour_is_live_whatever_its_clock(at, ada):
    at(FRIDAY)
    short = create_game(creator=ada, variant="draw", visibility="public", lasts_seconds=1800)
    long = create_game(creator=ada, variant="draw", visibility="public", lasts_seconds=30 * DAY)
    assert (short.time_control.speed, long.time_control.speed) == ("fast", "days")
    found = {speed: set(lobby.narrow(Game.objects.all(), lobby.Filters(speed=speed))) for speed in lobby.SPEEDS}
    assert found == {"fast": {short}, "days": {long}, "day": {long}, "slow": set(), "none": set()}


def test_an_estimate_respects_the_limit():
    draw = rules.ruleset("draw", {}, 2)
    told = lengths.estimate(draw, TimeControl("turn", 2 * MINUTE, lasts=1800))
    assert told.most == 1800
    assert told.usual <= 1.1 * 1800
    assert lengths.estimate(draw, TimeControl("turn", 2 * MINUTE)).most > 10 * 1800


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize(
    ("begins", "local"),
    [
        (kyiv("2026-10-25 03:45"), "2026-10-25T01:15:00+00:00"),  # the clocks go back at four
        (kyiv("2027-03-28 02:45"), "2027-03-28T01:15:00+00:00"),  # … and on at three
    ],
)
def test_half_an_hour_is_half_an_hour_when_the_clocks_change(at, game_between, ada, ben, begins, local):
    at(begins)
    game = game_between(ada, ben, variant="muggins", turn_seconds=120, lasts_seconds=1800)
    assert game.last_moment == datetime.fromisoformat(local)
    client = Client()
    client.force_login(ada)
    assert f'<time datetime="{local}" data-local="datetime">' in page(client, game.get_absolute_url())

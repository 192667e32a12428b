"""Nobody pays for an outage: deadlines that fell into it, or into an hour after it, move by its length."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from common import queues, refusals
from common.models import Heartbeat
from common.processes import heartbeat
from common.processes.heartbeat import Heart
from games import actions, queries
from games.actions import outages
from games.clocks import clock
from games.models import Game
from games.positions import memory
from matching.models import Declined, Gathering, Wish
from matching.pools import Pace
from matching.waiting import GONE, gatherings, wishes
from notices.models import Notice
from rulebook.time_control import DAY, HOUR
from tests.creating import create_game
from tests.games.playing import legal
from tests.games.test_races import at_once
from tests.matching.conftest import find
from tests.time.conftest import FRIDAY, days, hours, kyiv, rests
from tests.tournaments.world import World
from tournaments.models import Pairing, Round, Tournament

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
AWAY = hours(3.5)
BACK = FRIDAY + AWAY


def away_for(gap: timedelta) -> None:
    """No worker has looked for so long, and until then one did."""
    Heartbeat.objects.all().delete()
    Heartbeat.objects.create(pk=heartbeat.WORKER, at=Now() - gap)


def minutes(moved: timedelta) -> int:
    """The heartbeat is some milliseconds older than the test says."""
    return round(moved / MINUTE)


def look(now: datetime) -> int:
    """What a worker does that starts now."""
    heartbeat._looked_at = None
    return clock.look(Heart())


def stored(game: Game) -> Game:
    return queries.find_game(game.public_id)


def due(game: Game, deadline: datetime, **more: object) -> Game:
    """The game with this deadline; nobody remembers another one."""
    Game.objects.filter(pk=game.pk).update(deadline=deadline, **more)
    memory.remembered.forget()
    return game


# ---- By how much


@pytest.mark.parametrize(
    ("gap", "slow", "live"),
    [
        (timedelta(seconds=50), 0, 0),  # a worker may be busy for so long
        (timedelta(seconds=90), 1.5, 2.5),
        (timedelta(minutes=3), 60, 4),
        (timedelta(hours=3), 180, 181),
        (timedelta(days=40), 40 * 24 * 60, 40 * 24 * 60 + 1),  # such as a restored backup
    ],
)
@pytest.mark.both_databases
def test_deadlines_move_by_the_length_of_the_outage_and_at_least_an_hour(at, game_between, ada, ben, gap, slow, live):
    """Live clocks move by it and a minute."""
    daily = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), FRIDAY + MINUTE)
    blitz = due(game_between(ada, ben, variant="draw", bank_seconds=300, clock="bank"), FRIDAY + MINUTE)
    away_for(gap)
    look(at(FRIDAY))
    for game, more in ((daily, slow), (blitz, live)):
        moved = stored(game).deadline - (FRIDAY + MINUTE)
        assert abs(moved / MINUTE - more) < 0.4, game.clock
        assert (stored(game).outage_ended is not None) == (more > 0)


@pytest.mark.parametrize(
    ("deadline", "moves"),
    [(hours(-2), True), (timedelta(seconds=-1), True), (hours(1), True), (hours(1) + MINUTE, False), (days(2), False)],
)
@pytest.mark.both_databases
def test_deadlines_in_the_outage_and_an_hour_after_it_move(at, game_between, ada, ben, deadline, moves):
    game = due(game_between(ada, ben, variant="draw", turn_seconds=7 * DAY), BACK + deadline)
    away_for(AWAY)
    look(at(BACK))
    assert stored(game).status == "playing"
    assert minutes(stored(game).deadline - BACK - deadline) == (210 if moves else 0)
    assert stored(game).deadline > BACK  # 02:10 to 05:40: nobody runs out of time within it


def test_a_clock_that_pauses_moves_by_time_that_counts(at, game_between, ada, ben):
    """Two hours that are given on Friday evening aren't over on Saturday, which is off."""
    game = game_between(ada, ben, variant="draw", turn_seconds=DAY, pauses=True)
    mover = (ada, ben)[game.turn]
    rests(mover, FRIDAY, time_zone="Europe/Kyiv", weekend_pause=True)
    due(game, kyiv("2026-11-20 23:00"))
    away_for(hours(2))
    look(at(kyiv("2026-11-20 22:30")))
    assert minutes(stored(game).deadline - kyiv("2026-11-23 01:00")) == 0


@pytest.mark.both_databases
def test_last_moments_and_open_games_move_too(at, game_between, ada, ben):
    game = game_between(ada, ben, variant="draw", turn_seconds=DAY, lasts_seconds=13 * HOUR)
    begun = timezone.now()
    Game.objects.filter(pk=game.pk).update(started_at=FRIDAY - hours(12), last_moment=BACK - MINUTE)
    offer = create_game(creator=ada, variant="draw")
    Game.objects.filter(pk=offer.pk).update(offer_ends=BACK - MINUTE)
    later = create_game(creator=ada, variant="draw")
    memory.remembered.forget()
    away_for(AWAY)
    look(at(BACK))
    assert stored(game).status == "playing"
    assert minutes(stored(game).last_moment - BACK) == 209
    assert (stored(offer).status, minutes(stored(offer).offer_ends - BACK)) == ("open", 209)
    assert abs(stored(later).offer_ends - begun - days(14)) < MINUTE
    look(at(BACK + hours(4)))
    assert (stored(game).status, stored(offer).status) == ("finished", "expired")


def test_without_an_outage_or_before_the_first_worker_nothing_moves(at, game_between, ada, ben):
    for beat in (None, timedelta(seconds=20)):
        game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), FRIDAY - MINUTE)
        if beat is not None:
            away_for(beat)
        assert look(at(FRIDAY)) == 1
        assert stored(game).status == "finished"


@pytest.mark.both_databases
def test_a_worker_decides_nothing_while_no_web_process_is_there(at, game_between, ada, ben, settings):
    """Nobody can move. When a web process is back, that was an outage."""
    settings.WEB_BEATS = True
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    away_for(AWAY)
    Heartbeat.objects.create(pk=heartbeat.WEB, at=Now() - AWAY)
    assert look(at(BACK)) == 0
    assert (stored(game).status, stored(game).deadline) == ("playing", BACK - MINUTE)
    assert minutes(heartbeat.gap()) == 210
    heartbeat._note(heartbeat.WEB)
    look(BACK)
    assert minutes(stored(game).deadline - BACK) == 209


def test_a_worker_waits_for_no_web_process_that_ends_with_it(at, game_between, ada, ben, settings):
    """Nor for one that has never been there."""
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    at(BACK)
    settings.WEB_BEATS = True
    assert look(BACK) == 1
    settings.WEB_BEATS = False
    Heartbeat.objects.create(pk=heartbeat.WEB, at=Now() - AWAY)
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    assert look(BACK) == 1
    assert stored(game).status == "finished"


# ---- Once


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_of_workers_that_start_together_one_makes_up_for_the_outage(ada, ben, game_between):
    for _ in range(3):
        now = timezone.now()
        game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), now - hours(1))
        away_for(hours(2))
        made = at_once(*[lambda: outages.make_up(timezone.now())] * 3, lambda: clock.look(Heart()))
        assert len([each for each in made if each]) <= 1
        after = stored(game)
        assert (after.status, minutes(after.deadline - now)) == ("playing", 60)
        assert after.version == game.version + 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", ["games", "followers", "end"])
def test_a_worker_that_is_killed_halfway_has_moved_nothing(at, game_between, ada, ben, monkeypatch, where):
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    offer = create_game(creator=ada, variant="draw")
    Game.objects.filter(pk=offer.pk).update(offer_ends=BACK - MINUTE)
    away_for(AWAY)
    at(BACK)

    def killed(*_args: object) -> None:
        raise KeyboardInterrupt

    places = {
        "games": (outages.commit, "write_rows"),
        "followers": (outages, "hold"),
        "end": (outages.heartbeat, "made_up"),
    }
    with monkeypatch.context() as patch:
        patch.setattr(*places[where], killed)
        with pytest.raises(KeyboardInterrupt):
            look(BACK)
    assert (stored(game).deadline, stored(offer).offer_ends) == (BACK - MINUTE, BACK - MINUTE)
    assert look(BACK) == look(BACK) == 0
    assert minutes(stored(game).deadline - BACK) == minutes(stored(offer).offer_ends - BACK) == 209


def test_a_second_outage_counts_from_the_first(at, game_between, ada, ben):
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    away_for(AWAY)
    look(at(BACK))
    Heartbeat.objects.filter(pk=heartbeat.MADE_UP).update(at=Now() - hours(5))
    Heartbeat.objects.filter(pk=heartbeat.WORKER).update(at=Now() - hours(4))
    look(at(BACK + hours(4)))
    assert minutes(stored(game).deadline - BACK) == 209 + 240


# ---- Moves that come after it


@pytest.mark.parametrize("looked", [False, True], ids=["before the worker looks", "after the worker has looked"])
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_move_submitted_while_the_site_was_away_counts(at, game_between, ada, ben, looked):
    """It names the version that the page saw."""
    settings = {"clock": "bank", "bank_seconds": DAY, "increment_seconds": 0, "cap_seconds": DAY}
    game = game_between(ada, ben, variant="draw", last_moment=timezone.now() + days(2), **settings)
    due(game, BACK - hours(1), last_moment=BACK - MINUTE, started_at=FRIDAY)
    seen = memory.current(game.public_id)
    away_for(AWAY)
    at(BACK)
    if looked:
        look(BACK)
    actions.play_move(public_id=game.public_id, seat=seen.turn, text=legal(seen)[0], version=seen.version)
    look(BACK)
    after = stored(game)
    assert after.status == "playing"
    assert minutes(after.last_moment - BACK) == 209
    bank = after.seats.get(number=seen.turn).bank_left
    assert abs(bank / 1000 / 60 - 150) < 1  # 60 minutes before the end of the outage, and 210 minutes more


@pytest.mark.django_db(transaction=True)
def test_moves_that_come_together_after_an_outage_count(at, game_between, ada, ben):
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    seen = memory.current(game.public_id)
    mover = seen.players[seen.turn]
    away_for(AWAY)
    at(BACK)
    move = actions.PlayersMove(game.public_id, mover, legal(seen)[0], seen.version, "k")
    assert actions.play_together([move]) == [None]  # each is tried alone
    actions.play_alone(move)
    assert Heartbeat.objects.filter(pk=heartbeat.MADE_UP).exists()


@pytest.mark.django_db(transaction=True)
def test_while_the_worker_stays_away_late_moves_move_deadlines_once(at, game_between, ada, ben):
    games = [due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE) for _ in range(2)]
    away_for(AWAY)
    for game, now in zip(games, (BACK, BACK + hours(5)), strict=True):
        at(now)
        seen = memory.current(game.public_id)
        actions.play_move(public_id=game.public_id, seat=seen.turn, text=legal(seen)[0], version=seen.version)
        Heartbeat.objects.update(at=heartbeat.F("at") - hours(5))
    assert stored(games[1]).version == games[1].version + 2  # moved on, and moved in


def test_nobody_can_cause_an_outage_by_a_late_move(at, game_between, ada, ben):
    """With a living worker, a late move is as late as ever."""
    game = game_between(ada, ben, variant="draw", last_moment=timezone.now() + days(2), turn_seconds=DAY)
    due(game, BACK + days(1), last_moment=BACK - MINUTE, started_at=FRIDAY)
    away_for(timedelta(seconds=10))
    at(BACK)
    seen = memory.current(game.public_id)
    with pytest.raises(refusals.NotNow, match="Time is up"):
        actions.play_move(public_id=game.public_id, seat=seen.turn, text=legal(seen)[0], version=seen.version)
    assert stored(game).status == "finished"


# ---- Boards


def test_the_board_tells_of_the_outage(at, game_between, ada, ben, client):
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    away_for(AWAY)
    look(at(BACK))
    told = client.get(f"/api/v1/games/{game.public_id}/").json()["outage"]
    assert told["ended"] == "2026-11-20T13:30:00Z"
    assert told["began"] in {"2026-11-20T10:00:00Z", "2026-11-20T09:59:59Z"}
    outages.give(hours(1), BACK)
    given = client.get(f"/api/v1/games/{game.public_id}/").json()["outage"]
    assert given == {"began": None, "ended": "2026-11-20T13:30:00Z"}


# ---- By hand


@pytest.mark.both_databases
def test_a_host_gives_everyone_time(at, game_between, ada, ben, capsys):
    """Not in live games: whoever is there would wait for somebody who has gone."""
    daily = due(game_between(ada, ben, variant="draw", turn_seconds=3 * DAY), FRIDAY + days(2))
    blitz = due(game_between(ada, ben, variant="draw", turn_seconds=60), FRIDAY + MINUTE)
    untimed = game_between(ada, ben, variant="draw", clock="none", rated=False)
    at(FRIDAY)
    call_command("clocks", give="12h")
    assert stored(daily).deadline == FRIDAY + days(2) + hours(12)
    assert stored(blitz).deadline == FRIDAY + MINUTE
    assert stored(untimed).version == untimed.version
    assert "12 hours" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["", "12", "h", "0h", "12 parsecs", "1000d", "1.5h", "\uff11h"])
def test_time_that_cannot_be_read_is_refused_with_an_example(words):
    with pytest.raises(Exception, match="such as 12h") as refused:
        call_command("clocks", give=words)
    assert type(refused.value).__name__ == "CommandError"


# ---- Tournaments, wishes, reminders


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch)


CUP = {"round_days": 3, "deals": 1}
KNOCKOUT = CUP | {"format": "knockout", "least": 4, "most": 8}
SWISS = CUP | {"format": "swiss", "rounds": 2, "least": 3, "most": 64}


@pytest.mark.parametrize("terms", [CUP, KNOCKOUT, SWISS], ids=["cup", "knockout", "swiss"])
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_round_whose_end_fell_into_an_outage_ends_later(world: World, terms):
    """As a whole: nothing that follows loses time, and games end when their tournament says."""
    cup = world.open(**terms)
    world.enter(cup, world.people(10 if terms is SWISS else 4))
    world.wait(days=1)
    cup.refresh_from_db()
    tables = Pairing.objects.filter(round__tournament=cup, over=False)
    before, ends = dict(tables.values_list("pk", "last_moment")), cup.round_ends
    last_day, stage = cup.last_day, (cup.stage, cup.round)
    last = min(ends, *before.values())
    world.now = last + hours(2)  # the site went away one hour before
    Game.objects.filter(appointed=True).update(deadline=last + MINUTE)
    memory.remembered.forget()
    away_for(hours(3))
    look(world.now)
    world.work()
    cup.refresh_from_db()
    assert (cup.stage, cup.round, cup.state) == (*stage, "running")
    assert minutes(cup.round_ends - ends) == minutes(cup.last_day - last_day) == 180
    assert Round.objects.get(tournament=cup, over=False).ends == cup.round_ends
    after = dict(tables.values_list("pk", "last_moment"))
    assert {minutes(after[pk] - before[pk]) for pk in before} == {180}
    games = Game.objects.filter(appointed=True, status="playing").values_list("table_of__pairing", "last_moment")
    assert dict(games) == after
    assert world.play(cup).state == "over"


def test_entries_of_a_tournament_end_later(world: World):
    soon, later = world.open(), world.open(entries_end=world.now + days(4))
    world.now += days(1) + hours(1)
    away_for(hours(2))
    look(world.now)
    world.work()
    moved = [minutes(tournament.entries_end - begun) for tournament, begun in _opened(soon, later)]
    assert moved == [120, 0]


def _opened(*tournaments: Tournament) -> list[tuple[Tournament, datetime]]:
    before = [tournament.entries_end for tournament in tournaments]
    for tournament in tournaments:
        tournament.refresh_from_db()
    return list(zip(tournaments, before, strict=True))


@pytest.fixture
def waiting(ada: User, ben: User) -> Callable[..., tuple[Wish, Wish]]:
    """Ada and Ben look for different games."""

    def begin(pace: Pace) -> tuple[Wish, Wish]:
        made = [find(ada, FRIDAY, pace=pace), find(ben, FRIDAY, pace=pace, variant="block")]
        assert all(made)
        return tuple(made)

    return begin


def test_people_who_look_for_a_live_game_have_time_to_come_back(at, waiting):
    """But nobody is taken to be there."""
    one, other = waiting(Pace.LIVE)
    gone = FRIDAY - GONE - MINUTE
    Wish.objects.filter(pk=other.pk).update(seen_at=gone, since=gone)
    away_for(hours(3))
    back = at(FRIDAY + hours(3))
    look(back)
    one.refresh_from_db()
    assert minutes(one.until - FRIDAY) == 120 + 181
    assert one.seen_at == back - MINUTE
    Wish.objects.update(due=back)
    queues.drain(wishes, back)
    assert list(Wish.objects.values_list("pk", flat=True)) == [one.pk]


def test_daily_wishes_last_longer(at, waiting):
    one, _other = waiting(Pace.USUAL)
    away_for(days(14))
    look(at(FRIDAY + days(14)))
    one.refresh_from_db()
    assert minutes(one.until - FRIDAY) == 28 * DAY / 60


def test_nobody_is_late_for_a_live_game_that_was_found_before_the_outage(at, ada, ben):
    find(ada, FRIDAY, pace=Pace.LIVE)
    find(ben, FRIDAY, pace=Pace.LIVE)
    away_for(hours(1))
    back = at(FRIDAY + hours(1))
    look(back)
    queues.drain(gatherings, back + MINUTE)
    assert Gathering.objects.exists()
    queues.drain(gatherings, back + 3 * MINUTE)
    assert Declined.objects.count() == 2


def test_reminders_are_planned_again(at, game_between, ada, ben):
    game = due(game_between(ada, ben, variant="draw", turn_seconds=DAY), BACK - MINUTE)
    Notice.objects.filter(game=game, event="turn").update(stage=1, due=BACK + hours(9), deadline=BACK - MINUTE)
    away_for(AWAY)
    look(at(BACK))
    assert Notice.objects.get(game=game, event="turn").due == BACK

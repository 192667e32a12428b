"""Two people take back a move, pause their game, or get more time, by agreement."""

import re
from datetime import UTC, date, datetime, timedelta

import orjson
import pytest
from django.utils import timezone

from bots.actions import play_computer
from common import refusals
from games import actions, after_move, queries
from games.actions import outages
from games.clocks import clock
from games.models import Ask, Game, Move
from games.positions import memory
from games.shown.records import records
from games.viewers import live
from history import exports
from notices import digest, dispatch
from notices.models import Notice, Wishes
from notices.sentences import notice_text
from people.models import Block
from plans.models import PlannedMove
from rules import record
from tests.api.conftest import Caller
from tests.games.playing import dealt
from tests.games.test_races import at_once, codes
from tests.time.conftest import rests

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
TWELFTH = datetime(2026, 12, 12, tzinfo=UTC)
HANDS = "6-6 6-5 5-5 4-4 3-3 2-2 1-1", "6-4 5-4 4-3 3-2 2-1 1-0 5-0"
BANK = {"clock": "bank", "turn_seconds": None, "bank_seconds": 3600, "increment_seconds": 60, "cap_seconds": 7200}


@pytest.fixture
def at(monkeypatch, settings):
    """`at(moment)`: sets the current time for everyone. Turns have no head start here."""
    settings.HEAD_START_SECONDS = 0

    def set_clock(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return moment

    set_clock(NOON)
    return set_clock


@pytest.fixture
def begun(at, ada, ben, game_between):
    """`begun(…)`: Ada leads against Ben, one day a move, unrated; returns the public id."""

    def begin(*, hands=HANDS, boneyard="", **settings):
        game = game_between(ada, ben, variant="draw", **({"turn_seconds": 86_400, "rated": False} | settings))
        dealt(game, *hands, lead=0, boneyard=boneyard)
        return game.public_id

    return begin


def plays(game, text, **how):
    table = memory.current(game)
    return actions.play_move(public_id=game, seat=table.turn, text=text, version=table.version, **how)


def asks(game, player, kind, **what):
    return actions.ask(public_id=game, player=player, kind=kind, **what)


def answers(row, player, agree=True):
    return actions.answer_ask(public_id=row.game.public_id, player=player, ask_id=row.pk, agree=agree)


def agree(game, one, other, kind, **what):
    return answers(asks(game, one, kind, **what), other)


def refused(act, *args, **what):
    with pytest.raises(refusals.Refused) as caught:
        act(*args, **what)
    return caught.value.code


def deadline(game):
    memory.remembered.forget()
    stored = Game.objects.get(public_id=game)
    assert memory.current(game).deadline == stored.deadline
    return stored.deadline


# ---- Taking back


@pytest.mark.both_databases
def test_a_move_is_taken_back(begun, ada, ben):
    game = begun()
    before = memory.current(game)
    plays(game, "6-6")
    played = memory.current(game)
    row = asks(game, ada, "take_back")
    assert memory.current(game).version == played.version
    assert (row.deal, row.ply) == (0, 1)
    after = answers(row, ben).version
    table = memory.current(game)
    assert table.version == after > played.version
    assert table.turn == 0
    assert table.running.position.hands == before.running.position.hands
    assert [row.answer for row in Ask.objects.all()] == ["agreed"]
    memory.remembered.forget()
    again = memory.current(game)
    assert (again.running, again.deadline, again.banks) == (table.running, table.deadline, table.banks)
    plays(game, "6-5")
    assert list(Move.objects.filter(taken_back=None).values_list("text", flat=True)) == ["6-5"]


def test_only_the_last_move_and_only_by_its_player(begun, ada, ben):
    game = begun()
    assert refused(asks, game, ada, "take_back") == "nothing_to_take_back"
    plays(game, "6-6")
    assert refused(asks, game, ben, "take_back") == "nothing_to_take_back"
    row = asks(game, ada, "take_back")
    plays(game, "6-4>6-6")
    assert refused(answers, row, ben) == "answered"
    assert refused(asks, game, ada, "take_back") == "nothing_to_take_back"
    assert asks(game, ben, "take_back").pk


def test_no_move_is_taken_back_after_a_hidden_tile_was_seen(begun, ada, ben, game_between):
    game = begun()
    plays(game, "6-6")
    plays(game, "draw")
    assert refused(asks, game, ben, "take_back") == "tile_seen"
    assert refused(asks, game, ada, "take_back") == "nothing_to_take_back"
    rows = game_between(ada, ben, variant="sausage", rated=False).public_id
    table = memory.current(rows)
    plays(rows, str(table.running.position.legal[0]))  # the next turn turns over the front tile of a row
    assert refused(asks, rows, (ada, ben)[table.turn], "take_back") == "tile_seen"


def test_a_plan_that_answered_is_the_last_move(begun, ada, ben):
    game = begun()
    plays(game, "6-6")
    row = asks(game, ada, "take_back")
    plays(game, "6-4>6-6", by="planned")
    assert refused(answers, row, ben) == "answered"
    assert agree(game, ben, ada, "take_back").version  # what is planned may be taken back by its player


def test_plans_end_when_a_move_is_taken_back(begun, ada, ben):
    game = begun()
    plays(game, "6-6")
    table = memory.current(game)
    PlannedMove.objects.create(game_id=table.game_id, seat=1, place=0, deal=0, tile="6-4")
    agree(game, ada, ben, "take_back")
    assert not PlannedMove.objects.exists()


def test_a_bank_loses_what_the_move_had_added(begun, at, ada, ben):
    game = begun(**BANK)
    at(NOON + 10 * MINUTE)
    plays(game, "6-6")
    assert memory.current(game).banks == (51 * 60_000, 3600_000)
    at(NOON + 20 * MINUTE)
    agree(game, ada, ben, "take_back")
    assert memory.current(game).banks == (50 * 60_000, 3600_000)  # and Ben has lost nothing
    assert deadline(game) == NOON + 70 * MINUTE
    at(NOON + 21 * MINUTE)
    plays(game, "6-6")
    assert memory.current(game).banks == (50 * 60_000, 3600_000)


# ---- Pausing


@pytest.mark.both_databases
def test_a_pause_stops_both_clocks_until_its_day(begun, at, ada, ben):
    game = begun()
    at(NOON + 6 * HOUR)
    agree(game, ben, ada, "pause", until=date(2026, 12, 12))
    assert deadline(game) == TWELFTH + 18 * HOUR
    at(NOON + 3 * DAY)
    assert clock.sweep(timezone.now()) == 0
    assert queries.table(game, None).clock.stands_until == TWELFTH.isoformat().replace("+00:00", "Z")
    assert queries.table(game, None).clock.left == (18 * 3600, None)
    plays(game, "6-6")
    assert deadline(game) == TWELFTH + DAY  # Ben's turn counts from the end of the pause
    at(TWELFTH + HOUR)
    plays(game, "6-4>6-6")
    assert deadline(game) == TWELFTH + HOUR + DAY
    at(TWELFTH + HOUR + DAY)
    clock.sweep(timezone.now())
    assert Game.objects.get().reason == "timeout"


def test_either_player_ends_the_pause(begun, at, ada, ben):
    game = begun(lasts_seconds=20 * 86_400)
    agree(game, ada, ben, "pause", until=date(2026, 12, 12))
    assert Game.objects.get().last_moment == TWELFTH + 20 * DAY
    at(NOON + DAY)
    actions.resume(public_id=game, player=ben)
    assert deadline(game) == NOON + 2 * DAY
    assert Game.objects.get().last_moment == NOON + 21 * DAY
    assert queries.table(game, None).clock.stands_until is None
    assert refused(actions.resume, public_id=game, player=ada) == "not_paused"


def test_a_longer_pause_counts_once(begun, at, ada, ben):
    game = begun()
    agree(game, ada, ben, "pause", until=date(2026, 12, 5))
    at(NOON + DAY)
    agree(game, ben, ada, "pause", until=date(2026, 12, 12))
    assert deadline(game) == TWELFTH + DAY
    at(NOON + 2 * DAY)
    agree(game, ada, ben, "pause", until=date(2026, 12, 5))
    assert deadline(game) == datetime(2026, 12, 6, tzinfo=UTC)


def test_a_pause_and_a_vacation_at_once_count_once(begun, at, ada, ben):
    game = begun(pauses=True)
    agree(game, ada, ben, "pause", until=date(2026, 12, 12))
    rests(ada, NOON, vacation=(NOON + DAY * 1.5, TWELFTH + 2 * DAY))
    assert deadline(game) == TWELFTH + 3 * DAY
    at(NOON + DAY)
    actions.resume(public_id=game, player=ben)
    assert deadline(game) == TWELFTH + 2.5 * DAY  # half a day before the vacation, half a day after it


def test_an_outage_in_a_pause_counts_from_its_end(begun, at, ada, ben):
    game = begun()
    agree(game, ada, ben, "pause", until=date(2026, 12, 12))
    at(NOON + DAY)
    outages.give(HOUR, timezone.now())
    assert deadline(game) == TWELFTH + DAY + HOUR


def test_time_banks_stand_still_in_a_pause(begun, at, ada, ben):
    game = begun(**BANK)
    at(NOON + 10 * MINUTE)
    agree(game, ada, ben, "pause", until=date(2026, 12, 12))
    at(NOON + DAY)
    plays(game, "6-6")
    assert memory.current(game).banks == (51 * 60_000, 3600_000)
    at(TWELFTH + 7 * MINUTE)
    plays(game, "6-4>6-6")
    assert memory.current(game).banks == (51 * 60_000, 54 * 60_000)


def test_a_pause_ends_within_thirty_days(begun, ada):
    game = begun()
    ada.time_zone = "Asia/Tokyo"  # where the first of all days began before it in UTC
    ada.save()
    for day in (date(2026, 11, 30), date(2026, 12, 31), date.min, date.max, None):
        assert refused(asks, game, ada, "pause", until=day) == "bad_pause"
    assert asks(game, ada, "pause", until=date(2026, 12, 30)).until == datetime(2026, 12, 29, 15, tzinfo=UTC)


# ---- More time


@pytest.mark.both_databases
def test_a_player_gives_a_turns_time(begun, ada, ben):
    game = begun()
    actions.give_time(public_id=game, player=ben)
    assert deadline(game) == NOON + 2 * DAY
    assert refused(actions.give_time, public_id=game, player=ada) == "time_full"
    assert refused(asks, game, ben, "time") == "time_full"
    agree(game, ada, ben, "time")
    assert deadline(game) == NOON + 3 * DAY
    actions.give_time(public_id=game, player=ben)
    assert refused(actions.give_time, public_id=game, player=ben) == "time_given"
    assert [(row.seat, row.seconds, row.answer) for row in Ask.objects.all()] == [(0, 86_400, "agreed")] * 3


def test_a_double_click_gives_time_once(begun, ben, client):
    game = begun()
    client.force_login(ben)
    for given in (0, 1):
        assert f'value="give {given}"' in client.get(f"/g/{game}/asks/").content.decode()
        for _ in range(2):
            assert client.post(f"/g/{game}/asks/", {"do": f"give {given}"}).status_code == 302
        assert deadline(game) == NOON + (2 + given) * DAY


def test_giving_answers_an_open_ask(begun, ada, ben):
    game = begun()
    row = asks(game, ada, "time")
    actions.give_time(public_id=game, player=ben)
    row.refresh_from_db()
    assert row.answer == "agreed"
    assert Ask.objects.count() == 1


def test_a_bank_gets_half_of_its_start_to_the_second(begun, at, ada, ben):
    game = begun(**BANK)
    at(NOON + 10 * MINUTE)
    actions.give_time(public_id=game, player=ben)
    assert deadline(game) == NOON + 90 * MINUTE
    assert memory.current(game).banks == (80 * 60_000, 3600_000)
    at(NOON + 30 * MINUTE)
    plays(game, "6-6")
    assert memory.current(game).banks == (61 * 60_000, 3600_000)
    actions.give_time(public_id=game, player=ben)  # it isn't her turn
    assert memory.current(game).banks == (91 * 60_000, 3600_000)
    assert refused(actions.give_time, public_id=game, player=ben) == "time_full"  # over the limit of the bank


def test_no_time_after_the_deadline(begun, at, ben):
    game = begun()
    at(NOON + DAY)
    assert refused(actions.give_time, public_id=game, player=ben) == "out_of_time"


# ---- Where nothing can be agreed


def test_rated_games_give_only_time(begun, ada, ben):
    game = begun(rated=True)
    assert Game.objects.get().rated
    plays(game, "6-6")
    assert refused(asks, game, ada, "take_back") == "rated"
    assert refused(asks, game, ada, "pause", until=date(2026, 12, 12)) == "rated"
    assert agree(game, ben, ada, "time").version


def test_tournaments_computers_and_more_people(begun, ada, ben, cleo, game_between):
    game = begun()
    Game.objects.update(appointed=True)
    memory.remembered.forget()
    assert refused(asks, game, ada, "time") == "appointed"
    assert refused(actions.give_time, public_id=game, player=ben) == "appointed"
    three = game_between(ada, ben, cleo, variant="draw", turn_seconds=86_400).public_id
    assert refused(asks, three, ada, "time") == "two_people"
    alone = play_computer(player=cleo, variant="draw", level="solid").public_id
    assert refused(asks, alone, cleo, "take_back") == "two_people"
    assert refused(asks, game, cleo, "time") == "not_seated"


def test_games_without_a_clock_have_no_time_to_give(begun, ada, ben):
    game = begun(clock="none", turn_seconds=None)
    assert refused(asks, game, ada, "time") == "no_clock"
    assert refused(asks, game, ada, "pause", until=date(2026, 12, 12)) == "no_clock"
    plays(game, "6-6")
    assert agree(game, ada, ben, "take_back").version


# ---- Asking and answering


def test_an_ask_is_answered_once(begun, ada, ben, cleo):
    game = begun()
    row = asks(game, ada, "time")
    assert refused(answers, row, ada) == "unknown_ask"
    assert refused(answers, row, cleo) == "not_seated"
    answers(row, ben)
    assert refused(answers, row, ben) == "answered"
    assert refused(answers, row, ben, agree=False) == "answered"
    assert deadline(game) == NOON + 2 * DAY


def test_who_declines_is_not_asked_again_in_that_position(begun, ada, ben):
    game = begun()
    plays(game, "6-6")
    answers(asks(game, ada, "take_back"), ben, agree=False)
    assert refused(asks, game, ada, "take_back") == "declined"
    answers(asks(game, ben, "pause", until=date(2026, 12, 12)), ada, agree=False)
    actions.give_time(public_id=game, player=ada)  # a new version, but no move
    assert refused(asks, game, ben, "pause", until=date(2026, 12, 13)) == "declined"
    plays(game, "6-4>6-6")
    assert asks(game, ben, "pause", until=date(2026, 12, 13)).pk


def test_both_ask_at_once(begun, ada, ben):
    game = begun()
    asks(game, ada, "pause", until=date(2026, 12, 12))
    assert refused(asks, game, ada, "pause", until=date(2026, 12, 13)) == "asked_already"
    assert refused(asks, game, ben, "pause", until=date(2026, 12, 13)) == "asked_already"


def test_asks_are_withdrawn_or_lapse(begun, at, ada, ben):
    game = begun(turn_seconds=14 * 86_400)
    row = asks(game, ada, "pause", until=date(2026, 12, 12))
    assert refused(actions.withdraw_ask, public_id=game, player=ben, ask_id=row.pk) == "unknown_ask"
    actions.withdraw_ask(public_id=game, player=ada, ask_id=row.pk)
    assert refused(answers, row, ben) == "answered"
    row = asks(game, ada, "pause", until=date(2026, 12, 12))
    at(NOON + 3 * DAY)
    assert refused(answers, row, ben) == "answered"
    assert asks(game, ada, "pause", until=date(2026, 12, 12)).pk != row.pk
    row.refresh_from_db()
    assert row.answer == "lapsed"


def test_no_ask_waits_in_a_game_that_is_over(begun, ada, ben, client):
    game = begun()
    asks(game, ada, "pause", until=date(2026, 12, 12))
    actions.resign_game(public_id=game, player=ben)
    client.force_login(ben)
    assert "data-ask" not in client.get(f"/g/{game}/asks/").content.decode()
    assert shown(game, ada) == [("pause", "lapsed")]


def test_another_process_sees_what_was_agreed(begun, at, ada, ben):
    game = begun()
    theirs = memory.current(game)  # what another process remembers
    agree(game, ada, ben, "pause", until=date(2026, 12, 12))
    ours = memory.current(game)
    memory.remembered.forget()
    memory.remembered.put(theirs)
    assert memory.current(game) == ours
    plays(game, "6-6")
    memory.remembered.forget()
    memory.remembered.put(theirs)
    assert memory.current(game).deadline == TWELFTH + DAY


def test_nothing_is_stored_by_halves(begun, ada, ben, monkeypatch):
    game = begun()
    plays(game, "6-6")
    back, time = asks(game, ada, "take_back"), asks(game, ben, "time")
    before = memory.current(game)

    class KilledError(BaseException):
        pass

    def killed(change):
        raise KilledError

    for row, other in ((back, ben), (time, ada)):
        with monkeypatch.context() as patch:
            patch.setattr(after_move, "stored", killed)
            with pytest.raises(KilledError):
                answers(row, other)
    memory.remembered.forget()
    after = memory.current(game)
    assert (after.version, after.deadline, after.running) == (before.version, before.deadline, before.running)
    assert set(Ask.objects.values_list("answer", flat=True)) == {""}
    answers(back, ben)
    assert refused(answers, time, ada) == "answered"  # Ben's turn is over


@pytest.mark.both_databases
def test_an_answer_in_two_tabs_and_a_move_at_once(begun, ada, ben):
    for _ in range(4):
        game = begun()
        plays(game, "6-6")
        row, now = asks(game, ada, "take_back"), memory.current(game).version
        move = {"public_id": game, "seat": 1, "text": "6-4>6-6", "version": now}
        refusals_of = codes(at_once(*[lambda: answers(row, ben)] * 2, lambda: actions.play_move(**move)))
        memory.remembered.forget()
        row.refresh_from_db()
        moves = list(Move.objects.filter(game__public_id=game, taken_back=None).values_list("text", flat=True))
        if row.answer == "agreed":
            assert (refusals_of, moves) == (["answered", "stale"], [])
        else:
            assert (refusals_of, moves) == (["answered", "answered"], ["6-6", "6-4>6-6"])
        assert memory.current(game).version == now + 1


@pytest.mark.both_databases
def test_two_who_ask_at_once_make_one_ask(begun, ada, ben):
    for _ in range(4):
        game = begun()
        day = {"until": date(2026, 12, 12)}
        results = at_once(lambda: asks(game, ada, "pause", **day), lambda: asks(game, ben, "pause", **day))
        assert codes(results) == ["asked_already"]
        assert Ask.objects.filter(game__public_id=game).count() == 1


# ---- What others learn


def page_of(game, client):
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", client.get(f"/g/{game}/").content.decode())


def shown(game, reader):
    return [(each["kind"], each["answer"]) for each in Caller(reader).get(f"games/{game}/asks/").json()["asks"]]


@pytest.mark.parametrize("agrees", [True, False])
def test_the_opponent_is_notified_and_then_the_asker(begun, ada, ben, agrees):
    game = begun()
    row = asks(game, ada, "pause", until=date(2026, 12, 12))
    notice = Notice.objects.get(player=ben, event="invited")
    assert notice_text(notice, NOON).title == "Ada asks to pause the game until Sat 12 Dec"
    answers(row, ben, agrees)
    assert Notice.objects.get(pk=notice.pk).read_at is not None
    told = notice_text(Notice.objects.get(player=ada, event="answered"), NOON).title
    words = "Ben agreed: the game is paused until Sat 12 Dec", "Ben doesn’t agree to pause the game"
    assert told == words[not agrees]


def test_an_ask_is_out_of_date_alone(begun, ada, ben):
    game, invited = begun(), Notice.objects.filter(event="invited")
    asks(game, ada, "pause", until=date(2026, 12, 12))
    plays(game, "6-6")
    asks(game, ada, "take_back")
    pause, back = invited.order_by("pk")
    plays(game, "6-4>6-6")
    assert [dispatch.is_over(each) for each in (pause, back)] == [False, True]  # the move ended one of them
    answers(asks(game, ben, "take_back"), ada, agree=False)
    assert invited.filter(read_at=None).contains(pause)
    actions.withdraw_ask(public_id=game, player=ada, ask_id=pause.words["id"])
    row = asks(game, ada, "time")
    actions.withdraw_ask(public_id=game, player=ada, ask_id=row.pk)
    row = asks(game, ada, "pause", until=date(2026, 12, 13))  # of the same version
    assert invited.get(words__id=row.pk).read_at is None
    actions.resign_game(public_id=game, player=ben)
    assert not invited.filter(read_at=None).exists()
    game = begun()
    plays(game, "6-6")
    asks(game, ada, "take_back")
    plays(game, "6-4>6-6")
    plays(game, "6-5>6-6")
    _subject, values = digest.content(ben, Wishes(channels={"digest": ["turn", "invited"]}), NOON)
    assert values["others"] == []


def test_reminders_wait_for_the_end_of_the_pause(begun, at, ada, ben):
    game = begun()
    Notice.objects.filter(event="turn").update(stage=1, due=NOON + 12 * HOUR)
    at(NOON + HOUR)
    agree(game, ada, ben, "pause", until=date(2026, 12, 12))
    notice = Notice.objects.select_related("player", "game").get(event="turn")
    assert (notice.due, notice.deadline) == (NOON + HOUR, TWELFTH + 23 * HOUR)
    due, (_stage, coming) = dispatch.stages(notice, [50, 80], NOON + 3 * DAY)
    assert due == []
    assert coming == TWELFTH + 11 * HOUR  # half of the turn, of which an hour had passed


def test_watchers_see_what_was_agreed_and_nothing_else(begun, ada, ben, cleo, client):
    game = begun()
    page = page_of(game, client)
    row = asks(game, ada, "pause", until=date(2026, 12, 12))
    answers(row, ben, agree=False)
    guess = {"public_id": game, "player": cleo, "agree": True}
    assert {refused(actions.answer_ask, ask_id=each, **guess) for each in (row.pk, row.pk + 1)} == {"not_seated"}
    asks(game, ada, "time")
    assert page_of(game, client) == page
    assert shown(game, cleo) == []
    assert shown(game, ben) == [("pause", "declined"), ("time", None)]
    actions.give_time(public_id=game, player=ben)
    assert shown(game, cleo) == [("time", "agreed")]


def test_an_ask_of_somebody_blocked_reaches_nobody(begun, at, ada, ben, monkeypatch):
    game = begun()
    Block.objects.create(by=ben, whom=ada, at=NOON)
    told = []
    with monkeypatch.context() as patch:
        patch.setattr(live, "show_panel", lambda _game, _name, to: told.extend(to))
        patch.setattr(live, "tell_programs", lambda events: told.extend(player for player, _event in events))
        row = asks(game, ada, "pause", until=date(2026, 12, 12))
    assert told == [ada.pk, ada.pk]  # as if he heard of it, too
    assert shown(game, ada) == [("pause", None)]
    assert shown(game, ben) == []
    assert refused(answers, row, ben) == "unknown_ask"
    actions.withdraw_ask(public_id=game, player=ada, ask_id=row.pk)
    assert refused(answers, row, ben) == "unknown_ask"
    asks(game, ada, "pause", until=date(2026, 12, 12))
    assert not Notice.objects.exclude(event="turn").filter(player=ben, words__has_key="ask").exists()
    asks(game, ben, "pause", until=date(2026, 12, 13))  # nothing tells him that she has asked
    assert shown(game, ada)[-1] == ("pause", None)  # and nothing tells her that he asked, or blocked her
    asks(game, ada, "time")
    at(NOON + HOUR)
    actions.give_time(public_id=game, player=ben)
    seen = [Caller(each).get(f"games/{game}/asks/").json()["asks"][-1] for each in (ada, ben)]
    assert seen[0] == seen[1]
    assert seen[1]["asked"] == seen[1]["answered"]  # as if she hadn’t asked
    assert Notice.objects.filter(player=ada, event="answered").exists()


def test_two_hands_lead_to_the_same_asks(begun, ada, ben):
    """What Ada holds and could have played shows in no ask, refusal or view of it."""
    seen = []
    for hands in (HANDS, ("6-6 6-5 6-3 6-2 6-1 6-0 1-1", HANDS[1])):
        game = begun(hands=hands)
        plays(game, "6-6")
        row = asks(game, ada, "take_back")
        answer = Caller(ben).get(f"games/{game}/asks/").json()["asks"]
        codes = refused(asks, game, ada, "take_back"), refused(asks, game, ben, "take_back")
        answers(row, ben)
        seen.append(([each | {"id": 0} for each in answer], codes))
    assert seen[0] == seen[1]


def test_the_record_says_what_was_agreed_and_still_replays(begun, ada, ben):
    game = begun(options={"end": "rounds:1"})
    actions.give_time(public_id=game, player=ben)
    plays(game, "6-6")
    agree(game, ada, ben, "take_back")
    [written] = records([queries.find_game(game)])
    assert [(line.kind, line.seat, line.ply) for line in written.agreed] == [("time", 0, 0), ("take_back", 0, 1)]
    assert record.parse(orjson.dumps(written))
    text = exports.game_text(queries.find_game(game), lambda: None).content.decode()
    assert "Ben gave Ada 1 day more (round 1).\nBy agreement, Ada took back move 1 (round 1)." in text


def test_an_annulled_deal_is_no_round(at, ada, ben, game_between, client):
    options = {"redeal": "must:doubles:1"}  # so many deals are annulled, and then the next one counts
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400, options=options).public_id
    table = memory.current(game)
    actions.give_time(public_id=game, player=(ben, ada)[table.turn])
    assert "Round 1, move 0" in client.get(f"/g/{game}/asks/").content.decode()
    assert "1 day more (round 1)." in exports.game_text(queries.find_game(game), lambda: None).content.decode()


# ---- By page and API


def test_the_whole_way_by_the_api(begun, ada, ben):
    game = begun()
    as_ada, as_ben = Caller(ada), Caller(ben)
    asked = as_ada.post(f"games/{game}/asks/", {"what": "pause", "until": "2026-12-12"})
    assert asked.status_code == 201, asked.content
    number = asked.json()["id"]
    answer = as_ben.post(f"games/{game}/asks/{number}/", {"agree": True})
    assert answer.json()["clock"]["stands_until"] == "2026-12-12T00:00:00Z"
    assert as_ben.delete(f"games/{game}/pause/").json()["clock"]["stands_until"] is None
    assert as_ben.post(f"games/{game}/more-time/", {}).status_code == 200
    number = as_ada.post(f"games/{game}/asks/", {"what": "time"}).json()["id"]
    assert as_ada.delete(f"games/{game}/asks/{number}/").status_code == 204
    refusal = as_ada.post(f"games/{game}/asks/", {"what": "resume"}).json()
    assert (refusal["code"], refusal["message"].split(": ")[-1]) == ("invalid", "take_back, pause, time.")


def test_the_table_shows_an_ask_with_two_buttons(begun, ada, ben, cleo, client):
    game = begun(visibility="public")
    table, panel = f"/g/{game}/", f"/g/{game}/asks/"
    asks(game, ada, "pause", until=date(2026, 12, 12))
    client.force_login(cleo)
    assert "data-ask" not in client.get(table).content.decode()
    client.force_login(ben)
    page = client.get(table).content.decode()
    number = Ask.objects.get().pk
    assert f'value="agree {number}"' in page
    assert client.post(panel, {"do": f"agree {number}"}).url == table
    assert "The game is paused until" in client.get(table).content.decode()
    assert b"paused the game until" in client.get(panel).content
    client.force_login(cleo)
    assert "The game is paused until" in client.get(table).content.decode()
    assert "paused until" in client.get("/watch/").content.decode()
    assert client.post(panel, {"do": "resume"}).status_code == 403
    assert client.post(panel, {"do": "agree ²"}).status_code == 403


def test_guests_agree_too(at, guest, game_between):
    ada, gus = guest("Ada"), guest("Gus")
    game = game_between(ada, gus, variant="draw", turn_seconds=86_400).public_id
    mover = [ada, gus][memory.current(game).turn]
    other = gus if mover is ada else ada
    assert agree(game, mover, other, "time").version

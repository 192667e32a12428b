"""The time of a turn: fixed, from a bank, and with the rest of the player on turn."""

import contextlib
import itertools
import random
from datetime import time, timedelta

import pytest

import rules
from common import refusals
from common.times import timestamps
from games import actions, queries
from games.after_move import FollowsGames
from games.clocks import clock
from games.models import Game, Move, Seat
from games.positions import memory, tables
from games.shown import table_view
from tests.creating import create_game
from tests.following import also_following
from tests.games.playing import legal
from tests.time.conftest import FRIDAY, days, hours, kyiv, rests

pytestmark = pytest.mark.django_db
BANK = {"clock": "bank", "bank_seconds": 3 * 86_400, "increment_seconds": 8 * 3_600, "cap_seconds": 5 * 86_400}


def move(public_id: str, *, text: str | None = None) -> tables.Table:
    """Any move of the seat on turn that doesn't end the deal."""
    table = memory.current(public_id)
    actions.play_move(public_id=public_id, seat=table.turn, text=text or legal(table)[0], version=table.version)
    return memory.current(public_id)


def on_turn(game, *people):
    """The player on turn, then the other."""
    turn = memory.current(game.public_id).turn
    return people[turn], people[1 - turn]


def test_a_turn_has_its_full_time_from_the_previous_move(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=3 * 86_400)
    assert game.deadline == FRIDAY + days(3)
    at(FRIDAY + hours(20))
    assert move(game.public_id).deadline == FRIDAY + hours(20) + days(3)


@pytest.mark.both_databases
def test_a_bank_runs_on_its_owners_turn_and_fills_after_their_move(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", **BANK)
    first = memory.current(game.public_id).turn
    assert game.deadline == FRIDAY + days(3)
    at(FRIDAY + days(1))
    table = move(game.public_id)
    assert table.turn == 1 - first  # a deal without forced moves
    left = [days(3).total_seconds() * 1000] * 2
    left[first] = (days(2) + hours(8)).total_seconds() * 1000
    assert list(table.banks) == left
    assert table.deadline == FRIDAY + days(1) + days(3)
    memory.remembered.forget()
    assert memory.current(game.public_id).banks == table.banks  # stored, not only in memory
    at(FRIDAY + days(1) + hours(1))
    assert move(game.public_id).deadline == FRIDAY + days(1) + hours(1) + days(2) + hours(8)


@pytest.mark.both_databases
def test_a_bank_never_holds_more_than_its_cap(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", **{**BANK, "cap_seconds": 3 * 86_400 + 3_600})
    seat = memory.current(game.public_id).turn
    assert move(game.public_id).banks[seat] == (3 * 86_400 + 3_600) * 1000


def test_an_empty_bank_loses(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", **BANK)
    _loser, winner = on_turn(game, ada, ben)
    assert clock.sweep(FRIDAY + days(3) - timedelta(seconds=1)) == 0
    assert clock.sweep(FRIDAY + days(3)) == 1
    game = queries.find_game(game.public_id)
    assert (game.status, game.reason) == (Game.Status.FINISHED, "timeout")
    assert winner.seats.get(game=game).result == Seat.Result.WON


def test_a_new_deal_keeps_the_banks_and_gives_a_new_turn(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="block", **BANK)
    now, table = FRIDAY, memory.current(game.public_id)
    while table.running.index == 0:
        now = at(now + timedelta(minutes=10))
        before, table = table, move(game.public_id)
    assert table.deadline == now + timedelta(milliseconds=table.banks[table.turn])
    assert all(bank > 3 * 86_400_000 for bank in table.banks)
    assert table.banks[1 - before.turn] == before.banks[1 - before.turn]  # players without a move got nothing


@pytest.mark.both_databases
def test_a_move_with_time_banks_needs_one_more_statement(at, ada, ben, game_between, django_assert_num_queries):
    from tests.games.test_queries import counted

    plain, bank = game_between(ada, ben, variant="draw"), game_between(ada, ben, variant="draw", **BANK)
    costs = []
    for game in (plain, bank):
        table = memory.current(game.public_id)
        sent = {"seat": table.turn, "text": legal(table)[0], "version": table.version}
        costs.append(counted(actions.play_move, public_id=game.public_id, **sent))
    assert costs[1] == costs[0] + 1


def test_automatic_moves_cost_and_add_no_time(at, guest, game_between):
    """Over whole games: only a player's own moves change their bank."""
    for n in range(3):
        at(FRIDAY)
        game = game_between(guest("P"), guest("Q"), variant="block", **BANK)
        table, now = memory.current(game.public_id), FRIDAY
        while table.status == Game.Status.PLAYING and table.running.index < 3:
            now = at(now + hours(1))
            before, table = table, move(game.public_id)
            if table.status != Game.Status.PLAYING:
                break
            changed = [seat for seat in range(2) if table.banks[seat] != before.banks[seat]]
            assert changed in ([], [before.turn]), n
            if changed:
                assert table.banks[before.turn] == min(5 * 86_400_000, before.banks[before.turn] + 7 * 3_600_000)


def test_a_bank_stays_full_when_the_first_turn_of_a_deal_is_automatic(at, ada, ben, game_between, monkeypatch):
    """In Sausage the leader must turn up the first tile of the row; this automatic turn costs no time."""

    def chance(*_seed):
        return lambda purpose, tiles: random.Random(f"4 {purpose}").sample(tiles, len(tiles))

    monkeypatch.setattr("games.positions.shuffle.ordering", chance)
    game, now = game_between(ada, ben, variant="sausage", **BANK), FRIDAY
    while (table := memory.current(game.public_id)).running.index == 0:
        now = at(now + timedelta(minutes=10))
        move(game.public_id)
    dealt = game.moves.filter(round__index=1)
    assert [(made.text, made.by) for made in dealt] == [("turn", Move.By.FORCED)]
    assert table.turn == 1 - dealt[0].seat
    assert all(bank > 3 * 86_400_000 for bank in table.banks)  # each turn took ten minutes and added eight hours
    memory.remembered.forget()
    assert memory.current(game.public_id).banks == table.banks


@pytest.mark.parametrize("settings", [{"turn_seconds": 86_400}, BANK])
def test_a_resignation_gives_the_player_on_turn_no_new_time(at, ada, ben, cleo, game_between, settings):
    game = game_between(ada, ben, cleo, variant="draw", **settings)
    before = memory.current(game.public_id)
    at(FRIDAY + hours(5))
    actions.resign_game(public_id=game.public_id, player=[ada, ben, cleo][(before.turn + 1) % 3])
    after = memory.current(game.public_id)
    assert (after.turn, after.deadline, after.banks) == (before.turn, before.deadline, before.banks)


def test_a_wink_does_not_count_as_a_turn(at, ada, ben, cleo, guest, game_between):
    game = game_between(ada, ben, cleo, guest("Dora"), variant="general", **BANK)
    told = []

    class Listens(FollowsGames):
        def stored(self, changes):
            told.extend(changes)

    before, row = memory.current(game.public_id), Game.objects.values().get(pk=game.pk)
    at(FRIDAY + hours(5))
    winks = 0
    with also_following(Listens()):
        for seat, text in itertools.product(range(4), ("wink", "puff")):
            with contextlib.suppress(refusals.NotByTheRules):
                actions.play_move(public_id=game.public_id, seat=seat, text=text, version=before.version)
                winks += 1
    after = memory.current(game.public_id)
    assert (after.turn, after.deadline, after.banks) == (before.turn, before.deadline, before.banks)
    assert Game.objects.values().get(pk=game.pk) == row
    assert winks == 2  # with 28 tiles and four hands of seven, 0-0 and 6-6 are always dealt
    assert told == []


# ---- Rest ----


def test_a_pausing_clock_stops_during_the_players_weekend(at, ada, ben, game_between):
    for user in (ada, ben):
        rests(user, FRIDAY, time_zone="Europe/Kyiv", weekend_pause=True)
    slow = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    strict = game_between(ada, ben, variant="draw", turn_seconds=86_400, pauses=False)
    assert slow.pauses
    assert slow.deadline == kyiv("2026-11-23 12:00")
    assert strict.deadline == FRIDAY + days(1)


def test_each_player_has_their_own_rest_and_time_zone(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    _first, second = on_turn(game, ada, ben)
    rests(second, FRIDAY, time_zone="Europe/Kyiv", quiet_from=time(22), quiet_to=time(8))
    at(kyiv("2026-11-20 20:00"))
    assert move(game.public_id).deadline == kyiv("2026-11-22 16:00")  # 2 hours, 14 on Saturday, 8


def test_a_move_uses_only_counted_time_of_the_bank(at, ada, ben, game_between):
    for user in (ada, ben):
        rests(user, FRIDAY, time_zone="Europe/Kyiv", weekend_pause=True)
    game = game_between(ada, ben, variant="draw", **BANK)
    seat = memory.current(game.public_id).turn
    at(kyiv("2026-11-23 06:00"))  # 12 hours on Friday, 6 on Monday
    assert move(game.public_id).banks[seat] == (3 * 24 - 18 + 8) * 3_600_000


def test_a_vacation_during_a_turn_stops_the_clock_until_it_ends(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    mine, _ = on_turn(game, ada, ben)
    strict = game_between(ada, ben, turn_seconds=86_400, pauses=False)
    now = at(FRIDAY + hours(10))
    rests(mine, now, vacation=(now, now + days(7)))
    assert queries.find_game(game.public_id).deadline == now + days(7) + hours(14)
    assert queries.find_game(strict.public_id).deadline == FRIDAY + days(1)
    back, vacation = at(now + days(2)), mine.vacations.get()
    before = mine.rest
    vacation.ends = back
    vacation.save(update_fields=["ends"])
    actions.reschedule(player=mine, before=before, now=back)
    assert queries.find_game(game.public_id).deadline == back + hours(14)


def test_a_vacation_gives_the_opponent_no_extra_time(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    _theirs, waits = on_turn(game, ada, ben)
    rests(waits, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    assert queries.find_game(game.public_id).deadline == FRIDAY + days(1)
    assert clock.sweep(FRIDAY + days(1)) == 1


@pytest.mark.both_databases
def test_a_sweep_respects_a_deadline_that_rest_has_moved(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    mine, _ = on_turn(game, ada, ben)
    rests(mine, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    memory.current(game.public_id)
    assert clock.sweep(FRIDAY + days(2)) == 0
    assert clock.sweep(FRIDAY + days(8)) == 1


def test_players_on_vacation_can_still_move(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    mine, other = on_turn(game, ada, ben)
    rests(mine, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    assert move(game.public_id).turn == [ada, ben].index(other)


def test_changing_quiet_hours_back_and_forth_gains_no_time(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", **BANK)
    mine, _ = on_turn(game, ada, ben)
    now = FRIDAY
    for quiet in [(time(12), time(23)), (time(0), time(11)), (None, None)] * 3:
        rests(mine, now, quiet_from=quiet[0], quiet_to=quiet[1])
        assert mine.rest.counted(now, queries.find_game(game.public_id).deadline) == 3 * 86_400
    assert queries.find_game(game.public_id).deadline == FRIDAY + days(3)


@pytest.mark.both_databases
def test_other_processes_learn_new_rest_settings(at, ada, ben, game_between, monkeypatch):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    mine, _ = on_turn(game, ada, ben)
    remembered = memory.current(game.public_id)
    rests(mine, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    now = memory.current(game.public_id)
    assert now.version == remembered.version + 1
    assert now.deadline == FRIDAY + days(8)


def test_a_move_chosen_before_the_opponents_vacation_is_still_accepted(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400)
    _mine, other = on_turn(game, ada, ben)
    seen = memory.current(game.public_id)
    rests(other, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    actions.play_move(public_id=game.public_id, seat=seen.turn, text=legal(seen)[0], version=seen.version)
    with pytest.raises(refusals.NotNow) as refused:
        actions.play_move(public_id=game.public_id, seat=seen.turn, text=legal(seen)[0], version=seen.version)
    assert refused.value.code == "stale"


def test_everyone_sees_vacations_with_their_end_and_all_time_banks(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", **BANK)
    mine, _ = on_turn(game, ada, ben)
    seat = [ada, ben].index(mine)
    now = at(FRIDAY + hours(2))
    rests(mine, now, vacation=(now, now + days(7)))
    for viewer in (0, 1, None):
        view = rules.to_json(table_view.view(memory.current(game.public_id), viewer))
        assert view["seats"][seat]["away"] == timestamps.stamp(now + days(7))
        assert view["seats"][1 - seat]["away"] is None
        assert view["clock"]["left"] == ([70 * 3600, 72 * 3600] if seat == 0 else [72 * 3600, 70 * 3600])
        assert view["clock"]["stands_until"] == timestamps.stamp(now + days(7))
    assert rules.to_json(table_view.view(memory.current(game.public_id), None))["clock"]["pauses"] is True


def test_a_clock_that_ignores_vacations_is_not_shown_as_paused(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", turn_seconds=86_400, pauses=False)
    mine, _ = on_turn(game, ada, ben)
    rests(mine, FRIDAY, vacation=(FRIDAY, FRIDAY + days(7)))
    clock_shown = rules.to_json(table_view.view(memory.current(game.public_id), None))["clock"]
    assert clock_shown["stands_until"] is None
    assert clock_shown["left"][[ada, ben].index(mine)] == 86_400


# ---- Possible clocks ----


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({"clock": "none"}, ("none", None, None, None, None, False)),
        ({"turn_seconds": 30}, ("turn", 30, None, None, None, False)),
        ({"turn_seconds": 14 * 86_400}, ("turn", 14 * 86_400, None, None, None, True)),
        ({"turn_seconds": 86_399}, ("turn", 86_399, None, None, None, False)),
        ({"turn_seconds": 86_400, "pauses": False}, ("turn", 86_400, None, None, None, False)),
        (BANK, ("bank", None, 259_200, 28_800, 432_000, True)),
        ({"clock": "bank", "bank_seconds": 600}, ("bank", None, 600, 0, 600, False)),
    ],
)
def test_the_agreed_clock_is_stored(ada, asked, kept):
    game = create_game(creator=ada, variant="draw", **asked)
    assert (
        game.clock, game.turn_seconds, game.bank_seconds, game.increment_seconds, game.cap_seconds, game.pauses,
    ) == kept  # fmt: skip


@pytest.mark.parametrize(
    "asked",
    [
        {"turn_seconds": 29},
        {"turn_seconds": 14 * 86_400 + 1},
        {"turn_seconds": 3_600, "pauses": True},
        {"clock": "none", "pauses": True},
        {"clock": "bank"},
        {"clock": "bank", "bank_seconds": 59},
        {"clock": "bank", "bank_seconds": 30 * 86_400 + 1},
        {"clock": "bank", "bank_seconds": 600, "increment_seconds": 86_401},
        {"clock": "bank", "bank_seconds": 600, "increment_seconds": -1},
        {"clock": "bank", "bank_seconds": 600, "cap_seconds": 599},
        {"clock": "bank", "bank_seconds": 600, "cap_seconds": 60 * 86_400 + 1},
        {"clock": "bank", "bank_seconds": 600, "pauses": True},
        {"clock": "hourglass"},
    ],
)
def test_an_unreasonable_clock_is_refused_with_a_message(ada, asked):
    with pytest.raises(refusals.Unreadable) as refused:
        create_game(creator=ada, variant="draw", **asked)
    assert refused.value.code == "bad_clock"
    assert refused.value.message.endswith(".")
    assert not Game.objects.exists()


def test_a_rematch_has_the_same_clock(at, ada, ben, game_between):
    game = game_between(ada, ben, variant="draw", **BANK, pauses=False)
    actions.resign_game(public_id=game.public_id, player=ada)
    again = actions.offer_rematch(public_id=game.public_id, player=ben)
    actions.offer_rematch(public_id=game.public_id, player=ada)
    again.refresh_from_db()
    assert (again.clock, again.bank_seconds, again.pauses) == ("bank", 3 * 86_400, False)
    assert {seat.bank_left for seat in again.seats.all()} == {3 * 86_400_000}


def test_a_game_that_would_never_end_is_refused(ada):
    with pytest.raises(refusals.Unreadable) as refused:
        create_game(creator=ada, variant="draw", options={"end": "rounds:1001"})
    assert refused.value.code == "too_long"
    with pytest.raises(rules.ImpossibleRules):
        create_game(creator=ada, variant="draw", options={"end": "target:1000001"})
    assert create_game(creator=ada, variant="draw", options={"end": "rounds:1000"})

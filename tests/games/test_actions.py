"""Actions that change a game, and their refusals."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import rules
from accounts import guests
from common import refusals
from games import actions, queries
from games.clocks import clock
from games.models import Game, Move, Round, RoundScore, Seat
from games.positions import memory
from games.shown import table_view
from rulebook import choices
from tests.creating import create_game
from tests.games.playing import dealt, legal, play_one, play_out, play_until_deal
from tests.samples import some_games

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_taking_the_last_seat_starts_the_game(ada, ben):
    game = create_game(creator=ada, variant="brettspielnetz")
    assert game.status == Game.Status.OPEN
    seat = actions.join_game(public_id=game.public_id, player=ben)
    game.refresh_from_db()
    assert (seat.number, game.status) == (1, Game.Status.PLAYING)
    assert game.rounds.count() == 1
    assert game.turn in {0, 1}
    assert abs(game.deadline - timezone.now() - DAY) < timedelta(minutes=1)


@pytest.mark.parametrize("control", [{"turn_seconds": 86_400}, {"clock": "bank", "bank_seconds": 86_400}])
def test_a_player_who_must_draw_first_has_a_full_turn(ada, ben, game_between, monkeypatch, control):
    def chance(*_seed):
        return lambda purpose, tiles: random.Random(f"31 {purpose}").sample(tiles, len(tiles))

    monkeypatch.setattr("games.positions.shuffle.ordering", chance)  # the leader has no tile to play and must draw
    game = game_between(ada, ben, **control)
    assert list(game.moves.values_list("seat", "text")) == [(0, "draw")]
    assert game.turn == 0
    assert abs(game.deadline - timezone.now() - DAY) < timedelta(minutes=1)


def test_a_game_of_four_starts_when_all_have_joined(ada, ben, cleo, guest):
    game = create_game(creator=ada, variant="partnership", seats=4)
    actions.join_game(public_id=game.public_id, player=ben, seat=2)
    actions.join_game(public_id=game.public_id, player=cleo)
    assert queries.find_game(game.public_id).status == Game.Status.OPEN
    actions.join_game(public_id=game.public_id, player=guest("Dora"))
    game = queries.find_game(game.public_id)
    assert game.status == Game.Status.PLAYING
    assert [(seat.player.name, seat.side) for seat in game.seats.all()] == [
        ("Ada", 0), ("Cleo", 1), ("Ben", 0), ("Dora", 1),
    ]  # fmt: skip


def test_a_player_who_takes_a_vacated_seat_gets_a_new_key_and_shuffle_seed(ada, ben, cleo):
    game = create_game(creator=ada, variant="draw", seats=3)
    left = actions.join_game(public_id=game.public_id, player=ben, shuffle_seed="feed")
    actions.leave_game(public_id=game.public_id, player=ben)
    actions.join_game(public_id=game.public_id, player=cleo)
    seat = game.seats.get(number=left.number)
    assert seat.player == cleo
    assert seat.shuffle_seed != "feed"
    assert seat.token != left.token


def test_a_move_raises_the_version_and_passes_the_turn_on(ada, ben, game_between):
    game = game_between(ada, ben, variant="block")
    table = memory.current(game.public_id)
    played = actions.play_move(
        public_id=game.public_id, seat=table.turn, text=legal(table)[0], version=table.version, key="first"
    )
    after = queries.find_game(game.public_id)
    assert after.version == played.version > table.version
    assert after.turn is not None
    assert game.moves.filter(by=Move.By.PLAYER).count() == 1


@pytest.mark.both_databases
def test_a_repeated_key_answers_the_same_and_plays_nothing(ada, ben, game_between):
    game = game_between(ada, ben)
    table = memory.current(game.public_id)
    request = {"seat": table.turn, "text": legal(table)[0], "version": table.version, "key": "tram"}
    first = actions.play_move(public_id=game.public_id, **request)
    memory.remembered.forget()
    again = actions.play_move(public_id=game.public_id, **request)
    assert (again.version, again.repeated) == (first.version, True)
    assert queries.find_game(game.public_id).version == first.version


def test_a_repeated_key_answers_with_the_forced_moves_that_followed(ada, ben, game_between):
    """Ben can't follow 6-6, so the server passes for him: the request makes two versions, also when repeated."""
    game = game_between(ada, ben, variant="block", options={"hand": 3})
    before = dealt(game, "6-6 6-5 6-4", "2-1 5-2 3-1", lead=0).version
    request = {"public_id": game.public_id, "seat": 0, "text": "6-6", "version": before, "key": "tram"}
    assert actions.play_move(**request).version == before + 2
    assert actions.play_move(**request) == actions.Played(before + 2, repeated=True)
    actions.play_move(public_id=game.public_id, seat=0, text="6-5>6-6", version=before + 2, key="bus")
    actions.play_move(public_id=game.public_id, seat=1, text="5-2>6-5", version=before + 3, key="tram")
    memory.remembered.forget()
    assert actions.play_move(**request) == actions.Played(before + 2, repeated=True)
    assert list(game.moves.values_list("text", flat=True)) == ["6-6", "pass", "6-5>6-6", "5-2>6-5"]


def test_an_illegal_move_is_refused_with_the_message_of_the_rules(ada, ben, game_between):
    game = game_between(ada, ben)
    table = memory.current(game.public_id)
    with pytest.raises(refusals.NotByTheRules) as refused:
        actions.play_move(public_id=game.public_id, seat=table.turn, text="pass", version=table.version)
    assert refused.value.code
    assert " " in refused.value.message


@pytest.mark.parametrize(
    ("variant", "people"),
    [("brettspielnetz", 2), ("brettspielnetz_classic", 2), ("draw", 2), ("draw", 3), ("block", 4), ("partnership", 4)],
)
def test_a_whole_game_is_played_scored_and_stored(guest, game_between, variant, people):
    players = [guest(f"P{n}") for n in range(people)]
    game = game_between(*players, variant=variant)
    table = play_out(game.public_id)
    game = queries.find_game(game.public_id)
    assert game.status == Game.Status.FINISHED
    assert game.deadline is None
    assert game.turn is None
    lines = list(table.frame.scores)
    assert game.totals == list(lines[-1].totals)
    assert RoundScore.objects.filter(round__game=game).count() == len(lines) * len(game.totals)
    assert [seat.points for seat in game.seats.all()] == [game.totals[seat.side] for seat in game.seats.all()]
    winners = {seat.side for seat in game.seats.all() if seat.result in {Seat.Result.WON, Seat.Result.DRAWN}}
    assert winners == set(game.winners)
    assert not Round.objects.filter(game=game, over=False).exists()


def test_sharing_first_place_is_a_draw(ada, ben, game_between):
    """Nobody can follow 3-3. Both have the same pips left (1-0 and 2-1 against 2-2), so neither side scores."""
    game = game_between(ada, ben, variant="block", options={"hand": 2, "end": "rounds:1"})
    version = dealt(game, "1-0 2-1", "2-2 3-3", lead=1).version
    actions.play_move(public_id=game.public_id, seat=1, text="3-3", version=version)
    game = queries.find_game(game.public_id)
    assert (game.status, game.winners, game.totals) == (Game.Status.FINISHED, [0, 1], [0, 0])
    assert [seat.result for seat in game.seats.all()] == [Seat.Result.DRAWN, Seat.Result.DRAWN]


def test_replaying_after_a_cold_start_gives_the_same_table(ada, ben, game_between):
    game = game_between(ada, ben)
    warm = play_until_deal(game.public_id, 2)
    memory.remembered.forget()
    cold = memory.current(game.public_id)
    assert cold is not warm
    for seat in (0, 1, None):
        cold_view, warm_view = ({**rules.to_json(table_view.view(table, seat)), "now": None} for table in (cold, warm))
        assert cold_view == warm_view
        told = rules.to_json(table_view.events(cold, cold_view["round"], seat, after=0))
        assert told == rules.to_json(table_view.events(warm, warm_view["round"], seat, after=0))


def test_forced_draws_are_made_by_the_server_and_logged_as_such(ada, ben, game_between):
    game = game_between(ada, ben)
    play_out(game.public_id)
    forced = game.moves.filter(by=Move.By.FORCED)
    assert set(forced.values_list("text", flat=True)) <= {"draw", "pass"}
    assert forced.exists()
    assert not game.moves.filter(by=Move.By.PLAYER, text="pass").exists()


@pytest.mark.both_databases
def test_every_move_raises_the_version_by_one(ada, ben, game_between):
    game = game_between(ada, ben)
    start = memory.current(game.public_id).version
    table = play_out(game.public_id)
    versions = list(game.moves.values_list("version", flat=True))
    assert versions == list(range(versions[0], table.version + 1))
    assert versions[0] <= start + 1


def test_resigning_loses(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    game = queries.find_game(game.public_id)
    assert (game.status, game.winners, game.reason) == (Game.Status.FINISHED, [1], "resigned")
    assert [seat.result for seat in game.seats.all()] == ["lost", "won"]


@pytest.mark.both_databases
def test_in_a_game_of_three_the_others_play_on_after_a_resignation(ada, ben, cleo, game_between):
    game = game_between(ada, ben, cleo, variant="draw")
    actions.resign_game(public_id=game.public_id, player=ben)
    now = queries.find_game(game.public_id)
    assert now.status == Game.Status.PLAYING
    assert [seat.left for seat in now.seats.all()] == [False, True, False]
    play_out(game.public_id)
    assert queries.find_game(game.public_id).seats.get(number=1).result == "lost"


@pytest.mark.both_databases
def test_a_resignation_gives_the_player_on_turn_no_new_time(ada, ben, cleo, game_between):
    game = game_between(ada, ben, cleo, variant="draw", turn_seconds=3_600)
    table = memory.current(game.public_id)
    left = next(player for player in (ada, ben, cleo) if player.pk != table.players[table.turn])
    actions.resign_game(public_id=game.public_id, player=left)
    assert memory.current(game.public_id).turn == table.turn
    assert memory.current(game.public_id).deadline == table.deadline


@pytest.mark.both_databases
def test_the_largest_points_under_house_rules_can_be_stored(ada, ben, game_between):
    game = game_between(ada, ben, variant="block")
    table, far = memory.current(game.public_id), (-(2**40), -(2**40))  # 1,000,000 for each drawn tile, for example
    between = replace(table.running.position.game, totals=far)
    start = rules.start_round(between, rules.deal_from_dict(game.rounds.get().deal))
    memory.remembered.put(replace(table, running=replace(table.running, position=start)))
    play_until_deal(game.public_id, 1)
    actions.resign_game(public_id=game.public_id, player=ada)
    assert RoundScore.objects.filter(total__lt=-(2**39)).count() == 2
    assert game.seats.get(number=0).points < -(2**39)


@pytest.mark.both_databases
def test_a_game_that_fails_in_the_sweep_does_not_delay_others(ada, ben, game_between, monkeypatch):
    monkeypatch.setattr(clock, "AT_ONCE", 2)
    monkeypatch.setattr(clock, "_broken", {})
    games = [game_between(ada, ben, turn_seconds=60) for _ in range(4)]
    Round.objects.filter(game__in=games[:3]).update(deal={})
    memory.remembered.forget()
    late = timezone.now() + timedelta(seconds=61)
    assert [clock.sweep(late + timedelta(seconds=n)) for n in range(3)] == [0, 1, 0]
    assert queries.find_game(games[3].public_id).status == Game.Status.FINISHED
    with CaptureQueriesContext(connection) as made:
        clock.sweep(late + timedelta(minutes=1))
    # Planned turns, computers' turns, overdue games, last moments, expired offers: none is retried soon.
    assert len(made) == 5


@pytest.mark.both_databases
def test_a_database_outage_does_not_postpone_a_games_next_sweep(ada, ben, game_between, monkeypatch):
    game = game_between(ada, ben, turn_seconds=60)
    late = timezone.now() + timedelta(seconds=61)

    def away(**_arguments):
        raise OperationalError

    with monkeypatch.context() as outage:
        outage.setattr(actions, "time_out", away)
        with pytest.raises(OperationalError):  # the worker continues with its next sweep
            clock.sweep(late)
    assert clock.sweep(late + timedelta(seconds=5)) == 1
    assert queries.find_game(game.public_id).status == Game.Status.FINISHED


@pytest.mark.both_databases
def test_the_sweep_ends_only_overdue_games(ada, ben, game_between):
    slow, patient = game_between(ada, ben, turn_seconds=60), game_between(ada, ben, clock="none")
    offer = create_game(creator=ada, variant="draw", offer_days=3)
    dealt_at = slow.moved_at  # a second has passed on a busy machine
    assert clock.sweep(dealt_at + timedelta(seconds=59)) == 0
    late = dealt_at + timedelta(seconds=61)
    assert clock.sweep(late) == 1
    assert clock.sweep(late) == 0
    slow = queries.find_game(slow.public_id)
    assert (slow.status, slow.reason) == (Game.Status.FINISHED, "timeout")
    assert slow.moves.last().by == Move.By.CLOCK
    assert queries.find_game(patient.public_id).status == Game.Status.PLAYING
    assert clock.sweep(timezone.now() + timedelta(days=4)) == 1
    assert queries.find_game(offer.public_id).status == Game.Status.EXPIRED


def test_an_absent_player_does_not_stop_a_game_of_three(ada, ben, cleo, game_between):
    game = game_between(ada, ben, cleo, variant="draw", turn_seconds=60, misses="out")
    clock.sweep(timezone.now() + timedelta(seconds=61))
    now = queries.find_game(game.public_id)
    assert now.status == Game.Status.PLAYING
    assert sum(seat.left for seat in now.seats.all()) == 1
    assert now.turn is not None
    assert not now.seats.get(number=now.turn).left


def test_an_aborted_game_has_no_turn(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.abort_game(public_id=game.public_id, player=ada)
    assert queries.find_game(game.public_id).status == Game.Status.ABORTED
    for viewer in (0, 1, None):
        position = rules.to_json(queries.table(game.public_id, viewer))["round"]
        assert (position["turn"], position["legal"]) == (None, [])


@pytest.mark.both_databases
def test_a_rematch_has_the_same_players_with_rotated_seats(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert actions.offer_rematch(public_id=game.public_id, player=ada) == again
    assert actions.offer_rematch(public_id=game.public_id, player=ben) == again
    again = queries.find_game(again.public_id)
    assert again.status == Game.Status.PLAYING
    assert [seat.player.name for seat in again.seats.all()] == ["Ben", "Ada"]
    Game.objects.filter(pk=game.pk).update(rematch_of=None)


def test_a_rematch_of_three_moves_the_first_seat_to_the_next_player(ada, ben, cleo, game_between):
    game = game_between(ada, ben, cleo, variant="draw")
    for player in (ada, ben):
        actions.resign_game(public_id=game.public_id, player=player)
    again = actions.offer_rematch(public_id=game.public_id, player=cleo)
    assert [seat.holder.name for seat in again.seats.all()] == ["Ben", "Cleo", "Ada"]
    assert (again.host, again.seats.get(player=cleo).number) == (1, 1)


def test_the_old_game_shows_the_state_of_its_rematch(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)

    def told() -> tuple[str, str] | None:
        rematch = rules.to_json(queries.table(game.public_id, 0))["rematch"]
        return rematch and (rematch["by"], rematch["status"])

    withdrawn = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert told() == ("Ada", "open")
    actions.cancel_game(public_id=withdrawn.public_id, player=ada)
    assert told() is None
    again = actions.offer_rematch(public_id=game.public_id, player=ben)
    assert told() == ("Ben", "open")
    actions.join_game(public_id=again.public_id, player=ada)
    assert told() == ("Ben", "playing")
    actions.abort_game(public_id=again.public_id, player=ben)
    assert told() is None
    for player in (ben, ada):
        actions.offer_rematch(public_id=game.public_id, player=player)
    assert told() == ("Ben", "playing")


def test_reserved_seats_of_a_rematch_expire_seven_days_after_the_first_game(ada, ben, game_between):
    game = game_between(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    ended = timezone.now() - 6 * DAY
    Game.objects.filter(pk=game.pk).update(finished_at=ended)
    assert actions.offer_rematch(public_id=game.public_id, player=ben).offer_ends == ended + 7 * DAY


@pytest.mark.both_databases
def test_seen_versions_never_go_back(ada, ben, game_between):
    game = game_between(ada, ben)
    table = play_until_deal(game.public_id, 1)
    actions.mark_seen(public_id=game.public_id, seat=0, version=table.version)
    actions.mark_seen(public_id=game.public_id, seat=0, version=1)
    actions.mark_seen(public_id=game.public_id, seat=0, version=table.version + 100)
    assert game.seats.get(number=0).seen_version == table.version
    assert rules.to_json(queries.table(game.public_id, 0))["since"] == []
    assert rules.to_json(queries.table(game.public_id, 1))["since"]


@pytest.mark.both_databases
def test_a_guest_who_logs_in_brings_their_seats_but_never_has_two_in_a_game(ada, ben, guest, game_between):
    anna = guest("Anna")
    alone, both = game_between(anna, ben), game_between(anna, ada)
    actions.merge_guest(guest=anna, account=ada)
    assert alone.seats.get(number=0).player == ada
    assert both.seats.get(number=0).player == anna


def test_a_seat_reserved_for_a_guest_is_reserved_for_their_account_after_login(ada, ben, guest, game_between):
    anna = guest("Anna")
    game = game_between(anna, ben)
    actions.resign_game(public_id=game.public_id, player=anna)
    again = actions.offer_rematch(public_id=game.public_id, player=ben)
    actions.merge_guest(guest=anna, account=ada)
    assert again.seats.get(player=None).kept_for == ada
    actions.join_game(public_id=again.public_id, player=ada)
    assert queries.find_game(again.public_id).status == Game.Status.PLAYING


@pytest.mark.parametrize("key", some_games(12))
def test_the_remembered_table_equals_the_replayed_one(guest, game_between, key):
    seats = rules.VARIANTS[key].seats[0]
    ends = choices.ends(key, seats, pairs=False)
    end = next(ends[length] for length in ("one", "short", "usual") if length in ends)
    game = game_between(*[guest(f"P{n}") for n in range(seats)], variant=key, options={"end": end})
    rng, table = random.Random(key), memory.current(game.public_id)
    while table.status == Game.Status.PLAYING:
        table = play_one(game.public_id, rng)
        if table.status != Game.Status.PLAYING or rng.random() < 0.1:
            assert told(table) == told(memory.load(memory.find_game(game.public_id)))


@pytest.mark.both_databases
@pytest.mark.parametrize("leave", [actions.resign_game, actions.time_out])
def test_after_a_player_left_the_remembered_table_equals_the_replayed_one(guest, game_between, leave):
    people = [guest(name) for name in ("Ada", "Ben")]
    game = game_between(*people, variant="draw", turn_seconds=86_400)
    arguments = {"player": people[1]} if leave is actions.resign_game else {"now": timezone.now() + 2 * DAY}
    leave(public_id=game.public_id, **arguments)
    assert told(memory.remembered.get(game.public_id)) == told(memory.load(memory.find_game(game.public_id)))


def told(table):
    """A whole table; for its position, what each seat and the watchers see."""
    position = table.running.position
    views = [rules.to_json(rules.view_for(position, seat)) for seat in (None, *range(position.rules.seats))]
    return replace(table, running=replace(table.running, position=None)), views


@pytest.mark.both_databases
def test_a_new_name_reaches_the_players_games_in_all_processes_and_no_others(ada, ben, cleo, game_between):
    his, another = game_between(ada, ben), game_between(ada, cleo)
    before = memory.current(his.public_id)
    elsewhere = memory.remembered.get(another.public_id)
    guests.rename(ben, "Benjamin")
    assert rules.to_json(queries.table(his.public_id, 0))["seats"][1]["name"] == "Benjamin"
    assert memory.current(his.public_id).version > before.version  # tells other processes
    assert memory.remembered.get(another.public_id) is elsewhere
    actions.play_move(public_id=his.public_id, seat=before.turn, text=legal(before)[0], version=before.version)


def test_saving_an_unchanged_name_changes_nothing(ada, ben, game_between):
    game = game_between(ada, ben)
    guests.rename(ben, ben.nickname)
    assert queries.find_game(game.public_id).version == game.version


def test_a_player_who_ran_out_of_time_cannot_abort_for_the_others(guest, game_between):
    people = [guest(name) for name in ("Ada", "Ben", "Cleo")]
    game = game_between(*people, variant="draw", turn_seconds=86_400, misses="out")
    late = game.turn
    assert actions.time_out(public_id=game.public_id, now=timezone.now() + 2 * DAY)
    refused_with("not_seated", actions.abort_game, public_id=game.public_id, player=people[late])
    assert queries.find_game(game.public_id).status == Game.Status.PLAYING


def refused_with(code, call, **arguments):
    with pytest.raises(refusals.Refused) as refused:
        call(**arguments)
    assert refused.value.code == code
    assert refused.value.message

"""Computers in games: created, seated, removed and played against, and what doesn't apply to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import finding, names
from accounts.computers import free_computer, make_computers
from accounts.models import User
from bots import actions as bots
from bots import queries
from bots.models import Turn
from common import refusals
from games import actions
from games.clocks import clock
from games.models import Game, Move
from games.positions import memory
from games.queries import find_game
from mind import PEOPLES_LEVELS
from moderation import actions as moderation
from notices.models import Notice
from people import actions as people
from people import queries as people_queries
from people.models import Called
from standings.models import Rating, Tally
from talk import actions as talk
from tests.creating import create_game

pytestmark = pytest.mark.django_db(transaction=True)
SHORT = {"variant": "block", "options": {"end": "rounds:1"}}


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(refusals.Refused) as error:
        yield
    assert error.value.code == code


def seats(game: Game) -> list[tuple[str, str]]:
    rows = game.seats.order_by("number").values_list("player__nickname", "player__bot_level")
    return [(name or "", level or "") for name, level in rows]


def test_accounts_have_the_same_levels_as_the_mind():
    assert [level.value for level in User.Level] == [level.key for level in PEOPLES_LEVELS]


@pytest.mark.both_databases
def test_a_game_against_a_computer_starts_at_once_and_is_played_to_its_end(ada, play_on):
    game = bots.play_computer(player=ada, variant="brettspielnetz", level="good", options={"end": "rounds:2"})
    assert (game.status, game.clock, game.deadline) == ("playing", "none", None)
    assert seats(game) == [("Ada", ""), ("Octavo", "good")]
    table = play_on(game.public_id)
    assert table.status == "finished"
    assert not Turn.objects.exists()
    theirs = game.moves.filter(seat=1).exclude(by="forced")
    assert set(theirs.values_list("by", flat=True)) == {Move.By.BOT}
    assert not game.moves.filter(seat=0, by=Move.By.BOT).exists()
    assert [place.computer for place in table.frame.seats] == [None, "good"]


def test_computers_of_different_levels_play_in_one_game(ada, play_on):
    levels = {1: "strong", 2: "beginner", 3: "strong", 4: "master"}
    game = bots.play_computer(player=ada, seats=5, levels=levels, **SHORT)
    assert seats(game) == [
        ("Ada", ""), ("Vesper", "strong"), ("Pip", "beginner"), ("Zenith", "strong"), ("Polaris", "master"),
    ]  # fmt: skip
    assert play_on(game.public_id).status == "finished"


def test_a_game_of_friends_and_computers_starts_when_the_last_one_joins(ada, ben, later):
    game = create_game(creator=ada, computers={2: "solid"}, seats=3, **SHORT)
    assert game.status == "open"
    assert seats(game) == [("Ada", ""), ("", ""), ("Marlow", "solid")]
    actions.join_game(public_id=game.public_id, player=ben)
    game.refresh_from_db()
    assert (game.status, game.rated) == ("playing", False)


def test_the_host_fills_free_seats_but_not_reserved_ones(ada, ben, cleo):
    game = create_game(creator=ada, seats=4, **SHORT)
    people.invite(public_id=game.public_id, by=ada, players=[ben], now=timezone.now(), seats=[2])
    with refused("not_host"):
        actions.fill_with_computers(public_id=game.public_id, host=cleo, level="casual")
    actions.fill_with_computers(public_id=game.public_id, host=ada, level="casual")
    assert seats(game) == [("Ada", ""), ("Quill", "casual"), ("", ""), ("Comma", "casual")]
    with refused("full"):
        actions.fill_with_computers(public_id=game.public_id, host=ada, level="casual")
    people.accept_invitation(public_id=game.public_id, player=ben)
    game.refresh_from_db()
    assert game.status == "playing"


def test_a_computer_takes_the_given_seat_and_can_be_removed_before_the_start(ada):
    game = create_game(creator=ada, seats=3, **SHORT)
    actions.seat_computer(public_id=game.public_id, host=ada, seat=2, level="good")
    assert seats(game)[2] == ("Octavo", "good")
    with refused("taken"):
        actions.seat_computer(public_id=game.public_id, host=ada, seat=2, level="good")
    with refused("no_computer"):
        actions.send_computer_away(public_id=game.public_id, host=ada, seat=0)
    actions.send_computer_away(public_id=game.public_id, host=ada, seat=2)
    assert seats(game)[2] == ("", "")
    with refused("unknown_level"):
        actions.seat_computer(public_id=game.public_id, host=ada, seat=2, level="divine")


def test_a_computer_in_the_last_seat_starts_the_game(ada):
    game = create_game(creator=ada, **SHORT)
    assert actions.fill_with_computers(public_id=game.public_id, host=ada, level="strong").status == "playing"


@pytest.mark.both_databases
def test_a_computer_accepts_a_rematch_at_once(ada, play_on):
    game = bots.play_computer(player=ada, level="strong", **SHORT)
    play_on(game.public_id)
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert again.status == "playing"
    assert seats(again) == [("Vesper", "strong"), ("Ada", "")]


def test_a_rematch_with_friends_and_computers_waits_for_the_friends(ada, ben, play_on):
    game = create_game(creator=ada, computers={2: "solid"}, seats=3, **SHORT)
    actions.join_game(public_id=game.public_id, player=ben)
    play_on(game.public_id)
    again = actions.offer_rematch(public_id=game.public_id, player=ada)
    assert (again.status, sorted(seats(again))) == ("open", [("", ""), ("Ada", ""), ("Marlow", "solid")])
    assert actions.offer_rematch(public_id=game.public_id, player=ben).pk == again.pk
    again.refresh_from_db()
    assert again.status == "playing"


@pytest.mark.both_databases
def test_games_with_computers_are_limited_per_person(ada, ben, play_on, settings):
    settings.COMPUTER_GAMES = 2
    games = [bots.play_computer(player=ada, level="solid", **SHORT) for _ in range(2)]
    assert queries.running(ada) == queries.Running(games=2, most=2)
    assert queries.running(ada).left == 0
    with refused("too_many_bot_games"):
        bots.play_computer(player=ada, level="solid", **SHORT)
    waiting = create_game(creator=ada, **SHORT)
    with refused("too_many_bot_games"):
        actions.fill_with_computers(public_id=waiting.public_id, host=ada, level="solid")
    play_on(games[0].public_id)
    assert queries.running(ada).games == 1
    actions.offer_rematch(public_id=games[0].public_id, player=ada)
    play_on(games[1].public_id)
    bots.play_computer(player=ada, level="solid", **SHORT)
    with refused("too_many_bot_games"):
        actions.offer_rematch(public_id=games[1].public_id, player=ada)
    assert not Game.objects.filter(rematch_of=games[1]).exists()
    bots.play_computer(player=ben, level="solid", **SHORT)


def test_a_game_ends_when_only_computers_are_left_and_resigning_loses(ada, later):
    game = bots.play_computer(player=ada, variant="draw", seats=4, level="solid")
    actions.resign_game(public_id=game.public_id, player=ada)
    assert memory.current(game.public_id).status == "playing"
    later()
    table = memory.current(game.public_id)
    assert table.status == "finished"
    assert table.frame.seats[0].result == "lost"
    assert sum(place.result == "won" for place in table.frame.seats) == 1
    assert not Turn.objects.exists()


def test_a_game_goes_on_while_a_person_is_left(ada, ben, later):
    game = create_game(creator=ada, computers={2: "solid"}, variant="draw", seats=3)
    actions.join_game(public_id=game.public_id, player=ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    later()
    table = memory.current(game.public_id)
    assert (table.status, table.turn) == ("playing", 1)


@pytest.mark.both_databases
def test_a_move_between_people_makes_no_query_about_computers(ada, ben, game_between):
    game = game_between(ada, ben)
    table = memory.current(game.public_id)
    with CaptureQueriesContext(connection) as made:
        text = str(table.running.position.legal_moves()[0])
        actions.play_move(public_id=game.public_id, seat=table.turn, text=text, version=table.version)
    assert len(made) > 2
    assert not [each["sql"] for each in made if "bot" in each["sql"].casefold()]


def test_a_computer_does_not_run_out_of_time_while_the_server_is_down(ada, monkeypatch):
    """The server was down during its turn."""
    game = create_game(creator=ada, computers={1: "solid"}, turn_seconds=60, **SHORT)
    table = memory.current(game.public_id)
    if table.turn == 0:
        text = str(table.running.position.legal_moves()[0])
        actions.play_move(public_id=game.public_id, seat=0, text=text, version=table.version)
    table = memory.current(game.public_id)
    assert table.computers[table.turn]
    much_later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(timezone, "now", lambda: much_later)
    clock.sweep(much_later)
    assert not game.moves.filter(by=Move.By.CLOCK).exists()
    assert game.moves.filter(by=Move.By.BOT).exists()


def test_games_with_computers_are_unrated_and_counted_separately(ada, ben, play_on):
    game = create_game(creator=ada, computers={1: "strong"}, seats=2, rated=True, clock="none", **SHORT)
    assert memory.current(game.public_id).frame.rated is False
    won = play_on(game.public_id).frame.seats[0].result
    assert not Rating.objects.exists()
    assert not Tally.objects.filter(games__gt=0).exists()
    (row,) = queries.fared(ada)
    assert (row.variant, row.level, row.games) == ("block", "strong", 1)
    assert {"won": row.won, "lost": row.lost, "drawn": row.drawn}[won] == 1
    assert queries.fared(ben) == []
    assert queries.fared_together("strong") == [row]
    assert queries.fared_together("good") == []
    actions.annul_game(public_id=game.public_id, now=timezone.now())
    assert queries.fared(ada) == []


def test_a_computer_partner_does_not_count_as_an_opponent(ada, play_on):
    computers = {1: "solid", 2: "strong", 3: "good"}
    game = create_game(
        creator=ada, variant="partnership", options={"end": "target:20"}, seats=4, computers=computers, clock="none"
    )
    won = play_on(game.public_id).frame.seats[0].result
    rows = queries.fared(ada)
    assert [(row.level, row.games) for row in rows] == [("solid", 1), ("good", 1)]
    assert {"won": rows[0].won, "lost": rows[0].lost, "drawn": rows[0].drawn}[won] == 1
    assert queries.fared_together("strong") == []


@pytest.mark.both_databases
def test_results_against_computers_need_one_query(ada, play_on):
    for level in ("solid", "strong"):
        play_on(bots.play_computer(player=ada, level=level, **SHORT).public_id)
    play_on(bots.play_computer(player=ada, seats=3, level="solid", **SHORT).public_id)
    with CaptureQueriesContext(connection) as made:
        rows = queries.fared(ada)
    assert len(made) == 1
    assert [(row.level, row.games) for row in rows] == [("solid", 2), ("strong", 1)]


def test_players_who_beat_the_strong_computer_are_offered_the_master(ada, monkeypatch):
    fared = [queries.Fared("draw", "strong", games=3, won=2, lost=1, drawn=0)]
    monkeypatch.setattr(queries, "fared", lambda _person: fared)
    assert queries.level_of(ada, "draw") == "master"
    fared.append(queries.Fared("draw", "master", games=3, won=3, lost=0, drawn=0))
    assert queries.level_of(ada, "draw") == "master"
    assert queries.level_of(ada, "block") == "casual"


def test_computers_get_no_notifications(ada, play_on):
    game = bots.play_computer(player=ada, seats=3, level="casual", variant="draw", options={"end": "rounds:2"})
    play_on(game.public_id)
    actions.offer_rematch(public_id=game.public_id, player=ada)
    assert set(Notice.objects.values_list("player", flat=True)) == {ada.pk}
    assert not Notice.objects.filter(by__bot_level__gt="").exists()


def test_computers_cannot_be_found_befriended_reported_or_messaged(ada):
    game = bots.play_computer(player=ada, level="strong", **SHORT)
    vesper = User.objects.get(bot_level="strong", seats__game=game)
    assert not Called.objects.filter(user=vesper).exists()
    for find in (finding.anybody, finding.account):
        with refused("unknown_person"):
            find(vesper.username)
    now = timezone.now()
    with refused("computer"):
        people.ask_friend(user=ada, person=vesper, now=now)
    with refused("computer"):
        people.block(user=ada, person=vesper, now=now)
    with refused("computer"):
        moderation.report(reporter=ada, subject=moderation.Subject(player=vesper), reason="other", now=now)
    waiting = create_game(creator=ada, **SHORT)
    with refused("not_invitable"):
        people.invite(public_id=waiting.public_id, by=ada, players=[vesper], now=now)
    with refused("nobody_there"):
        talk.say(game=find_game(game.public_id), author=ada, now=now, text="Well played")


def test_a_computer_cannot_log_in_and_nobody_can_take_its_name(ada, client):
    make_computers()
    vesper = User.objects.get(username="computer-strong")
    assert not vesper.has_usable_password()
    assert not client.login(username="computer-strong", password="")
    for name in ("Vesper", "vesper 2", "V e s p e r", "Octavo", "Sextant", "dot 7", "Polaris", "SYZYGY"):
        with pytest.raises(names.NotPossible):
            names.check_nickname(name)
    with pytest.raises(names.NotPossible):
        names.username("computer-strong")
    names.check_nickname("Vesper Lynd")


@pytest.mark.both_databases
def test_all_computers_are_created_once(db):
    make_computers()
    make_computers()
    assert User.objects.filter(bot_level__gt="").count() == 6 * 8
    first = free_computer("good", [])
    assert first.name == "Octavo"
    assert free_computer("good", [first.pk, None]).name == "Sextant"


@pytest.mark.both_databases
def test_a_new_level_gets_its_computers_beside_those_of_the_others(db):
    make_computers()
    User.objects.filter(bot_level="master").delete()
    others = list(User.objects.order_by("pk").values())
    first = free_computer("master", [])
    assert first.name == "Polaris"
    assert free_computer("master", [first.pk]).name == "Pulsar"
    assert User.objects.filter(bot_level="master").count() == 8
    assert list(User.objects.exclude(bot_level="master").order_by("pk").values()) == others


@pytest.mark.parametrize("level", User.Level)
def test_computers_of_one_level_have_names_that_nobody_confuses(level, db):
    make_computers()
    names_there = list(User.objects.filter(bot_level=level).values_list("nickname", flat=True))
    assert len(names_there) == 8
    assert len({name[:3].casefold() for name in names_there}) == 8, "even cut off, they differ"
    assert not [name for name in names_there if any(sign.isdigit() for sign in name)]


def test_a_persons_program_can_be_invited_like_anybody(ada, ben):
    ben.is_program = True
    ben.save(update_fields=["is_program"])
    assert people_queries.invitable([ben], ada) == {ben.pk}
    game = create_game(creator=ada, **SHORT)
    people.invite(public_id=game.public_id, by=ada, players=[ben], now=timezone.now())
    assert people.accept_invitation(public_id=game.public_id, player=ben).player == ben
    game.refresh_from_db()
    assert game.rated


@pytest.mark.both_databases
def test_computers_keep_their_seats_when_the_same_players_play_again(ada, ben, play_on):
    game = create_game(creator=ada, computers={2: "solid"}, seats=3, **SHORT)
    actions.join_game(public_id=game.public_id, player=ben)
    play_on(game.public_id)
    again, _alone = people.challenge_again(public_id=game.public_id, by=ben, players=[ada], now=timezone.now())
    assert seats(again) == [("Ben", ""), ("Marlow", "solid"), ("", "")]
    people.accept_invitation(public_id=again.public_id, player=ada)
    assert find_game(again.public_id).status == "playing"

"""The games of a family table, and its score sheet."""

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User, new_guest
from family import actions, dealing, hosting, queries
from family.forms import TermsForm
from family.models import Family, Play
from games import actions as games
from games.models import Game, Seat
from games.positions import memory
from notices.models import Notice
from people.actions import block
from tests.family.conftest import TERMS, named, play, sheet, sums, take_name, tap
from tests.games.playing import play_out, replay
from tests.games.test_races import at_once, codes
from tests.pages.conftest import words_of

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_three_phones_meet_and_play(kitchen, phone, browser_of, stranger):
    ada, granny, tom = browser_of(kitchen.host), phone("Granny"), phone("Tom")
    tap(ada, kitchen, "join")
    page = tap(granny, kitchen, "deal")
    game = Game.objects.get()
    assert page.redirect_chain[-1][0] == game.get_absolute_url()
    assert (game.seats_number, game.rated, game.visibility) == (3, False, "link")
    assert not Game.objects.public_for(None).exists()
    seated = [seat.player.name for seat in game.seats.order_by("number")]
    assert seated == ["Granny", "Tom", "Ada"]  # in the order in which they came
    for client in (ada, granny, tom):
        page = client.get(kitchen.get_absolute_url())
        assert page.context["mine"] == game
        assert "I’m in" not in words_of(page)
    watching = stranger.get(kitchen.get_absolute_url())
    assert game.get_absolute_url() in watching.content.decode()
    view = stranger.get(game.get_absolute_url()).context["view"]
    assert view.you is None
    assert view.round.hand is None


def test_the_way_back_from_the_board_is_for_people_of_the_table_alone(kitchen, phone, stranger):
    tom = phone("Tom")
    game = play(kitchen, "Ada", "Tom")
    again = games.offer_rematch(public_id=game.public_id, player=kitchen.host)
    games.join_game(public_id=again.public_id, player=named(kitchen, "Tom").person)
    for each in (game, again):
        assert kitchen.get_absolute_url() in tom.get(each.get_absolute_url()).content.decode()
        assert kitchen.key not in stranger.get(each.get_absolute_url()).content.decode()


def test_nobody_is_dealt_into_two_games_or_alone(kitchen, phone, browser_of):
    tom = phone("Tom")
    assert "Not enough players are ready" in words_of(tap(tom, kitchen, "deal"))
    tap(browser_of(kitchen.host), kitchen, "join")
    tap(tom, kitchen, "deal")
    assert "Tom is in a game. Finish it first." in words_of(tap(tom, kitchen, "join"))
    phone("Granny")
    assert "Not enough players are ready" in words_of(tap(tom, kitchen, "deal"))
    assert Game.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_deal_at_once_begin_one_game(kitchen, phone):
    phone("Tom")
    now = timezone.now()
    ada = named(kitchen, "Ada")
    actions.be_ready(member=ada, ready=True, now=now)
    done = at_once(*[lambda: dealing.deal(member=ada, now=now)] * 2)
    assert codes(done) == ["too_few"]
    assert Game.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("do", "refused"), [
    (lambda tom: actions.free_name(member=tom), ["playing"]),
    (lambda tom: hosting.remove(member=tom), ["playing"]),
    (lambda tom: actions.be_ready(member=tom, ready=True, now=timezone.now()), ["playing"]),
    (lambda tom: hosting.delete(family=tom.family), []),
], ids=["free", "remove", "join", "delete"])  # fmt: skip
def test_other_changes_wait_until_a_game_is_dealt(kitchen, phone, do, refused, monkeypatch):
    phone("Tom")
    ada, tom, now = named(kitchen, "Ada"), named(kitchen, "Tom"), timezone.now()
    actions.be_ready(member=ada, ready=True, now=now)
    done = []
    other, begin = Thread(target=lambda: done.extend(at_once(lambda: do(tom)))), games.start_table

    def begin_late(**terms):
        other.start()
        other.join(0.3)  # long enough for a change that doesn't wait
        return begin(**terms)

    monkeypatch.setattr(games, "start_table", begin_late)
    dealing.deal(member=ada, now=now)
    other.join()
    assert len(done) == 1
    assert codes(done) == refused
    assert Game.objects.count() == 1


@pytest.mark.parametrize("dealer", ["Ada", "Ben"])
def test_players_who_blocked_each_other_never_meet_and_learn_nothing(kitchen, phone, ben, browser_of, dealer):
    now = timezone.now()
    actions.take_name(member=named(kitchen, "Granny"), person=ben, made_here=False, now=now)
    block(user=kitchen.host, person=ben, now=now)
    tap(browser_of(kitchen.host), kitchen, "join")
    client = browser_of({"Ada": kitchen.host, "Ben": ben}[dealer])
    page = words_of(tap(client, kitchen, "deal"))
    assert "These players can’t play together right now." in page
    assert "block" not in page.lower()
    phone("Tom")
    tap(client, kitchen, "deal")
    assert {seat.player.name for seat in Game.objects.get().seats.all()} == {"Ben", "Tom"}  # the first to come
    assert list(queries.ready(kitchen, now)) == [named(kitchen, "Ada")]


def test_a_guest_makes_way_for_an_account_whose_user_name_looks_alike(kitchen, phone, ben, browser_of):
    tom = phone("Tom")
    User.objects.filter(pk=ben.pk).update(username="tom")
    take_name(browser_of(ben), kitchen, "Granny")
    tap(tom, kitchen, "deal")
    assert {seat.player.name for seat in Game.objects.get().seats.all()} == {"Ben", "Tom 2"}


def test_only_players_who_are_ready_deal(kitchen, phone, browser_of):
    for name in ("Granny", "Tom"):
        phone(name)
    assert "Tap “I’m in” first." in words_of(tap(browser_of(kitchen.host), kitchen, "deal"))
    assert not Game.objects.exists()


def test_a_player_who_was_ready_last_week_is_asked_again(kitchen, phone):
    tom, _granny = phone("Tom"), phone("Granny")
    kitchen.members.filter(name="Tom").update(ready_at=timezone.now() - timedelta(days=4))
    page = words_of(tom.get(kitchen.get_absolute_url()))
    assert "I’m in" in page
    assert "Granny · ready" in page
    assert "Tom · ready" not in page
    assert "Not enough players are ready." in words_of(tap(tom, kitchen, "deal"))
    tap(tom, kitchen, "join")
    tap(tom, kitchen, "deal")
    assert Game.objects.get().seats_number == 2


def test_a_visitor_without_a_name_takes_part_in_nothing(kitchen, phone, stranger):
    phone("Tom")
    for do in ("join", "deal", "wait"):
        assert "Choose your name first." in words_of(tap(stranger, kitchen, do))
    assert not Game.objects.exists()


def test_surplus_players_wait_for_the_next_game(kitchen, phone, browser_of):
    hosting.change(family=kitchen, by=kitchen.host, now=timezone.now(), names=["Bea", "Cem"], variant="goat")
    phones = [phone(name) for name in ("Granny", "Tom", "Bea", "Cem")]
    tap(browser_of(kitchen.host), kitchen, "join")
    tap(phones[0], kitchen, "deal")
    assert Game.objects.get().seats_number == 4
    assert [each.name for each in kitchen.members.filter(ready_at__isnull=False)] == ["Ada"]


def test_a_game_begins_with_notices_for_its_players_alone(kitchen, phone, browser_of, ben):
    tom = phone("Tom")
    tap(browser_of(kitchen.host), kitchen, "join")
    tap(tom, kitchen, "deal")
    told = set(Notice.objects.values_list("player", flat=True))
    assert told == {kitchen.host_id, named(kitchen, "Tom").person_id}


def test_the_score_sheet_counts_each_game_and_each_rematch_once(kitchen, phone, browser_of):
    phone("Tom")
    first = play(kitchen, "Ada", "Tom")
    again = games.offer_rematch(public_id=first.public_id, player=kitchen.host)
    games.join_game(public_id=again.public_id, player=named(kitchen, "Tom").person)
    assert [game.pk for game in queries.running(kitchen)] == [again.pk]
    play_out(again.public_id, 2)
    wins = {name: named(kitchen, name).person.seats.filter(result="won").count() for name in ("Ada", "Tom")}
    assert sums(kitchen) == {name: (2, won) for name, won in wins.items()}
    assert sums(kitchen, timezone.now().year) == sums(kitchen)
    assert sums(kitchen, 2020) == {}
    assert sheet(kitchen, variant="muggins").lines == []
    page = words_of(browser_of(kitchen.host).get(f"{kitchen.get_absolute_url()}?year=2020&game=draw"))
    assert "Score sheet" in page


def test_games_of_its_people_elsewhere_are_not_on_the_sheet(kitchen, phone, game_between):
    phone("Tom")
    play_out(
        game_between(kitchen.host, named(kitchen, "Tom").person, variant="draw", options={"end": "rounds:1"}).public_id
    )
    assert sums(kitchen) == {}


def test_the_longest_streak_of_wins_ends_with_a_defeat_and_is_remembered(kitchen, phone):
    phone("Tom")
    tom = named(kitchen, "Tom")
    for result in ("won", "won", "won", "lost", "won"):
        dealing.count([Play(member=tom, seat=Seat(result=result))], None)
    tom.refresh_from_db()
    assert (tom.streak, tom.longest_streak) == (1, 3)
    assert sheet(kitchen).longest == tom


def test_the_most_pips_in_a_hand_are_those_left_when_the_last_round_ended(kitchen, phone):
    phone("Tom")
    game = play(kitchen, "Ada", "Tom")
    left = replay(game.public_id, 0)["score"]["pips"]
    most = max(left)
    found = sheet(kitchen).most_pips
    assert (found.pips, found.game) == (most, game)
    loser = game.seats.get(side=left.index(most)).player
    assert found.member.person == loser


def test_years_are_offered_from_the_newest_to_the_first(kitchen, phone):
    phone("Tom")
    game = play(kitchen, "Ada", "Tom")
    Seat.objects.filter(game=game).update(over_at=datetime(2024, 7, 1, tzinfo=UTC))
    play(kitchen, "Ada", "Tom", seed=3)
    this = timezone.now().year
    assert sheet(kitchen).years == list(range(this, 2023, -1))
    assert sums(kitchen, 2024).keys() == {"Ada", "Tom"}
    assert sums(kitchen, 2023) == {}


def test_a_resigned_game_counts_and_leaves_no_last_hand(kitchen, phone, browser_of):
    tom = phone("Tom")
    tap(browser_of(kitchen.host), kitchen, "join")
    tap(tom, kitchen, "deal")
    games.resign_game(public_id=Game.objects.get().public_id, player=named(kitchen, "Tom").person)
    assert sums(kitchen) == {"Ada": (1, 1), "Tom": (1, 0)}
    assert sheet(kitchen).most_pips is None


def test_what_is_played_is_as_the_host_chose(kitchen, phone, browser_of):
    host = browser_of(kitchen.host)
    host.post(f"{kitchen.get_absolute_url()}host/", {
        "title": "Sunday", "variant": "muggins", "length": "short", "clock": "259200",
    })  # fmt: skip
    tom = phone("Tom")
    tap(host, kitchen, "join")
    tap(tom, kitchen, "deal")
    game = Game.objects.get()
    table = memory.current(game.public_id)
    assert (game.variant, game.rules.end) == ("muggins", "target:100")
    assert (table.control.turn, table.control.pauses, table.control.misses) == (259_200, True, "move")


def test_the_code_to_print_is_a_picture_of_the_link(kitchen, stranger):
    answer = stranger.get(f"{kitchen.get_absolute_url()}qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert kitchen.link in words_of(stranger.get(f"{kitchen.get_absolute_url()}print/"))


def test_pages_of_the_others_hear_only_of_what_changed(kitchen, phone, monkeypatch):
    phone("Tom")
    told = []
    monkeypatch.setattr(actions, "tell", told.append)
    for ready in (True, False, False, True):
        actions.be_ready(member=named(kitchen, "Tom"), ready=ready, now=timezone.now())
    assert told == [kitchen] * 2  # not for “I’m in” of somebody who is, nor for “Not now” of somebody who isn't


def test_four_who_are_ready_play_in_pairs_if_the_table_does(ada):
    now = timezone.now()
    names = ["Ada", "Granny", "Tom", "Mia"]
    family = hosting.create(host=ada, names=names, now=now, **{**TERMS, "variant": "goat", "pairs": True})
    for name in names[1:]:
        take_name(Client(), family, name)
    actions.be_ready(member=named(family, "Ada"), ready=True, now=now)
    dealing.deal(member=named(family, "Ada"), now=now)
    seats = Game.objects.get().seats.order_by("number").values_list("side", flat=True)
    assert list(seats) == [0, 1, 0, 1]


def test_a_host_without_a_name_of_their_own_has_the_first_one(stranger):
    guest = new_guest("Guest 123")
    stranger.force_login(guest)
    form = {**TERMS, "length": "one", "clock": "259200"}
    answer = stranger.post("/family/new/", {**form, "names": "Granny"})
    assert answer.status_code == 422
    stranger.post("/family/new/", {**form, "names": "Granny, Tom; Mia\nIda"})
    family = Family.objects.get()
    assert list(family.members.order_by("pk").values_list("name", flat=True)) == ["Granny", "Tom", "Mia", "Ida"]
    assert (family.host, family.host.name) == (guest, "Granny")


@pytest.mark.parametrize(
    ("language", "variant", "pairs"), [("uk", "goat", True), ("es", "dominican", False), ("de", "draw", False)]
)
def test_a_new_table_plays_what_people_know(stranger, language, variant, pairs):
    form = stranger.get("/family/new/", headers={"accept-language": language}).context["form"]
    assert (form["variant"].value(), form["pairs"].value()) == (variant, pairs)


@pytest.mark.parametrize(
    ("variant", "length", "errors"),
    [("mexican_train", "three", []), ("mexican_train", "long", ["length"]), ("draw", "three", ["length"]),
     ("draw", "long", [])],
)  # fmt: skip
def test_a_family_plays_at_a_length_of_its_game(variant, length, errors):
    form = TermsForm({"title": "Us", "variant": variant, "length": length, "clock": "259200"})
    assert list(form.errors) == errors

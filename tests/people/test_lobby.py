"""The lobby: filters, pages and costs."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import browsers
from accounts.models import Browser, User
from games import actions as tables
from games.lobby import Filters, narrow, open_tables
from games.models import Game, Seat
from people import actions
from standings.models import Rating
from tests.people.conftest import NOW, words_of


def here(person, minutes_ago=0):
    """Their browser was used so many minutes ago, for the last time."""
    client = Client()
    client.force_login(person)
    client.get("/rules/")
    Browser.objects.filter(user=person).update(last_used=timezone.now() - timedelta(minutes=minutes_ago))


@pytest.fixture
def open_to_all(offer):
    return lambda host, variant="draw", **settings: offer(host, variant=variant, visibility="public", **settings)


def test_one_click_joins_an_open_game(ada, ben, open_to_all, browser_of, stranger):
    game = open_to_all(ada)
    assert "with Ada" in words_of(stranger.get("/lobby/"))
    browser_of(ben).post(f"/g/{game.public_id}/join/")
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert "No open games right now." in words_of(stranger.get("/lobby/"))


def test_readers_without_an_account_learn_that_a_rated_game_needs_one(
    ada, ben, guest, open_to_all, browser_of, stranger
):
    open_to_all(ada)
    for browser in (stranger, browser_of(guest("Mo"))):
        assert "· rated with an account" in words_of(browser.get("/lobby/"))
    page = words_of(browser_of(ben).get("/lobby/"))
    assert "· rated" in page
    assert "with an account" not in page


def test_an_empty_lobby_links_to_a_new_game_that_fits_the_filters(stranger, db):
    page = stranger.get("/lobby/?variant=muggins&seats=3")
    assert "No open games match these filters." in words_of(page)
    assert "/new/?visibility=public&amp;variant=muggins&amp;seats=3" in page.content.decode()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", 6),
        ("variant=muggins", 1),
        ("seats=3", 1),
        ("speed=fast", 1),
        ("speed=day", 3),
        ("speed=slow", 1),
        ("speed=none", 1),
        ("speed=days", 5),
        ("length=one", 1),
        ("length=short", 2),
        ("length=usual", 4),
        ("rated=no", 2),
        ("rated=yes", 4),
        ("speed=day&length=usual&rated=yes", 1),
        ("variant=nonsense&seats=x&speed=&rated=?", 6),
    ],
)
def test_filters(ada, open_to_all, stranger, asked, found):
    here(ada)
    open_to_all(ada, "muggins", turn_seconds=600)
    open_to_all(ada, seats=3)
    open_to_all(ada, clock="none", turn_seconds=None)
    open_to_all(ada, options={"end": "rounds:1"}, turn_seconds=7 * 86_400)
    open_to_all(ada, options={"end": "target:50"})
    other = open_to_all(ada)
    Game.objects.filter(pk=other.pk).update(rated=False)
    assert len(stranger.get(f"/lobby/?{asked}&by=ada").context["tables"]) == found


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("turn", "bank", "speed"),
    [
        (3_599, None, "fast"), (3_600, None, "day"), (86_400, None, "day"), (86_401, None, "slow"),
        (None, 43_199, "fast"), (None, 43_200, "day"), (None, 259_200, "day"), (None, 259_201, "slow"),
    ],
)  # fmt: skip
def test_every_clock_has_exactly_one_speed(ada, open_to_all, turn, bank, speed):
    """Fast: under an hour a move or half a day in the bank. Day: up to a day, or three in the bank. Slow: more."""
    here(ada)
    game = open_to_all(ada)
    _with_bank(game, bank) if bank else Game.objects.filter(pk=game.pk).update(turn_seconds=turn)
    assert [name for name in ("fast", "day", "slow", "none") if narrow(open_tables(), Filters(speed=name))] == [speed]


def _with_bank(game, seconds):
    times = {"turn_seconds": None, "bank_seconds": seconds, "increment_seconds": 0, "cap_seconds": seconds}
    Game.objects.filter(pk=game.pk).update(clock="bank", **times)


@pytest.mark.both_databases
def test_the_bank_decides_the_speed_of_a_clock_with_a_bank(ada, open_to_all):
    here(ada)
    game = open_to_all(ada)
    for bank, speed in ((600, "fast"), (86_400, "day"), (30 * 86_400, "slow")):
        _with_bank(game, bank)
        assert [name for name in ("fast", "day", "slow", "none") if narrow(open_tables(), Filters(speed=name))] == [
            speed
        ]


def test_daily_games_are_all_that_are_not_live(ada, open_to_all):
    here(ada)
    now = open_to_all(ada, turn_seconds=120)
    quick = open_to_all(ada)
    _with_bank(quick, 1_200)
    days = [open_to_all(ada, turn_seconds=3_600), open_to_all(ada, clock="none", turn_seconds=None)]
    _with_bank(banked := open_to_all(ada), 43_200)
    assert set(narrow(open_tables(), Filters(speed="days"))) == {*days, banked}
    assert set(narrow(open_tables(), Filters(speed="fast"))) == {now, quick}


def rated(player, variant, points, opponents=5):
    counted = {"games": 30, "won": 15, "drawn": 0, "streak": 0, "best_streak": 2, "order": 0, "updated": NOW}
    Rating.objects.create(player=player, variant=variant, mu=points, sigma=10, opponents=opponents, **counted)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("points", "found"),
    [(1349, False), (1349.6, True), (1500, True), (1650.4, True), (1651, False)],  # 1500 ± 150, as they are shown
)
def test_games_of_hosts_near_the_readers_rating_in_that_game(ada, ben, cleo, open_to_all, browser_of, points, found):
    rated(ada, "draw", 1500)
    rated(ada, "muggins", 1900)
    rated(ben, "draw", points)
    rated(ben, "muggins", 1500)
    game = open_to_all(ben)
    open_to_all(ben, "muggins")  # far from Ada's rating in it
    open_to_all(ben, "block")  # without ratings
    open_to_all(cleo)
    page = browser_of(ada).get("/lobby/?near=mine")
    assert [row.game.pk for row in page.context["tables"]] == [game.pk] * found
    assert 'value="mine" selected' in page.content.decode()


def test_only_readers_with_a_rating_can_choose_hosts_near_it(ada, ben, guest, open_to_all, browser_of, stranger):
    rated(ada, "draw", 1500)
    open_to_all(ben)
    for browser, offered in ((browser_of(ada), True), (browser_of(ben), False), (browser_of(guest("Mo")), False)):
        for address in ("/lobby/", "/lobby/?variant=draw"):
            assert ("Near mine (±150)" in words_of(browser.get(address))) == offered
    assert len(stranger.get("/lobby/?near=mine").context["tables"]) == 1


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("rating_from=1500", {"ada"}),
        ("rating_from=1501", set()),
        ("rating_to=1500", {"ada", "ben"}),
        ("rating_from=1200&rating_to=1499", {"ben"}),
        ("", {"ada", "ben", "cleo"}),
    ],
)
def test_programs_filter_by_the_hosts_rating_in_that_game(ada, ben, cleo, open_to_all, stranger, asked, found):
    rated(ada, "draw", 1500)
    rated(ben, "draw", 1200, opponents=1)  # also a provisional one
    rated(cleo, "muggins", 1500)
    hosts = {open_to_all(host).public_id: host.username for host in (ada, ben, cleo)}
    lines = stranger.get(f"/api/v1/games/?status=open&{asked}").json()["results"]
    assert {hosts[line["id"]] for line in lines} == found
    assert stranger.get("/api/v1/games/?rating_from=x").status_code == 400


@pytest.mark.both_databases
def test_a_row_shows_the_hosts_rating_in_that_kind_of_game_and_the_age_of_the_offer(ada, ben, open_to_all, stranger):
    rated(ada, "draw", 1612)
    rated(ada, "muggins", 1400)
    for host in (ada, ben):
        game = open_to_all(host)
        Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(minutes=3))
    page = words_of(stranger.get("/lobby/"))
    assert "Draw Dominoes Ada Rating 1612 to 100 points" in page
    Rating.objects.filter(player=ada).update(opponents=4)
    assert "Ada Rating 1612 ? to 100 points" in words_of(stranger.get("/lobby/"))
    assert "Draw Dominoes Ben to 100 points" in page
    assert page.count("2 players · 3 minutes ago") == 2
    assert "turns," not in page, "how long a game lasts is on its own page"


@pytest.mark.both_databases
@pytest.mark.parametrize("is_guest", [False, True])
def test_a_live_game_leaves_all_lists_two_minutes_after_its_host_and_comes_back_with_them(
    ada, guest, open_to_all, stranger, is_guest
):
    host = guest("Mo") if is_guest else ada
    daily, live = open_to_all(host), open_to_all(host, turn_seconds=600)
    for minutes, listed in ((0, True), (1.9, True), (2.1, False), (600, False), (0.5, True)):
        here(host, minutes)
        for address in ("/", "/lobby/"):
            assert ("Live: play now" in words_of(stranger.get(address))) == listed
        lines = stranger.get("/api/v1/games/?status=open&by=" + host.username).json()["results"]
        assert [line["id"] for line in lines] == [live.public_id, daily.public_id][not listed :]
        assert list(open_tables()) == [live, daily][not listed :]
        assert stranger.get(live.get_absolute_url()).status_code == 200, "people with the link can join"


def test_hosts_list_their_own_live_games_by_the_api_also_without_a_browser(ada, open_to_all, browser_of):
    game, browser = open_to_all(ada, turn_seconds=600), browser_of(ada)
    Browser.objects.all().delete()
    lines = browser.get("/api/v1/games/?status=open&mine=true").json()["results"]
    assert [line["id"] for line in lines] == [game.public_id]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "Host here now"), (1.9, "Host here now"), (14, "Host seen 14 minutes ago"), (200, "Host seen 3 hours ago")],
)
def test_a_row_says_when_its_host_was_last_here(ada, guest, open_to_all, stranger, minutes, words):
    for host in (ada, guest("Mo")):
        open_to_all(host)
        here(host, 500)
        here(host, minutes)  # with another browser
        assert f"just now · {words} " in words_of(stranger.get("/lobby/"))
        Game.objects.all().delete()


@pytest.mark.both_databases
def test_the_last_use_of_any_browser_counts(ada):
    here(ada, 14)
    first = Browser.objects.get(user=ada)
    here(ada)
    Browser.objects.exclude(pk=first.pk).update(last_used=first.last_used - timedelta(days=1))
    Browser.objects.filter(pk=first.pk).update(last_used=first.last_used)
    assert browsers.last_seen([ada.pk]) == {ada.pk: first.last_used}


def test_nothing_is_said_about_hosts_who_hide_it_programs_and_hosts_without_a_browser(
    ada, ben, cleo, open_to_all, stranger
):
    for host, hidden in ((ada, {"looking": False}), (ben, {"is_program": True}), (cleo, {})):
        open_to_all(host)
        if hidden:
            here(host)
            User.objects.filter(pk=host.pk).update(**hidden)
    page = words_of(stranger.get("/lobby/"))
    assert page.count("just now") == 3
    assert ("Host here" in page, "Host seen" in page) == (False, False)


def test_the_live_game_of_a_program_stays_live_without_a_browser(ada, open_to_all, stranger):
    User.objects.filter(pk=ada.pk).update(is_program=True)
    open_to_all(ada, turn_seconds=600)
    assert "Live: play now" in words_of(stranger.get("/lobby/"))


@pytest.mark.both_databases
def test_live_games_are_listed_before_daily_games(ada, open_to_all, stranger):
    here(ada)
    open_to_all(ada, "muggins", turn_seconds=600)
    open_to_all(ada, "draw")
    for address in ("/lobby/?by=ada", "/"):
        page = words_of(stranger.get(address))
        places = [page.index(text) for text in ("Live: play now", "Daily: play whenever you like")]
        now, days = page[places[0] : places[1]], page[places[1] :]
        assert "10 minutes per move" in now
        assert "1 day per move" in days
    assert "Live: play now" not in words_of(stranger.get("/lobby/?speed=days"))


@pytest.mark.both_databases
def test_the_lobby_leaves_out_private_reserved_expired_cancelled_and_own_games(ada, ben, cleo, offer, open_to_all):
    offer(ada)
    mine = open_to_all(ben)
    kept = open_to_all(ada)
    actions.invite(public_id=kept.public_id, by=ada, players=[cleo], now=NOW)
    over = open_to_all(ada)
    Game.objects.filter(pk=over.pk).update(offer_ends=timezone.now() - timedelta(minutes=1))
    tables.cancel_game(public_id=open_to_all(ada).public_id, player=ada)
    assert list(open_tables(ben)) == []
    assert set(open_tables(cleo)) == {mine, kept}
    assert set(open_tables()) == {mine}


@pytest.mark.both_databases
def test_the_next_page_starts_after_the_last_row_whatever_was_added(ada, ben, people, stranger):
    set_many(ada, 45)
    seen: list[int] = []
    address = "/lobby/?by=ada"
    for _ in range(3):
        page = stranger.get(address)
        seen += [row.game.pk for row in page.context["tables"]]
        set_many(ada, 1)
        address = f"/lobby/?by=ada&after={page.context['page'].next}"
    assert page.context["page"].next == ""
    assert len(seen) == len(set(seen)) == 45
    assert stranger.get("/lobby/?after=nonsense,1").context["page"].first
    assert stranger.get("/lobby/?after=0001-01-01T00:00:00%2B05:00,1").context["page"].first


@pytest.mark.both_databases
def test_one_host_cannot_fill_the_lobby(ada, ben, cleo, stranger):
    """A page shows the three newest games of each host and links to the others."""
    for host, number in ((cleo, 1), (ben, 2), (ada, 20)):
        set_many(host, number)
    for address, shown in (("/lobby/", ["Ada"] * 3 + ["Ben"] * 2 + ["Cleo"]), ("/", ["Ada"] * 2)):
        page = stranger.get(address)
        assert [row.game.creator.name for row in page.context["tables"]] == shown
        assert "Older games" not in words_of(page)  # the page has read all 23; another one would be empty
    page = stranger.get("/lobby/")
    assert words_of(page).count("More games by") == 1
    assert "More games by Ada" in words_of(page)
    mine = stranger.get("/lobby/?by=ada")
    assert [row.game.creator.name for row in mine.context["tables"]] == ["Ada"] * 20
    assert "More games by" not in words_of(mine)
    assert mine.context["page"].next == ""


def test_seven_guests_leave_room_for_another_host(ada, guest, stranger):
    """One person can be several guests."""
    set_many(ada, 1)
    for number in range(7):
        set_many(guest(f"Mo {number}"), 3)
    page = stranger.get("/lobby/")
    hosts = [row.game.creator.name for row in page.context["tables"]]
    assert hosts == [*(f"Mo {n}" for n in reversed(range(7))), "Ada"]
    assert words_of(page).count("More games by Mo") == 7


@pytest.mark.both_databases
def test_no_game_is_lost_or_shown_twice_between_pages_with_few_of_each_host(people, stranger):
    hosts = people(9)
    for host in hosts:
        set_many(host, 4)
    seen, address = [], "/lobby/"
    while True:
        page = stranger.get(address)
        tables = page.context["tables"]
        assert max(Counter(row.game.creator_id for row in tables).values()) <= 3
        seen += [row.game.pk for row in tables]
        if not page.context["page"].next:
            break
        address = f"/lobby/?after={page.context['page'].next}"
    assert len(seen) == len(set(seen))
    assert {Game.objects.get(pk=pk).creator for pk in seen} == set(hosts)


def set_many(host, number: int) -> None:
    """Write open games straight into the database, all created at the same instant: the worst case for paging."""
    games = Game.objects.bulk_create(
        Game(
            variant="draw", seats_number=2, creator=host, visibility="public", turn_seconds=86_400, totals=[0, 0],
            offer_ends=timezone.now() + timedelta(days=3),
        )
        for _ in range(number)
    )  # fmt: skip
    Game.objects.filter(creator=host).update(created_at=NOW)
    Seat.objects.bulk_create(
        Seat(game=game, number=side, side=side, player=host if side == 0 else None)
        for game in games
        for side in range(2)
    )


@pytest.mark.both_databases
def test_the_lobby_uses_the_index_of_open_games(ada, ben, finished):
    finished(ada, ben, 3_000)
    set_many(ada, 30)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for user in (None, ben):
        wished = narrow(open_tables(user), Filters(speed="day", length="usual", rated=True))[:20]
        assert len(wished) == 20
        plan = wished.explain()
        assert "game_lobby" in plan or "game_offer_ends" in plan, plan  # both indexes hold only open games
        assert "Seq Scan on games_game" not in plan, plan
        assert "SCAN games_game" not in plan, plan

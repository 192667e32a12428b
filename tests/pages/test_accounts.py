import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import actions
from games.models import Game, Seat
from tests import queued
from tests.pages.conftest import words_of

PASSWORD = "four-bones-and-ink"


@pytest.fixture
def dora(guest):
    return guest("Dora")


@pytest.fixture
def ada_with_password(ada):
    ada.set_password(PASSWORD)
    ada.save()
    return ada


def sign_up(client, **changed):
    return client.post("/accounts/signup/", {"username": "dora", "password1": PASSWORD, **changed}, follow=True)


def log_in(client, login="ada", password=PASSWORD):
    return client.post("/accounts/login/", {"login": login, "password": password}, follow=True)


def test_a_name_and_a_password_are_enough_to_sign_up(stranger):
    page = sign_up(stranger)
    assert page.status_code == 200
    user = User.objects.get(username="dora")
    assert not user.is_guest
    assert int(stranger.session["_auth_user_id"]) == user.pk


def test_a_guest_who_signs_up_keeps_their_row_name_and_games(browser_of, dora, ada, game_between):
    game = game_between(dora, ada)
    client = browser_of(dora)
    assert "You keep everything you played as Dora." in words_of(client.get("/accounts/signup/"))
    sign_up(client)
    dora.refresh_from_db()
    assert not dora.is_guest
    assert (dora.username, dora.name) == ("dora", "Dora")
    assert dora.check_password(PASSWORD)
    assert User.objects.count() == 2
    view = client.get(game.get_absolute_url()).context["view"]
    assert view.you == 0
    assert not view.seats[0].guest


def test_logging_in_on_another_device_gives_access_to_the_games(browser_of, dora, ada, game_between, stranger):
    game = game_between(dora, ada)
    sign_up(browser_of(dora))
    log_in(stranger, "dora")
    assert stranger.get(game.get_absolute_url()).context["view"].you == 0


def test_a_taken_name_shows_an_error_and_the_guest_stays_a_guest(browser_of, dora, ada):
    page = sign_up(browser_of(dora), username="ada")
    assert "already exists" in words_of(page)
    dora.refresh_from_db()
    assert dora.is_guest


def test_logging_in_as_a_guest_moves_their_games_to_the_account(browser_of, dora, ada_with_password, ben, game_between):
    game = game_between(dora, ben)
    client = browser_of(dora)
    assert "will move to your account" in words_of(client.get("/accounts/login/"))
    log_in(client)
    assert game.seats.get(number=0).player == ada_with_password
    assert client.get(game.get_absolute_url()).context["view"].you == 0


@pytest.mark.django_db(transaction=True)  # the guest leaves after the login is stored
@pytest.mark.both_databases
def test_logging_in_removes_the_guest_from_a_game_that_has_both(
    browser_of, dora, ada_with_password, ben, cleo, game_between, offer
):
    ada, client = ada_with_password, browser_of(dora)
    of_two, of_three, elsewhere = (
        game_between(dora, ada),
        game_between(ada, dora, ben, variant="draw"),
        game_between(dora, ben),
    )
    over = game_between(dora, ada)
    actions.resign_game(public_id=over.public_id, player=ada)
    open_table, own = offer(ben, variant="draw", seats=4), offer(dora, variant="draw", seats=3)
    for player in (dora, ada):
        actions.join_game(public_id=open_table.public_id, player=player)
    actions.join_game(public_id=own.public_id, player=ada)
    assert "If your account already plays in one of them, Dora will leave that game" in words_of(
        client.get("/accounts/login/")
    )
    log_in(client)
    for game in (of_two, of_three, over):
        game.refresh_from_db()
    assert (of_two.status, of_two.winners) == (Game.Status.FINISHED, [1])
    assert of_three.status == Game.Status.PLAYING
    assert [seat.left for seat in of_three.seats.order_by("number")] == [False, True, False]
    assert over.winners == [0]  # as it was
    assert elsewhere.seats.get(number=0).player == ada
    assert [seat.player for seat in open_table.seats.order_by("number")] == [ben, None, ada, None]
    own.refresh_from_db()
    assert [(seat.player, seat.number == own.host) for seat in own.seats.all() if seat.player] == [(ada, True)]
    waiting = Seat.objects.filter(player=dora, over_at=None, left=False)
    assert not waiting.exists(), "a seat that nobody can open"
    actions.join_game(public_id=own.public_id, player=ben)
    actions.join_game(public_id=own.public_id, player=cleo)
    own.refresh_from_db()
    assert own.status == Game.Status.PLAYING


def test_logging_in_moves_no_games_of_others(browser_of, dora, ada_with_password, ben, guest, game_between):
    mo = guest("Mo")
    other = game_between(mo, ben)
    log_in(browser_of(dora))
    assert other.seats.get(number=0).player == mo


def test_a_wrong_password_moves_no_games(browser_of, dora, ada_with_password, ben, game_between):
    game_between(dora, ben)
    page = log_in(browser_of(dora), password="wrong")
    assert page.status_code == 200
    assert Seat.objects.filter(player=dora).count() == 1


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_logged_in_people_are_not_asked_to_log_in_again(browser_of, ada, path):
    assert browser_of(ada).get(path)["Location"] == "/"


def test_logging_in_leads_to_the_page_that_was_requested(stranger, ada_with_password):
    page = stranger.post("/accounts/login/?next=/games/", {"login": "ada", "password": PASSWORD, "next": "/games/"})
    assert page["Location"] == "/games/"


def test_logging_out_as_a_guest_shows_a_warning_first(browser_of, dora):
    client = browser_of(dora)
    assert "only through private links you saved" in words_of(client.get("/accounts/logout/"))
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/change/", "/accounts/password/set/"])
def test_guests_are_sent_to_the_sign_up_instead_of_a_password_form(browser_of, dora, stranger, path):
    assert browser_of(dora).get(path)["Location"] == "/accounts/signup/"
    assert stranger.get(path)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    "name",
    ["account_email", "account_change_password", "account_logout", "account_reset_password",
     "account_reset_password_done",
     "account_email_verification_sent", "account_inactive", "account_reset_password_from_key_done"],
)  # fmt: skip
def test_every_account_page_has_the_design_of_the_site(browser_of, ada_with_password, name):
    page = browser_of(ada_with_password).get(reverse(name))
    assert page.status_code == 200
    assert 'class="site-header"' in page.content.decode()


def test_a_forgotten_password_can_be_reset_by_mail(stranger, ada_with_password, mailoutbox):
    ada_with_password.email = "ada@example.org"
    ada_with_password.save()
    stranger.post("/accounts/password/reset/", {"email": "ada@example.org"})
    queued.send(timezone.now())
    address = next(word for word in mailoutbox[0].body.split() if "/password/reset/key/" in word)
    form = stranger.get(address.replace("http://localhost:8000", ""), follow=True)
    assert "Choose a password" in words_of(form)
    done = stranger.post(form.redirect_chain[-1][0], {"password1": "new-" + PASSWORD, "password2": "new-" + PASSWORD})
    assert done.status_code == 302
    ada_with_password.refresh_from_db()
    assert ada_with_password.check_password("new-" + PASSWORD)


def test_whoever_signs_up_or_logs_in_lands_where_they_were(stranger, ada_with_password):
    for name in ("account_signup", "account_login"):
        assert (
            f'href="{reverse(name)}?next=%2Flobby%2F%3Fspeed%3Dfast"'
            in stranger.get("/lobby/?speed=fast").content.decode()
        )
        assert f'href="{reverse(name)}"' in stranger.get("/").content.decode()
    form = stranger.get("/accounts/signup/?next=/lobby/").content.decode()
    assert '<input type="hidden" name="next" value="/lobby/">' in form
    landed = sign_up(stranger, next="/lobby/")
    assert landed.redirect_chain[-1][0] == "/lobby/"
    assert "You’re logged in as dora." in words_of(landed)


@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/login/", "/accounts/password/reset/"])
def test_forms_of_accounts_say_each_label_once(stranger, path):
    assert "placeholder=" not in stranger.get(path).content.decode()


def test_the_rules_of_passwords_are_one_sentence(stranger):
    page = words_of(stranger.get("/accounts/signup/"))
    assert page.count("At least 8 characters. Not your name, and not a common password.") == 1
    assert "personal information" not in page


def test_pages_of_accounts_have_our_own_words(browser_of, ada_with_password, stranger):
    client = browser_of(ada_with_password)
    pages = [client.get(f"/accounts/{path}/") for path in ("email", "password/change")]
    pages += [stranger.get(f"/accounts/{path}/") for path in ("password/reset", "password/reset/done")]
    said = " ".join(words_of(page) for page in pages)
    for foreign in ("Email Addresses", "Change Password", "Reset My Password", "contact us", "signed in", "Sign In"):
        assert foreign not in said
    assert "You’re logged out." in words_of(client.post("/accounts/logout/", follow=True))


def test_a_private_link_never_gets_into_the_address_of_the_login(stranger, guest, game_between, ada_with_password):
    game = game_between(guest("Dora"), ada_with_password)
    link = f"/g/{game.public_id}/seat/{game.seats.get(number=0).token}/"
    for path in (link, "/guest/some-token/", "/notices/stop/some-token/", "/nowhere/"):
        page = stranger.get(path).content.decode()
        assert 'href="/accounts/login/"' in page
        assert "next=%2Fg%2F" + game.public_id + "%2Fseat" not in page
        assert "some-token%2F" not in page

"""A guest becomes an account by sign-up or login, and access held by others ends."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import tokens
from accounts.models import Browser, User, new_guest
from notices import actions, destinations
from notices.models import CalendarLink, Delivery, Device, Messenger, Notice, Wishes
from tests.accounts_gone.test_sockets import closes
from tests.games.test_sockets import Board
from tests.pages.conftest import words_of
from tests.pages.test_accounts import PASSWORD, log_in, sign_up

NOT_A_KEY = {
    # What was played, said and scored: facts that grant no access. (A plan belongs to its seat: a move already made,
    # which the player sees and can take back.)
    "games.Game.creator", "games.Seat.player", "games.Seat.kept_for", "history.Balance.other",
    "history.KnownAs.person", "history.Balance.player", "history.Meeting.other",
    "history.Meeting.player", "history.Study.owner",
    "learn.Analysis.asked_by", "learn.Loss.player", "learn.Solver.player", "learn.Try.player",
    "rulebook.SavedRules.owner", "standings.Rating.player", "standings.RatingChange.player",
    "standings.Tally.player", "standings.SharedYear.player",
    "talk.Message.author", "talk.Note.author", "talk.Note.person", "talk.Reading.reader",
    "accounts.Vacation.user", "notices.Notice.player", "notices.Notice.by",
    "family.Family.host", "family.Member.person",  # who opens them is logged in; the private link is the guest's
    # Friendships and blocks, and moderators' decisions.
    "people.Block.by", "people.Block.whom", "people.Called.user", "people.Friendship.asked", "people.Friendship.asker",
    "people.Invitation.by", "people.Invitation.player", "people.Profile.user", "moderation.Action.moderator",
    "moderation.Action.player", "moderation.Report.decided_by", "moderation.Report.player",
    "moderation.Report.reporter", "moderation.Silence.player", "pictures.Picture.people",
    "pictures.Picture_people.user",
    # Searches for a game end when a guest is claimed (`MatchingOfPeople.merged`); the others are facts.
    "matching.Wish.player", "matching.Seek.player", "matching.StandingOrder.player", "matching.Found.player",
    "matching.Declined.player",
    "tournaments.Tournament.made_by", "tournaments.Member.player", "tournaments.Trophy.player",
    "tournaments.Absence.player", "tournaments.Departure.player",
    "matching.Accepts.player", "allauth_idp_oidc.Client.owner", "allauth_idp_oidc.Token.user",  # only accounts have one
    # Guests are in clubs and their chats by link, and nowhere else here.
    "clubs.Membership.player", "clubs.News.by", "clubs.Post.author", "clubs.Request.by", "clubs.Request.player",
    "ladders.Challenge.challenged", "ladders.Challenge.challenger", "ladders.Rung.player", "talk.Conversation.one",
    "talk.Conversation.other", "talk.Listener.reader", "tournaments.Team.captain",
    # Rows of the admin, and permissions that guests never have.
    "admin.LogEntry.user", "accounts.User_groups.user", "accounts.User_user_permissions.user",
}  # fmt: skip
ENDS = {
    "accounts.Grant.user",
    "accounts.Token.user", "accounts.Browser.user", "account.EmailAddress.user", "mfa.Authenticator.user",
    "notices.Wishes.user", "notices.Device.player", "notices.Delivery.player",
    "notices.Messenger.player", "notices.CalendarLink.user",
}  # fmt: skip


def test_every_model_of_a_person_is_known_to_grant_access_or_not():
    """Decide for each new model: whatever acts or reports for its creator must end when a guest is claimed."""
    pointing = {
        f"{each.related_model._meta.label}.{each.field.name}"
        for each in User._meta.get_fields(include_hidden=True)
        if each.auto_created and not each.concrete
    }
    assert pointing == NOT_A_KEY | ENDS


@pytest.fixture
def dora(guest):
    return guest("Dora")


def attack(dora):
    """An attacker stores everything a guest can have, and then passes the guest on. Returns what the attacker's program
    has.
    """
    thief = Client()
    thief.force_login(dora)
    wanted = {"name": "bot", "scopes": ["play", "account"]}
    text = thief.post("/api/v1/me/tokens/", wanted, "application/json").json()["token"]
    Wishes.objects.create(user=dora, webhook="https://example.org/hook", webhook_secret="known")
    device(dora, "their-browser")
    device(dora, "")  # with the token
    now = timezone.now()
    destinations.make_calendar_link(player=dora, now=now)
    ntfy = Messenger.objects.create(player=dora, service="ntfy", address="ntfy://x", created_at=now)
    about = Notice.objects.create(player=dora, event="site", at=now, due=now)
    Delivery.objects.create(player=dora, notice=about, channel="messenger", messenger=ntfy, since=now, due=now)
    Delivery.objects.create(player=dora, notice=about, channel="webhook", since=now, due=now)
    EmailAddress.objects.create(user=dora, email="thief@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=dora, type="recovery_codes", data={})
    thief.post(reverse("new_guest_link"))
    dora.refresh_from_db()
    other = Client()
    other.post(reverse("guest_link", args=[dora.guest_key]))
    return thief, other, text, dora.guest_key


def device(player, browser):
    return Device.objects.create(
        player=player, endpoint=f"https://push.example.org/{browser}", p256dh="p", auth="a", name="x", session=browser,
        created_at=timezone.now(),
    )  # fmt: skip


@pytest.fixture
def victim(dora):
    """The browser that continues as the guest, with its own device."""
    browser = Client()
    browser.force_login(dora)
    device(dora, browser.session["browser"])
    return browser


def who(client):
    return client.get("/api/v1/me/").json().get("username")


def by_token(text):
    return Client().get("/api/v1/me/", headers={"Authorization": f"Token {text}"}).status_code


@pytest.mark.both_databases
@pytest.mark.parametrize("way", ["signs up", "logs in"])
def test_access_held_by_others_ends_when_a_guest_is_claimed(way, dora, victim, ben):
    thief, other, text, key = attack(dora)
    assert (who(thief), who(other), by_token(text)) == (dora.username, dora.username, 200)
    if way == "signs up":
        sign_up(victim)
        account = User.objects.get(username="dora")
        assert account.pk == dora.pk
    else:
        ben.set_password(PASSWORD)
        ben.save()
        log_in(victim, "ben")
        account = ben
    assert by_token(text) == 401
    assert (who(thief), who(other)) == (None, None)
    assert Client().get(reverse("guest_link", args=[key])).status_code == 404
    for user in {account, dora}:
        assert not user.tokens.exists()
        assert not Wishes.objects.filter(user=user).exclude(webhook="", webhook_secret="").exists()
        assert not Delivery.objects.filter(player=user).exists()
        assert not Messenger.objects.filter(player=user).exists()
        assert not CalendarLink.objects.filter(user=user).exists()
        assert not EmailAddress.objects.filter(user=user, email="thief@example.org").exists()
        assert not Authenticator.objects.filter(user=user).exists()
    assert list(Device.objects.filter(player=account).values_list("session", flat=True)) == [victim.session["browser"]]
    assert Device.objects.count() == 1
    assert [row.user for row in Browser.objects.all()] == [account]
    assert who(victim) == account.username


@pytest.mark.parametrize("way", ["signs up", "logs in"])
def test_the_guests_private_links_end_when_the_guest_is_claimed(way, dora, victim, ben, ada, game_between):
    game = game_between(dora, ada)
    link = reverse("seat_link", args=[game.public_id, game.seats.get(number=0).token])
    thief = Client()
    thief.post(link)
    assert thief.get(f"/api/v1/games/{game.public_id}/").json()["you"] == 0
    if way == "signs up":
        sign_up(victim)
    else:
        ben.set_password(PASSWORD)
        ben.save()
        log_in(victim, "ben")
    thief.post(link)
    assert thief.get(f"/api/v1/games/{game.public_id}/").json()["you"] is None


@pytest.mark.django_db(transaction=True)
async def test_boards_open_in_other_browsers_close_when_the_guest_is_claimed(ada, dora, game_between):
    game = await sync_to_async(game_between)(dora, ada)
    victim = Client()
    await sync_to_async(victim.force_login)(dora)
    async with Board(game.public_id, dora) as board:
        await board.hears("view")
        await sync_to_async(sign_up)(victim)
        assert await closes(board)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_the_name_of_a_guest_stays_if_who_signs_up_came_by_their_link():
    guest = new_guest("Guest 666")
    guest.guest_key = "the-link"
    guest.save()
    browser = Client()
    browser.post(reverse("guest_link", args=["the-link"]))
    assert who(browser) == guest.username
    browser.post(reverse("account_signup"), {"username": "Mallory" * 10, "password1": PASSWORD})
    guest.refresh_from_db()
    assert (guest.name, who(browser)) == ("Guest 666", "mallory" * 10)


@pytest.mark.both_databases
def test_an_account_has_the_chosen_name_and_not_the_one_that_we_suggested_to_the_guest(ada, game_between):
    for before, typed, called in (
        ("Guest 666", "Manuel", "Manuel"),
        ("Invitado 666", "Manu" * 20, ("Manu" * 20)[:30]),
        ("Lola", "dolores", "Lola"),
    ):
        browser, somebody = Client(), new_guest(before)
        browser.force_login(somebody)
        game = game_between(somebody, ada)
        answer = browser.post(reverse("account_signup"), {"username": typed, "password1": PASSWORD}, follow=True)
        assert f"as {called}." in words_of(answer)
        assert browser.get(f"/api/v1/games/{game.public_id}/").json()["seats"][0]["name"] == called


def test_a_user_name_with_a_space_says_so():
    answer = Client().post(reverse("account_signup"), {"username": "Manuel Triana", "password1": PASSWORD})
    assert "A user name has no spaces." in words_of(answer)


def gone(*_args, **_more):
    raise OperationalError("the database was away for a moment")


@pytest.mark.both_databases
def test_a_failed_sign_up_changes_nothing(dora, monkeypatch):
    _thief, _other, text, _key = attack(dora)
    browser = Client(raise_request_exception=False)
    browser.force_login(dora)
    with monkeypatch.context() as broken:
        broken.setattr("allauth.account.forms.setup_user_email", gone)
        answer = browser.post(reverse("account_signup"), {"username": "dora", "password1": PASSWORD})
    assert answer.status_code == 503
    assert not User.objects.filter(username="dora").exists()
    assert who(browser) == dora.username
    sign_up(browser)
    assert who(browser) == "dora"
    assert by_token(text) == 401


@pytest.mark.both_databases
@pytest.mark.parametrize("step", ["the games change hands", "the login is written down"])
def test_a_failed_login_keeps_the_guest_and_the_next_one_moves_everything(
    step, dora, ben, ada, game_between, monkeypatch
):
    game = game_between(dora, ada)
    ben.set_password(PASSWORD)
    ben.save()
    browser = Client(raise_request_exception=False)
    browser.force_login(dora)
    device(dora, browser.session["browser"])
    dora.guest_key = "the-link"
    dora.save()
    with monkeypatch.context() as broken:
        if step == "the games change hands":
            broken.setattr("games.actions.merge_guest", gone)
        else:
            broken.setattr(User, "save", gone)
        answer = browser.post(reverse("account_login"), {"login": "ben", "password": PASSWORD})
    assert answer.status_code == 503
    assert who(browser) == dora.username
    assert browser.get(f"/api/v1/games/{game.public_id}/").json()["you"] == 0
    assert Client().get(reverse("guest_link", args=["the-link"])).status_code == 200
    log_in(browser, "ben")
    assert who(browser) == "ben"
    assert game.seats.get(number=0).player == ben
    assert Device.objects.get().player == ben
    assert Client().get(reverse("guest_link", args=["the-link"])).status_code == 404


@pytest.mark.both_databases
def test_the_password_is_hashed_before_the_sign_up_takes_any_lock(dora, monkeypatch):
    """Hashing is slow and may have to queue; nothing else should wait for it."""
    held = []

    def encode(self, *password):
        held.append(len(connection.savepoint_ids))
        return "unreadable"

    browser = Client()
    browser.force_login(dora)
    before = len(connection.savepoint_ids)
    monkeypatch.setattr("accounts.login.hashers.Argon2PasswordHasher.encode", encode)
    browser.post(reverse("account_signup"), {"username": "dora", "password1": PASSWORD})
    assert held == [before]
    assert User.objects.get(username="dora").password == "unreadable"


MAKES = {
    "a token": lambda user: tokens.make(user=user, name="x", scopes=["play"], days=None, now=timezone.now()),
    "a device": lambda user: actions.add_device(
        player=user, endpoint="https://push.example.org/x", p256dh="p", auth="a", name="x", browser="",
        now=timezone.now(),
    ),
    "a messenger": lambda user: destinations.add_messenger(player=user, typed="ntfy://topic", now=timezone.now()),
    "a calendar link": lambda user: destinations.make_calendar_link(player=user, now=timezone.now()),
    "a webhook": lambda user: actions.wish(
        player=user, wanted=actions.NewWishes(webhook="https://example.org/hook"), now=timezone.now()
    ),
}  # fmt: skip


@pytest.mark.both_databases
@pytest.mark.parametrize("made", MAKES)
@pytest.mark.parametrize("way", ["signs up", "logs in", "chooses another password"])
def test_requests_begun_before_the_claim_create_nothing_after_it(made, way, dora, ada, stranger):
    """The request was authenticated before the claim, and continues after it."""
    person = ada if way == "chooses another password" else dora
    waiting = User.objects.get(pk=person.pk)  # as loaded by the request
    ada.set_password(PASSWORD)
    ada.save()
    stranger.force_login(dora)
    if way == "signs up":
        sign_up(stranger)
    elif way == "logs in":
        log_in(stranger)
    with pytest.raises(PermissionDenied):
        MAKES[made](waiting)
    assert not person.tokens.exists()
    assert not Device.objects.exists()
    assert not Messenger.objects.exists()
    assert not CalendarLink.objects.exists()
    assert not Wishes.objects.exclude(webhook="").exists()

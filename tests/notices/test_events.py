"""Each event of notifications: something sends it, and it has a sentence of its own."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone, translation

from accounts.models import User
from clubs import actions as clubs
from clubs import board
from clubs.notifications import news
from clubs.wishes import ClubTerms
from common import queues
from games import actions
from games.clocks import clock
from games.models import Game
from notices import actions as telling
from notices.choices import About, Event
from notices.followers import NoticesOfPeople
from notices.models import Notice
from notices.sentences import notice_text
from people import actions as people
from talk import actions as talk
from tests import queued
from tests.creating import create_game
from tests.games.playing import play_until_deal
from tests.tournaments.world import CUP
from tournaments.entries import entering
from tournaments.life import making
from tournaments.life.steps import steps
from tournaments.models import Tournament
from tournaments.rounds.games import starts

pytestmark = pytest.mark.django_db


def start(*players: User, **terms: object) -> Game:
    game = create_game(creator=players[0], variant="block", seats=len(players), **terms)
    for player in players[1:]:
        actions.join_game(public_id=game.public_id, player=player)
    return game


def run_out_of_time(ada: User, ben: User) -> None:
    start(ada, ben, misses="computer")
    clock.sweep(timezone.now() + timedelta(days=30))


def end_a_game(ada: User, ben: User) -> None:
    game = start(ada, ben)
    actions.resign_game(public_id=game.public_id, player=ada)
    queued.settle_due(timezone.now() + timedelta(days=1))


def end_a_round(ada: User, ben: User) -> None:
    play_until_deal(start(ada, ben, options={"end": "target:100"}).public_id, 1)


def join(ada: User, ben: User) -> None:
    game = create_game(creator=ada, variant="block", seats=3)
    actions.join_game(public_id=game.public_id, player=ben)


def start_for_three(ada: User, ben: User) -> None:
    start(ada, User.objects.create(username="cleo", nickname="Cleo"), ben)


def invite(ada: User, ben: User) -> None:
    game = create_game(creator=ada, variant="block")
    people.invite(public_id=game.public_id, by=ada, players=[ben], now=timezone.now())


def let_an_offer_expire(ada: User, ben: User) -> None:
    create_game(creator=ada, variant="block", offer_days=1)
    clock.sweep(timezone.now() + timedelta(days=2))


def write(ada: User, ben: User) -> None:
    talk.say(game=start(ada, ben), author=ada, now=timezone.now(), greeting="hello")


def open_the_link(ada: User, ben: User) -> None:
    NoticesOfPeople().came_by_link(ada, "Firefox on Linux")


def begin_a_tournament(ada: User, ben: User) -> None:
    now = timezone.now()
    cleo = User.objects.create(username="cleo", nickname="Cleo")
    cup = making.store(Tournament(**(CUP | {"most": 3, "entries_end": now + timedelta(days=1)})), now)
    for player in (ada, ben, cleo):
        entering.enter(public_id=cup.public_id, player=player, now=now)
    for queue in (steps, starts):
        queues.drain(queue, now + timedelta(days=1))


def announce_to_a_club(ada: User, ben: User) -> None:
    now = timezone.now()
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    club = clubs.make(maker=ada, name="Double Six", terms=ClubTerms(), now=now)
    clubs.join(public_id=club.public_id, player=ben, link=club.link, now=now)
    board.post(public_id=club.public_id, by=ada, text="Hello", now=now)
    queues.drain(news, now)


CAUSES: dict[Event, tuple[Callable[[User, User], object], str]] = {
    Event.TURN: (start, "Your turn: Block"),
    Event.REMINDER: (start, "Your turn, 23 hours left: Block"),
    Event.STOOD_IN: (run_out_of_time, "A computer is playing for you: Block"),
    Event.STARTED: (start_for_three, "Game started: Block"),
    Event.OVER: (end_a_game, "Game finished: Block"),
    Event.ROUND: (end_a_round, "Round finished: Block"),
    Event.INVITED: (invite, "Ada invites you: Block"),
    Event.ANSWERED: (join, "Ben joined your game: Block"),
    Event.EXPIRED: (let_an_offer_expire, "Your open game has expired: Block"),
    Event.MESSAGE: (write, "Ada sent a message in Block"),
    Event.FRIEND: (
        lambda ada, ben: people.ask_friend(user=ada, person=ben, now=timezone.now()),
        "Ada sent you a friend request",
    ),
    Event.TOURNAMENT: (begin_a_tournament, "Block cup: your next games"),
    Event.CLUB: (announce_to_a_club, "New announcement in Double Six"),
    Event.SITE: (open_the_link, "The link to all your games was opened"),
}
ABOUT_ACCOUNTS = {
    About.MODERATION: "A moderator made a decision about you",
    About.GUEST_LINK: "The link to all your games was opened",
    About.WEBHOOK: "We switched off your webhook",
    About.MESSENGER: "We switched off ntfy",
    About.TEST: "It works",
}


@pytest.mark.parametrize("event", Event)
def test_each_event_is_sent_by_something_and_has_a_sentence(event, ada, ben):
    assert event in CAUSES, f"add what causes {event!r} to CAUSES"
    cause, sentence = CAUSES[event]
    cause(ada, ben)
    stage = 1 if event is Event.REMINDER else 0  # a reminder is a later stage of its turn
    sent = [notice for notice in Notice.objects.all() if event in notice.events(stage)]
    with translation.override("en"):
        assert sentence in {notice_text(notice, timezone.now(), stage=stage).title for notice in sent}


@pytest.mark.parametrize("about", About)
def test_each_notification_about_an_account_has_a_sentence(about, ada):
    telling.tell(player=ada, event=Event.SITE, now=timezone.now(), about=about, agent="Firefox", service="ntfy")
    with translation.override("en"):
        assert notice_text(Notice.objects.get(), timezone.now()).title == ABOUT_ACCOUNTS[about]

"""Simultaneous changes by real threads: the size of a club is right, and it has an owner or is closed."""

from threading import Thread

import pytest
from django.db import connection

from clubs import actions, board, notifications, tournaments
from clubs.models import Membership, Request
from common import queues
from notices import bulletins
from notices.models import Notice
from tests.clubs.conftest import NOW, confirm, roles
from tests.conftest import person
from tests.games.test_races import at_once, codes
from tournaments.life import making
from tournaments.wishes import NewTournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_of_two_new_clubs_with_one_name_one_is_made(ada, ben):
    for each in (ada, ben):
        confirm(each)
    makes = [lambda who=who: actions.make(maker=who, name="Double Six", now=NOW) for who in (ada, ben)]
    assert codes(at_once(*makes)) == ["name_taken"]


def test_of_two_clicks_one_joins_and_two_people_join_at_once(ada, ben, cleo, club):
    made = club(ada)
    joins = [lambda who=who: actions.join(public_id=made.public_id, player=who, now=NOW) for who in (ben, ben, cleo)]
    assert codes(at_once(*joins)) == []
    assert roles(made) == {"ada": "owner", "ben": "member", "cleo": "member"}


def test_the_last_member_leaves_while_another_joins(ada, ben, club):
    for n in range(3):
        made = club(ada, name=f"Club {n}")
        leave = lambda made=made: actions.leave(public_id=made.public_id, player=ada, now=NOW)  # noqa: E731
        join = lambda made=made: actions.join(public_id=made.public_id, player=ben, now=NOW)  # noqa: E731
        assert codes(at_once(leave, join)) in (["club_closed"], ["owner_stays"])
        assert roles(made) in ({}, {"ada": "owner", "ben": "member"})
        if not made.is_closed:
            actions.close(public_id=made.public_id, by=ada, now=NOW)


def test_owner_and_organisers_are_gone_at_once(ada, ben, cleo, club):
    dora = person("Dora")
    made = club(ada, ben, cleo, dora, organisers=2)
    results = at_once(*[lambda who=who: actions.part_for_good(who, NOW) for who in (ada, ben, cleo)])
    assert codes(results) == []
    assert roles(made) == {"dora": "owner"}


def test_a_club_is_handed_over_while_its_heir_leaves(ada, ben, cleo, club):
    made = club(ada, ben, cleo, organisers=1)
    hand = lambda: actions.hand_over(public_id=made.public_id, by=ada, player=ben, now=NOW)  # noqa: E731
    leave = lambda: actions.leave(public_id=made.public_id, player=ben, now=NOW)  # noqa: E731
    assert codes(at_once(hand, leave)) in (["not_member"], ["owner_stays"])
    assert Membership.objects.filter(club=made, role="owner").count() == 1
    roles(made)


def test_two_organisers_answer_one_request(ada, ben, cleo, club):
    made = club(ada, ben, organisers=1, joining="request")
    actions.ask(public_id=made.public_id, player=cleo, now=NOW)
    accept = lambda: actions.accept(public_id=made.public_id, by=ada, player=cleo, now=NOW)  # noqa: E731
    decline = lambda: actions.decline(public_id=made.public_id, by=ben, player=cleo, now=NOW)  # noqa: E731
    assert codes(at_once(accept, decline)) == ["no_request"]
    assert ("cleo" in roles(made)) == (not Request.objects.filter(club=made).exists())


def test_two_organisers_at_once_make_no_tournament_too_many(ada, ben, club, monkeypatch):
    monkeypatch.setattr(tournaments, "MOST_OPEN", 1)
    made = club(ada, ben, organisers=1)
    wish = NewTournament(variant="block", club=made.public_id, rated=False, starts_in_hours=24)
    makes = [lambda who=who: making.make(maker=who, tournament=wish.tournament(NOW), now=NOW) for who in (ada, ben)]
    assert codes(at_once(*makes)) == ["too_many_tournaments"]


def test_who_leaves_while_the_queue_notifies_keeps_no_notification(ada, ben, club, monkeypatch):
    made, tell = club(ada, ben), bulletins.tell

    def leave() -> None:
        actions.leave(public_id=made.public_id, player=ben, now=NOW)
        connection.close()

    leaving = Thread(target=leave)

    def tell_late(*given, **more) -> None:
        leaving.start()
        leaving.join(0.2)
        tell(*given, **more)

    monkeypatch.setattr(bulletins, "tell", tell_late)
    board.post(public_id=made.public_id, by=ada, text="Hello", now=NOW)
    queues.drain(notifications.news, NOW)
    leaving.join()
    assert roles(made) == {"ada": "owner"}
    assert not Notice.objects.exists()

"""Rows that we join by hand are as the ORM reads them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import Model

from accounts.models import Browser, User
from common.joined import Joined
from games import queries
from games.models import Game, Seat
from tests.creating import create_game


def fields(row: Model) -> dict[str, object]:
    return {
        field.attname: bytes(value) if isinstance(value := getattr(row, field.attname), memoryview) else value
        for field in row._meta.concrete_fields
    }


@pytest.fixture
def open_game(ada, guest):
    """Ada's open game with a guest and a free seat. It has a value in every kind of column."""
    game = create_game(creator=ada, variant="draw", seats=3, options={"end": "rounds:3"})
    Game.objects.filter(pk=game.pk).update(totals=[5, 0, -1], moved_at=datetime(2026, 1, 2, 3, tzinfo=UTC))
    Seat.objects.filter(game=game, number=1).update(player=guest("Ben"), seen_version=7, stood_in=True)
    return game


@pytest.mark.both_databases
def test_a_game_with_its_seats_and_players_is_as_the_orm_reads_it(open_game, ada, django_assert_num_queries):
    theirs = Game.objects.get(pk=open_game.pk)
    with django_assert_num_queries(1):
        ours = queries.seated_game(open_game.public_id)
        seats = list(ours.seats.all())
        assert [seat.player and seat.player.name for seat in seats] == ["Ada", "Ben", None]
        assert [seat.game for seat in seats] == [ours] * 3
        assert ours.creator == ada
    assert fields(ours) == fields(theirs)
    assert [fields(seat) for seat in seats] == [fields(seat) for seat in theirs.seats.all()]
    assert fields(seats[1].player) == fields(User.objects.get(nickname="Ben"))
    seats[1].missed = 3  # it can be saved
    seats[1].save(update_fields=["missed"])
    assert theirs.seats.get(number=1).missed == 3


@pytest.mark.both_databases
def test_a_creator_without_a_seat_is_found_on_demand(open_game, ben):
    Game.objects.filter(pk=open_game.pk).update(creator=ben)
    assert queries.seated_game(open_game.public_id).creator == ben


@pytest.mark.both_databases
def test_an_outer_join_without_a_row_is_none(ada, ben):
    now = datetime.now(UTC)
    joined = Joined("accounts_user one LEFT JOIN accounts_browser two ON two.user_id = one.id", one=User, two=Browser)
    assert list(joined.rows("one.date_joined < %s ORDER BY one.id", [now + timedelta(1)])) == [[ada, None], [ben, None]]
    assert list(joined.rows("one.id = %s", [0])) == []

"""The followers of a move: one ordered list, and one loop."""

import pytest

from dominoes_site import followers as site
from games import actions
from games.actions.move import resign
from games.after_move import FollowsGames
from games.changes import Kind
from games.positions import memory
from tests.following import also_following
from tests.games.playing import legal


@pytest.fixture
def game(ada, ben, game_between):
    return game_between(ada, ben, variant="block")


def move(game):
    table = memory.current(game.public_id)
    actions.play_move(public_id=game.public_id, seat=table.turn, text=legal(table)[0], version=table.version)


def test_a_change_made_by_a_follower_is_announced_after_the_first_one(game, ada):
    told = []

    def resigns():
        told.append("done")
        return [resign(game.public_id, ada)]

    class First(FollowsGames):
        def committed(self, change):
            told.append(("first", change.kind))
            return [resigns] if change.kind is Kind.MOVED else ()

    class Second(FollowsGames):
        def committed(self, change):
            told.append(("second", change.kind))
            return ()

    with also_following(First()), also_following(Second()):
        move(game)
    assert told == [
        ("first", Kind.MOVED), ("second", Kind.MOVED), "done", ("first", Kind.FINISHED), ("second", Kind.FINISHED),
    ]  # fmt: skip


def test_a_failing_follower_does_not_stop_the_others(game, caplog):
    heard = []

    class Fails(FollowsGames):
        def committed(self, change):
            raise RuntimeError("no paper left")

    class Hears(FollowsGames):
        def committed(self, change):
            heard.append(change.version)
            return ()

    with also_following(Fails()), also_following(Hears()):
        move(game)
    assert heard == [memory.current(game.public_id).version]
    assert "no paper left" in caplog.text


def test_a_follower_gets_only_the_kinds_of_changes_it_names(game, ada):
    heard = []

    class OfEnds(FollowsGames):
        kinds = frozenset({Kind.FINISHED})

        def stored(self, changes):
            heard.extend(change.kind for change in changes)

        def committed(self, change):
            heard.append(change.kind)
            return ()

    with also_following(OfEnds()):
        move(game)
        assert heard == []
        actions.resign_game(public_id=game.public_id, player=ada)
    assert heard == [Kind.FINISHED, Kind.FINISHED]


def test_a_plain_move_has_three_followers():
    """A new follower makes every move slower, so this list is asserted."""
    among_people = [follower for follower in site.GAMES if not follower.only_with_computers]
    hear = [type(follower).__name__ for follower in among_people if Kind.MOVED in follower.kinds]
    assert hear == ["GamesAfterMove", "NoticesAfterMove", "PlansAfterMove"]

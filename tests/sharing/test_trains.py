"""Pictures of Mexican Train: every train has a row, and every row has room."""

import re
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from django.contrib.auth.models import AnonymousUser

import rules
from games import queries
from games.shown.replay import read_replay
from sharing import subjects
from sharing.cards import Card, TrainRow, Trains, WholeTrain
from sharing.pictures import drawing
from sharing.pictures.looks import colour
from tests.games.playing import play_one, play_out
from tests.sharing.test_drawing import LONG, texts

PLACED = re.compile(
    r'translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"><(?:rect class="domino-shadow|g class="domino-halo)"'
)
# The width, the foot of the words above, and where the tiles of a row can begin.
PICTURES = {"link": (drawing.drawn, 1200, 102, 330), "clip": (drawing.drawn_frame, 600, 70, 165)}


def deal(seats: int, **options: object) -> rules.Position:
    """The end of a random deal."""
    ruleset = rules.ruleset("mexican_train", options, seats)
    return next(iter(rules.random_rounds(ruleset, Random(seats))))


def shown(position: rules.Position, **more: object) -> Trains:
    """The trains of *position*, with long words."""
    view = rules.view_for(position, None)
    assert view.trains
    assert view.start
    rows = [
        TrainRow(
            name=LONG[n % 4],
            end=train.end,
            tiles=tuple(tile for tile in view.layout if tile.arm == train.of),
            points="1000 points",
            mark="open" if train.open else "",
            holds="" if train.of == rules.MEXICAN else "15 tiles",
            covers=view.cover == train.of,
            on_turn=train.of == f"T{view.turn}",
        )
        for n, train in enumerate(view.trains)
    ]
    return Trains(view.start, tuple(rows))


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_every_train_has_a_row_with_its_end_and_nothing_overlaps(seats: int, kind: str):
    draw, width, head, first = PICTURES[kind]
    positions = deal(seats).positions()
    for position in list(positions)[::9]:
        trains = shown(position)
        svg = draw(Card("Ada", trains))
        words = [(left, right, foot, said) for left, right, foot, said in texts(svg) if foot > head]
        ends = [said for left, _right, _foot, said in words if left > width * 0.7 and said.isdigit()]
        assert ends == [str(row.end) for row in trains.rows]
        for foot in {foot for _left, _right, foot, _said in words}:
            line = sorted((left, right) for left, right, each, _said in words if each == foot)
            assert all(one[1] <= other[0] for one, other in pairwise(line)), foot
        assert all(left >= 0 and right <= width for left, right, _foot, _said in words)
        assert all(right <= first for left, right, _foot, said in words if left < first - 60)  # names, points, marks
        laid = [(float(x), float(y), float(unit)) for x, y, unit in PLACED.findall(svg) if float(x) > 50]
        assert len(laid) >= len(position.hands) - 1 or not position.ply
        assert all(x >= first and y >= head for x, y, _unit in laid)


def test_a_wide_row_shows_eighteen_tiles_and_counts_the_others():
    position = deal(2)
    trains = shown(position)
    longest = max(trains.rows, key=lambda row: len(row.tiles))
    assert len(longest.tiles) > 20
    svg = drawing.drawn(Card("Ada", trains))
    hidden = [int(said) for *_place, said in texts(svg) if re.fullmatch(r"\+\d+", said)]
    assert len(longest.tiles) - max(hidden) >= 18


def test_an_uncovered_double_has_an_outline_and_all_other_tiles_fade():
    covering = next(at for at in deal(4).positions() if rules.view_for(at, None).cover)
    svg = drawing.drawn(Card("Ada", shown(covering)))
    assert svg.count(f'stroke="{colour("turn")}" stroke-width="4"') == 1
    assert svg.count("stroke-dasharray") == 1
    assert svg.count('opacity=".5"') == 4
    free = next(at for at in deal(4).positions() if at.ply > 20 and not rules.view_for(at, None).cover)
    assert "stroke-dasharray" not in drawing.drawn(Card("Ada", shown(free)))


def test_a_whole_train_begins_with_the_station_and_is_in_the_picture():
    longest = max(shown(deal(2)).rows, key=lambda row: len(row.tiles))
    svg = drawing.drawn(Card("Ada won", WholeTrain("Ada’s train", "12-12", longest.tiles)))
    assert "Ada’s train" in svg
    assert svg.count('class="domino-line"') == 1 + len(longest.tiles)
    for x, y, unit in PLACED.findall(svg):
        assert 500 <= float(x) <= 1150 - float(unit)
        assert 50 <= float(y) <= 580 - float(unit)


@pytest.mark.django_db
def test_a_game_shows_its_tiles_a_round_its_pips_and_a_result_the_winners_train(ada, ben, game_between):
    game = game_between(ada, ben, variant="mexican_train", options={"set": 6, "end": "rounds:2"})
    play_one(game.public_id, Random(1))
    view = queries.table_of(game, AnonymousUser())
    card = subjects.game_card(view)
    assert isinstance(card.table, Trains)
    assert view.round
    assert [row.holds for row in card.table.rows] == [f"{n} tile{'s' * (n > 1)}" for n in view.round.hands] + [""]
    assert [row.points for row in card.table.rows] == [""] * 3

    play_out(game.public_id)
    game = queries.find_game(game.public_id)
    view = queries.table_of(game, AnonymousUser())
    replay = read_replay(queries.packed_replay(game.public_id, 0, lambda: None))
    last = subjects.replay_card(view, replay, len(replay.frames) - 1)
    assert isinstance(last.table, Trains)
    assert replay.score
    assert last.table.station == "6-6"
    assert [row.holds.split()[0] for row in last.table.rows[:2]] == [str(n) for n in replay.score.pips]
    result = subjects.game_card(view)
    assert isinstance(result.table, WholeTrain)
    assert view.outcome
    [winner] = view.outcome.winners
    assert result.table.name == f"{('Ada', 'Ben')[winner]}’s train"
    assert result.table.station == "5-5"
    assert {tile.arm for tile in result.table.tiles} == {rules.train_of(winner)}
    assert [row.number for row in result.rows] == [str(total) for total in view.totals]


def test_a_seat_that_left_is_pale_and_holds_nothing():
    trains = shown(deal(3))
    gone = Trains(trains.station, (replace(trains.rows[0], left=True), *trains.rows[1:]))
    here, without = (drawing.drawn(Card("Ada", each)) for each in (trains, gone))
    assert (here.count("15 tiles"), without.count("15 tiles")) == (3, 2)
    assert (here.count('opacity=".6"'), without.count('opacity=".6"')) == (0, 1)

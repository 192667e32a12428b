"""Without choices, a playout ends a deal as the rules do: prices, reserves, partners, points."""

from itertools import islice
from random import Random

import pytest

import rules
from mind import study
from mind.analysis.weighing import POLICIES, loss_of, values_in
from mind.hidden.inference import imagined_worlds
from mind.hidden.worlds import World, worlds
from mind.knowledge import knowledge
from mind.search.playouts import Playouts
from mind.search.policy import Weights
from mind.seen import seen
from mind.table import view_of
from rules import record
from tests.rules.tables import after, table, tiles

DEALS = 80
AS_IT_LAY = 20  # worlds of a choice's loss with all hands known
SMALL = {"set": 4, "hand": 3}
HOUSES = [
    ("pool", 2, {"reserve": 0}),
    ("pool", 2, {"reserve": 3}),
    ("pool", 2, {"reserve": 4, "draw": "1"}),
    ("pool", 3, {"draw": "2", "reserve": 1}),
    ("pool", 2, {"draw_price": 3, "reserve": 0}),
    ("pool", 2, {"draw_price": 2, "reserve": 2, "draw": "1"}),
    ("pool", 2, {"set": 3, "hand": 2, "reserve": 0, "block": "dead"}),
    ("brettspielnetz", 2, {"reserve": 2, "draw": "3"}),
    ("brettspielnetz", 2, {"reserve": 3, "draw": "until", "draw_price": 4}),
    ("pool", 2, {"out_bonus": 7, "out_wins": "fewest"}),
    ("egyptian", 2, {"set": 3, "hand": 2}),
    ("egyptian", 3, {"set": 3, "hand": 2}),
    ("partnership", 4, {"lead_first": "high_double"}),
    ("partnership", 4, {"lead_first": "high_double", "partner_free": True}),
    ("partnership", 4, {"lead_first": "high_double", "score_out": "all", "score_block": "all", "partner_free": True}),
    ("partnership", 4, {"lead_first": "high_double", "score_out": "penalty", "score_block": "penalty",
                        "partner_free": True, "winner_free": True}),
    ("partnership", 4, {"lead_first": "high_double", "score_out": "losers_minus_own"}),
    ("partnership", 4, {"lead_first": "high_double", "score_out": "penalty", "score_block": "penalty"}),
    ("telephone_72", 2, {"lead_first": "high_double"}),
    ("muggins", 2, {"lead_first": "high_double", "draw_price": 5}),
    ("dominican", 4, {"lead_first": "high_double"}),
    ("puerto_rico_500", 4, {"lead_first": "high_double", "finish_pays": "times"}),
    ("brazilian", 4, {"redeal": "none"}),
    ("haitian", 4, {"lead_first": "high_double"}),
    ("fives_threes", 4, {"end": "target:6"}),
    ("bergen", 2, {}),
    ("matador", 2, {"set": 3, "reserve": 1, "draw_when_able": False}),
    ("chicken_foot", 4, {}),
    ("merry_go_round", 2, {"pick": "ends"}),
]  # fmt: skip


def without_choices(last):
    """The positions of a finished deal, after the lead, from which nobody had a choice any more."""
    found = []
    for position in reversed([at for at in last.positions() if at.turn is not None and at.layout.ends]):
        if len(rules.legal_moves(position)) > 1:
            break
        found.append(position)
    return found


def truth(position):
    """The hidden tiles as they actually lie."""
    return World(tuple(position.hands), tuple(tile.bit for tile in position.boneyard))


def ahead_of_the_others(made, goal):
    """By side: its points minus the mean of the others' (the other way round if the lowest score wins)."""
    sign = 1 if goal == "high" else -1
    return [
        sign * (mine - sum(other for at, other in enumerate(made) if at != side) / (len(made) - 1))
        for side, mine in enumerate(made)
    ]


@pytest.mark.parametrize(("key", "seats", "options"), HOUSES, ids=str)
def test_a_deal_without_choices_ends_as_the_rules_say(key, seats, options):
    ruleset, chance, asked = rules.ruleset(key, SMALL | options, seats), Random(f"{key}{options}"), 0
    for _ in range(DEALS):
        new = rules.new_game(ruleset)
        last = rules.random_round(new, chance)
        if last.annulled:
            continue
        made = [now - before for now, before in zip(last.after.totals, new.totals, strict=True)]
        for position in without_choices(last):
            at = seen(view_of(position, position.turn, []))
            playouts = Playouts(at, knowledge(at))
            worth = playouts.value(playouts.begin(truth(position)), playouts.priorities(Random(1)))
            assert worth.points == pytest.approx(ahead_of_the_others(made, ruleset.goal)), (str(position), made)
            asked += 1
    assert asked > DEALS


@pytest.mark.parametrize(("gives", "chances"), [(0.0, [1.0, 0.0]), (1.0, [0.0, 1.0])])
def test_a_policy_may_count_what_the_next_seat_can_score(gives, chances):
    """The first points win the game. On the lead 5-4, seat 1 can leave 5 and 2, where 2-0, 5-2 and 5-3 would score 5,
    10 and 5 points; or 5 and 3, where 3-0, 5-2 and 5-3 would score 5, 5 and 10. It holds 5-3, so the second is better.
    """
    first = {"lead_first": "host", "draw": "none", "end": "target:5", "target_at": "once"}
    position = after(table("muggins", "5-4 6-6 2-0", "4-2 4-3 5-3", set=6, **first), "5-4")
    at = seen(view_of(position, 1, []))
    by = Weights(pip=0, double=0, follow=0, unseen=0, points=0, gives=gives, noise=0)
    playouts = Playouts(at, knowledge(at), by)
    worth = playouts.value(playouts.begin(truth(position)), playouts.priorities(Random(1)))
    assert worth.chances == chances


PARTNERS = {"lead_first": "host", "set": 4, "hand": 3}


def share_of(held, imagined, seat):
    """The percentage of worlds in which *seat* holds one of the tiles *held*."""
    bits = sum(tile.bit for tile in tiles(held))
    return round(100 * sum(bool(world.hands[seat] & bits) for world in imagined) / len(imagined))


def partner_played_light():
    """Seat 0 led 4-3, seat 1 passed, its partner covered the 3 with a light tile, and seat 3 covered that."""
    hands = "4-3 4-4 3-2", "2-2 2-0 2-1", "3-0 1-0 1-1", "4-2 4-1 4-0"
    return after(table("partnership", *hands, **PARTNERS), "4-3", "pass", "3-0>4-3", "4-0>3-0")


def test_worlds_that_contradict_a_partners_play_come_less_often():
    """With 3-3, seat 2 could have got rid of a heavier tile, so it probably doesn't hold it."""
    at = seen(view_of(partner_played_light(), 0, []))
    known, number = knowledge(at), 4000
    likely = list(islice(imagined_worlds(at, known, Random(3), number), number))
    blind = list(islice(worlds(known, 0, 4, Random(3)), number))
    assert share_of("3-3", likely, 2) < share_of("3-3", blind, 2) - 8
    assert share_of("1-0", likely, 2) > share_of("1-0", blind, 2)


def test_a_world_gives_seats_only_tiles_they_may_hold():
    """Each hidden tile lies in one place, and a seat that passed holds nothing that fits."""
    position = partner_played_light()
    at = seen(view_of(position, 0, []))
    for world in islice(imagined_worlds(at, knowledge(at), Random(4), 200), 200):
        assert [hand.bit_count() for hand in world.hands] == [2, 3, 2, 2]
        assert len(world.boneyard) == 3
        assert not world.hands[1] & sum(tile.bit for tile in tiles("4-4 4-2 4-1 3-3 3-2 3-1"))
        lying = [tile for hand in world.hands for tile in rules.tiles_in(hand)]
        lying += [tile for bit in world.boneyard for tile in rules.tiles_in(bit)]
        assert sorted(map(str, lying)) == sorted({str(tile) for tile in position.rules.tiles} - {"4-3", "3-0", "4-0"})


def test_what_policies_differ_by_counts_as_an_error():
    """Two policies see no loss and the third one of 12 points in every world, so the loss of 4 points is uncertain."""
    worlds_each = 20
    values = {"best": [1.0, 1.0, 1.0] * worlds_each, "made": [1.0, 1.0, 0.88] * worlds_each}
    loss, error = loss_of(values, "made", "best", point=0.01)
    assert loss == pytest.approx(4.0)
    assert error == pytest.approx(4.0)  # the spread of 0, 0 and 12 is 6.93; of their mean, 4


def test_each_look_of_a_study_asks_all_policies_equally_often(monkeypatch):
    """Looks are put together, and the values of each policy stand at every third place."""
    looks = []

    def counted(*about):
        found = values_in(*about)
        looks.append(len(next(iter(found.values()))))
        return found

    monkeypatch.setattr("mind.analysis.study.values_in", counted)
    ruleset = rules.ruleset("brettspielnetz", {"end": "rounds:1"}, 2)
    last = rules.random_round(rules.new_game(ruleset), Random(1))
    study(record.compose(ruleset, ["Ada", "Ben"], [last]).as_dict())
    whole = [number for number in looks if number != AS_IT_LAY]
    assert len(whole) > 5
    assert all(number % POLICIES == 0 for number in whole)

""" "Verify the shuffle" as the page does it, without a browser: honest deals pass, forged ones fail."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.forging import (
    by_other_rules,
    forgeries,
    honest_deals,
    replay_of,
    seen_otherwise,
    view_during,
    worth_forging,
)
from tests.scripts import in_node

JSON = dict[str, Any]


def verified(deals: list[tuple[JSON, JSON]]) -> list[list[str]]:
    """The faults of each deal, given what the page knew before."""
    return in_node("verified.js", "faultsOf", [{"check": check, "known": known} for check, known in deals])


def faults(checks: list[JSON], known: JSON | None = None) -> list[list[str]]:
    return verified([(check, known or {}) for check in checks])


def test_every_honest_deal_passes():
    deals = honest_deals()
    found = zip(deals, verified([(check, known_after(check)) for check in deals.values()]), strict=True)
    assert {name: sentences for name, sentences in found if sentences} == {}


def test_every_forged_deal_fails():
    """Any single change in a deal of any game."""
    forged = [(deal, what, check) for deal, honest in worth_forging().items() for what, check in forgeries(honest)]
    assert len(forged) > 2_000
    found = zip(forged, faults([check for _deal, _what, check in forged]), strict=True)
    assert [(deal, what) for (deal, what, _check), sentences in found if not sentences] == []


def test_a_replay_with_a_changed_tile_fails():
    deals = [
        {
            "name": name,
            "check": check,
            "replay": replay_of(check),
            "sides": [seat["side"] for seat in view_during(check)["seats"]],
        }
        for name, check in worth_forging().items()
    ]
    found = in_node("forged_replays.js", "tryForgeries", deals)
    assert found["tried"] > 20_000
    assert found["passed"] == []


def test_a_deal_other_than_the_one_the_player_saw_fails():
    forged = [
        (name, what, check, known_after(check) | {"seen": [view["round"] | {"you": view["you"]}]})
        for name, check in worth_forging().items()
        for what, view in list(seen_otherwise(check, view_during(check)))[::9]
    ]
    assert len(forged) > 100
    other = ["It doesn’t match the hand this page showed during the round."]
    found = verified([(check, known) for _name, _what, check, known in forged])
    assert [names[:2] for names, sentences in zip(forged, found, strict=True) if sentences != other] == []


def test_the_verifier_names_the_move_that_fails_or_the_start():
    check = honest_deals()["draw for 2, deal 0"]
    known = known_after(check)
    one, two = replay_of(check), replay_of(check)
    first, last = one["frames"][0], two["frames"][-1]
    other = {"frames": [first | {"hands": first["hands"][::-1]}, *one["frames"][1:]]}
    empty = {"frames": [*two["frames"][:-1], last | {"boneyard": last["boneyard"] + 1}]}
    found = verified(
        [(check, known | {"replay": replay | changed}) for replay, changed in ((one, other), (two, empty))]
    )
    assert found == [
        ["The replay starts with other tiles than this deal."],
        [f"Move {last['ply']} of the replay doesn’t match this deal."],
    ]


def known_before(check: JSON) -> JSON:
    """The view of a page during the deal; if a seat has left, it left in the first."""
    view = view_during(check)
    return {
        "round_id": f"{view['id']}/{view['deal']}",
        "promised": view["commitment"],
        "first": check["first"],
        "rules": view["rules"] | {"host": view["host"]},
        "seats": view["seats"],
        "scores": view["scores"],
        "left_in": {seat["seat"]: 0 for seat in view["seats"] if seat["left"]},
        "finished": view["status"] == "finished",
    }


def known_after(check: JSON) -> JSON:
    """Also the moves the page saw, at some moment of the deal and after it."""
    view = view_during(check)
    return known_before(check) | {"replay": replay_of(check), "seen": [view["round"] | {"you": view["you"]}]}


def test_a_deal_made_by_other_rules_fails():
    deals = worth_forging()
    forged = [(deal, what, check) for deal, honest in deals.items() for what, check in by_other_rules(honest)]
    assert len(forged) > 500
    sound = verified([(check, {}) for _deal, _what, check in forged])
    assert [names[:2] for names, sentences in zip(forged, sound, strict=True) if sentences] == []
    found = verified([(check, known_before(deals[deal])) for deal, _what, check in forged])
    other = ["It wasn’t dealt by this game’s rules."]
    assert [names[:2] for names, sentences in zip(forged, found, strict=True) if sentences != other] == []


def test_a_secret_withheld_after_the_game_fails():
    """Without the secret, a new chain could start with any seed."""
    check = honest_deals()["deal 1000, the game has ended: True"] | {"secret": None}
    known = known_before(check)
    playing, over = verified([(check, known | {"finished": False}), (check, known)])
    assert playing == []
    assert over == ["It doesn’t match the promise made before the first deal."]


def test_a_deal_not_bound_to_the_previous_one_fails():
    check = honest_deals()["deal 2500, the game has ended: True"]
    known = known_before(check)
    bound, other = verified([(check, known | {"before": seed}) for seed in (check["commitment"], "ab" * 32)])
    assert bound == []
    assert other == ["It doesn’t match the promise made before the first deal."]


def test_a_deal_with_an_unknown_part_fails():
    hands, rows = honest_deals()["draw for 2, deal 0"], honest_deals()["sausage for 2, deal 0"]
    found = verified(
        [
            (hands | {"deal": hands["deal"] | {"extra": []}}, {}),
            (rows | {"deal": rows["deal"] | {"hands": rows["deal"]["rows"]}}, {}),
        ]
    )
    assert found == [[f"“{part}” isn’t part of a deal of this game."] for part in ("extra", "hands")]


def other_games() -> Iterator[tuple[str, JSON]]:
    """Deals that are consistent but contradict what the page knew of the game."""
    deals = honest_deals()
    yield (
        "doesn’t match the promise made before the first deal",
        deals["deal 1000, the game has ended: False"] | {"first": "00" * 32},
    )
    yield "the deal’s name or the players’ seeds", deals["draw for 3, deal 0"]
    yield "promised before the deal", deals["draw for 2, deal 1"]
    yield "wasn’t dealt by this game’s rules", deals["lead random for 2, left: None, deal 0"]
    yield "wasn’t dealt by this game’s rules", deals["the largest set, deal 0"]


@pytest.mark.parametrize("number", range(5))
def test_a_sound_deal_of_another_game_fails(number: int):
    sentence, check = list(other_games())[number]
    game = check if number == 0 else honest_deals()["draw for 2, deal 0"]
    known = known_before(game) | ({"first": "11" * 32} if number == 0 else {})
    assert faults([honest_deals()["draw for 2, deal 0"]], known_before(honest_deals()["draw for 2, deal 0"])) == [[]]
    [found] = faults([check], known)
    assert any(sentence.lower() in each.lower() for each in found), found


def test_the_verifier_says_whose_hand_is_wrong_and_who_should_lead():
    check = honest_deals()["draw for 2, deal 0"]
    hands, lead = check["deal"]["hands"], check["deal"]["lead"]
    first, boneyard = [hands[0][1], hands[0][0], *hands[0][2:]], check["deal"]["boneyard"]
    deals = [
        check | {"deal": check["deal"] | {"hands": [first, hands[1]]}},
        check | {"deal": check["deal"] | {"lead": 1 - lead}},
        check | {"deal": check["deal"] | {"boneyard": [*boneyard[:-1], hands[0][0]]}},
    ]
    whose, who, twice = faults(deals)
    assert whose == ["The hand of Ada doesn’t match this order."]
    assert who == [f"This seed picks {('Ada', 'Ben')[lead]} to lead, but another player led."]
    assert twice == [f"The tile {hands[0][0]} was dealt twice.", "The boneyard doesn’t match this order."]

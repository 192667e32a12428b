"""Honest deals of every game with all that verifies them, and forgeries that verification must find."""

import copy
import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import rules
from games.models import Game, Round
from games.positions import shuffle
from games.shown.proof import proof
from rulebook.facts import facts
from rules import Ledger

JSON = dict[str, Any]
SECRET = bytes(range(32))
ANY_LEAD = ("draw", "count", "random", "host", "stock", "high_double", "low_double", "blank_double",
            "tile:6-6", "draw_until:6-6")  # fmt: skip
LATER = ("rotate", "winner", "blocker", "last", "same", "draw", "host", "stock")


class Dealer:
    """Deals and plays game after game as the server does, and keeps the proof of every deal under a name of its own; by
    its round id the replay, and of the view during the deal what a check asks for."""

    def __init__(self) -> None:
        self.proofs: dict[str, JSON] = {}
        self.views: dict[str, JSON] = {}
        self.replays: dict[str, JSON] = {}

    def deal(
        self,
        name: str,
        between: rules.Game,
        *,
        index: int = 0,
        host: int = 0,
        over: bool = False,
        leaving: int | None = None,
        adjudicated: bool = False,
    ) -> rules.Position:
        """The last position of a deal that is played by chance; the seat *leaving* leaves in it. *adjudicated*: the
        game's last moment comes soon.
        """
        ruleset = between.rules
        seeds = [f"number{seat}of{len(self.proofs)}" for seat in range(ruleset.seats)]
        seed = shuffle.seed_of(SECRET, index)
        game = Game(
            variant=ruleset.key, options=dict(ruleset.options), seats_number=ruleset.seats, shuffle_secret=SECRET,
            host=host, status=Game.Status.FINISHED if over else Game.Status.PLAYING,
        )  # fmt: skip
        order = shuffle.ordering(seed, shuffle.round_id(game.public_id, index), seeds)
        deal = rules.make_deal(between, order, host)
        row = Round(index=index, seed=seed, commitment=shuffle.commitment(seed), deal=deal.as_dict())
        assert name not in self.proofs
        self.proofs[name] = json.loads(json.dumps(rules.to_json(proof(game, seeds, row, between))))  # as sent
        right = {"ledger": {"right": between.memory.right}} if isinstance(between.memory, Ledger) else {}
        identity = self.proofs[name]["round_id"]
        view = {
            "id": game.public_id,
            "deal": index,
            "commitment": row.commitment,
            "host": host,
            "rules": rules.to_json(facts(ruleset)),
            "seats": [
                {"seat": seat, "side": ruleset.side_of(seat), "left": seat in between.gone}
                for seat in range(ruleset.seats)
            ],
            "scores": [{"deal": index - 1, **right}] if index else [],
            "status": game.status,
        }
        chance = random.Random(name)
        position = played(rules.start_round(between, deal), chance, leaving, adjudicated)
        seat, noted = chance.randrange(ruleset.seats), chance.choice([position, chance.choice(position.positions())])
        view |= {"you": seat, "round": rules.to_json(rules.view_for(noted, seat))}
        replay = {
            "view": rules.to_json(rules.view_for(position, None)),
            "frames": rules.to_json(rules.frames(position)),
        }
        self.views[identity], self.replays[identity] = json.loads(json.dumps([view, replay]))
        return position

    def play(self, name: str, ruleset: rules.RuleSet, *, deals: int, host: int = 0, leaving: int | None = None) -> None:
        """The first *deals* deals of a random game; the seat *leaving* leaves in the first."""
        between = rules.new_game(ruleset)
        for index in range(deals):
            gone = None if index else leaving
            between = self.deal(f"{name}, deal {index}", between, index=index, host=host, leaving=gone).after
            if between.over is not None:
                return


def played(
    position: rules.Position, chance: random.Random, leaving: int | None = None, adjudicated: bool = False
) -> rules.Position:
    """The end of a random deal, with its signals; the seat *leaving* leaves soon."""
    for seat, signal in product(range(position.rules.seats), ("wink", "puff")):
        with suppress(rules.IllegalMove):
            position = rules.play(position, signal, seat)
    plies = position.ply + chance.randrange(8)
    while not position.over:
        if adjudicated and position.ply >= plies:
            return position.adjudicated()
        if leaving is not None and position.ply >= plies:
            position, leaving = rules.play(position, "resign", leaving), None
        else:
            position = rules.play(position, chance.choice(position.legal))
    return position


def honest_deals() -> dict[str, JSON]:
    return _dealer().proofs


def view_during(check: JSON) -> JSON:
    """The part of a player's view during that deal that verification uses."""
    return _dealer().views[check["round_id"]]


def replay_of(check: JSON) -> JSON:
    """That deal as shown after its end, without its check."""
    return _dealer().replays[check["round_id"]]


@cache
def _dealer() -> Dealer:
    """Every game with every number of players; every lead rule; after seats have left; annulled deals; the right of
    the hundred; pairs that wait; deals of a second chain. By names that say which."""
    dealer = Dealer()
    for key, variant in rules.VARIANTS.items():
        for seats in variant.seats:
            dealer.play(f"{key} for {seats}", rules.ruleset(key, {}, seats), deals=2)
            broken_off = rules.new_game(rules.ruleset(key, {}, seats))
            dealer.deal(f"{key} for {seats}, adjudicated", broken_off, over=True, adjudicated=True)
            if seats > 2:
                for gone in (0, seats - 1):
                    name = f"{key} for {seats}, seat {gone} left"
                    dealer.play(name, rules.ruleset(key, {}, seats), deals=2, leaving=gone)
    for seats, first in ((seats, lead) for seats in (2, 3, 4) for lead in (*ANY_LEAD, "odd_even")):
        if first == "odd_even" and seats != 2:
            continue
        chosen = rules.ruleset("draw", {"lead_first": first, "lead_next": "same"}, seats)
        for leaving in (None, 1) if seats > 2 else (None,):
            name = f"lead {first} for {seats}, left: {leaving}"
            dealer.play(name, chosen, deals=2, host=seats - 1, leaving=leaving)
    for after, blocked in ((lead, blocked) for lead in LATER for blocked in (None, "count")):
        chosen = rules.ruleset("block", {"lead_first": "count", "lead_next": after, "lead_blocked": blocked}, 3)
        dealer.play(f"then {after}, blocked {blocked}", chosen, deals=4, host=2)
    dealer.play("the last two tiles for a bid", rules.ruleset("draw", {"auction": True}, 3), deals=6)
    dealer.play("no doubles", rules.ruleset("draw", {"doubles": False, "set": 9}, 2), deals=2)
    dealer.play("two ends of the boneyard", rules.ruleset("draw", {"pick": "ends"}, 3), deals=2)
    dealer.play("the largest set", rules.ruleset("draw", {"set": 18, "hand": 9}, 4), deals=1)
    _special_deals(dealer)
    return dealer


def _special_deals(dealer: Dealer) -> None:
    goat = rules.new_game(rules.ruleset("sea_goat", {}, 3))
    for seat in range(3):
        owed = replace(goat, round=2, memory=Ledger(right=seat))
        dealer.deal(f"the right of the hundred, seat {seat}", owed, index=1)
    annulling = rules.ruleset("jordanian", {"redeal": "must:doubles:1"}, 4)
    dealer.play("annulled again and again", annulling, deals=53)
    for index, over in ((999, False), (1_000, True), (1_000, False), (2_500, True)):
        name = f"deal {index}, the game has ended: {over}"
        dealer.deal(name, rules.new_game(rules.ruleset("draw", {}, 2)), index=index, over=over)


def worth_forging() -> dict[str, JSON]:
    """A deal of each game, of each lead rule, and of each thing that makes a deal special: the last of its game."""
    last = {name.partition(", deal ")[0]: check for name, check in honest_deals().items()}
    most = {f"{key} for {variant.seats[-1]}" for key, variant in rules.VARIANTS.items()}
    others = (
        "2, left: None",
        "3, left: 1",
        "for 8, seat 0 left",
        "blocked None",
        "seat 1",
        "annulled",
        "over: ",
        "draw for 2, adj",
    )
    return {name: check for name, check in last.items() if name in most or any(other in name for other in others)}


def forgeries(check: JSON) -> Iterator[tuple[str, JSON]]:
    """Every kind of single change to *check*, with a description."""

    def changed(what: str) -> tuple[str, JSON]:
        return what, copy.deepcopy(check)

    # Without the previous chain only a reader who noted the first commitment knows it.
    is_bound = bool(check["secret"]) or int(check["round_id"].split("/")[1]) < shuffle.CHAIN
    for part in ("seed", "commitment", "first") if is_bound else ("seed", "commitment"):
        name, forged = changed(part)
        forged[part] = ("1" if check[part][0] != "1" else "2") + check[part][1:]
        yield name, forged
    if check["secret"] and int(check["round_id"].split("/")[1]) >= shuffle.CHAIN:
        name, forged = changed("secret")
        forged["secret"] = "ff" * 32
        yield name, forged
    name, forged = changed("round id")
    forged["round_id"] = check["round_id"].replace("/", "x/")
    yield name, forged
    name, forged = changed("number of the deal")
    forged["round_id"] += "1"
    yield name, forged
    yield from _other_numbers(check, changed)
    yield from _other_deck(check, changed)
    yield from _other_tiles(check, changed)
    lead, seats = check["deal"].get("lead"), len(check["seeds"])
    for other in {*range(seats), None} - {lead}:
        name, forged = changed(f"lead {other}")
        forged["deal"] = {**forged["deal"], "lead": other}
        if other is None:
            del forged["deal"]["lead"]
        yield name, forged


def _other_numbers(check: JSON, changed: Any) -> Iterator[tuple[str, JSON]]:
    seeds = check["seeds"]
    for name, now in (
        ("a player's number", ["f" * 32, *seeds[1:]]),
        ("the last player's number", [*seeds[:-1], seeds[-1] + "0"]),
        ("the order of the players' numbers", seeds[::-1]),
        ("two players' numbers run together", [f"{seeds[0]},{seeds[1]}", *seeds[2:]]),
        ("no number of the last player", seeds[:-1]),
        ("a number of nobody", [*seeds, "f"]),
    ):
        what, forged = changed(name)
        forged["seeds"] = now
        yield what, forged


def _other_deck(check: JSON, changed: Any) -> Iterator[tuple[str, JSON]]:
    for name, at in (("the front of the deck", 0), ("the end of the deck", len(check["tiles"]) - 2)):
        what, forged = changed(name)
        tiles = forged["tiles"]
        tiles[at], tiles[at + 1] = tiles[at + 1], tiles[at]
        yield what, forged
    what, forged = changed("a tile less in the deck")
    forged["tiles"].pop()
    yield what, forged
    for name, value in (("set", check["rules"]["set"] + 1), ("doubles", not check["rules"]["doubles"])):
        what, forged = changed(name)
        forged["rules"][name] = value
        yield what, forged


def _other_tiles(check: JSON, changed: Any) -> Iterator[tuple[str, JSON]]:
    """Changes of what was dealt; *places* are where tiles lie, each list by how to find it in a deal."""
    kind = "rows" if "rows" in check["deal"] else "hands"
    held = [seat for seat, hand in enumerate(check["deal"][kind]) if hand]
    ends = [("boneyard", None)] if check["deal"]["boneyard"] else []
    places = [(kind, seat) for seat in held] + ends

    def tiles(forged: JSON, place: tuple[str, int | None]) -> list[str]:
        part, seat = place
        return forged["deal"][part] if seat is None else forged["deal"][part][seat]

    for place in places:
        if len(tiles(check, place)) > 1:
            what, forged = changed(f"the order of {place}")
            lying = tiles(forged, place)
            lying[0], lying[-1] = lying[-1], lying[0]
            yield what, forged
        for other in places:
            if place < other or (place[0] != other[0] and other[1] is None):
                what, forged = changed(f"a tile of {place} for one of {other}")
                one, two = tiles(forged, place), tiles(forged, other)
                one[0], two[0] = two[0], one[0]
                yield what, forged
        for name, tile in (("foreign", "19-19"), ("twice", _another(check, tiles(check, place)[0]))):
            what, forged = changed(f"{name}: in {place}")
            tiles(forged, place)[0] = tile
            yield what, forged
        what, forged = changed(f"a tile of {place} is missing")
        tiles(forged, place).pop()
        yield what, forged
    what, forged = changed("the hands of two seats")
    hands = forged["deal"][kind]
    hands[held[0]], hands[held[1]] = hands[held[1]], hands[held[0]]
    yield what, forged
    what, forged = changed("a seat more")
    forged["deal"][kind].append([])
    yield what, forged
    what, forged = changed("another start")
    start, boneyard = forged["deal"].get("start"), forged["deal"]["boneyard"]
    if start is None:
        forged["deal"]["start"] = forged["deal"][kind][held[0]].pop()
    elif boneyard:
        forged["deal"]["start"], boneyard[-1] = boneyard[-1], start
    yield what, forged
    if start is not None:
        what, forged = changed("no start")
        forged["deal"]["boneyard"].append(forged["deal"].pop("start"))
        yield what, forged


def seen_otherwise(check: JSON, view: JSON) -> Iterator[tuple[str, JSON]]:
    """Every tile of the moves and of the hand in *view*, each alone become one that was dealt to another seat."""
    seen = view["round"]
    for seat in {view["you"]} if seen["hand"] else ():
        for at, tile in enumerate(seen["hand"]):
            hand = [*seen["hand"][:at], _of_another(check, seat, tile), *seen["hand"][at + 1 :]]
            yield f"{tile} in the hand", view | {"round": seen | {"hand": hand, "open": None}}
    for at, move in enumerate(seen["moves"]):
        for tile in re.finditer(r"(?<=[ ,])\d+-\d+", move):
            other = move[: tile.start()] + _of_another(check, int(move[0]), tile[0]) + move[tile.end() :]
            moves = [*seen["moves"][:at], other, *seen["moves"][at + 1 :]]
            yield f"{move} at {at}", view | {"round": seen | {"moves": moves}}


def _of_another(check: JSON, seat: int, tile: str) -> str:
    """A tile dealt to another seat, not *tile*: Sausage's rows change hands."""
    hands = check["deal"].get("rows") or check["deal"]["hands"]
    return next(each for other, hand in enumerate(hands) if other != seat for each in reversed(hand) if each != tile)


def by_other_rules(check: JSON) -> Iterator[tuple[str, JSON]]:
    """Deals that follow from the rules they name; but those are not the table's: only who knows it can tell."""
    named, start = check["rules"], check["deal"].get("start")
    dealt, absent = named["dealt"], sorted({*range(named["seats"])} - {*named["dealt"]})
    one, two, *_ = (tile for tile in ("6-6", "1-0", "2-0", "2-1") if tile in check["tiles"] and tile != start)
    asides: list[JSON] = [{}, {str(dealt[0]): one, str(dealt[1]): two}]
    asides += [{str(seat): tile} for seat in dealt for tile in (one, two)]
    changes: list[JSON] = [{"aside": aside} for aside in asides if aside != named["aside"]]
    changes += [{"dealt": [seat for seat in dealt if seat != gone]} for gone in dealt]
    changes += [{"dealt": sorted([*dealt, more])} for more in absent]
    changes += [{"dealt": sorted([*dealt[1:], more])} for more in absent]
    changes += [{"hand": named["hand"] - 1}, {"host": (named["host"] + 1) % named["seats"]}]
    if start is not None and (station := named["station"]):
        changes += [{"station": tile} for tile in ("6-6", "5-5") if tile != station]
        changes += [{"station": None}]
    for change in changes:
        yield str(change), _dealt_by(check, change)


def _dealt_by(check: JSON, change: JSON) -> JSON:
    """*check* with changed rules, dealt again by them."""
    forged = copy.deepcopy(check)
    named, deal = forged["rules"], forged["deal"]
    named |= change
    if named["station"]:
        deal["start"] = named["station"]
    elif "station" in change:
        del deal["start"]
    pile = [tile for tile in check["tiles"] if tile not in (deal.get("start"), *named["aside"].values())]
    hands = []
    for seat in range(named["seats"]):
        own = [named["aside"][str(seat)]] if str(seat) in named["aside"] else []
        size = named["hand"] - len(own) if seat in named["dealt"] else 0
        hands.append(own + pile[:size])
        del pile[:size]
    deal |= {"rows" if named["rows"] else "hands": hands, "boneyard": pile}
    if named["lead"] in ("draw", "random"):
        order = shuffle.ordering(bytes.fromhex(check["seed"]), check["round_id"], check["seeds"])
        drawn = order("lead", check["tiles"])
        deal["lead"] = max(named["dealt"], key=lambda seat: rules.tile(drawn[seat]).weight)
    elif named["lead"] == "host":
        deal["lead"] = named["host"]
    return forged


def _another(check: JSON, tile: str) -> str:
    return next(each for each in check["tiles"] if each != tile)

"""Check the shuffle of a finished deal; it needs Python's standard library only (docs/api.md, "Checking a deal").

    curl -s http://localhost:8000/api/v1/games/k3jx9a2qpm/rounds/0/ > deal.json
    curl -s http://localhost:8000/api/v1/games/k3jx9a2qpm/ > view.json
    python examples/check_deal.py deal.json view.json

It prints what doesn't fit, and ends with status 1 if there is anything.
"""

import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

CHAIN = 1000  # deals in a chain; each one's seed is the SHA-256 of the next seed


def sha256(data, times):
    for _ in range(times):
        data = hashlib.sha256(data).digest()
    return data


def mac(key, message):
    return hmac.digest(key, message.encode(), "sha256")


def halves(tile):
    return [int(half) for half in tile.split("-")]


def pips(tile):
    return sum(halves(tile))


def leader(rules, shuffled):
    """The seat that leads by chance; None if chance doesn't decide."""
    drawn = shuffled("lead")
    match rules["lead"]:
        case "host":
            return rules["host"]
        case "draw" | "random":
            return max(rules["dealt"], key=lambda seat: (pips(drawn[seat]), max(halves(drawn[seat]))))
        case "count":
            return sum(pips(tile) for tile in drawn[: rules["seats"]]) % rules["seats"]
        case "odd_even":
            return 1 if (pips(drawn[0]) + pips(drawn[1])) % 2 == pips(shuffled("call")[0]) % 2 else 0


def fair_deal(rules, shuffled):
    """The deal by these rules: the start, or the station, leaves the deck; then hands from its front, by seat."""
    deck, deal, hands = shuffled(), {}, []
    if rules.get("station"):  # files of earlier versions lack it
        deal["start"] = rules["station"]
    if rules["lead"] == "stock":
        deal["start"] = next(tile for tile in deck if len(set(halves(tile))) == 2)
    pile = [tile for tile in deck if tile not in (deal.get("start"), *rules["aside"].values())]
    for seat in range(rules["seats"]):
        hand = [rules["aside"][str(seat)]] if str(seat) in rules["aside"] else []
        size = rules["hand"] - len(hand) if seat in rules["dealt"] else 0
        hands.append(hand + pile[:size])
        del pile[:size]
    deal |= {"rows" if rules["rows"] else "hands": hands, "boneyard": pile}
    lead = leader(rules, shuffled)
    return deal if lead is None else deal | {"lead": lead}


def promised_first(check, view):
    """The commitment before the first deal, computed from this deal; None if they don't belong together."""
    seed, deal = bytes.fromhex(check["seed"]), int(check["round_id"].split("/")[1])
    if deal < CHAIN:
        return sha256(seed, deal + 1).hex()
    if check["secret"] is None:  # a new chain, whose secret we know after the game
        return None if view and view["status"] == "finished" else check["first"]
    secret = bytes.fromhex(check["secret"])
    own = sha256(mac(secret, f"chain {deal // CHAIN}"), CHAIN - 1 - deal % CHAIN)
    return sha256(mac(secret, "chain 0"), CHAIN).hex() if own == seed else None


def are_those_who_play(dealt, number, view):
    """Whether *dealt* are all seats that hadn't left before this deal, or two whole pairs if pairs wait."""
    side = {seat["seat"]: seat["side"] for seat in view["seats"]}
    moves = [move.split() for move in view["round"]["moves"]]
    leaving = {int(move[0]) for move in moves if move[1] in ("resign", "timeout")}  # in the deal of the view
    gone = {seat["seat"] for seat in view["seats"] if seat["left"]} - leaving if number else set()
    sides = {side.get(seat) for seat in dealt}
    if view["rules"]["queue"]:
        if (not number and sides != {0, 1}) or (view["deal"] == number and gone & set(dealt)):
            return False
        return dealt == [seat for seat in side if side[seat] in sides] and len(dealt) == view["rules"]["dealt"]
    missing = set(side) - set(dealt)
    fits = missing == gone if view["deal"] == number else missing <= gone
    return fits and dealt == sorted(set(side) - missing) and len(sides) > 1


def set_aside(number, view):
    """The tile dealt first, by seat: the right of the hundred after the previous round."""
    before = [line for line in view["scores"] if line["deal"] < number]
    right = before[-1].get("ledger", {}).get("right") if before else None
    return {} if right is None or view["rules"]["aside"] is None else {str(right): view["rules"]["aside"]}


def station(number, view):
    """The double in the middle: each round has the one below that of the round before."""
    value = view["rules"]["set"] - number
    return f"{value}-{value}" if view["rules"].get("trains") else None


def after(moves, deal, side, two_ends):
    """The hands (or rows), the boneyard and the seats that left, after *moves*. Raises if these don't fit."""
    hands, boneyard = [list(hand) for hand in deal.get("rows") or deal["hands"]], list(deal["boneyard"])
    lines = {"": [], "A": [], "B": []}  # of Sausage
    left, asked, bidder = set(), set(), None
    for move in moves:
        seat, word, *named = move.split()
        seat, taken = int(seat), []
        if word in ("resign", "timeout"):
            left.add(seat)
            bidder = None if bidder == seat else bidder
        playing = {other for other, hand in enumerate(hands) if hand and other not in left}
        if word == "bid":
            bidder = seat
        elif word.startswith("draw"):
            taken = [boneyard.pop(-1 if two_ends and seat else int(word[5:] or 0))]
            hands[seat] += taken
            asked, bidder = set(playing) if len(boneyard) == 2 else set(), None  # bidding for the last two
        elif word == "turn":
            taken = [hands[seat].pop(0)]
            (hands[seat] if lines[""] else lines[""]).extend(taken)
        elif "rows" in deal and (place := re.match(r"(\d+-\d+)([>^/])([AB]?)(\d*)", word)):
            tile, sign, line, number = place.groups()
            hands[seat].pop(hands[seat][:1].index(tile))
            for cut in lines if sign == "/" else ():
                hands[1 - seat] += lines[cut][: int(number) if cut else 1]
                del lines[cut][: int(number) if cut else 1]
            lines[line].insert(int(number) if sign == "^" else len(lines[line]), tile)
        else:
            for tile in re.findall(r"(?:^|,)(\d+-\d+)", word):
                hands[seat].remove(tile)
        if taken and named not in ([], taken):
            raise ValueError(f"{move}, but it was {taken[0]}")
        if word in ("bid", "pass", "resign", "timeout") and seat in asked:
            asked.remove(seat)
            if not asked and bidder is not None and len({side[other] for other in playing}) > 1:
                hands[bidder] += boneyard
                boneyard.clear()
    return hands, boneyard, left


def follows(deal, view):
    """Whether the moves and your hand in *view*, or all hands at the end, follow from *deal*."""
    seen = view["round"]
    try:
        side = {seat["seat"]: seat["side"] for seat in view["seats"]}
        hands, boneyard, left = after(seen["moves"], deal, side, view["rules"].get("two_ends"))
    except (ValueError, IndexError):
        return False
    shown = dict(enumerate(seen["open"])) if seen["open"] else {view["you"]: seen["hand"]} if seen["hand"] else {}
    return seen["boneyard"] == len(boneyard) and all(
        sorted(shown[seat]) == sorted(hands[seat]) or (seat in left and not shown[seat])  # it may lie face down
        for seat in shown
    )


def strange(check, view):
    """The differences from *view*, which you got during this deal or later."""
    rules, number = check["rules"], int(check["round_id"].split("/")[1])
    leads = view["rules"]["leads"] if number else view["rules"]["leads"][:1]
    fits = {
        "round_id": check["round_id"] == f"{view['id']}/{number}",
        "commitment": view["deal"] != number or check["commitment"] == view["commitment"],
        **{
            fact: rules.get(fact) == view["rules"].get(fact)
            for fact in ("set", "doubles", "without", "hand", "rows", "two_ends")
        },
        "seats": rules["seats"] == len(view["seats"]),
        "host": rules["host"] == view["host"],
        "lead": rules["lead"] in leads,
        "dealt": are_those_who_play(rules["dealt"], number, view),
        "aside": rules["aside"] == set_aside(number, view),
        "station": rules.get("station") == station(number, view),
        "round": view["deal"] != number or follows(check["deal"], view),
    }
    return [f"{fact}: not what the view of this game says." for fact in fits if not fits[fact]]


def faults(check, view=None):
    """A sentence for each thing that doesn't fit. Without a *view*, checks only that the deal is consistent."""
    rules, deal, seeds = check["rules"], check["deal"], check["seeds"]
    seed = bytes.fromhex(check["seed"])
    tiles = [f"{high}-{low}" for high in range(rules["set"] + 1) for low in range(high + rules["doubles"])]
    tiles = [tile for tile in tiles if tile not in rules.get("without", ())]  # files of earlier versions lack it

    def shuffled(*purpose):
        start = "|".join([check["round_id"], ",".join(seeds), *purpose])
        return sorted(tiles, key=lambda tile: mac(seed, f"{start}|{tile}"))

    found = strange(check, view) if view else []
    if sha256(seed, 1).hex() != check["commitment"]:
        found.append("The seed is not the one promised before the deal.")
    if promised_first(check, view) != check["first"]:
        found.append("The seed doesn't follow from the promise before the first deal.")
    if len(seeds) != rules["seats"] or not all(each.isalnum() for each in seeds):
        found.append("There isn't one number of each player.")
    if check["tiles"] != shuffled():
        found.append("The deck doesn't come in this order.")
    fair = fair_deal(rules, shuffled)
    for part in sorted(fair.keys() | deal.keys()):
        if fair.get(part) != deal.get(part):
            found.append(f"{part}: it should be {fair.get(part)}, but {deal.get(part)} was dealt.")
    return found


def honest(check, view):
    return not faults(check, view)


if __name__ == "__main__":
    deal, *view = [json.loads(Path(name).read_text()) for name in sys.argv[1:]]
    if "check" not in deal:
        sys.exit(deal.get("message", "This isn't a deal."))
    if found := faults(deal["check"], *view):
        sys.exit("\n".join(found))
    print("All fits.")

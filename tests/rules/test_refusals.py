"""Refusals state facts: each message is compared with legal moves, hands and layout."""

import re
from random import Random

import pytest

import rules
from tests.samples import some, some_tables

from .tables import after, refused, table
from .test_mexican_train import house_rules
from .test_worlds import every_text, house_table, played

KINDS = {
    "draw": r"draw(@\d+)?", "pass": "pass", "bid": r"bid \d+", "answer": "redeal|keep", "turn": "turn",
    "append": r"\d+-\d+>[AB]", "insert": r".+\^[AB]\d+", "cut": r".+/\d+", "play": r"\d+-\d+(>\d.*)?",
    "train": r"\d+-\d+>(T\d|M)", "stop": "stop",
}  # fmt: skip


def kind(text):
    return next(name for name, pattern in KINDS.items() if re.fullmatch(pattern, text))


class Seen:
    """What the seat on turn may know, as texts and numbers, and whether a message about a move is true of it."""

    def __init__(self, position, offered):
        view = rules.to_json(rules.view_for(position, position.turn))
        self.legal, self.hand, self.layout = view["legal"], view["hand"], view["layout"]
        self.places = view["ends"]
        self.ends = [(end["tile"], end["value"]) for end in view["ends"]]
        self.trains = {train["of"]: train for train in view["trains"] or ()}
        self.boneyard, self.kinds = view["boneyard"], {self.kind(text) for text in view["legal"]}
        self.match, self.pick, self.highest = position.rules.match, position.rules.pick, position.rules.set
        self.arms = position.rules.arms
        self.unfilled, self.offered = view["unfilled"], offered
        self.cover, self.own = view["cover"], f"T{position.turn}"

    def kind(self, text):
        """The kind of a move; to play is to play onto trains where there are trains."""
        found = kind(text)
        return {"train": "play", "play": "onto a tile"}.get(found, found) if self.trains else found

    def is_true(self, text, code, reason):
        """Whether *reason* for refusing *text* with *code* is true, and no more specific reason applies."""
        tried, draws = self.kind(text), [move for move in self.legal if move.startswith("draw")]
        if tried in ("draw", "pass") and self.kinds <= {"play", "draw"} and tried not in self.kinds:
            owed = {
                ("play",): ("must_play", "a tile must be played"),
                ("draw",): ("must_draw", "a tile must be drawn"),
                ("draw", "play"): ("not_now", "a tile must be played or drawn"),
            }[tuple(sorted(self.kinds))]
            return (code, reason) == owed
        if reason == "only playing a tile or passing is allowed now":
            return (code, tried) == ("no_draw", "draw") and self.kinds == {"play", "pass"}
        if reason == "drawing isn’t allowed now":
            return (code, tried) == ("no_draw", "draw") and ("stop" in self.kinds or not self.kinds & {"draw", "play"})
        if reason == "everyone draws from their own end of the boneyard":
            return (code, tried) == ("which_tile", "draw") and self.pick == "ends" and "draw" in draws
        if reason == "tiles are drawn from the front of the boneyard":
            return (code, tried) == ("which_tile", "draw") and "draw" in draws
        if reason == "the tile must be named by its position":
            return (code, text) == ("which_tile", "draw") and bool(draws)
        if reason == f"the positions are 0 to {self.boneyard - 1}":
            places = {f"draw@{place}" for place in range(self.boneyard)}
            return (code, tried) == ("which_tile", "draw") and set(draws) == places
        if reason == "there is no such move in this game":
            return code == "not_now" and kind(text) not in self.offered
        if reason.startswith("possible now: "):
            named = reason.removeprefix("possible now: ").split(", ")
            left_out = named.pop() if named[-1] == "…" else None
            fits = tried != "play" or all(self.why_not(part) is None for part in text.split(","))
            whole = (len(named) == len(self.legal)) == (left_out is None)
            return code == "not_now" and fits and whole and set(named) <= set(self.legal)
        return tried == "play" and (code, reason) in [self.why_not(part) for part in text.split(",")]

    def why_not(self, play):
        """Code and message for a *play* that fits no end, or whose tile isn't in the hand."""
        if self.trains:
            return self.why_not_there(*play.split(">"))
        tile, onto, out = re.fullmatch(r"([\d-]+)(?:>([\d:-]+))?[=x]?(?:~(\d+))?", play).groups()
        if tile not in self.hand:
            return "not_your_tile", "it isn’t in the hand"
        if onto is None:
            return ("not_a_lead", "the lead has been played") if self.layout else None
        ends = [value for end, value in self.ends if onto in (end, f"{end}:{value}")]
        if not ends and self.waits(onto):
            return "not_an_end", f"{self.unfilled} must be filled first"
        if not ends:
            return "not_an_end", f"{onto} is not an open end"
        halves = [int(half) for half in tile.split("-")]
        if self.match == "matador":
            if sum(halves) in (0, self.highest + 1):
                named = halves[0] == halves[1] or out
                return (
                    None
                    if named
                    else ("which_half", f"the half that stays outside must be named, as in {play}~{halves[0]}")
                )
            halves = [self.highest + 1 - half for half in halves]
        elif self.match != "equal":
            halves = [int(self.match.partition(":")[2]) - half for half in halves]
        return None if set(halves) & set(ends) else ("does_not_fit", f"it doesn’t fit {onto}")

    def why_not_there(self, tile, name):
        """The same where tiles are played onto trains."""
        train = self.trains.get(name)
        if tile not in self.hand:
            return "not_your_tile", "it isn’t in the hand"
        if train is None:
            return "not_an_end", f"{name} doesn’t exist"
        if self.cover and name != self.cover:
            return "not_an_end", f"the double on {self.cover} must be covered first"
        if not train["open"] and name not in (self.own, self.cover):
            return "not_an_end", f"{name} is closed"
        if name not in [end["arm"] for end in self.places]:
            first = (
                f"in an opening, tiles go only on {self.own}"
                if "stop" in self.kinds
                else f"{self.own} must have a tile first"
            )
            return "not_an_end", first
        return None if str(train["end"]) in tile.split("-") else ("does_not_fit", f"{name} ends in {train['end']}")

    def waits(self, onto):
        """Whether *onto* would be an end if a double weren't to be filled first: a half of a tile there is free."""
        if self.unfilled is None:
            return False
        tile, _colon, at = onto.partition(":")
        laid = next((each for each in self.layout if each["tile"] == tile), None)
        if laid is None:
            return False
        covered = [each["at"] for each in self.layout if each["onto"] == tile]
        high, low = map(int, tile.split("-"))
        if high == low:
            free = [high] if len(covered) < self.ends_of(laid) else []
        else:
            free = [
                half for half in (high, low) if half not in covered and (laid["onto"] is None or half != laid["at"])
            ]
        return bool(free) and (not at or int(at) in free)

    def ends_of(self, laid):
        """How many tiles can be played on a double that lies there."""
        if not laid.get("spinner"):
            return 2 if laid["onto"] is None else 1
        return self.arms if laid["onto"] is None else 3


def some_of_each(lines, rng):
    """Two positions of *lines* for each kind of question, and two more."""
    by_question = {}
    for line in lines:
        for at in line:
            if not at.over:
                by_question.setdefault(frozenset(map(kind, at.legal)), []).append(at)
    found = [at for alike in by_question.values() for at in rng.sample(alike, min(2, len(alike)))]
    return found, set().union(*by_question)


def held_to_the_truth(key, seats, options, rng):
    """The number of refusals checked in some rounds of a game."""
    positions, offered = some_of_each([played(key, seats, options, rng).positions() for _ in range(4)], rng)
    found = 0
    for position in positions:
        seen = Seen(position, offered)
        lead = rules.tile(seen.layout[0]["tile"]) if seen.layout else rng.choice(position.rules.tiles)
        texts = sorted(set(every_text(position.rules, lead)) - NO_ANSWER)
        ends = seen.trains or [end for end, _value in seen.ends]
        onto_ends = [f"{tile}>{end}" for tile in seen.hand or () for end in ends]
        for text in {*rng.sample(texts, 250), *onto_ends, *ASKED}.difference(seen.legal):
            error = refused(position, text, position.turn)
            assert seen.is_true(text, error.code, error.reason), (text, error.code, error.reason, seen.legal)
            found += 1
    return found


NO_ANSWER = {"wink", "puff", "resign", "timeout"}  # legal at any time
ASKED = ("draw", "draw@0", "draw@1", "draw@99", "pass", "keep", "redeal", "bid 3", "bid 26", "turn", "stop")


@pytest.mark.parametrize(("key", "seats"), some_tables(24), ids=str)
def test_every_refusal_states_facts(key, seats):
    assert held_to_the_truth(key, seats, {}, Random(f"{key} {seats}")) > 100


@pytest.mark.parametrize("seed", some(range(40), 16))
def test_every_refusal_states_facts_under_house_rules(seed):
    rng = Random(seed)
    assert held_to_the_truth(*house_table(rng), rng) > 100


def said(position, text):
    error = refused(position, text)
    return error.code, error.reason


PLAYED_OR_DRAWN = ("not_now", "a tile must be played or drawn")


def test_the_refusal_names_both_when_playing_and_drawing_are_allowed():
    hands = ("6-5 2-1", "6-4 0-0")
    pile, row = (after(table("draw", *hands, pick=pick), "6-5") for pick in ("pile", "choose"))
    assert said(pile, "pass") == said(row, "pass") == PLAYED_OR_DRAWN
    assert said(pile, "draw@1") == ("which_tile", "tiles are drawn from the front of the boneyard")
    assert said(row, "draw") == ("which_tile", "the tile must be named by its position")
    assert said(row, "draw@99") == ("which_tile", "the positions are 0 to 23")


def test_a_drawn_tile_need_not_be_played_if_it_may_be_kept():
    ben = after(table("pool", "6-5 2-1", "3-2 0-0", boneyard="6-4", drawn_play="may"), "6-5", "draw")
    assert said(ben, "draw") == ("no_draw", "only playing a tile or passing is allowed now")


def test_an_end_named_in_a_move_is_found_by_its_number():
    cleo = after(table("block", "6-5 2-1", "6-4 0-0"), "6-5")
    assert said(cleo, "6-4>6-5:3") == ("not_an_end", "6-5:3 is not an open end")
    assert said(cleo, "6-4>6-5:5") == ("does_not_fit", "it doesn’t fit 6-5:5")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5-5>6-5", "play 5-5 on 6-5"),
        ("5-5>6-5=", "play 5-5 lengthwise on 6-5"),
        ("5-5>6-5x", "play 5-5 face down on 6-5"),
        ("3-2>6-5:5", "play 3-2 on 6-5:5"),
        ("6-5", "play 6-5"),
        ("draw@3", "draw the tile at position 3"),
        ("5-3>A", "play 5-3 on the end of line A"),
        ("1-1^A2", "insert 1-1 behind tile 2 of line A"),
        ("1-1^B0", "insert 1-1 behind the start of line B"),
        ("5-0/3", "cut with 5-0 at joint 3"),
        ("turn", "turn a tile over"),
        ("bid 7", "bid 7"),
        ("pass", "pass"),
    ],
)
def test_a_refused_move_has_a_message(text, words):
    assert refused(after(table("block", "6-6 2-1", "6-4 0-0"), "6-6"), text).move == words


@pytest.mark.parametrize("seed", some(range(40), 5))
def test_every_refusal_about_trains_states_facts(seed):
    rng, found = Random(seed), 0
    while found <= 100:  # many a small deal is blocked at once
        options, seats = house_rules(rng)
        found += held_to_the_truth("mexican_train", seats, options, rng)

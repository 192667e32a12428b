"""No two sentences of any rules contradict each other, and none says other than the law.

We read each sentence as a list of claims, and compare each claim with what docs/rules/rules.md makes of the options. So
two sentences can't make different claims about the same thing, and no claim is wrong. A sentence on these matters that
isn't known here fails the test, because nobody has compared it with the law.
"""

import re
from functools import cache

import pytest

import rulebook
import rules
from rulebook.own import own
from tests.rulebook.random_rules import possible_rules
from tests.samples import TABLES, examples

# ---- The law for the options ----------------------------------------------------------------------


def leads_of(r):
    return [lead for lead in (r.lead_first, r.lead_next, r.lead_blocked) if lead]


def tiles_of(r):
    """The texts of all tiles of the set."""
    numbers = range(r.set + 1)
    tiles = {f"{high}-{low}" for high in numbers for low in numbers[: high + 1] if r.doubles or high != low}
    return tiles - set(r.without.split())


def halves(tile):
    return [int(half) for half in tile.split("-")]


def has_doubles(r):
    return any(high == low for high, low in map(halves, tiles_of(r)))


def left_beyond_reserve(r):
    start = r.key == "mexican_train" or set(leads_of(r)) <= {"stock", "same"}
    return len(tiles_of(r)) - min(r.seats, 4 if r.key == "general" else 8) * r.hand - start > r.reserve


def the_law(r):
    """The facts under these rules by the law, by topic."""
    left, doubles, pairs = left_beyond_reserve(r), has_doubles(r), r.sides < r.seats
    draws = r.draw != "none" and left
    after_out = "winner" if r.lead_next == "blocker" else r.lead_next
    after_block = r.lead_blocked or r.lead_next
    leads = {"first": r.lead_first, "out": after_out, "block": after_block}
    pips = {"losers", "losers_minus_own", "differences", "all"}
    at_reserve = "never"
    if r.block == "reserve" and not left:
        at_reserve = "from the deal"
    elif r.block == "reserve" and (draws or any(lead.startswith(("draw_until", "down")) for lead in leads_of(r))):
        at_reserve = "its reserve" if r.reserve else "empty"
    kind, _, number = r.end.partition(":")
    paid = passes_that_pay(r)
    broken = kind == "love" and {after_out, after_block} - {r.lead_first, "same"} != set()
    return {
        **{
            f"lead {when}": leader(r, r.lead_first if rule == "same" else rule, later=when != "first" or rule == "same")
            for when, rule in leads.items()
        },
        "no winner, out": broken or (after_out == "winner" and r.out_wins == "fewest"),
        "no winner, block": broken or after_block == "winner",
        "broken": broken,
        "no double": r.no_double,
        "free": "any" if r.lead_free == "any" else "highest double" if doubles else "heaviest",
        "titles": {"any": (1, 1, 2), "bald": (1, 0, 1), "bald_both": (1, 0, 2), "both": (0, 0, 1)}[r.titles],
        "signals": r.signals and r.titles not in {"bald", "bald_both"},
        "draws": draws,
        "never drawn": r.reserve,
        "picked": r.pick,
        "at reserve": at_reserve,
        "rounded out": r.round_to if r.score_out in pips else 1,
        "rounded block": r.round_to if r.score_block in pips else 1,
        "in mid-round": r.target_at in {"once", "exact"}
        and kind == "target"
        and bool(r.ends or set(paid) - {"below"} or (r.goal == "low" and r.draw_price and draws)),
        "without": set(r.without.split()),
        "match": {"equal": 0, "matador": r.set + 1}.get(r.match, r.set),
        "matadors": {tile for tile in tiles_of(r) if r.match == "matador" and sum(halves(tile)) in {0, r.set + 1}},
        "filled": {"none": "none", "lead": "lead", "all": r.spinner}[r.fill] if doubles else "none",
        "lead ends": r.arms if doubles else 4,
        "out": "both" if r.out_by == "side" and pairs else "one",
        "out wins": r.out_wins,
        "block wins": "fewest" if r.block_win == "hand" and not pairs else r.block_win,
        "tie": r.tie_block,
        "divisors": () if r.ends in (0, "alike") else tuple(map(int, str(r.ends).split("+"))),
        "ends pay": r.ends_pay,
        "alike": r.ends == "alike",
        **{f"pass {name}": paid.get(name) for name in ("lead_double", "lead_single", "round", "below")},
        "after out": r.score_out,
        "after block": r.score_block,
        **{f"finish {way}": r.finish.get(way) if way in ways(r) else None for way in WAYS.values()},
        "finish pays": r.finish_pays,
        "bonus": list(r.round_bonus) if any(r.round_bonus) else [],
        "next": r.tie_next,
        "winner free": r.winner_free,
        "game": (kind, int(number), r.goal, r.target_at == "exact"),
        "tie at the top": r.tie_end,
        "love": kind == "love",
        # 9.7
        "after double": r.after_double,
        "last double": r.last_double if draws else "out",
        "own first": r.own_first,
        "opening": r.opening == "train",
        "a turn's draws": {"1": True, "2": True, "3": True}.get(r.draw, False),
        "tiles of a number": r.set + 1,
        "stations": [f"{n}-{n}" for n in (r.set, r.set - 1)[: int(number)]],
    }


def passes_that_pay(r):
    """`passes` without what can't happen: a start tile is no lead, and without doubles none leads."""
    impossible = {"lead_double"} - ({"lead_double"} if has_doubles(r) else set())
    if set(leads_of(r)) <= {"stock", "same"}:
        impossible = {"lead_double", "lead_single"}
    paid = {name: points for name, points in r.passes.items() if name not in impossible}
    return paid if set(paid) - {"below"} else {}


def ways(r):
    """The ways to go out that this set has a tile for."""
    of_doubles = {"cross", "double"} if has_doubles(r) else set()
    return {"both", "same"} | of_doubles | ({"blank"} if "0-0" in tiles_of(r) else set())


def leader(r, rule, *, later):
    """The leader by *rule*, and the tile."""
    kind, _, tile = rule.partition(":")
    doubles = {"high_double": "highest double", "low_double": "1-1 up", "blank_double": "0-0 up"}
    if kind == "down":
        kind, tile = "draw_until", f"{r.set - 1}-{r.set - 1} and lower" if later else f"{r.set}-{r.set}"
    if kind in doubles:
        return doubles[kind] if has_doubles(r) else "heaviest"
    if kind == "tile" or (kind == "draw_until" and not left_beyond_reserve(r)):
        return f"{tile}, else {'highest double' if has_doubles(r) else 'heaviest'}"
    if kind == "stock":
        return "start, left of the last leader" if later else "start, seat on turn"
    return f"{tile}, drawn for" if kind == "draw_until" else kind


# ---- Claims of sentences ---------------------------------------------------------------------------

LEADS = {
    "each player draws a tile, and the heaviest leads": "draw",
    "the pips are counted off": "count",
    "one player calls odd or even": "odd_even",
    "a random player leads": "random",
    "the host leads": "host",
    "the player with the highest double leads it": "highest double",
    "from 1-1 up and 0-0 last": "1-1 up",
    "from 0-0 up": "0-0 up",
    "the player with the heaviest tile leads it": "heaviest",
    "^the player .*the players draw in turn": "{tile}, drawn for",
    "^the player .*has it, the highest double": "{tile}, else highest double",
    "has it, the heaviest tile": "{tile}, else heaviest",
    "^the double of the round .*the players draw in turn": "{tile} and lower, drawn for",
    "^the double of the round .*has it, the highest double": "{tile} and lower, else highest double",
    "the first player plays on it": "start, seat on turn",
    "the player to the left of the last leader plays": "start, left of the last leader",
    "the lead passes to the left": "rotate",
    "^the winner of the last round leads": "winner",
    "^the player who played the last tile leads": "blocker",
    "the last leader leads again": "last",
}


def who_leads(text):
    [found] = [who for words, who in LEADS.items() if re.search(words, text)]
    return found.format(tile=(re.search(r"\d+-\d+", text) or [""])[0])


def lead_claims(whens, text):
    yield from ((f"lead {when}", who_leads(text)) for when in whens)
    if "; after a block, the player who played the last tile" in text:
        yield ("lead block", "blocker")
    if "any tile" in text:
        yield ("free", "any")


def titles(*given):
    return lambda _r, _text: [("titles", given)]


def same(about, value):
    return lambda _r, _text: [(about, value)]


def no_winner(*whens):
    return lambda r, _text: [
        (f"no winner, {when}", True) for when in whens if when == "block" or r.out_wins == "fewest"
    ]


def never_drawn(_r, text):
    found = re.search(r"last (\d+) tiles", text)
    return [("draws", True), ("never drawn", int(found[1]) if found else 1)]


def rounded(*whens):
    def claims(_r, text):
        return [(f"rounded {when}", int(re.search(r"nearest multiple of (\d+)", text)[1])) for when in whens]

    return claims


def written(when):
    def claims(r, text):
        return rounded(when)(r, text) if "nearest" in text else []

    return claims


def nothing(_r, _text):
    return []


def number(about, pattern):
    """The number that *pattern* finds."""
    return lambda _r, text: [(about, int(re.search(pattern, text)[1]))]


def both(*several):
    return lambda r, text: [claim for claims in several for claim in claims(r, text)]


def left_out(_r, text):
    return [("without", set(re.findall(r"\d+-\d+", text.partition("without ")[2])))]


def matadors(_r, text):
    return [("matadors", set(re.findall(r"\d+-\d+", text)))]


def divisors(_r, text):
    numbers = tuple(map(int, re.findall(r"\d+", re.search(r"multiple of ([\d, or]+)", text)[1])))
    pays = [("ends pay", "parts" if "divided by" in text else "sum")] if "you score" in text else []
    return [("divisors", numbers), *pays]


def example_of_ends(r, text):
    """“A count of 15 scores 5 + 3 = 8”: each number of the law that divides it pays."""
    count, *parts, total = map(int, re.findall(r"\d+", text))
    by_law = [count // n if r.ends_pay == "parts" else count for n in the_law(r)["divisors"] if not count % n]
    assert (parts, total) == (by_law, sum(by_law)), text
    return []


def passes(_r, text):
    numbers = list(map(int, re.findall(r"\d+", text)))
    if text.startswith("A side with"):
        names = ["below"]
    elif "all others pass" in text:
        names = ["round"]
    elif text.startswith("If a double leads"):
        names = ["lead_double"]
    elif text.startswith("If a tile that isn’t a double leads"):
        names = ["lead_single"]
    else:
        names = ["lead_double", "lead_single"]
    return [(f"pass {name}", numbers[min(n, len(numbers) - 1)]) for n, name in enumerate(names)]


WAYS = {
    "a double that fits both ends": "cross",
    "the 0-0": "blank",
    "a double": "double",
    "a tile that fits two different ends, one with each half": "both",
    "a tile that isn’t a double while both ends show the same number": "same",
}


def finish(_r, text):
    way, end = re.fullmatch(r"If you go out with (.*), you(r? score.*)", text).groups()
    pays = "times" if "multiplied" in end else "instead" if "instead" in end else "add"
    return [(f"finish {WAYS[way]}", int(re.search(r"\d+", end)[0])), ("finish pays", pays)]


def bonus(_r, text):
    return [("bonus", list(map(int, re.findall(r"\d+", text))))]


def game(kind, pattern, goal="high", *, exact=False):
    return pattern, lambda _r, text: [("game", (kind, int(re.search(pattern, text)[1]), goal, exact))]


def after(when, score):
    return lambda _r, _text: [(f"after {each}", score) for each in when.split()]


SCORED = {
    "Every side scores the pips it has left": "penalty",
    r"The winner scores everyone else’s pips\.": "losers",
    "The winner scores everyone else’s pips, less": "losers_minus_own",
    "The winner scores, for each of the others": "differences",
    "The winner scores all pips left": "all",
    "The winner scores 1 point": "one",
    "Every side but the winner’s loses": "write_down",
    "The winner scores a fifth": "losers_fifths",
    "Nobody scores for the pips left": "none",
}
BY_SCORE = (
    *((f"^{words}", after("out block", score)) for words, score in SCORED.items()),
    *((f"^After going out: {words}", both(after("out", score), written("out"))) for words, score in SCORED.items()),
    *((f"^After a block: {words}", both(after("block", score), written("block"))) for words, score in SCORED.items()),
)
# Claims of a part of a sentence, beside those of others: in the three sentences about the whole game.
IN_SHORT = (
    game("rounds", r"Lowest score after (\d+) rounds? wins", "low"),
    game("rounds", r"Highest score after (\d+) rounds? wins"),
    game("rounds", r"^The game has (\d+) rounds?\. Lowest score wins", "low"),
    game("rounds", r"^The game has (\d+) rounds?\. Highest score wins"),
    game("target", r"If you reach (\d+) points, you lose", "low"),
    game("target", r"The first to reach (\d+) points wins"),
    game("target", r"The first to reach exactly (\d+) points wins", exact=True),
    game("love", r"The first to have (\d+) points? while another side has none wins"),
    (r"^You score whenever the open ends add up to a multiple of", divisors),
    (r"^You score whenever all open ends show the same number", same("alike", True)),
    (r"^(Going out wins|The first to go out wins)", same("out wins", "out")),
    (r"^Fewest pips left wins", same("out wins", "fewest")),
    (r"^The first to go out wins the round and scores all pips that are left", after("out", "all")),
    (r"^The first to go out wins the round and scores 1 point", after("out", "one")),
    (r"scores the others’ pips less their own", after("out", "losers_minus_own")),
    (r"^Pips left in your hand count against you", after("out", "penalty")),
    *((rf"^(?:Going|Fewest) .*\. {words}", after("out", score)) for words, score in SCORED.items()),
    (r"makes (\d+) together", number("match", r"makes (\d+) together")),
    (r"play one that matches an open end", same("match", 0)),
    (r"; a double that leads must be filled", same("filled", "lead")),
    (r"; a double that leads must be filled", number("lead ends", r"with (\d+) tiles? first")),
    (r"; a double must be filled", same("filled", "all")),
    (r"; the first double must be filled", same("filled", "first")),
)
covers, extra = same("after double", "cover"), same("after double", "extra")
own_first, opening = same("own first", True), same("opening", True)
draws, no_draws = same("draws", True), same("draws", False)
OF_TRAINS = (
    (r"^In the first round, each player draws a tile, and the heaviest begins", same("lead first", "draw")),
    (
        r"^In each later round, the player to the left of the last one begins",
        both(same("lead out", "rotate"), same("lead block", "rotate")),
    ),
    (r"^To begin is only to have the first turn", nothing),
    (
        r"is the station: it lies|^The station is",
        lambda _r, text: [("stations", found)] if (found := re.findall(r"\d+-\d+", text)) else [],
    ),
    (r"^A tile goes on the end of a train, with a half of the same number", same("match", 0)),
    (r"^You can play on your own train.*, unless a double must be covered", covers),
    (r"^You can play on your own train, on the Mexican train and on every open train\.$", extra),
    (r"^Until your own train has a tile, .* except to cover", both(own_first, covers)),
    (r"^Until your own train has a tile, you can play only there\.$", both(own_first, extra)),
    (r"^That is the limit for the whole turn", both(draws, same("a turn's draws", True))),
    (r"^Your train is closed|^When you pass, your train is open|^Before the deal, one double is set aside", nothing),
    (r"^From the station starts|^Each player gets .* and a train of their own|^It stays open, whatever", nothing),
    (r"^When you play a double, your turn goes on|^Until somebody has covered it", covers),
    (r"^If you can’t cover it even after drawing", both(covers, draws)),
    (r"^If you can’t cover it, you pass", both(covers, no_draws)),
    (r"^If all \d+ tiles with its number", both(covers, number("tiles of a number", r"all (\d+) tiles"))),
    (r"^When you play a double, you must play one more|^If that is a double, you must|binds nobody but you", extra),
    (r"^If your own train is empty when your turn begins|^After each tile, go on|^Your turn ends by itself", opening),
    (r"^A double in an opening must be covered|^If you couldn’t start your train, or had to", both(opening, covers)),
    (r"^After a double in an opening|^If you couldn’t start your train, you have", both(opening, extra)),
    (r"^When you play your last tile, a double too, you go out", both(same("last double", "out"), same("out", "one"))),
    (r"^If your last tile is a double that must be covered", both(same("last double", "cover"), covers, draws)),
    (r"^If your last tile is a double, you draw", both(same("last double", "cover"), extra, draws)),
    (r"^The round is blocked when the boneyard is empty and nobody could play even if every train", draws),
    (r"^The round is blocked when nobody could play even if every train", no_draws),
    (r"^A double that they left uncovered", covers),
    (r"^If nothing fits even after drawing, .* A double must be covered", both(draws, covers)),
    (r"^If nothing fits even after drawing, .* After a double, you play one more", both(draws, extra)),
    (r"^If nothing fits, you pass, .* A double must be covered", both(no_draws, covers)),
    (r"^If nothing fits, you pass, .* After a double, you play one more", both(no_draws, extra)),
)
# The first pattern that matches a sentence gives its claims.
CLAIMS = (
    *OF_TRAINS,
    (r"^The set runs .*without", left_out),
    (r"^The set runs", same("without", set())),
    (r"^Play a tile on an open end with the same number", same("match", 0)),
    (r"^Play a tile .* add up to \d+", number("match", r"add up to (\d+)")),
    (r"^The matadors fit every end, with either half", matadors),
    (r"^If a double leads, you can play only on it", same("filled", "lead")),
    (r"^When a double is played, you can play only on it", same("filled", "all")),
    (r"^When the spinner is played, you can play only on it", same("filled", "first")),
    (r"^A double that leads has \d+ ends", number("lead ends", r"(\d+)")),
    (r"^The first player draws from the front", same("picked", "ends")),
    (r"^You choose which of the face-down tiles", same("picked", "choose")),
    (r"^When you have no tiles left, your partner plays on|^When neither of you has", same("out", "both")),
    (r"^When you play your last tile, you go out", same("out", "one")),
    (r"^The player who played the last tile wins a blocked", same("block wins", "blocker")),
    (r"^In a blocked round, the player who played the last tile and the", same("block wins", "duel")),
    (r"^If one of the two has left", same("block wins", "duel")),
    (r"^The hand with fewest pips wins a blocked", same("block wins", "hand")),
    (r"^In a blocked round, equal hands of partners", same("block wins", "hand")),
    (r"^Fewest pips left in hand wins a blocked", same("block wins", "fewest")),
    (r"^If the fewest pips are equal, nobody", same("tie", "nobody")),
    (r"^If the fewest pips are equal, the player with fewer", same("tie", "fewest_tiles")),
    (r"^If the fewest pips are equal, the player whose highest", same("tie", "low_half")),
    (r"^If the fewest pips are equal, the lowest", same("tie", "skip")),
    (r"^If the fewest pips are equal, the tied player", same("tie", "blocker")),
    (r"^After every play, the lead too, you score 2 points|^You score 3 points instead", same("alike", True)),
    (r"^If the count is a multiple of", divisors),
    (r"^A count of \d+ scores", example_of_ends),
    (r"^If the first turn after|leads and the next turn ends in a pass|all others pass|nothing for passes", passes),
    (r"^If you go out with (a tile|a double|the 0-0)", finish),
    (r"^The first rounds? of the game that somebody wins", bonus),
    (r"^The winner of a blocked round scores nothing", same("winner free", True)),
    (r"^If the top scores are equal, another round", same("tie at the top", "play_on")),
    (r"^If the top scores are equal, the game", same("tie at the top", "draw")),
    (r"^If two sides get there together", same("tie at the top", "both")),
    (r"^If every side has a point after a round|^Only if every side has exactly 1", same("love", True)),
    (r"^If nobody wins a round, the next one", number("next", r"winner (\d+) point")),
    (
        r"^After a broken game, at one-all",
        both(same("broken", True), same("no winner, out", True), same("no winner, block", True)),
    ),
    (r"^First round: ", lambda _r, text: lead_claims(["first"], text.partition(": ")[2])),
    (r"^After a blocked round: ", lambda _r, text: lead_claims(["block"], text.partition(": ")[2])),
    (r"^If nobody won the last round", no_winner("out", "block")),
    (r"^If nobody won a blocked round", no_winner("block")),
    (r"^If a player went out but nobody won", no_winner("out")),
    (r"^If nobody holds a double, the tiles are dealt again", same("no double", "redeal")),
    (r"^If nobody holds a double, the heaviest tile leads", same("no double", "heaviest")),
    (
        r"^If no tile is required, you must lead your strongest: the highest double, or else the heaviest tile\.$",
        same("free", "highest double"),
    ),
    (r"^If no tile is required, you must lead your heaviest", same("free", "heaviest")),
    (r"1-1 leads every round", lambda _r, _text: [(f"lead {when}", "1-1, else highest double") for when in WHENS]),
    (r"^If you go out with 0-0 or 6-6\b", titles(1, 1, 2)),
    (r"^If you go out with 0-0\b.*(together give two|twice if you play 6-6 too)", titles(1, 0, 2)),
    (r"^If you go out with 0-0 and 6-6 ", titles(0, 0, 1)),
    (r"^If you go out with 0-0(,| in your last turn)", titles(1, 0, 1)),
    (r"^At any time you may wink", same("signals", True)),
    (r"^There are no signals", same("signals", False)),
    (r"Nobody draws\.$|there is no drawing", same("draws", False)),
    (r"stays? hidden\.$|^The last .*never drawn", never_drawn),
    (r"^If you can’t play, you draw|^You may draw even if", same("draws", True)),
    (r"^The round is blocked .* only the tiles that nobody draws are left", same("at reserve", "its reserve")),
    (r"^The round is blocked .* the boneyard is empty", same("at reserve", "empty")),
    (r"^The round is blocked as soon as the player", same("at reserve", "from the deal")),
    (r"^The round is blocked when nobody can play", same("at reserve", "never")),
    *BY_SCORE,
    (r"^Scores for pips are rounded", rounded("out", "block")),
    (r"^The game stops the moment", same("in mid-round", True)),
    # Sentences of single games on these matters; no option changes them.
    (r"^After the last round, the side with fewer Generals wins", nothing),
    (r"^With six or eight players, two pairs play|^Many players set a time limit", nothing),
    (r"^If you can’t play or draw, you pass|^If you can’t play, you pass|^You may keep a drawn tile", nothing),
    (r"^When a draw leaves two tiles|^While a double must be filled|^That applies only if|^It never applies", nothing),
    (r"^If all tiles with its number|a matador fits a 0|^A blocked round doesn’t count", nothing),
    (r"^If you get .* before the lead|If the lead is the only tile|but the spinner and the lead", nothing),
    (r"^When every end is closed, the round is blocked|^Three blocked rounds in a row with eggs", nothing),
)
WHENS = ("first", "out", "block")
SPEAKS_OF_THEM = re.compile(
    r"\blead(s|er)?\b|begin|reserve|rounded|Generals?\b|signal|wink|hidden|never drawn|Nobody draws|strongest|"
    r"stops the moment|is blocked|6-6 in one turn|\bpass(es)?\b|filled|matador|last tile|blocked round|points? more|"
    r"wins the round|winner|exactly|broken|one-all|go out with|equal|multiple|add up|"
    r"station|opening|uncovered|own train",
    re.IGNORECASE,
)


@cache
def claims_made_by(text):
    """What gives the claims of this sentence; None if nobody has compared it with the law."""
    in_short = [claims for words, claims in IN_SHORT if re.search(words, text)]
    return next((claims for words, claims in CLAIMS if re.search(words, text)), both(*in_short) if in_short else None)


def claims_of(r):
    """All claims of these rules' sentences: pairs of topic and value, each with its sentence."""
    sections = rulebook.sections(r)
    texts = [text for section in sections for text in section.sentences] + rulebook.three_sentences(r)
    if r.variant.conduct in {"sea_goat", "sausage"}:  # chapters about none of these options
        texts = [text for section in sections if section.name in {"turn", "round"} for text in section.sentences]
        texts = texts if r.variant.conduct == "sea_goat" else []
    # What players call things; Donkey and General have rules there.
    of_tables = () if r.key in {"donkey", "general"} else set(map(str, own(r.key).more))
    of_blocks = any(text.startswith("After a blocked round: ") for text in texts)
    later = ["out"] if of_blocks else ["out", "block"]
    first = next((text for text in texts if text.startswith("First round: ")), "")
    for text in texts:
        if text.startswith("Later rounds: "):
            said = first if text == "Later rounds: in the same way." else text
            yield from ((claim, text) for claim in later_claims(later, said.partition(": ")[2]))
            continue
        if text in of_tables:
            continue
        fits = claims_made_by(text)
        assert fits or not SPEAKS_OF_THEM.search(text), f"nobody has held this against the law: {text}"
        yield from ((claim, text) for claim in (fits or nothing)(r, text))


def later_claims(whens, text):
    """The claims of a sentence on later rounds; those about blocks hold only for blocks."""
    claims = list(lead_claims(whens, text))
    return [claim for claim in claims if claim != ("lead block", "winner") or "; after a block" not in text]


def told_wrongly(r):
    """Sentences that deny a fact, or say that something existing doesn't exist."""
    so, told = the_law(r), set()
    for (about, said), text in claims_of(r):
        told.add(about)
        if said != so[about]:
            yield f"{about}: {text} ({said}, by the law {so[about]})"
    if r.variant.conduct in {"sea_goat", "sausage"}:
        return
    must = {f"lead {when}" for when in WHENS} | {"at reserve"}
    must |= {about for about in ("no winner, out", "no winner, block", "in mid-round") if so[about]}
    must |= {"free"} & ({"free"} if r.lead_free == "strong" else set())
    if r.variant.conduct == "general":
        must = {"titles", "signals"}
    else:
        must |= {about for about in ("rounded out", "rounded block") if so[about] > 1}
        must |= {"match", "out", "out wins", "block wins", "after out", "after block", "game"}
        must |= {"tie"} if r.out_wins == "fewest" or so["block wins"] in {"fewest", "hand"} else set()
        must |= {"picked"} if r.pick != "pile" and so["draws"] else set()
        must |= {"filled"} if so["filled"] != "none" else set()
        must |= {"lead ends"} if so["lead ends"] != 4 else set()
        must |= {"tie at the top"} if so["game"][::2] == ("target", "high") and not so["game"][3] else set()
        told_if = ("love", "winner free", "without", "matadors", "divisors", "alike", "broken", "bonus", "next")
        must |= {about for about in so if so[about] and about.startswith((*told_if, "pass ", "finish "))}
        must -= {"finish pays"} if not any(r.finish.get(way) for way in ways(r)) else set()
    if r.variant.conduct == "mexican_train":
        must -= {"at reserve"}
        must |= {"after double", "last double", "stations", "draws"}
        must |= {about for about in ("own first", "opening") if so[about]}
        must |= {"tiles of a number"} if r.after_double == "cover" else set()
        must |= {"a turn's draws"} if so["draws"] and so["a turn's draws"] else set()
    yield from (f"nothing is said of: {about}" for about in sorted(must - told))


def test_no_two_sentences_of_any_rules_contradict_each_other():
    wrong = [
        (r.key, r.seats, dict(r.options), line) for r in possible_rules(examples(5000)) for line in told_wrongly(r)
    ]
    assert not wrong, (len(wrong), wrong[:5])


@pytest.mark.parametrize(("key", "seats"), TABLES, ids=str)
def test_no_two_sentences_of_any_game_contradict_each_other(key, seats):
    assert list(told_wrongly(rules.ruleset(key, {}, seats))) == []

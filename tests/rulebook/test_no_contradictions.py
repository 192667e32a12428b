"""No two sentences of any rules contradict each other in what they say of lead, titles, reserve and rounding.

We read each sentence as a list of claims, and compare each claim with what docs/rules/rules.md makes of the options. So
two sentences can't make different claims about the same thing, and no claim is wrong. A sentence on these matters that
isn't known here fails the test, because nobody has compared it with the law.
"""

import re
from random import Random

import pytest

import rulebook
import rules
from tests.samples import TABLES, examples

SCORES = ("penalty", "losers", "losers_minus_own", "differences", "all", "one", "write_down", "losers_fifths", "none")
FIRST = ("draw", "count", "odd_even", "random", "host", "high_double", "low_double", "blank_double", "tile:6-6",
         "tile:3-2", "draw_until:6-6", "draw_until:0-0", "stock")  # fmt: skip
LATER = (*FIRST, "rotate", "winner", "blocker", "last", "same")
HOUSE = {
    "set": (6, 6, 9), "doubles": (True, True, False), "pairs": (True, False), "hand": range(1, 10),
    "draw": ("none", "until", "1", "2"), "reserve": range(5), "draw_price": (0, 3), "auction": (True, False),
    "lead_first": FIRST, "lead_next": LATER, "lead_blocked": (None, *LATER), "no_double": ("redeal", "heaviest"),
    "lead_free": ("any", "strong"), "block": ("stuck", "dead", "reserve", "reserve"), "out_wins": ("out", "fewest"),
    "block_win": ("fewest", "blocker"), "tie_block": ("nobody", "skip"), "score_out": SCORES, "score_block": SCORES,
    "round_to": (1, 5, 10), "winner_free": (True, False), "open_at": (0, 13), "ends": (0, 5),
    "end": ("rounds:4", "target:60"), "goal": ("low", "high"), "target_at": ("round", "once"),
    "tie_end": ("play_on", "draw", "both"), "titles": ("any", "bald", "bald_both", "both"),
    "signals": (True, False),
}  # fmt: skip


def house_rules(number):
    """*number* random possible rule sets of all games, with up to nine changed options."""
    chance, found = Random(23), []
    while len(found) < number:
        key, seats = chance.choice(TABLES)
        may = rules.VARIANTS[key].changeable
        names = [name for name in HOUSE if may is None or name in may]
        names = chance.sample(names, min(len(names), chance.randrange(10)))
        try:
            found.append(rules.ruleset(key, {name: chance.choice(HOUSE[name]) for name in names}, seats))
        except rules.ImpossibleRules:
            continue
    return found


# ---- The law for the options ----------------------------------------------------------------------


def leads_of(r):
    return [lead for lead in (r.lead_first, r.lead_next, r.lead_blocked) if lead]


def left_beyond_reserve(r):
    start = all(lead in {"stock", "same"} for lead in leads_of(r))
    return len(r.tiles) - min(r.seats, 4 if r.key == "general" else 8) * r.hand - start > r.reserve


def the_law(r):
    """The facts under these rules by the law, by topic."""
    left = left_beyond_reserve(r)
    draws = r.draw != "none" and left
    after_out = "winner" if r.lead_next == "blocker" else r.lead_next
    after_block = r.lead_blocked or r.lead_next
    leads = {"first": r.lead_first, "out": after_out, "block": after_block}
    pips = {"losers", "losers_minus_own", "differences", "all"}
    at_reserve = "never"
    if r.block == "reserve" and not left:
        at_reserve = "from the deal"
    elif r.block == "reserve" and (draws or any(lead.startswith("draw_until") for lead in leads_of(r))):
        at_reserve = "its reserve" if r.reserve else "empty"
    return {
        **{f"lead {when}": leader(r, r.lead_first if rule == "same" else rule, when) for when, rule in leads.items()},
        "no winner, out": after_out == "winner" and r.out_wins == "fewest",
        "no winner, block": after_block == "winner",
        "no double": r.no_double,
        "free": "any" if r.lead_free == "any" else "highest double" if r.doubles else "heaviest",
        "titles": {"any": (1, 1, 2), "bald": (1, 0, 1), "bald_both": (1, 0, 2), "both": (0, 0, 1)}[r.titles],
        "signals": r.signals and r.titles not in {"bald", "bald_both"},
        "draws": draws,
        "never drawn": r.reserve,
        "at reserve": at_reserve,
        "rounded out": r.round_to if r.score_out in pips else 1,
        "rounded block": r.round_to if r.score_block in pips else 1,
        "in mid-round": r.target_at == "once"
        and r.end.startswith("target")
        and bool(r.ends or (r.goal == "low" and r.draw_price and draws)),
    }


def leader(r, rule, when):
    """The leader by *rule*, and the tile."""
    kind, _, tile = rule.partition(":")
    doubles = {"high_double": "highest double", "low_double": "1-1 up", "blank_double": "0-0 up"}
    if kind in doubles:
        return doubles[kind] if r.doubles else "heaviest"
    if kind == "tile" or (kind == "draw_until" and not left_beyond_reserve(r)):
        return f"{tile}, else {'highest double' if r.doubles else 'heaviest'}"
    if kind == "stock":
        return "start, seat on turn" if when == "first" else "start, left of the last leader"
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
    "the players draw in turn": "{tile}, drawn for",
    "has it, the highest double": "{tile}, else highest double",
    "has it, the heaviest tile": "{tile}, else heaviest",
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


# The first pattern that matches a sentence gives its claims.
CLAIMS = (
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
    (r"^After going out: ", written("out")),
    (r"^After a block: ", written("block")),
    (r"^Scores for pips are rounded", rounded("out", "block")),
    (r"^The game stops the moment", same("in mid-round", True)),
    # Sentences of single games on these matters; no option changes them.
    (r"^After the last round, the side with fewer Generals wins", nothing),
    (r"^With six or eight players, two pairs play|^Many players set a time limit", nothing),
    (r"^Every side but the winner’s loses the pips|^The winner scores a fifth", nothing),
    (r"^If you get .* before the lead|If the lead is the only tile|but the spinner and the lead", nothing),
    (r"^When every end is closed, the round is blocked|^Three blocked rounds in a row with eggs", nothing),
)
WHENS = ("first", "out", "block")
SPEAKS_OF_THEM = re.compile(
    r"\blead(s|er)?\b|begin|reserve|rounded|Generals?\b|signal|wink|hidden|never drawn|Nobody draws|strongest|"
    r"stops the moment|is blocked|6-6 in one turn",
    re.IGNORECASE,
)


def claims_of(r):
    """All claims of these rules' sentences: pairs of topic and value, each with its sentence."""
    sections = rulebook.sections(r)
    texts = [text for section in sections for text in section.sentences] + rulebook.three_sentences(r)
    if r.variant.conduct in {"sea_goat", "sausage"}:  # chapters about none of these options
        texts = [text for section in sections if section.name in {"turn", "round"} for text in section.sentences]
        texts = texts if r.variant.conduct == "sea_goat" else []
    of_blocks = any(text.startswith("After a blocked round: ") for text in texts)
    later = ["out"] if of_blocks else ["out", "block"]
    first = next((text for text in texts if text.startswith("First round: ")), "")
    for text in texts:
        if text.startswith("Later rounds: "):
            said = first if text == "Later rounds: in the same way." else text
            yield from ((claim, text) for claim in later_claims(later, said.partition(": ")[2]))
            continue
        fits = next((claims for words, claims in CLAIMS if re.search(words, text)), None)
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
    yield from (f"nothing is said of: {about}" for about in sorted(must - told))


def test_no_two_sentences_of_any_rules_contradict_each_other():
    wrong = [(r.key, r.seats, dict(r.options), line) for r in house_rules(examples(8000)) for line in told_wrongly(r)]
    assert not wrong, (len(wrong), wrong[:5])


@pytest.mark.parametrize(("key", "seats"), TABLES, ids=str)
def test_no_two_sentences_of_any_game_contradict_each_other(key, seats):
    assert list(told_wrongly(rules.ruleset(key, {}, seats))) == []

"""The rules of playing, from a rule set's options: tiles, layout, turn, lead (rules.md 2 to 4)."""

from collections.abc import Iterator
from typing import Literal, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import phrases
from rulebook.people import all_of
from rules.words import LeadBy, lead_parts, redeal_parts

DOUBLES: frozenset[LeadBy] = frozenset({"high_double", "low_double", "blank_double", "tile"})  # ask for one in the end
USUAL_ARMS = 4  # ends of a lead double, unless `arms` says otherwise
DRAWN_FOR: frozenset[LeadBy] = frozenset({"draw_until", "down"})  # the players draw until the tile turns up


def tiles(r: rules.RuleSet) -> Iterator[str]:
    yield _("%(players)s.") % {"players": phrases.players(r)}
    if r.sides == r.seats and rules.is_possible(r.key, {**r.options, "pairs": True}, r.seats):
        yield _("You can also play in pairs: partners sit opposite each other and score together.")
    all_tiles = ngettext("%(n)d tile", "%(n)d tiles", len(r.tiles)) % {"n": len(r.tiles)}
    words = {"n": r.set, "tiles": all_tiles, "out": all_of(r.without.split())}
    if r.doubles and r.without:
        yield _("The set runs from 0-0 to %(n)d-%(n)d, but without %(out)s: %(tiles)s.") % words
    elif r.doubles:
        yield _("The set runs from 0-0 to %(n)d-%(n)d: %(tiles)s.") % words
    elif r.without:
        yield _("The set runs up to %(n)d, without the doubles and without %(out)s: %(tiles)s.") % words
    else:
        yield _("The set runs up to %(n)d, without the doubles: %(tiles)s.") % words
    if r.in_trains:
        yield _("Before the deal, one double is set aside: the station.")
    yield ngettext("Each player gets %(n)d tile.", "Each player gets %(n)d tiles.", r.hand) % {"n": r.hand}
    if (offered := r.variant.offered.get(r.seats)) and not offered.keys() & r.options.keys():
        suggested = rules.ruleset(r.key, offered, r.seats)
        yield _("For this many players, a new game suggests the double-%(set)d set with %(n)d tiles each.") % {
            "set": suggested.set,
            "n": suggested.hand,
        }
    left = len(r.tiles) - r.hand * r.dealt_seats - r.in_trains
    if left <= 0 and r.in_trains:
        yield _("All other tiles are dealt.")
    elif left <= 0:
        yield _("Every tile is dealt.")
    elif r.draw == "none":
        yield ngettext(
            "The other tile stays face down and out of play.",
            "The other %(n)d tiles stay face down and out of play.",
            left,
        ) % {"n": left}
    else:
        yield ngettext("The other tile is the boneyard.", "The other %(n)d tiles are the boneyard.", left) % {"n": left}


def layout(r: rules.RuleSet) -> Iterator[str]:
    match r.matching:
        case "equal":
            yield _("Play a tile on an open end with the same number; its other half becomes the new end.")
        case "sum":
            yield add_up_to(r.set)
        case "matador":
            yield add_up_to(r.set + 1)
            yield from matadors(r)
        case _:
            assert_never(r.matching)
    if not r.has_doubles:
        return
    yield from doubles(r)
    yield from filling(r)
    if r.doubles_per_turn > 1:
        yield _("You can play up to %(n)d doubles in one turn, each on a different end.") % {"n": r.doubles_per_turn}
    else:
        yield _("You play one tile a turn, even if it’s a double.")
    yield from closing(r)
    if r.double_lengthwise and r.divisors:
        yield _("You can lay any double but the spinner and the lead lengthwise; it then counts only one half.")
    elif r.double_lengthwise:
        yield _("You can lay any double but the spinner and the lead lengthwise.")


def add_up_to(n: int) -> str:
    return _(
        "Play a tile on an open end where the halves that touch add up to %(n)s; its other half becomes the new end."
    ) % {"n": n}


def matadors(r: rules.RuleSet) -> Iterator[str]:
    """The tiles that fit every end under `match: matador`."""
    wild = rules.tiles_in(r.board.anywhere)
    if not wild:
        yield _("Nothing fits a 0.")
        return
    yield _("The matadors fit every end, with either half: %(tiles)s.") % {"tiles": all_of(wild)}
    yield _("Only a matador fits a 0.")


def filling(r: rules.RuleSet) -> Iterator[str]:
    """The doubles that must be filled before a tile can go anywhere else."""
    match r.fill:
        case "none":
            return
        case "lead":
            yield _("If a double leads, you can play only on it until all its ends are taken.")
        case "all":
            if r.spinner == "all":
                yield _("When a double is played, you can play only on it until all its ends are taken.")
            else:
                yield _("When the spinner is played, you can play only on it until all its ends are taken.")
        case _:
            assert_never(r.fill)
    yield _("If all tiles with its number are on the table, it counts as filled.")


def closing(r: rules.RuleSet) -> Iterator[str]:
    if r.closing:
        yield _("You can play any double but the spinner face down: it closes its end.")


def doubles(r: rules.RuleSet) -> Iterator[str]:
    """How doubles lie, and which of them grow branches."""
    yield _("Doubles lie across the line.")
    match r.spinner:
        case "none":
            yield _("A double leaves one open end, like any tile.")
        case "first" if r.arms != USUAL_ARMS:
            yield _("The first double played face up is the spinner: you can play on all its ends.")
        case "first":
            yield _("The first double played face up is the spinner: you can play on all four of its sides.")
        case "house":
            yield _(
                "The first double with tiles on both long sides becomes the house. From then on, you can play on its"
                " two short sides too."
            )
        case "all" if r.arms != USUAL_ARMS:
            yield _("Every double is a spinner: you can play on all its ends.")
        case "all":
            yield _("Every double is a spinner: you can play on all four of its sides.")
        case _:
            assert_never(r.spinner)
    if r.arms != USUAL_ARMS:
        yield _("A double that leads has %(n)d ends instead of four.") % {"n": r.arms}


def draws(r: rules.RuleSet) -> bool:
    """Whether there is ever a tile to draw."""
    return r.draw != "none" and left_to_draw(r)


def left_to_draw(r: rules.RuleSet) -> bool:
    """Whether there are more tiles in the boneyard than the reserve."""
    start = r.in_trains or r.lead_words <= {"stock", "same"}  # placed openly in every round
    return len(r.tiles) - r.hand * r.dealt_seats - start > r.reserve


def turn(r: rules.RuleSet) -> Iterator[str]:
    if not draws(r):
        yield _("If you can play, you must. If you can’t, you pass. Nobody draws.")
        return
    yield from free_draws(r)
    if not r.draw_when_able:
        yield _("If you can play, you must.")
    yield from drawing(r)
    if r.reserve:
        yield ngettext(
            "The last tile of the boneyard is never drawn.",
            "The last %(n)d tiles of the boneyard are never drawn.",
            r.reserve,
        ) % {"n": r.reserve}
    yield by_itself()
    yield from kept(r)
    match r.pick:
        case "pile":
            pass  # nothing to say
        case "ends":
            yield _("The first player draws from the front of the boneyard, all others from its back.")
        case "choose":
            yield _("You choose which of the face-down tiles you take.")
        case _:
            assert_never(r.pick)
    if r.draw_price:
        yield ngettext(
            "Every tile drawn costs %(n)d point, at once.",
            "Every tile drawn costs %(n)d points, at once.",
            r.draw_price,
        ) % {"n": r.draw_price}
    if r.auction:
        yield _(
            "When a draw leaves two tiles in the boneyard, they are auctioned at once. In turn, from the player who"
            " drew, everyone bids once, from 0 to 25 points, or passes. Each bid must be higher than the last. The"
            " highest bidder pays from their score, which may fall below zero, and takes both tiles. Without a bid,"
            " the tiles stay."
        )
        yield _("Then the turn of the player who drew goes on.")


def drawing(r: rules.RuleSet) -> Iterator[str]:
    """How many tiles a turn can draw."""
    match r.draw:
        case "until":
            yield _("If you can’t play, you draw one tile at a time until one fits.")
        case "1" | "2" | "3":
            yield ngettext(
                "If you can’t play, you draw one tile.",
                "If you can’t play, you draw up to %(n)d tiles, one at a time, until one fits.",
                int(r.draw),
            ) % {"n": int(r.draw)}
        case "none":
            pass  # there is nothing to draw
        case _:
            assert_never(r.draw)


def free_draws(r: rules.RuleSet) -> Iterator[str]:
    if r.draw_when_able:
        yield _("You may draw even if you could play; in the end you must play if you can.")


def kept(r: rules.RuleSet) -> Iterator[str]:
    if r.drawn_play == "may":
        yield _("You may keep a drawn tile that fits, and pass.")


def by_itself() -> str:
    return _("If you can’t play or draw, you pass. We draw and pass for you.")


def lead(r: rules.RuleSet) -> Iterator[str]:
    first = r.lead_first
    later = (r.lead_next, r.lead_blocked or r.lead_next)
    after_out, after_block = (first if rule == "same" else rule for rule in later)
    if after_out == "blocker" != after_block:
        after_out = "winner"  # differs only after a block
    yield _("First round: %(who)s") % {"who": _leads(r, first)}
    if after_out == first not in {"stock", "down"}:
        yield _("Later rounds: in the same way.")
    else:
        yield _("Later rounds: %(who)s") % {"who": _leads(r, after_out, later=True)}
    if after_block != after_out:
        who = _last_player(r) if after_block == "blocker" else _leads(r, after_block, later=True)
        yield _("After a blocked round: %(who)s") % {"who": who}
    if r.love is None:
        yield from _without_a_winner(r, after_out, after_block)
    elif {after_out, after_block} != {first}:
        yield _(
            "After a broken game, at one-all and after a round without a winner, the rule for the first round applies."
        )
    if _asks_for_double(r) and r.has_doubles:
        match r.no_double:
            case "redeal":
                yield _("If nobody holds a double, the tiles are dealt again.")
            case "heaviest":
                yield _("If nobody holds a double, the heaviest tile leads.")
            case _:
                assert_never(r.no_double)
    match r.lead_free:
        case "any":
            pass  # the sentences on the lead say so
        case "strong" if r.has_doubles:
            yield _(
                "If no tile is required, you must lead your strongest: the highest double, or else the heaviest tile."
            )
        case "strong":
            yield _("If no tile is required, you must lead your heaviest.")
        case _:
            assert_never(r.lead_free)
    yield from _dealt_again(r)


def _dealt_again(r: rules.RuleSet) -> Iterator[str]:
    rule, number = redeal_parts(r.redeal)
    match rule:
        case "none":
            return
        case "ask:doubles":
            sentence = _("If you get %(n)s doubles or more, you may ask for a new deal before the lead.")
        case "must:doubles":
            sentence = _("If a hand has %(n)s doubles or more, the tiles are dealt again.")
        case "must:suit":
            sentence = _("If a hand has %(n)s tiles of one number, the tiles are dealt again.")
        case _:
            assert_never(rule)
    yield sentence % {"n": number}


def _without_a_winner(r: rules.RuleSet, after_out: str, after_block: str) -> Iterator[str]:
    """The lead if the winner should lead but nobody won."""
    out = after_out in ("winner", "blocker") and r.out_wins == "fewest"  # otherwise, a player who went out has won
    if after_block == "winner" and (out or r.out_wins == "out"):
        yield _("If nobody won the last round, the rule for the first round applies.")
    elif after_block == "winner":
        yield _("If nobody won a blocked round, the rule for the first round applies.")
    elif out:
        yield _("If a player went out but nobody won the round, the rule for the first round applies.")


def _asks_for_double(r: rules.RuleSet) -> bool:
    """Whether some lead is the highest or lowest dealt double."""
    return not r.lead_words.isdisjoint(DOUBLES if left_to_draw(r) else DOUBLES | DRAWN_FOR)


def _leads(r: rules.RuleSet, lead: str, *, later: bool = False) -> str:
    """The sentence for the lead rule *lead*, in the first round or in *later* ones."""
    word, tile = lead_parts(lead)
    strong = r.lead_free == "strong"
    match word:
        case "draw":
            return _("each player draws a tile, and the heaviest leads. The tiles go back before the deal.")
        case "count":
            return _("each player shows a tile, and the pips are counted off around the table to find who leads.")
        case "odd_even":
            return _("one player calls odd or even, both show a tile, and the sum decides who leads.")
        case "random":
            return _("a random player leads.")
        case "host":
            return _("the host leads.")
        case "high_double" | "low_double" | "blank_double":
            return _double_leads(r, word)
        case "tile" | "draw_until":
            return _tile_leads(r, word, tile)
        case "down" if later:
            return _lower_double_leads(r)
        case "down":
            return _tile_leads(r, "draw_until", f"{r.set}-{r.set}")
        case "stock" if later:
            return _(
                "a random tile, never a double, is turned up as the start, and the player to the left of the last"
                " leader plays on it."
            )
        case "stock":
            return _("a random tile, never a double, is turned up as the start, and the first player plays on it.")
        case "rotate":
            return _("the lead passes to the left.") if strong else _("the lead passes to the left, with any tile.")
        case "winner":
            if strong:
                return _("the winner of the last round leads.")
            return _("the winner of the last round leads, with any tile.")
        case "blocker":
            if strong:
                return _("the winner of the last round leads; after a block, the player who played the last tile.")
            return _(
                "the winner of the last round leads, with any tile; after a block, the player who played the last tile."
            )
        case "last":
            return _("the last leader leads again.") if strong else _("the last leader leads again, with any tile.")
        case "same":
            return _leads(r, r.lead_first, later=later)
        case _:
            assert_never(word)


def _double_leads(r: rules.RuleSet, word: Literal["high_double", "low_double", "blank_double"]) -> str:
    if not r.has_doubles:
        return _("the player with the heaviest tile leads it.")
    match word:
        case "high_double":
            return _("the player with the highest double leads it.")
        case "low_double":
            return _("the player with the lowest double leads it, from 1-1 up and 0-0 last.")
        case "blank_double":
            return _("the player with the lowest double leads it, from 0-0 up.")
        case _:
            assert_never(word)


def _tile_leads(r: rules.RuleSet, word: Literal["tile", "draw_until"], tile: str) -> str:
    if word == "draw_until" and left_to_draw(r):
        return _("the player with %(tile)s leads it. If nobody has it, the players draw in turn until it turns up.") % {
            "tile": tile
        }
    if r.has_doubles:
        return _("the player with %(tile)s leads it; if nobody has it, the highest double leads.") % {"tile": tile}
    return _("the player with %(tile)s leads it; if nobody has it, the heaviest tile leads.") % {"tile": tile}


def _lower_double_leads(r: rules.RuleSet) -> str:
    """`down` in later rounds."""
    tiles = {"second": f"{r.set - 1}-{r.set - 1}", "highest": f"{r.set}-{r.set}"}
    if left_to_draw(r):
        return (
            _(
                "the double of the round leads: %(second)s in round 2, then the next lower one each round, and"
                " %(highest)s again after 0-0. If nobody has it, the players draw in turn until it turns up."
            )
            % tiles
        )
    return (
        _(
            "the double of the round leads: %(second)s in round 2, then the next lower one each round, and %(highest)s"
            " again after 0-0. If nobody has it, the highest double leads."
        )
        % tiles
    )


def _last_player(r: rules.RuleSet) -> str:
    if r.lead_free == "strong":
        return _("the player who played the last tile leads.")
    return _("the player who played the last tile leads, with any tile.")

"""The rules of playing, from a rule set's options: tiles, layout, turn, lead (rules.md 2 to 4)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from rulebook import phrases

DOUBLES = ("high_double", "low_double", "blank_double", "tile:")  # leads that require a double, at least finally


def tiles(r: rules.RuleSet) -> Iterator[str]:
    yield _("%(players)s.") % {"players": phrases.players(r)}
    if r.sides == r.seats and rules.is_possible(r.key, {**r.options, "pairs": True}, r.seats):
        yield _("You can also play in pairs: partners sit opposite each other and score together.")
    all_tiles = ngettext("%(n)d tile", "%(n)d tiles", len(r.tiles)) % {"n": len(r.tiles)}
    if r.doubles:
        yield _("The set runs from 0-0 to %(n)d-%(n)d: %(tiles)s.") % {"n": r.set, "tiles": all_tiles}
    else:
        yield _("The set runs up to %(n)d, without the doubles: %(tiles)s.") % {"n": r.set, "tiles": all_tiles}
    yield ngettext("Each player gets %(n)d tile.", "Each player gets %(n)d tiles.", r.hand) % {"n": r.hand}
    if (offered := r.variant.offered.get(r.seats)) and not offered.keys() & r.options.keys():
        yield _("For this many players, a new game suggests the double-%(set)d set with %(n)d tiles each.") % {
            "set": offered["set"],
            "n": offered["hand"],
        }
    left = len(r.tiles) - r.hand * r.dealt_seats
    if left <= 0:
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
    if r.match == "equal":
        yield _("Play a tile on an open end with the same number; its other half becomes the new end.")
    else:
        yield _(
            "Play a tile on an open end where the halves that touch add up to %(n)s; its other half becomes the new"
            " end."
        ) % {"n": r.match.partition(":")[2]}
    if not r.doubles:
        return
    yield from doubles(r)
    if r.doubles_per_turn > 1:
        yield _("You can play up to %(n)d doubles in one turn, each on a different end.") % {"n": r.doubles_per_turn}
    else:
        yield _("You play one tile a turn, even if it’s a double.")
    yield from closing(r)
    if r.double_lengthwise:
        yield _("You can lay any double but the spinner and the lead lengthwise; it then counts only one half.")


def closing(r: rules.RuleSet) -> Iterator[str]:
    if r.closing:
        yield _("You can play any double but the spinner face down: it closes its end.")


def doubles(r: rules.RuleSet) -> Iterator[str]:
    """How doubles lie, and which of them grow branches."""
    yield _("Doubles lie across the line.")
    yield {
        "none": _("A double leaves one open end, like any tile."),
        "first": _("The first double played face up is the spinner: you can play on all four of its sides."),
        "house": _(
            "The first double with tiles on both long sides becomes the house. From then on, you can play on its two"
            " short sides too."
        ),
        "all": _("Every double is a spinner: you can play on all four of its sides."),
    }[r.spinner]


def draws(r: rules.RuleSet) -> bool:
    """Whether there is ever a tile to draw."""
    return r.draw != "none" and left_to_draw(r)


def left_to_draw(r: rules.RuleSet) -> bool:
    """Whether there are more tiles in the boneyard than the reserve."""
    start = set(r.leads.values()) <= {"stock", "same"}  # placed openly in every round
    return len(r.tiles) - r.hand * r.dealt_seats - start > r.reserve


def turn(r: rules.RuleSet) -> Iterator[str]:
    if not draws(r):
        yield _("If you can play, you must. If you can’t, you pass. Nobody draws.")
        return
    yield from free_draws(r)
    if not r.draw_when_able:
        yield _("If you can play, you must.")
    if r.draw == "until":
        yield _("If you can’t play, you draw one tile at a time until one fits.")
    else:
        limit = int(r.draw)
        yield ngettext(
            "If you can’t play, you draw one tile.",
            "If you can’t play, you draw up to %(n)d tiles, one at a time, until one fits.",
            limit,
        ) % {"n": limit}
    if r.reserve:
        yield ngettext(
            "The last tile of the boneyard is never drawn.",
            "The last %(n)d tiles of the boneyard are never drawn.",
            r.reserve,
        ) % {"n": r.reserve}
    yield by_itself()
    yield from kept(r)
    if r.pick == "choose":
        yield _("You choose which of the face-down tiles you take.")
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
    if after_out == first != "stock":
        yield _("Later rounds: in the same way.")
    else:
        yield _("Later rounds: %(who)s") % {"who": _leads(r, after_out, later=True)}
    if after_block != after_out:
        who = _leads(r, "last_player" if after_block == "blocker" else after_block, later=True)
        yield _("After a blocked round: %(who)s") % {"who": who}
    yield from _without_a_winner(r, after_out, after_block)
    if _asks_for_double(r) and r.doubles:
        if r.no_double == "redeal":
            yield _("If nobody holds a double, the tiles are dealt again.")
        else:
            yield _("If nobody holds a double, the heaviest tile leads.")
    if r.lead_free == "strong" and r.doubles:
        yield _("If no tile is required, you must lead your strongest: the highest double, or else the heaviest tile.")
    elif r.lead_free == "strong":
        yield _("If no tile is required, you must lead your heaviest.")
    kind, _colon, rest = r.redeal.partition(":")
    what, _colon, number = rest.partition(":")
    if kind == "ask":
        yield _("If you get %(n)s doubles or more, you may ask for a new deal before the lead.") % {"n": number}
    elif kind == "must" and what == "doubles":
        yield _("If a hand has %(n)s doubles or more, the tiles are dealt again.") % {"n": number}
    elif kind == "must":
        yield _("If a hand has %(n)s tiles of one number, the tiles are dealt again.") % {"n": number}


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
    return any(rule.startswith(DOUBLES) for rule in r.leads.values())


def _leads(r: rules.RuleSet, rule: str, *, later: bool = False) -> str:
    """The sentence for the lead rule *rule*, in the first round or in *later* ones."""
    kind, _colon, tile = rule.partition(":")
    if kind == "draw_until" and not left_to_draw(r):
        kind = "tile"  # nobody can draw for it
    if not r.doubles and (kind == "tile" or kind.endswith("_double")):
        kind = f"{kind}_else_heaviest" if tile else "heaviest"
    if kind == "stock" and later:
        kind = "next_stock"
    strong = r.lead_free == "strong"
    sentences = {
        "draw": _("each player draws a tile, and the heaviest leads. The tiles go back before the deal."),
        "count": _("each player shows a tile, and the pips are counted off around the table to find who leads."),
        "odd_even": _("one player calls odd or even, both show a tile, and the sum decides who leads."),
        "random": _("a random player leads."),
        "host": _("the host leads."),
        "high_double": _("the player with the highest double leads it."),
        "low_double": _("the player with the lowest double leads it, from 1-1 up and 0-0 last."),
        "blank_double": _("the player with the lowest double leads it, from 0-0 up."),
        "heaviest": _("the player with the heaviest tile leads it."),
        "tile": _("the player with %(tile)s leads it; if nobody has it, the highest double leads."),
        "tile_else_heaviest": _("the player with %(tile)s leads it; if nobody has it, the heaviest tile leads."),
        "draw_until": _("the player with %(tile)s leads it. If nobody has it, the players draw in turn until it"
                        " turns up."),
        "stock": _("a random tile, never a double, is turned up as the start, and the first player plays on it."),
        "next_stock": _("a random tile, never a double, is turned up as the start, and the player to the left of the"
                        " last leader plays on it."),
        "rotate": _("the lead passes to the left.") if strong else _("the lead passes to the left, with any tile."),
        "winner": _("the winner of the last round leads.") if strong
                  else _("the winner of the last round leads, with any tile."),
        "blocker": _("the winner of the last round leads; after a block, the player who played the last"
                     " tile.") if strong
                   else _("the winner of the last round leads, with any tile; after a block, the player who played"
                          " the last tile."),
        "last_player": _("the player who played the last tile leads.") if strong
                       else _("the player who played the last tile leads, with any tile."),
        "last": _("the last leader leads again.") if strong else _("the last leader leads again, with any tile."),
    }  # fmt: skip
    return sentences[kind] % {"tile": tile} if tile else sentences[kind]

"""Positions written as text: hands and moves. For tests only."""

import rules
from rules.rounds.lead import CHANCES, lead_rule


def tiles(text):
    return tuple(rules.tile(each) for each in text.split())


def deal_for(game, *hands, boneyard="", start=None, lead=0):
    """A deal of *hands*; the rest of the set follows the tiles named as *boneyard*."""
    dealt = tuple(tiles(hand) for hand in hands)
    first = tiles(boneyard)
    used = {*first, *(each for hand in dealt for each in hand), *([start] if start else [])}
    rest = tuple(each for each in game.rules.tiles if each not in used)
    chance = lead if lead_rule(game) in CHANCES else None
    rows = dealt if game.rules.in_rows else None
    return rules.Deal(dealt, first + rest, rules.tile(start) if start else None, chance, rows)


def table(key, *hands, boneyard="", start=None, lead=0, game=None, **options):
    """The first position of a round of *key* with these hands and house rules."""
    if game is None:
        options.setdefault("hand", len(hands[0].split()))
        game = rules.new_game(rules.ruleset(key, options, len(hands)))
    return rules.start_round(game, deal_for(game, *hands, boneyard=boneyard, start=start, lead=lead))


def after(position, *moves):
    """The position after *moves*, each of the seat on turn, or written ``SEAT TEXT``."""
    for text in moves:
        seat, _, move = text.partition(" ") if text[0].isdigit() and text[1:2] == " " else (None, "", text)
        position = rules.play(position, rules.parse_move(move), None if seat is None else int(seat))
    return position


def moves(position):
    return [str(move) for move in rules.legal_moves(position)]


def refusal(position, text, seat=None):
    """The code with which *text* is refused."""
    return refused(position, text, seat).code


def refused(position, text, seat=None):
    """The refusal of *text*."""
    try:
        rules.play(position, rules.parse_move(text), seat)
    except rules.IllegalMove as error:
        return error
    raise AssertionError(f"{text} was not refused")

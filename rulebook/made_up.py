"""Made-up games to illustrate the rules: random but sensible, and the same every time."""

from collections.abc import Iterator, Sequence
from random import Random

import rules

LOWEST_RAISE, HIGHEST_RAISE = 1, 3
BIDDERS = 0.6  # how many of the bidders bid


def deal(game: rules.Game, rng: Random) -> rules.Position:
    """The last position of a made-up deal of *game*."""

    def order(_purpose: str, tiles: Sequence[rules.Tile]) -> Sequence[rules.Tile]:
        return rng.sample(tiles, len(tiles))

    position = rules.start_round(game, rules.make_deal(game, order))
    while not position.over:
        position = rules.play(position, _choice(position, rng))
    return position


def deals(ruleset: rules.RuleSet, number: int) -> Iterator[rules.Position]:
    """The last positions of the first deals of *number* games."""
    for seed in range(number):
        yield deal(rules.new_game(ruleset), Random(f"{ruleset.key}/{seed}"))


def whole_game(ruleset: rules.RuleSet, seed: int, longest: int) -> list[rules.Position]:
    """The last position of each deal of a made-up game; stops after *longest* deals."""
    game, rng = rules.new_game(ruleset), Random(f"{ruleset.key}/{seed}")
    played: list[rules.Position] = []
    while game.over is None and len(played) < longest:
        played.append(deal(game, rng))
        game = played[-1].after
    return played


def _choice(position: rules.Position, rng: Random) -> rules.Move:
    """A play if possible, preferably one that scores; low bids; deals that could be annulled are kept."""
    legal = position.legal
    if len(legal) == 1:
        return legal[0]
    plays = [move for move in legal if str(move)[0].isdigit()]
    if plays and position.rules.ends:
        scoring = [move for move in plays if rules.play(position, move).totals != position.totals]
        return rng.choice(scoring or plays)
    if plays:
        return rng.choice(plays)
    bids = sorted(int(str(move)[4:]) for move in legal if str(move).startswith("bid"))
    if bids and rng.random() < BIDDERS:
        points = bids[0] + rng.randint(LOWEST_RAISE, HIGHEST_RAISE)
        return rules.parse_move(f"bid {min(points, bids[-1])}")
    by_text = {str(move): move for move in legal}
    return by_text.get("keep") or by_text.get("pass") or rng.choice(legal)

"""Puzzles: positions in which one move is far better than all others, and isn't the obvious one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random

import rules

from ..candidates import Candidate, candidates
from ..choosing import choose, number_of_worlds
from ..hidden.inference import imagined_worlds
from ..knowledge import knowledge
from ..levels import LEVELS
from ..seen import Seen, SeenLine
from ..table import finished_deals, play_deal, view_of
from .findings import Puzzle, Solution
from .hints import asks, move_line
from .open_hands import seen_at
from .weighing import JUDGE, POLICIES, Weighed, best_of, point_of, ranked, solved, values_in

MARGIN = 0.2  # how far the second best must be behind, in spreads of a round's points
SURE = 4.0  # … and in standard errors
TAKEN_IN = "greedy"  # this level must choose another move, or it is no puzzle
FEWEST = 3  # moves to choose from


def puzzles(variant: str, options: Mapping[str, object], seats: int, seed: str | int = 0) -> list[Puzzle]:
    """The puzzles in one deal between good players: view, solution, its margin in points, and all moves with their
    worth.

    Raises rules.ImpossibleRules. Sausage and Mexican Train have none.
    """
    ruleset = rules.ruleset(variant, options, seats)
    if ruleset.layout_kind != "board":
        return []
    chance = Random(f"{seed}")
    position = play_deal(rules.new_game(ruleset), [lambda view: choose(view, "solid", seed)] * seats, [], chance)
    return list(found_in(position, (), seed))


def puzzles_of(document: object, number: int, seed: str | int = 0) -> list[Puzzle]:
    """The same for deal *number*, from 0, of a finished game's record; none if there is no such deal.

    Raises what `finished_deals` raises.
    """
    ruleset, deals = finished_deals(document)
    if ruleset.layout_kind != "board" or number >= len(deals):
        return []
    deal = deals[number]
    return list(found_in(deal.positions[-1], deal.scores, seed))


def found_in(last: rules.Position, scores: Sequence[SeenLine], seed: str | int) -> Iterator[Puzzle]:
    """The puzzles of a finished deal; *scores* is the score sheet before it."""
    for position in last.positions():
        if position.turn is None or len(position.legal) < FEWEST:
            continue
        at = seen_at(position, position.turn, scores)
        if not asks(at) and (solution := puzzle(at, seed)):
            view = view_of(position, position.turn, scores)
            yield Puzzle(view, solution.solution, solution.margin, solution.moves)


def puzzle(at: Seen, seed: str | int) -> Solution | None:
    """Solution, margin and all moves of the position *at*; None if it is no puzzle.

    The solution is the best by exact play or, where that is too large, by each of three policies.
    """
    options = candidates(at, knowledge(at))
    greedy = max(options, key=lambda option: option.at_first_sight(LEVELS[TAKEN_IN])).text
    if len(options) < FEWEST:
        return None
    ranking = solved(at, options) or _agreed(at, options, Random(f"{seed}/{at.round.ply}"))
    if not ranking:
        return None
    best, second, *_ = ranking
    margin, spread = -second.worth, options[0].playouts.chances.spread
    if best.option.text == greedy or margin < MARGIN * spread or margin < SURE * second.error:
        return None
    return Solution(best.option.text, round(margin, 2), tuple(move_line(line) for line in ranking))


def _agreed(at: Seen, options: Sequence[Candidate], chance: Random) -> list[Weighed]:
    """All *options*, the best first, if each policy finds the same one best; otherwise none."""
    number = POLICIES * number_of_worlds(JUDGE, at.ruleset)
    imagined = imagined_worlds(at, options[0].playouts.known, chance, number)
    values = values_in(islice(imagined, number), options, at.side, chance)
    favourites = {
        best_of({text: chances[policy::POLICIES] for text, chances in values.items()}) for policy in range(POLICIES)
    }
    return ranked(values, options, point_of(at, options)) if len(favourites) == 1 else []

"""Two people head to head: who has won how often, and in which games."""

from dataclasses import dataclass, field

from accounts.models import User
from games.models import Seat
from history.balances import FINISHED
from history.models import Balance, Meeting
from history.past_games import seats

LAST = 10


@dataclass(frozen=True, slots=True)
class Score:
    """Games by how they ended for the first of the two."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    otherwise: int = 0


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins in a row: *mine* or the other's."""

    length: int
    mine: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All games the two have finished. *against* counts those they were not partners in, *together* the others.

    *variants*: against each other by game, the most played first. *longest*: the longest streak of each, mine first.
    *now*: the streak that goes on. *margin*: points by which I was ahead of the other one's side, a game.
    *last*: my seats in the last ten games, the newest first.
    """

    against: Score
    together: Score
    variants: list[tuple[str, Score]]
    longest: tuple[int, int]
    now: Streak | None
    margin: float | None
    last: list[Seat] = field(default_factory=list)


def head_to_head(player: User, other: User) -> HeadToHead:
    """Games without a result (aborted, annulled) count for nothing here. Four queries, however many games."""
    stand = {each.variant: each for each in Balance.objects.filter(player=player, other=other, games__gt=0)}
    ever = stand.pop("", None) or Balance()
    rows = Meeting.objects.filter(player=player, other=other, result__in=FINISHED)
    variants = sorted(stand.values(), key=lambda each: (-each.against, each.variant))
    return HeadToHead(
        against=_against(ever),
        together=_together(ever),
        variants=[(each.variant, _against(each)) for each in variants if each.against],
        longest=(ever.most_wins, ever.most_losses),
        now=Streak(ever.wins or ever.losses, mine=ever.wins > 0) if ever.wins or ever.losses else None,
        margin=ever.average_margin,
        last=seats(player, list(rows.order_by("-over_at", "-game_id")[:LAST])),
    )


def _against(of: Balance) -> Score:
    return Score(of.against, of.won, of.lost, of.drawn, of.otherwise)


def _together(of: Balance) -> Score:
    drawn = of.together - of.together_won - of.together_lost
    return Score(of.together, of.together_won, of.together_lost, drawn)

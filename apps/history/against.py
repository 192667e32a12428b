"""Head to head: the results of two people against each other."""

from dataclasses import dataclass, field, replace

from accounts.models import User
from games.shown.rows import Row
from history.balances import FINISHED, with_others
from history.models import Balance, Meeting
from history.past_games import rows

LAST = 10
SERIES = 3
OF_LATE = f"""
    balance.player_id = %s AND balance.variant = '' AND balance.month = '' AND NOT balance.computers
    AND (balance.won > 0 OR balance.lost > 0) AND other.deleted_at IS NULL AND balance.other_id IN (
        SELECT met.other_id FROM history_meeting met
        WHERE met.player_id = %s AND met.other_id <> %s AND met.game_id IN (
            SELECT game_id FROM (
                SELECT game_id FROM history_meeting
                WHERE player_id = %s AND other_id = %s AND NOT computers AND result IN ('won', 'lost', 'drawn')
                ORDER BY over_at DESC, game_id DESC LIMIT {LAST}
            ) last
        )
    )
    ORDER BY balance.last_at DESC LIMIT {SERIES}
"""  # noqa: S608 - of numbers alone


@dataclass(frozen=True, slots=True)
class Score:
    """Games by their result for the first of the two."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    otherwise: int = 0
    margin: float | None = None  # the first one's average lead in points, where all games are of one kind


@dataclass(frozen=True, slots=True)
class Streak:
    """A winning streak of the reader (*mine*) or of the other."""

    length: int
    mine: bool


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """All finished games of the two. *against* counts games as opponents, *together* as partners.

    *variants*: games as opponents by kind, most played first. *longest*: both players' longest streaks, the reader's
    first. *now*: the current streak. *margin*: the reader's average lead in points per game. *last*: the last ten
    games, newest first.
    """

    against: Score
    together: Score
    variants: list[tuple[str, Score]]
    longest: tuple[int, int]
    now: Streak | None
    margin: float | None
    last: list[Row] = field(default_factory=list)


def head_to_head(player: User, other: User) -> HeadToHead:
    """Ignores games without a result (aborted, annulled). Three queries for any number of games."""
    stand = {each.variant: each for each in Balance.objects.filter(player=player, other=other, games__gt=0)}
    ever = stand.pop("", None) or Balance()
    lines = Meeting.objects.filter(player=player, other=other, result__in=FINISHED)
    variants = sorted(stand.values(), key=lambda each: (-each.against, each.variant))
    return HeadToHead(
        against=_against(ever),
        together=_together(ever),
        variants=[
            (each.variant, replace(_against(each), margin=each.average_margin)) for each in variants if each.against
        ],
        longest=(ever.most_wins, ever.most_losses),
        now=Streak(ever.wins or ever.losses, mine=ever.wins > 0) if ever.wins or ever.losses else None,
        margin=ever.average_margin,
        last=rows(player, lines.order_by("-over_at", "-game_id")[:LAST]),
    )


def running_series(player: User) -> list[Balance]:
    """How the player stands with the opponents of their last games, the most recent first: people only, and only if one
    of the two has won. One query, which finds all it reads by index, however many games there are.
    """
    return with_others(OF_LATE, [player.pk] * 5)


def _against(of: Balance) -> Score:
    return Score(of.against, of.won, of.lost, of.drawn, of.otherwise)


def _together(of: Balance) -> Score:
    drawn = of.together - of.together_won - of.together_lost
    return Score(of.together, of.together_won, of.together_lost, drawn)

"""Database constraints for the rows of a game. The database checks them at every statement, not at the commit."""

from django.db.models import CheckConstraint, F, Q

COURSE = ("offer_ends", "started_at", "turn", "winners", "finished_at")
CLOCK = ("turn_seconds", "bank_seconds", "increment_seconds", "cap_seconds")


def _has(of: tuple[str, ...], *columns: str) -> Q:
    """Of the columns *of*, exactly *columns* are set."""
    return Q(**{f"{column}__isnull": column not in columns for column in of})


GAME = [
    CheckConstraint(
        name="game_stands_as_its_status_says",
        condition=Q(status="open") & _has(COURSE, "offer_ends")
        | Q(status="playing") & _has(COURSE, "started_at", "turn")
        | Q(status="finished") & _has(COURSE, "started_at", "winners", "finished_at")
        | Q(status="aborted") & _has(COURSE, "started_at", "finished_at")
        | Q(status__in=["cancelled", "expired"]) & _has(COURSE, "finished_at"),
    ),
    CheckConstraint(
        name="game_has_the_times_of_its_clock",
        condition=Q(clock="none", pauses=False) & _has(CLOCK)
        | Q(clock="turn", turn_seconds__gt=0) & _has(CLOCK, "turn_seconds")
        | Q(clock="bank", cap_seconds__gte=F("bank_seconds"))
        & _has(CLOCK, "bank_seconds", "increment_seconds", "cap_seconds"),
    ),
    CheckConstraint(
        name="game_has_a_deadline_while_its_clock_runs",
        condition=Q(deadline__isnull=True) ^ (Q(status="playing") & ~Q(clock="none")),
    ),
    CheckConstraint(name="game_without_a_clock_has_no_missed_turns", condition=~Q(clock="none") | Q(misses="out")),
    CheckConstraint(
        name="game_without_a_clock_is_unrated",  # finished games from before this rule stay rated
        condition=~Q(clock="none", rated=True, status__in=["open", "playing"]),
    ),
    CheckConstraint(name="game_met_enough_is_unrated", condition=Q(met_enough=False) | Q(rated=False)),
    CheckConstraint(
        name="game_says_how_many_turns_may_be_missed",
        condition=Q(misses="move", misses_most__gte=1, misses_most__lte=10) | ~Q(misses="move") & Q(misses_most=None),
    ),
    CheckConstraint(
        name="game_that_lasts_some_time_has_its_last_moment_from_the_start",
        condition=Q(lasts_seconds=None)
        | Q(lasts_seconds__gt=0) & ~(Q(started_at__isnull=True) ^ Q(last_moment__isnull=True)),
    ),
    CheckConstraint(
        name="game_starts_before_its_last_moment",
        condition=Q(last_moment=None) | Q(started_at=None) | Q(last_moment__gt=F("started_at")),
    ),
    CheckConstraint(
        name="game_annulled_was_played", condition=Q(annulled_at=None) | Q(status__in=["finished", "aborted"])
    ),
    CheckConstraint(
        name="game_to_be_settled_is_finished",
        condition=Q(settle_at=None) | Q(status="finished", annulled_at=None),
    ),
    CheckConstraint(
        name="game_turn_and_host_have_a_seat",
        condition=Q(host__lt=F("seats_number")) & (Q(turn=None) | Q(turn__lt=F("seats_number"))),
    ),
]
SEAT = [
    CheckConstraint(
        name="seat_has_a_result_and_points_or_neither",
        condition=Q(result="", points=None) | ~Q(result="") & Q(points__isnull=False, over_at__isnull=False),
    ),
    CheckConstraint(
        name="seat_was_away_if_it_is_said_how",
        condition=Q(away_early=False, away_when="") | Q(left=True) | Q(stood_in=True),
    ),
    CheckConstraint(
        name="seat_that_is_stood_in_for_was_and_is_there",
        condition=Q(stand_in="") | Q(stood_in=True, left=False),
    ),
]
ROUND = [
    CheckConstraint(name="round_counts_from_1", condition=Q(number__gte=1, number__lte=F("index") + 1)),
]
MOVE = [
    CheckConstraint(
        name="move_is_taken_back_later", condition=Q(taken_back__isnull=True) | Q(taken_back__gt=F("version"))
    ),
    CheckConstraint(name="move_has_a_text_and_counts_from_1", condition=Q(version__gte=1, ply__gte=1) & ~Q(text="")),
]

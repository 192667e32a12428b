"""What the games of a challenge decide: who takes whose place."""

from collections.abc import Collection
from datetime import datetime

from games.models import Game, Move
from games.positions.referee import LEAVING
from ladders import notifications, places, rules
from ladders.models import Challenge, GameOf, Ladder, Rung
from tournaments.rounds import scoring
from tournaments.seating import WIN, Seating

SEATS = (0, 1)  # of the challenger, and of the challenged


def game_settled(game: Game, now: datetime) -> None:
    """Add a finished game to its challenge, if it has one. Inside the transaction that settles the game, once."""
    if not game.appointed or (locked := _locked(game.pk)) is None:
        return
    ladder, challenge, number = locked
    if challenge.outcome:  # somebody has left the ladder
        return
    challenge.scores[number] = _score(ladder, game)
    _go_on(ladder, challenge, now)


def game_annulled(game_id: int, now: datetime) -> None:
    """Take an annulled game out of its challenge. If it has given a place, that goes back."""
    if (locked := _locked(game_id)) is None:
        return
    ladder, challenge, number = locked
    challenge.scores[number] = None
    if not challenge.outcome:
        _go_on(ladder, challenge, now)
        return
    if number in _played(challenge) or len(challenge.scores) < rules.GAMES:
        challenge.save(update_fields=["scores"])
        return
    before, challenge.outcome = challenge.outcome, _outcome(challenge)
    if challenge.outcome != before:
        _count_again(ladder, challenge, before)
    if before == Challenge.Outcome.WON and challenge.outcome != before:
        _give_back(ladder, challenge)
    challenge.save(update_fields=["scores", "outcome", "moved"])


def give_up(ladder: Ladder, challenge: Challenge, loser: object, now: datetime) -> None:
    """Somebody leaves a locked ladder: the other one wins a running challenge."""
    won, lost = Challenge.Outcome.WON, Challenge.Outcome.LOST
    _decide(ladder, challenge, won if challenge.challenged == loser else lost, now)


def _locked(game_id: int) -> tuple[Ladder, Challenge, str] | None:
    """The ladder of a game, locked, with its challenge, and the game's key in `Challenge.scores`."""
    there = Ladder.objects.select_for_update(of=("self",)).filter(challenges__games__game=game_id)
    if (ladder := there.first()) is None:
        return None
    of = GameOf.objects.select_related("challenge__challenger", "challenge__challenged").get(game=game_id)
    return ladder, of.challenge, str(of.number)


def _score(ladder: Ladder, game: Game) -> dict[str, object]:
    """The gains by seat, and who made moves of their own or ran out of time."""
    seats = list(game.seats.all())
    left = {seat.side for seat in seats if seat.left}
    if left:
        left = {side for side in SEATS if side not in (game.winners or ())}
    points = [game.totals[side] for side in SEATS]
    score = scoring.score(points, left, ladder.spread, low_wins=game.rules.goal == "low")
    moves = list(Move.objects.filter(game=game).values_list("seat", "text", "by")) if left else []
    own = {seat for seat, text, by in moves if by in Move.BY_THEMSELVES and text not in LEAVING} if left else {*SEATS}
    late = {seat for seat, text, _by in moves if text == "timeout"}
    return score.as_json() | {"moved": sorted(own), "idle": sorted(late - own)}


def _played(challenge: Challenge) -> list[str]:
    return [number for number, score in challenge.scores.items() if score is not None]


def _go_on(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """One more game is over: if it was the last one, the challenge is, too."""
    if len(challenge.scores) < rules.GAMES:
        challenge.save(update_fields=["scores"])
        return
    scores = [challenge.scores[number] for number in _played(challenge)]
    idle = {seat for score in scores for seat in score["idle"]} - {seat for score in scores for seat in score["moved"]}
    _decide(ladder, challenge, _outcome(challenge), now, idle)


def _outcome(challenge: Challenge) -> Challenge.Outcome:
    scores = [scoring.Score.of_json(challenge.scores[number]) for number in _played(challenge)]
    if not scores:
        return Challenge.Outcome.ANNULLED
    points = Seating.DUEL.points(scoring.totals(scores))
    if points[0] == points[1]:
        return Challenge.Outcome.DRAWN
    return Challenge.Outcome.WON if points[0] == WIN else Challenge.Outcome.LOST


def _rungs(ladder: Ladder, challenge: Challenge) -> list[Rung | None]:
    """The rows of both, without those who have left or are parked."""
    here = Rung.objects.filter(ladder=ladder, player__in=_people(challenge), place__isnull=False)
    rungs = {each.player_id: each for each in here}
    return [rungs.get(challenge.challenger_id or 0), rungs.get(challenge.challenged_id or 0)]


def _people(challenge: Challenge) -> list[int]:
    return [each for each in (challenge.challenger_id, challenge.challenged_id) if each is not None]


def _who_won(challenge: Challenge, outcome: str) -> dict[int, bool]:
    """Whether each of both has won, by user id; empty if neither has."""
    if outcome not in {Challenge.Outcome.WON, Challenge.Outcome.LOST}:
        return {}
    has_won = outcome == Challenge.Outcome.WON
    both = {challenge.challenger_id: has_won, challenge.challenged_id: not has_won}
    return {player: won for player, won in both.items() if player is not None}


def _decide(
    ladder: Ladder, challenge: Challenge, outcome: Challenge.Outcome, now: datetime, idle: Collection[int] = ()
) -> None:
    """End a challenge. A challenger who has won, and is still below, takes the other's place. The seats *idle* ran out
    of time, and made no move in any of the games: they go to the bottom.
    """
    challenger, challenged = _rungs(ladder, challenge)
    has_won = outcome == Challenge.Outcome.WON
    who_won = _who_won(challenge, outcome)
    counted = places.counted(who_won) if who_won else {}
    start, to = (each.place if each is not None else None for each in (challenger, challenged))
    new = {each.player_id: each.place for each in (challenger, challenged) if each is not None}
    if has_won and start is not None and to is not None and to < start:
        places.move(ladder, start, to, **counted)
        challenge.from_place, challenge.to_place, challenge.moved = start, to, True
        new = {_people(challenge)[0]: to, _people(challenge)[1]: to + 1}
    elif counted:
        Rung.objects.filter(ladder=ladder, player__in=_people(challenge)).update(**counted)
    challenge.outcome, challenge.over_at = outcome, now
    challenge.save(update_fields=["scores", "outcome", "over_at", "moved", "from_place", "to_place"])
    if idle:
        new = _put_last(ladder, challenge, [_people(challenge)[seat] for seat in idle])
    notifications.of_end(ladder, challenge, new, now)


def _put_last(ladder: Ladder, challenge: Challenge, idle: Collection[int]) -> dict[int, int | None]:
    """The *idle* people go to the bottom; of two, the upper one stays above. Returns the places of both people."""
    below = Rung.objects.filter(ladder=ladder, player__in=idle, place__isnull=False).order_by("place")
    for player in list(below.values_list("player", flat=True)):
        place = Rung.objects.filter(ladder=ladder, player=player).values_list("place", flat=True).get()
        if place is not None and place < ladder.size:
            places.move(ladder, place, ladder.size)
    here = Rung.objects.filter(ladder=ladder, player__in=_people(challenge), place__isnull=False)
    return dict(here.values_list("player", "place"))


def _count_again(ladder: Ladder, challenge: Challenge, before: str) -> None:
    """The outcome isn't what it was *before*: neither is who has won and lost."""
    rungs = Rung.objects.filter(ladder=ladder, player__in=_people(challenge))
    for who_won, by in ((_who_won(challenge, before), -1), (_who_won(challenge, challenge.outcome), 1)):
        if who_won:
            rungs.update(**places.counted(who_won, by))


def _give_back(ladder: Ladder, challenge: Challenge) -> None:
    """A win counts no longer: the challenger goes to the place of the challenged, who moves up."""
    challenger, challenged = _rungs(ladder, challenge)
    if not challenge.moved or challenger is None or challenged is None:
        return
    assert challenger.place is not None
    assert challenged.place is not None
    if challenger.place < challenged.place:
        places.move(ladder, challenger.place, challenged.place)
    challenge.moved = False

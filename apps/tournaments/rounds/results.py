"""The results of games: added to their pairing as they are settled, and taken out when they are annulled."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from games.models import Game, Seat
from games.queries import left_without_a_move, played_for
from tournaments import formats
from tournaments.entries import absence
from tournaments.formats.knockout import tie_games
from tournaments.life import closing
from tournaments.models import Entry, Pairing, Result, Round, Start, Step, TableOf, Tournament
from tournaments.rounds import rankings, scoring, standing
from tournaments.rounds.scoring import Score
from tournaments.seating import LOSS, WIN


def game_settled(game: Game, now: datetime) -> None:
    """Add a finished game to its pairing, if it has one. Inside the transaction that settles the game, once."""
    if not game.appointed or (locked := _locked(game.pk)) is None:
        return
    tournament, table, number = locked
    if not tournament.is_running:  # a moderator has ended it
        return
    seats = list(game.seats.all())
    _note_absent(tournament, table, game, seats, now)
    score = _score(tournament, game, seats)
    table.scores[number] = score.as_json() | {"away": sorted(played_for(game, seats))}
    if len(table.scores) < table.deals:
        table.save(update_fields=["scores"])
        return
    finish(tournament, table, now)


def _locked(game_id: int) -> tuple[Tournament, Pairing, str] | None:
    """The tournament of a game, locked, with its pairing, and the game's key in `Pairing.scores`."""
    place = TableOf.objects.filter(game=game_id).values_list("pairing__round__tournament", "pairing", "number").first()
    if place is None:
        return None
    tournament = Tournament.objects.select_for_update().get(pk=place[0])
    table = Pairing.objects.select_related("round").prefetch_related("results__entry").get(pk=place[1])
    return tournament, table, str(place[2])


def _score(tournament: Tournament, game: Game, seats: Sequence[Seat]) -> Score:
    """What a computer wins for somebody who is away counts for their partner, but not for them."""
    sides = 1 + max(seat.side for seat in seats)
    points = [game.totals[side] for side in range(sides)]
    left = {seat.side for seat in seats if seat.left}
    if sides == 2 and left:  # partners lose together
        left = {side for side in range(sides) if side not in (game.winners or ())}
    away = played_for(game, seats)
    left |= set(range(sides)) - {seat.side for seat in seats if seat.number not in away}
    changes_partners = tournament.kind.seating.changes_partners
    halves = 2 if changes_partners else 1
    ruleset = game.rules
    whole_game = ruleset.target or ruleset.love or 0
    score = scoring.score(
        points, left, tournament.spread, low_wins=ruleset.goal == "low", halves=halves, whole_game=whole_game
    )
    if changes_partners:
        effects = [-scoring.MOST_EFFECT if n in away else each for n, each in enumerate(score.effects)]
        score = replace(score, effects=tuple(effects))
    return score


def _note_absent(tournament: Tournament, table: Pairing, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Note who ran out of time without a single move of their own. Only they wait, their partners don't."""
    if not any(seat.stood_in or seat.left for seat in seats):
        return
    idle = left_without_a_move(game, {"timeout"})
    results = sorted(table.results.all(), key=lambda result: result.side)
    absent = [seat for seat in seats if seat.number in idle]
    entries = [results[seat.number % len(results)].entry for seat in absent]
    noted = [entry.pk for entry in dict.fromkeys(entries) if absence.note(tournament, entry, now)]
    if tournament.is_evening:  # others lost a minute or two
        return
    absence.ban((seat.player for seat, entry in zip(absent, entries, strict=True) if entry.pk in noted), now)


def finish(tournament: Tournament, table: Pairing, now: datetime) -> None:
    """All games of a pairing are over: store its results, and go on with the tournament if that was the last one."""
    results = _decided(tournament, table)
    if _is_level(tournament, results):
        everybody_is_here = all(result.entry.state != Entry.State.OUT for result in results)
        if everybody_is_here and table.deals == tournament.deals and now < table.round.ends:
            _play_on(tournament, table, now)
            return
        _let_one_go_on(results)
    _store(table, results)
    standing.add([(table, results)], table.round.stage)
    _after_result(tournament, table.round, now)


def _decided(tournament: Tournament, table: Pairing) -> list[Result]:
    """The results by side, with what its games are worth; none if all were annulled, or none could begin."""
    results = sorted(table.results.all(), key=lambda result: result.side)
    scores, seating = standing.scores_of(table), tournament.kind.seating
    points, how = (0,) * len(results), Result.How.ANNULLED
    if scores:
        points = seating.points(scoring.totals(scores))
        how = Result.How.PLAYED if any(not each.left for each in scores) else Result.How.FORFEIT
    for result, half_points in zip(results, points, strict=True):
        result.points2, result.how = half_points, how
        if seating.changes_partners and _was_away(table, result):
            result.points2, result.how = LOSS, Result.How.FORFEIT
    return results


def _was_away(table: Pairing, result: Result) -> bool:
    """Whether one of four with changing partners was away in half of the games, or more."""
    there = [score["away"] for score in table.scores.values() if score is not None and "away" in score]
    return bool(there) and 2 * sum(result.side in away for away in there) >= len(there)


def _is_level(tournament: Tournament, results: Sequence[Result]) -> bool:
    """Whether one of two has to go on, and the games don't say who."""
    one_goes_on = formats.of(tournament).needs_a_winner(tournament)
    return one_goes_on and results[0].how != Result.How.ANNULLED and results[0].points2 == results[1].points2


def _let_one_go_on(results: Sequence[Result]) -> None:
    """Level again: whoever is still here goes on, or the better seed."""
    first = min(results, key=lambda result: (result.entry.state == Entry.State.OUT, result.entry.seed or 0))
    for result in results:
        result.points2 = WIN if result is first else LOSS


def _store(table: Pairing, results: Sequence[Result]) -> None:
    table.over = True
    table.save(update_fields=["scores", "deals", "over"])
    Result.objects.bulk_update(results, ["points2", "how"])


def _play_on(tournament: Tournament, table: Pairing, now: datetime) -> None:
    """A knockout's pairing is level: more games until the end of its stage."""
    number, more = table.deals, tie_games(tournament)
    table.deals += more
    table.last_moment = table.round.ends
    table.save(update_fields=["scores", "deals", "last_moment"])
    Start.objects.create(pairing=table, number=number, due=now)


def _after_result(tournament: Tournament, round_: Round, now: datetime) -> None:
    open_ones = Pairing.objects.filter(round=round_, over=False)
    if not open_ones.exists() and formats.of(tournament).goes_on_by_results:
        Step.objects.filter(tournament=tournament, due__gt=now).update(due=now)
    rankings.due(tournament, now)


def without_play(tournament: Tournament, table: Pairing, out: Sequence[Result], now: datetime) -> None:
    """A pairing that can't begin, because the entries of *out* have gone: the others win; at tables of more than two
    sides they get a bye.
    """
    results, seating = list(table.results.all()), tournament.kind.seating
    for result in results:
        result.how = Result.How.FORFEIT if seating.is_of_two else Result.How.BYE
        result.points2 = 0 if result in out else seating.bye
    table.deals = 0
    _store(table, results)
    standing.add([(table, results)], table.round.stage)
    _after_result(tournament, table.round, now)


def cut(tournament: Tournament, table: Pairing, begun: int, now: datetime) -> None:
    """The last moment has come before all games of a pairing have begun: those that have decide."""
    table.deals = begun
    if len(table.scores) == begun:
        finish(tournament, table, now)
    else:
        table.save(update_fields=["deals"])


def game_annulled(game_id: int, now: datetime) -> None:
    """Take an annulled game out of its pairing, and compute the places anew. A round that is paired stays."""
    if (locked := _locked(game_id)) is None:
        return
    tournament, table, number = locked
    table.scores[number] = None
    if table.over:
        _finish_again(tournament, table)
    elif len(table.scores) == table.deals:
        finish(tournament, table, now)
    else:
        table.save(update_fields=["scores"])


def _finish_again(tournament: Tournament, table: Pairing) -> None:
    """A game of a pairing that is over was annulled."""
    results = _decided(tournament, table)
    if _is_level(tournament, results):
        _let_one_go_on(results)
    _store(table, results)
    standing.recount(tournament, table.round.stage, formats.of(tournament).tie_breaks)
    if tournament.state == Tournament.State.OVER and tournament.over_at is not None:
        closing.give_places(tournament, tournament.over_at)

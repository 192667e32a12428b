"""The results of games: added to their pairing as they are settled, and taken out when they are annulled."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Game, Move, Seat
from games.referee import LEAVING
from tournaments import absence, scoring, standing
from tournaments.formats import Format, Seating
from tournaments.models import Entry, Pairing, Ranking, Result, Round, Start, Step, TableOf, Tournament
from tournaments.scoring import Score

TIE_GAMES = 4  # more games of a knockout's pairing that is level
BY_THEMSELVES = {Move.By.PLAYER, Move.By.PLANNED}


def game_settled(game: Game, now: datetime) -> None:
    """Add a finished game to its pairing, if it has one. Inside the transaction that settles the game, once."""
    if not game.appointed:
        return
    found = TableOf.objects.filter(game=game).values_list("pairing__round__tournament", "pairing", "number").first()
    if found is None:
        return
    tournament = Tournament.objects.select_for_update().get(pk=found[0])
    table = Pairing.objects.select_related("round").prefetch_related("results__entry").get(pk=found[1])
    seats = list(game.seats.all())
    _note_absent(tournament, table, game, seats, now)
    table.scores[str(found[2])] = _score(tournament, game, seats).as_json()
    if len(table.scores) < table.deals:
        table.save(update_fields=["scores"])
        return
    finish(tournament, table, now)


def _score(tournament: Tournament, game: Game, seats: Sequence[Seat]) -> Score:
    sides = 1 + max(seat.side for seat in seats)
    points = [game.totals[side] for side in range(sides)]
    left = {seat.side for seat in seats if seat.left}
    if sides == 2 and left:  # partners lose together
        left = {side for side in range(sides) if side not in (game.winners or ())}
    halves = 2 if tournament.seating == Seating.ROTATING else 1
    return scoring.score(points, left, tournament.spread, low_wins=game.rules.goal == "low", halves=halves)


def _note_absent(tournament: Tournament, table: Pairing, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Note who ran out of time without a single move of their own. Only they wait, their partners don't."""
    late = [seat for seat in seats if seat.stood_in or seat.left]
    if not late:
        return
    moves = Move.objects.filter(game=game).values_list("seat", "text", "by")
    moved = {seat for seat, text, by in moves if by in BY_THEMSELVES and text not in LEAVING}
    timed_out = {seat for seat, text, _by in moves if text == "timeout"}
    results = sorted(table.results.all(), key=lambda result: result.side)
    absent = [seat for seat in late if seat.number not in moved and (seat.stood_in or seat.number in timed_out)]
    entries = [results[seat.number % len(results)].entry for seat in absent]
    noted = [entry.pk for entry in dict.fromkeys(entries) if absence.note(tournament, entry, now)]
    absence.ban((seat.player for seat, entry in zip(absent, entries, strict=True) if entry.pk in noted), now)


def finish(tournament: Tournament, table: Pairing, now: datetime) -> None:
    """All games of a pairing are over: store its results, and go on with the tournament if that was the last one."""
    results = sorted(table.results.all(), key=lambda result: result.side)
    scores = standing.scores_of(table)
    points2 = scoring.points2(scoring.totals(scores), Seating(tournament.seating))
    if tournament.format == Format.KNOCKOUT and Seating(tournament.seating).is_of_two and points2[0] == points2[1]:
        if table.deals == tournament.deals and now < table.round.ends:
            _play_on(table, now)
            return
        points2 = _by_seed(results)
    was_played = not scores or any(not each.left for each in scores)
    for result, points in zip(results, points2, strict=True):
        result.points2 = points
        result.how = Result.How.PLAYED if was_played else Result.How.FORFEIT
    table.over = True
    table.save(update_fields=["scores", "deals", "over"])
    Result.objects.bulk_update(results, ["points2", "how"])
    standing.add(table, results, table.round.stage)
    _after_result(tournament, table.round, now)


def _play_on(table: Pairing, now: datetime) -> None:
    """A knockout's pairing is level: more games until the end of its stage."""
    table.deals += TIE_GAMES
    table.last_moment = table.round.ends
    table.save(update_fields=["scores", "deals", "last_moment"])
    Start.objects.create(pairing=table, number=table.deals - TIE_GAMES, due=now)


def _by_seed(results: Sequence[Result]) -> tuple[int, ...]:
    """Level again: the better seed goes on."""
    seeds = [result.entry.seed or 0 for result in results]
    return tuple(scoring.WIN if seed == min(seeds) else scoring.LOSS for seed in seeds)


def _after_result(tournament: Tournament, round_: Round, now: datetime) -> None:
    open_ones = Pairing.objects.filter(round=round_, over=False)
    if not open_ones.exists() and tournament.format != Format.ARENA:
        Step.objects.filter(tournament=tournament, due__gt=now).update(due=now)
    Ranking.objects.get_or_create(tournament=tournament, defaults={"due": now})


def give_half_a_bye(round_: Round, entry: Entry) -> None:
    """Half a point for a round that a late entry missed."""
    number = 1 + Pairing.objects.filter(round=round_).count()
    table = Pairing.objects.create(round=round_, table=number, deals=0, last_moment=round_.ends, over=True)
    half = scoring.bye2(Seating(entry.tournament.seating)) // 2
    result = Result.objects.create(pairing=table, entry=entry, side=0, points2=half, how=Result.How.ABSENT)
    standing.add(table, [result], round_.stage)


def without_play(tournament: Tournament, table: Pairing, out: Sequence[Result], now: datetime) -> None:
    """A pairing that can't begin, because the entries of *out* have gone: the others win; at tables of more than two
    sides they get a bye.
    """
    results = list(table.results.all())
    for result in results:
        result.how = Result.How.FORFEIT if Seating(tournament.seating).is_of_two else Result.How.BYE
        result.points2 = 0 if result in out else scoring.bye2(Seating(tournament.seating))
    table.over, table.deals = True, 0
    table.save(update_fields=["over", "deals"])
    Result.objects.bulk_update(results, ["points2", "how"])
    standing.add(table, results, table.round.stage)
    _after_result(tournament, table.round, now)


def cut(tournament: Tournament, table: Pairing, begun: int, now: datetime) -> None:
    """The last moment has come before all games of a pairing have begun: those that have decide."""
    table.deals = begun
    if begun == 0:
        _finish_again(tournament, table, now)
    elif len(table.scores) == begun:
        finish(tournament, table, now)
    else:
        table.save(update_fields=["deals"])


def game_annulled(game_id: int, now: datetime) -> None:
    """Take an annulled game out of its pairing, and compute the places anew. A round that is paired stays."""
    found = TableOf.objects.filter(game=game_id).values_list("pairing__round__tournament", "pairing", "number").first()
    if found is None:
        return
    tournament = Tournament.objects.select_for_update().get(pk=found[0])
    table = Pairing.objects.select_related("round").prefetch_related("results__entry").get(pk=found[1])
    table.scores[str(found[2])] = None
    if len(table.scores) == table.deals:
        _finish_again(tournament, table, now)
    else:
        table.save(update_fields=["scores"])


def _finish_again(tournament: Tournament, table: Pairing, now: datetime) -> None:
    results = sorted(table.results.all(), key=lambda result: result.side)
    scores = standing.scores_of(table)
    points2 = scoring.points2(scoring.totals(scores), Seating(tournament.seating)) if scores else (0,) * len(results)
    for result, points in zip(results, points2, strict=True):
        result.points2 = points
        result.how = result.how if scores else Result.How.ANNULLED
    was_over, table.over = table.over, True
    table.save(update_fields=["scores", "deals", "over"])
    Result.objects.bulk_update(results, ["points2", "how"])
    standing.recount(tournament, table.round.stage)
    if not was_over:
        _after_result(tournament, table.round, now)

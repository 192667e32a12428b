"""Sentences about tournaments: what they are, what they take, and how they are decided."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from pairing import UNITS, Tiebreak
from rulebook import phrases
from rulebook.names import game_name, tournament_title
from rulebook.time_control import DAY
from tournaments import plans
from tournaments.formats import ONE_ROUND, Format, Seating
from tournaments.models import Result, Terms, Tournament

SEATS_OF_THREE = 3


def title(tournament: Tournament) -> str:
    """The name that its maker gave it, or “Muggins cup 12”."""
    terms = (tournament.format, tournament.seating, tournament.variant, tournament.number)
    return tournament.name or tournament_title(*terms)


def facts(terms: Terms) -> list[str]:
    """What everyone should know before they enter, each a few words. The title says the rest if nobody named it."""
    named = [game_name(terms.variant), str(Format(terms.format).label), str(Seating(terms.seating).label)]
    rated = pgettext("tournament", "rated") if terms.rated else pgettext("tournament", "unrated")
    return [*(named if terms.name else ()), phrases.time_rule(terms.kind.control), rated]


def takes(terms: Terms, entries: int | None = None) -> str:
    """“Up to 10 games at once, about 10 moves a day, 21 days in all, at most.”"""
    effort = plans.effort(terms, entries)
    games = ngettext("Up to %(n)d game at once", "Up to %(n)d games at once", effort.games) % {"n": effort.games}
    whole = _("%(time)s in all, at most") % {"time": phrases.duration(effort.whole * DAY)}
    return f"{games}, {moves_a_day(terms, entries)}, {whole}."


def games_at_once(terms: Terms) -> str:
    games = plans.effort(terms).games
    return ngettext("%(n)d game at once", "%(n)d games at once", games) % {"n": games}


def moves_a_day(terms: Terms, entries: int | None = None) -> str:
    moves = max(1, round(plans.effort(terms, entries).moves))
    return ngettext("about %(n)d move a day", "about %(n)d moves a day", moves) % {"n": moves}


def how_it_goes(terms: Terms) -> list[str]:
    """The rules of the format, for somebody who has never played in a tournament."""
    seating, format_ = Seating(terms.seating), Format(terms.format)
    days = phrases.duration(terms.round_days * DAY)
    said = [*_of_entering(terms), *_of_format(terms, format_, days), _of_pairing(terms)]
    said += [_points(terms, seating), who_wins(terms), *_of_clock(terms)]
    said += [
        _(
            "Each side of a game has an equal share of its time for its turns, nights and weekends included. If a game "
            "is still running at its last moment, whoever took more than their share loses it. Otherwise its scores "
            "decide."
        ),
        _of_leaving(format_),
        _(
            "If you run out of time without a single move, we don’t pair you again until you say that you’re here. And"
            " for a day, you can’t enter another tournament."
        ),
    ]
    return said


def _of_entering(terms: Terms) -> list[str]:
    """What we ask of people who play for a trophy."""
    if not (isinstance(terms, Tournament) and terms.gives_trophies):
        return []
    return [
        _("The first three get a trophy."),
        _(
            "To enter, you need a confirmed email address and ten finished games against people, the first at least "
            "three days ago. Only one player of a browser or network can enter."
        ),
    ]


def _of_clock(terms: Terms) -> list[str]:
    """When it runs, when it pauses, and what happens to people who run out of time."""
    control, ruleset = terms.kind.control, terms.kind.ruleset
    own = _("Each game has its own clock: %(time)s.") % {"time": phrases.time_rule(control)}
    meaning = phrases.clock_meaning(control, ruleset.sides, draws_freely=ruleset.draw_when_able)
    return [f"{own} {phrases.clock_pauses(control)}", meaning]


def _of_leaving(format_: Format) -> str:
    said = _("You can leave until it starts. Later, you resign your running games.")
    if not format_.has_groups or format_ is Format.KNOCKOUT:
        return said
    return f"{said} " + _("If less than half of your games are over then, none of them counts.")


def _of_format(terms: Terms, format_: Format, days: str) -> list[str]:
    match format_:
        case Format.CUP if plans.rounds_at_most(terms, terms.most) == 1:
            return [_("Everyone meets everyone, all at once, within %(time)s.") % {"time": days}]
        case Format.CUP:
            return [
                _("Groups of up to %(n)d play all their games at once, within %(time)s.")
                % {"n": terms.group_size, "time": days},
                _("The best of each group reach the final. With few entries, there is just one group."),
            ]
        case Format.SWISS if terms.rounds:
            rounds = npgettext("tournament", "%(n)d round", "%(n)d rounds", terms.rounds) % {"n": terms.rounds}
            return [
                _("%(rounds)s of %(time)s each. In each, you meet someone new with about as many points as you.")
                % {"rounds": rounds, "time": days},
                _("Each round is paired on its day. Unfinished matches go on. For the pairing they count as draws."),
            ]
        case Format.ARENA:
            return [
                _("For %(time)s, we pair those who are free: once an hour, if a third of all are. Pause when you like.")
                % {"time": days},
                _("You meet an opponent again only after half of the others."),
                _("Your first 20 matches count."),
            ]
        case Format.ROUND_ROBIN if terms.rounds:
            return [_("Everyone meets everyone, one round every %(time)s.") % {"time": days}]
        case Format.ROUND_ROBIN | Format.SWISS:
            return [_("Everyone meets everyone, all at once, within %(time)s.") % {"time": days}]
        case Format.KNOCKOUT:
            return [
                _("The winners go on, and the others are out. Each stage lasts %(time)s.") % {"time": days},
                _("If a match is level, you play four more games. If it’s still level, the better seed goes on."),
            ]


def _of_pairing(terms: Terms) -> str:
    if terms.end == ONE_ROUND:
        said = ngettext(
            "A match is %(n)d game of one round.",
            "A match is %(n)d games of one round each, played side by side. You take turns to lead.",
            terms.deals,
        )
    else:
        said = ngettext("A match is %(n)d game.", "A match is %(n)d games, played side by side.", terms.deals)
    return said % {"n": terms.deals}


def _points(terms: Terms, seating: Seating) -> str:
    """How games make a match, in the game's own direction."""
    low_wins = terms.kind.ruleset.goal == "low"
    if seating is Seating.POD and terms.seats == SEATS_OF_THREE:
        return _("The points of all games add up. The first at the table gets 3 points, the others 1½ and 0.")
    if seating is Seating.POD:
        return _("The points of all games add up. The first at the table gets 3 points, the others 2, 1 and 0.")
    wins, draws = ("2", "1") if terms.format == Format.ARENA else ("1", "½")
    said = (
        _("The points of all games add up. Fewer points win the match. A win counts %(win)s, a draw %(draw)s.")
        if low_wins
        else _("The points of all games add up. More points win the match. A win counts %(win)s, a draw %(draw)s.")
    )
    return said % {"win": wins, "draw": draws}


def starts_with(terms: Terms) -> str:
    said = _("It starts with %(n)d entries or more. With fewer, the start moves, and you stay in.")
    return said % {"n": terms.least}


def who_wins(terms: Terms) -> str:
    if terms.format == Format.KNOCKOUT:
        return _("The winner of the final wins the tournament.")
    return _("The most points at the end win the tournament.")


def tiebreak_name(tiebreak: Tiebreak) -> str:
    return {
        Tiebreak.DIRECT: _("Direct games"),
        Tiebreak.BUCHHOLZ: _("Buchholz"),
        Tiebreak.SONNEBORN_BERGER: _("Sonneborn–Berger"),
        Tiebreak.EFFECTIVENESS: _("Effectiveness"),
        Tiebreak.WINS: _("Wins"),
        Tiebreak.FEWER: _("Fewer matches"),
        Tiebreak.SEED: _("Seed"),
    }[tiebreak]


def tiebreak_briefly(tiebreak: Tiebreak) -> str:
    """For the head of a narrow column."""
    return {
        Tiebreak.DIRECT: pgettext("tie-break", "Direct"),
        Tiebreak.BUCHHOLZ: pgettext("tie-break", "Buch."),
        Tiebreak.SONNEBORN_BERGER: pgettext("tie-break", "S–B"),
        Tiebreak.EFFECTIVENESS: pgettext("tie-break", "Eff."),
    }.get(tiebreak, tiebreak_name(tiebreak))


def tiebreak_rule(tiebreak: Tiebreak) -> str:
    """What a tie-break counts, in a sentence."""
    return {
        Tiebreak.DIRECT: _("Points in the games among those who are level, if they have all met."),
        Tiebreak.BUCHHOLZ: _(
            "The points of your opponents, without the lowest. A round without a match counts as one against yourself."
        ),
        Tiebreak.SONNEBORN_BERGER: _("The points of those you beat, and half the points of those you drew with."),
        Tiebreak.EFFECTIVENESS: _(
            "How far ahead you were in a game on average, from −2 to 2. If an opponent leaves, it counts 0."
        ),
        Tiebreak.WINS: _("Matches you won, without forfeits and byes."),
        Tiebreak.FEWER: _("Fewer matches for the same points."),
        Tiebreak.SEED: _("The better rating at the start."),
    }[tiebreak]


def tiebreak_value(tiebreak: Tiebreak, value: int | None) -> str:
    """As the page shows it: with one or two digits, never more."""
    if value is None:
        return "–"
    digits = {Tiebreak.EFFECTIVENESS: 2, Tiebreak.BUCHHOLZ: 1, Tiebreak.SONNEBORN_BERGER: 1}.get(tiebreak, 0)
    return number_format(value / UNITS[tiebreak], digits).replace("-", "−")


def points(tournament: Tournament, points2: int) -> str:
    """Points as people write them: “3½”."""
    number = points_number(tournament, points2)
    return f"{int(number) or ''}½" if number % 1 else str(int(number))


def points_number(tournament: Tournament, points2: int) -> float:
    """Points with halves. A win in an arena counts 2."""
    is_whole = tournament.format == Format.ARENA and tournament.seating != Seating.POD
    return float(points2) if is_whole else points2 / 2


def how(result: str) -> str:
    """How a pairing was decided, if not by play."""
    return {
        Result.How.BYE: _("bye"),
        Result.How.FORFEIT: _("forfeit"),
        Result.How.ABSENT: _("not paired"),
        Result.How.ANNULLED: _("annulled"),
    }.get(Result.How(result), "")


def stage_name(stage: int, entries: int) -> str:
    """What a stage of a knockout is called, by how many play in it."""
    named = {2: _("Final"), 4: _("Semi-finals"), 8: _("Quarter-finals")}
    return named.get(entries, _("Stage %(n)d") % {"n": stage})

"""Sentences about tournaments: what they are, what they take, and how they are decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from pairing import UNITS, HalfPoints, Tiebreak
from rulebook import phrases
from rulebook.names import game_name, tournament_title
from rulebook.time_control import DAY, HOUR
from tournaments import formats, plans, queries
from tournaments.entries import entering
from tournaments.kinds import ONE_ROUND, FormatName
from tournaments.models import Entry, Pairing, Result, Terms, Tournament
from tournaments.rounds import scoring, standing
from tournaments.seating import DRAW, WIN, Seating

SEATS_OF_THREE = 3


def title(tournament: Tournament) -> str:
    """The name that its maker gave it, or “Muggins cup 12”."""
    terms = (tournament.format, tournament.seating, tournament.variant, tournament.number)
    if tournament.name and tournament.format == FormatName.LEAGUE:
        return _("%(name)s, season %(n)s") % {"name": tournament.name, "n": tournament.number}
    return tournament.name or tournament_title(*terms)


def league(season: Tournament) -> str:
    """What the league of this season is called."""
    return season.name or tournament_title(season.format, season.seating, season.variant)


def name(tournament: Tournament) -> str:
    """In a list, beside its `kind`: the name that its maker gave it, or its game."""
    return tournament.name or game_name(tournament.variant)


def kind(tournament: Tournament) -> str:
    """“Cup”; “League, season 4”; “Muggins, Swiss, fixed partners”, if the name doesn't say the game."""
    seating, label = tournament.kind.seating, str(FormatName(tournament.format).label)
    if tournament.format == FormatName.LEAGUE and tournament.number:
        label = _("League, season %(n)d") % {"n": tournament.number}
    named = game_name(tournament.variant) if tournament.name else ""
    partners = "" if seating == Seating.DUEL else str(seating.label).lower()
    return ", ".join(filter(None, [named, label, partners]))


def entries(tournament: Tournament) -> str:
    """“4 of 6 entries”; “4 entries”, if there is no limit that anybody would meet; “4 players” of an evening."""
    number = tournament.entered
    if tournament.is_evening:
        return ngettext("%(n)s player", "%(n)s players", number) % {"n": number} if number else _("nobody yet")
    if tournament.is_open and tournament.most <= plans.MOST_OF_MAKERS:
        return _("%(n)d of %(most)d entries") % {"n": number, "most": tournament.most}
    return ngettext("%(n)s entry", "%(n)s entries", number) % {"n": number} if number else _("no entries yet")


def facts(terms: Terms) -> list[str]:
    """What everyone should know before they enter, each a few words. The title says the rest if nobody named it."""
    named = [game_name(terms.variant), str(FormatName(terms.format).label), str(terms.kind.seating.label)]
    rated = pgettext("tournament", "rated") if terms.rated else pgettext("tournament", "unrated")
    return [*(named if terms.name else ()), phrases.time_rule(terms.kind.control), rated]


def takes(terms: Terms) -> str:
    """“Up to 10 games at once, about 10 moves a day, 21 days in all, at most.”; “One game at a time, 2 hours …”"""
    effort = plans.effort(terms)
    if terms.is_evening:
        whole = _("%(time)s in all, at most") % {"time": phrases.duration(round(effort.live))}
        return _("One game at a time, %(whole)s.") % {"whole": whole}
    games = ngettext("Up to %(n)d game at once", "Up to %(n)d games at once", effort.most) % {"n": effort.most}
    if terms.kind.is_live:
        whole = _("about %(time)s in all") % {"time": phrases.duration(HOUR * max(1, round(effort.live / HOUR)))}
        return f"{games}, {whole}."
    whole = _("%(time)s in all, at most") % {"time": phrases.duration(effort.whole * DAY)}
    return f"{games}, {moves_a_day(terms)}, {whole}."


def games_at_once(terms: Terms) -> str:
    """“4 to 8 games at once”, if there can be more than usual."""
    effort = plans.effort(terms)
    if effort.most > effort.games:
        return _("%(usual)d to %(most)d games at once") % {"usual": effort.games, "most": effort.most}
    return ngettext("%(n)d game at once", "%(n)d games at once", effort.games) % {"n": effort.games}


def moves_a_day(terms: Terms) -> str:
    moves = max(1, round(plans.effort(terms).moves))
    return ngettext("about %(n)d move a day", "about %(n)d moves a day", moves) % {"n": moves}


def how_it_goes(terms: Terms) -> list[str]:
    """The rules of the format, for somebody who has never played in a tournament."""
    format_ = formats.of(terms)
    lasting = phrases.duration(round(terms.round_lasts.total_seconds()))
    if terms.is_evening:
        return _of_evening(terms, lasting)
    return [
        *_of_entering(terms),
        *format_.in_words(terms, lasting),
        _of_pairing(terms),
        _points(terms),
        format_.who_wins(terms),
        *_of_clock(terms),
        _(
            "Each side of a game has an equal share of its time for its turns, nights and weekends included. If a game "
            "is still running at its last moment, whoever took more than their share loses it. Otherwise its scores "
            "decide."
        ),
        _of_leaving(strikes_out=format_.strikes_out),
        _(
            "If you run out of time without a single move, we don’t pair you again until you say that you’re here. And"
            " for a day, you can’t enter another tournament."
        ),
    ]


def _of_evening(terms: Terms, lasting: str) -> list[str]:
    """As `how_it_goes`, for people who sit in one room."""
    format_ = formats.of(terms)
    return [
        *format_.in_words(terms, lasting),
        _of_pairing(terms),
        _points(terms),
        format_.who_wins(terms),
        *_of_clock(terms),
        _(
            "If a game is still running when its time is up, whoever took more than their share of the time loses it. "
            "Otherwise its scores decide."
        ),
        _("If you miss a whole game, we skip you until you say that you’re here."),
        _("You can leave at any time. If a game of yours is running, you resign it."),
    ]


def _of_entering(terms: Terms) -> list[str]:
    """What we ask of people who play for a trophy."""
    if not isinstance(terms, Tournament):
        return []
    members = [_("Everyone with this page’s link sees who is in, even if the club hides its members.")]
    first = members if terms.club_id else []
    if not terms.asks_who_enters:
        return first
    return [
        *(first if terms.club_id else [_("The first three get a trophy.")]),
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
    if terms.is_evening:  # over before a night or a vacation
        return [meaning] if control.turn is not None else [own, meaning]
    return [f"{own} {phrases.clock_pauses(control)}", meaning]


def _of_leaving(*, strikes_out: bool) -> str:
    leaving = _("You can leave until it starts. Later, you resign your running games.")
    if not strikes_out:
        return leaving
    return f"{leaving} " + _("If less than half of your games are over then, none of them counts.")


def _of_pairing(terms: Terms) -> str:
    if terms.end == ONE_ROUND:
        text = ngettext(
            "A match is %(n)d game of one round.",
            "A match is %(n)d games of one round each, played side by side. You take turns to lead.",
            terms.deals,
        )
    else:
        text = ngettext("A match is %(n)d game.", "A match is %(n)d games, played side by side.", terms.deals)
    return text % {"n": terms.deals}


def _points(terms: Terms) -> str:
    """How games make a match, in the game's own direction."""
    low_wins = terms.kind.ruleset.goal == "low"
    has_two_sides = terms.kind.seating.has_two_sides
    if not has_two_sides and terms.seats == SEATS_OF_THREE:
        return _("The points of all games add up. The first at the table gets 3 points, the others 1½ and 0.")
    if not has_two_sides:
        return _("The points of all games add up. The first at the table gets 3 points, the others 2, 1 and 0.")
    text = (
        _("The points of all games add up. Fewer points win the match. A win counts %(win)s, a draw %(draw)s.")
        if low_wins
        else _("The points of all games add up. More points win the match. A win counts %(win)s, a draw %(draw)s.")
    )
    return text % {"win": points(terms, WIN), "draw": points(terms, DRAW)}


def starts_with(terms: Terms) -> str:
    if terms.is_evening:
        text = _("It starts on time if %(n)d or more players are here, or as soon as they are.")
        return text % {"n": terms.least}
    text = _("It starts with %(n)d entries or more. With fewer, the start moves, and you stay in.")
    return text % {"n": terms.least}


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie-break, with its rule in a sentence. *brief*: its name in a narrow column. *digits*: behind the point."""

    name: str
    brief: str
    rule: str
    digits: int = 0


def tie(tiebreak: Tiebreak) -> Tie:
    match tiebreak:
        case Tiebreak.DIRECT:
            rule = _("Points in the games among those who are level, if they have all met.")
            return Tie(_("Direct games"), pgettext("tie-break", "Direct"), rule)
        case Tiebreak.BUCHHOLZ:
            rule = _(
                "The points of your opponents, without the lowest. A round without a match counts as one against "
                "yourself."
            )
            return Tie(_("Buchholz"), pgettext("tie-break", "Buch."), rule, 1)
        case Tiebreak.SONNEBORN_BERGER:
            rule = _("The points of those you beat, and half the points of those you drew with.")
            return Tie(_("Sonneborn–Berger"), pgettext("tie-break", "S–B"), rule, 1)
        case Tiebreak.EFFECTIVENESS:
            rule = _("How far ahead you were in a game on average, from −2 to 2. If an opponent leaves, it counts 0.")
            return Tie(_("Effectiveness"), pgettext("tie-break", "Eff."), rule, 2)
        case Tiebreak.WINS:
            return Tie(_("Wins"), _("Wins"), _("Matches you won, without forfeits and byes."))
        case Tiebreak.FEWER:
            return Tie(_("Fewer matches"), _("Fewer matches"), _("Fewer matches for the same points."))
        case Tiebreak.SEED:
            return Tie(_("Seed"), _("Seed"), _("The better rating at the start."))


def tiebreak_value(tiebreak: Tiebreak, value: int | None) -> str:
    """As the page shows it: with one or two digits, never more."""
    if value is None:
        return "–"
    return number_format(value / UNITS[tiebreak], tie(tiebreak).digits).replace("-", "−")


def points(terms: Terms, half_points: HalfPoints) -> str:
    """Points as people write them: “3½”."""
    number = points_number(terms, half_points)
    return f"{int(number) or ''}½" if number % 1 else str(int(number))


def points_number(terms: Terms, half_points: HalfPoints) -> float:
    """Points with halves. A win in an arena counts 2."""
    a_win = formats.of(terms).points_for_a_win if terms.kind.seating.has_two_sides else 1
    return a_win * half_points / 2


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


# ---- As it goes ----------------------------------------------------------------------------------


def likely(places: list[int] | None) -> str:
    """“2–5”: the places that chance might have given as well."""
    if places is None:
        return ""
    first, last = places
    return str(first) if first == last else f"{first}–{last}"


def entry_state(entry: Entry) -> str:
    return {
        Entry.State.PAUSED: _("paused"),
        Entry.State.ABSENT: _("absent"),
        Entry.State.OUT: _("withdrawn"),
    }.get(Entry.State(entry.state), "")


def score(tournament: Tournament, table: Pairing, side: int | None = None) -> str:
    """“45 : 30”: the points of the finished games, one's own first; empty before the first."""
    scores = standing.scores_of(table)
    if not scores:
        return ""
    sums = on_sheet(tournament, scoring.totals(scores))
    if tournament.kind.seating.changes_partners:
        sums = sums[:2]
        side = None if side is None else side % 2
    first = side or 0
    return " : ".join(phrases.number(each) for each in [sums[first], *sums[:first], *sums[first + 1 :]])


def on_sheet(tournament: Tournament, gains: Sequence[float]) -> list[int]:
    """Gains as the points of a score sheet: where the fewest win, they are what an entry has against it."""
    is_low = tournament.kind.ruleset.goal == "low"
    return [round(-each if is_low else each) for each in gains]


def fills(tournament: Tournament) -> str:
    """“or once 6 have entered; 4 entries so far”."""
    number = tournament.entered
    if tournament.is_evening:
        return entries(tournament)
    if entering.is_full(tournament) and tournament.gives_trophies:
        return _("full: starts a day after the last entry, at the latest")
    if not number:
        return _("no entries yet")
    so_far = ngettext("%(n)d entry so far", "%(n)d entries so far", number) % {"n": number}
    starts_when_full = formats.of(tournament).has_groups and tournament.most <= queries.IN_CROSS_TABLE
    if starts_when_full and tournament.gives_trophies:
        return _("or a day after %(most)d have entered; %(number)s") % {"most": tournament.most, "number": so_far}
    if starts_when_full:
        return _("or once %(most)d have entered; %(number)s") % {"most": tournament.most, "number": so_far}
    return so_far


def tonight(tournament: Tournament) -> str:
    """“Muggins, live – everyone is welcome”: an evening in a line, beside its time."""
    name = tournament.name or game_name(tournament.variant)
    return _("%(name)s, live. Everyone is welcome.") % {"name": name}

"""The content of previews: the words for a link, and the card its picture is drawn from.

Both contain only what anybody with the link may see. Games come as watchers see them (`games.shown.table_view`, and so
`rules.view_for`), finished deals as everybody can replay them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rulebook
from accounts.models import User
from common.times.dates import day_words, moment_words, month_within
from games.models import Game
from games.shown.invitations import invites
from games.shown.replay import Replay
from games.shown.table_view import SeatShown, TableView
from rulebook import phrases
from rulebook.faces import face_of
from rulebook.models import SavedRules
from rulebook.names import game_name
from rulebook.train_words import capital
from rules import MEXICAN, Frame, LaidTile, OpenEnd, Train, View, train_of
from sharing.cards import (
    Card,
    Fan,
    Layout,
    Month,
    Months,
    Row,
    Sentences,
    Table,
    Tiles,
    TrainRow,
    Trains,
    WholeTrain,
)
from standings.models import Rating
from standings.years.looking_back import YearSums
from tournaments import words
from tournaments.models import Tournament
from tournaments.queries import OnPodium

# Decoration: the same for every game, and unrelated to the tiles that will be dealt.
HAND = ("6-6", "6-5", "5-3", "4-4", "4-2", "3-1", "1-0")
BACKS = ("",) * 7  # before the lead
MOST_RATINGS = 4


# ---- An invitation


def invitation_card(game: Game) -> Card:
    return Card(
        title=invites(game),
        table=Fan(HAND),
        above=_("Invitation"),
        lines=(phrases.players(game.rules), phrases.length(game.rules), clock_words(game)),
    )


def clock_words(game: Game) -> str:
    """The clock of an open game, with its last moment, in UTC, if it has one."""
    clock = phrases.clock_rule(game.time_control)
    if game.last_moment is None:
        return clock
    until = _("%(time)s UTC") % {"time": moment_words(game.last_moment.astimezone(UTC))}
    return " · ".join([clock, _("ends %(time)s at the latest") % {"time": until}])


# ---- A game, running or finished


def result(view: TableView) -> str:
    """“Ada won”; empty while the game is played."""
    if view.status == Game.Status.ABORTED:
        return _("Aborted")
    if view.outcome is None:
        return ""
    if len(view.outcome.winners) != 1:
        return _("A draw")
    return _("%(name)s won") % {"name": _side(view, view.outcome.winners[0])}


def scores(view: TableView) -> str:
    """“Ada 45, Ben & Cleo 30”."""
    return ", ".join(f"{_side(view, side)} {phrases.number(total)}" for side, total in enumerate(view.totals))


def players(view: TableView) -> str:
    return " – ".join(_side(view, side) for side in range(len(view.totals)))


def game_card(view: TableView) -> Card:
    """*view* is that of a watcher."""
    deal, over = view.round, result(view)
    round_name = _("Round %(n)d") % {"n": deal.round} if deal else ""
    table: Table = Fan(BACKS)
    if deal and deal.trains:
        table = _last_train(view, deal) if over else _trains(view, deal, deal, deal.hands, view.totals)
    elif deal:
        table = _layout(view, deal.layout, deal.ends, None if over else deal.ply)
    hands: Sequence[Tiles] | None = deal.open if deal else None
    if deal and hands is None:
        hands = [(None,) * number for number in deal.hands]
    return Card(
        title=over or game_name(view.variant),
        table=table,
        above=game_name(view.variant) if over else round_name,
        rows=_rows(
            view,
            view.totals,
            hands,
            turn=deal.turn if deal else None,
            winners=view.outcome.winners if view.outcome else (),
        ),
    )


def replay_card(view: TableView, replay: Replay, ply: int, winners: Sequence[int] = ()) -> Card:
    """A finished deal after *ply* moves, with open hands, from the public *replay*. *winners*: the sides to mark."""
    frame, last = replay.frames[ply], len(replay.frames) - 1
    laid = frame.layout or tuple(tile for tile in replay.view.layout if tile.ply <= ply)
    totals = replay.score.totals if ply == last and replay.score else frame.totals
    title = _("Move %(n)d of %(all)d") % {"n": ply, "all": last} if ply else _("The deal")
    return Card(
        title=title,
        table=_trains(view, replay.view, frame, list(map(len, frame.hands)), totals, winners)
        if frame.trains
        else _layout(view, laid, frame.ends, ply),
        above=f"{game_name(view.variant)} · {_('Round %(n)d') % {'n': replay.round}}",
        rows=_rows(view, totals, frame.hands, turn=frame.turn, winners=winners),
    )


def _layout(
    view: TableView, tiles: tuple[LaidTile, ...], ends: tuple[OpenEnd, ...], newest: int | None
) -> Layout | Fan:
    return Layout(tiles, ends, view.rules.sum, view.rules.arms, view.rules.rows, newest) if tiles else Fan(BACKS)


def _trains(
    view: TableView,
    deal: View,
    at: View | Frame,
    hands: Sequence[int],
    totals: Sequence[int],
    winners: Sequence[int] = (),
) -> Trains:
    """The trains of *deal* as they are *at* a moment. *hands*: the tiles of each seat then; after the end its pips."""
    pips = deal.result.pips if deal.result and at.turn is None else None

    def row(train: Train) -> TrainRow:
        tiles = tuple(tile for tile in deal.layout if tile.arm == train.of and tile.ply <= at.ply)
        seat = next((seat for seat in view.seats if train_of(seat.seat) == train.of), None)
        of_all = TrainRow(
            name=_("Mexican train"),
            end=train.end,
            tiles=tiles,
            mark=_("all"),
            covers=at.cover == train.of,
            newest=not winners and bool(tiles) and tiles[-1].ply == at.ply,
        )
        if seat is None:
            return of_all
        total = totals[seat.side]
        return replace(
            of_all,
            name=_name(seat),
            points=ngettext("%(n)d point", "%(n)d points", total) % {"n": total} if any(totals) else "",
            mark=_("open") if train.open else "",
            holds=_tiles_held(hands[seat.seat]) if pips is None else _pips_held(pips[seat.side]),
            left=seat.left and not hands[seat.seat],
            on_turn=seat.seat == at.turn,
            won=list(winners) == [seat.side],
        )

    return Trains(deal.start or "", tuple(map(row, at.trains or ())))


def _tiles_held(n: int) -> str:
    return ngettext("%(n)d tile", "%(n)d tiles", n) % {"n": n}


def _pips_held(n: int) -> str:
    return ngettext("%(n)d pip", "%(n)d pips", n) % {"n": n}


def _last_train(view: TableView, deal: View) -> WholeTrain | Fan:
    """The winner's train in the last round; without one winner, the Mexican train."""
    winners = view.outcome.winners if view.outcome else ()
    seat = next((seat for seat in view.seats if [seat.side] == list(winners)), None)
    for whose in (seat, None):
        of = train_of(whose.seat) if whose else MEXICAN
        if tiles := tuple(tile for tile in deal.layout if tile.arm == of):
            name = _("%(name)s’s train") % {"name": _name(whose)} if whose else _("Mexican train")
            return WholeTrain(capital(name), deal.start or "", tiles)
    return Fan(BACKS)


def _rows(
    view: TableView,
    totals: Sequence[int],
    hands: Sequence[Tiles] | None,
    *,
    turn: int | None,
    winners: Sequence[int] = (),
) -> tuple[Row, ...]:
    """A row for each side, with the hands of its players."""
    rows = []
    for side, total in enumerate(totals):
        seats = [seat.seat for seat in view.seats if seat.side == side]
        rows.append(
            Row(
                name=_side(view, side),
                number=phrases.number(total),
                tiles=tuple(hands[seat] for seat in seats) if hands else (),
                on_turn=turn in seats,
                won=list(winners) == [side],
            )
        )
    return tuple(rows)


def _side(view: TableView, side: int) -> str:
    return " & ".join(_name(seat) for seat in view.seats if seat.side == side)


def _name(seat: SeatShown) -> str:
    """Marks a computer as one."""
    return _("%(name)s (computer)") % {"name": seat.name} if seat.computer else seat.name or "–"


# ---- People and house rules


def person_card(person: User, games: int, ratings: Sequence[Rating]) -> Card:
    """*games*: how many they finished; *ratings*: theirs, by game."""
    since = _("joined %(when)s") % {"when": month_within(person.date_joined)}
    finished = ngettext("%(n)s finished game", "%(n)s finished games", games) % {"n": games}
    first_ratings = ratings[:MOST_RATINGS]
    return Card(
        title=person.name,
        table=Fan((tile_of(person.name),)),
        lines=(since, finished),
        rows=tuple(Row(game_name(rating.variant), phrases.number(rating.shown)) for rating in first_ratings),
    )


def year_card(sums: YearSums) -> Card:
    """A player's year, month by month. It names nobody else (`links.of_year`)."""
    numbers = (
        (_("Games"), phrases.number(sums.total.games)),
        (_("Won"), f"{sums.total.won_percent}\N{NO-BREAK SPACE}%"),
        (_("Won in a row"), phrases.number(sums.longest)),
    )
    return Card(
        title=_("%(name)s in %(year)s") % {"name": sums.player.name, "year": sums.year},
        table=Months(
            divmod(sums.year, 100),
            tuple(Month(date_format(month.first, "M"), month.games, month.won) for month in sums.months),
        ),
        above=_("A year of dominoes"),
        rows=tuple(Row(name, number) for name, number in numbers),
    )


def tournament_card(tournament: Tournament) -> Card:
    return Card(
        title=words.title(tournament),
        table=Fan(HAND),
        above=_("Tournament"),
        lines=(*words.facts(tournament), words.takes(tournament)),
    )


def podium_card(tournament: Tournament, podium: Sequence[OnPodium], entry: int) -> Card:
    """The first three and one *entry*, which is marked."""
    return Card(
        title=words.title(tournament),
        table=Fan(HAND),
        above=day_words(tournament.over_at) if tournament.over_at else "",
        lines=(words.entries(tournament),),
        rows=tuple(Row(each.names, f"{each.place}.", won=each.entry == entry) for each in podium),
    )


def tile_of(name: str) -> str:
    """The tile in a person's face."""
    upper, lower, *_look = face_of(name).split(".")
    return f"{max(upper, lower)}-{min(upper, lower)}"


def rules_card(saved: SavedRules) -> Card:
    sentences = rulebook.three_sentences(saved.ruleset) if saved.seats in saved.possible_seats else ()
    about = {"game": game_name(saved.variant), "name": saved.owner.name}
    return Card(
        title=saved.name,
        table=Sentences(rulebook.emblem(saved.variant), tuple(sentences)),
        above=_("House rules"),
        lines=(_("%(game)s, as %(name)s plays it.") % about,),
    )

"""The reader's games and their next step, as values that templates only write down."""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.readers import Reader
from common.refusals import Refused
from games.models import Game
from rulebook import phrases
from rulebook.names import game_name
from tournaments import formats, queries, words
from tournaments.entries import entering
from tournaments.models import Entry, Member, TableOf, Tournament
from tournaments.queries import Names


@dataclass(frozen=True, slots=True)
class MyPairing:
    """One of the reader's pairings: whom they meet, the score so far, and its games."""

    opponents: list[User]
    round: int
    score: str
    result: str
    over: bool
    games: list["MyGame"]
    my_turns: int


@dataclass(frozen=True, slots=True)
class MyGame:
    """One of the reader's games; *waits*: it's their turn."""

    table: TableOf
    waits: bool

    @property
    def number(self) -> int:
        return self.table.number + 1


def my_pairings(tournament: Tournament, entry: Entry, me: User) -> list[MyPairing]:
    """The reader's pairings of the current stage: where it's their turn, then other running ones. Three queries."""
    by_table: dict[int, list[TableOf]] = defaultdict(list)
    for table in queries.games_of(tournament, me.pk):
        by_table[table.pairing_id].append(table)
    others = {each for games in by_table.values() for each in queries.opponents_at(games[0].pairing, entry.pk)}
    names = queries.names(others) if others else Names()
    pairings = [_my_pairing(tournament, games, entry, names) for games in by_table.values()]
    return sorted(pairings, key=lambda each: not each.my_turns)


def _my_pairing(tournament: Tournament, games: list[TableOf], entry: Entry, names: Names) -> MyPairing:
    table = games[0].pairing
    opponents = queries.opponents_at(table, entry.pk)
    mine = next(result for result in table.results.all() if result.entry_id == entry.pk)
    return MyPairing(
        opponents=[person for other in opponents for person in names.of(other)],
        round=table.round.number,
        score=words.score(tournament, table, mine.side),
        result="" if mine.points2 is None else words.points(tournament, mine.points2),
        over=table.over,
        games=[MyGame(each, waits=_waits(each)) for each in games],
        my_turns=sum(map(_waits, games)),
    )


def _waits(table: TableOf) -> bool:
    """Whether it's the reader's turn in a game that `queries.games_of` has found."""
    return table.game.status == Game.Status.PLAYING and getattr(table, "my_number", None) == table.game.turn


# ---- The one button ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Button:
    """The reader's next step. *why*: instead of a button, why they can't (with its *code*), or what they wait for.
    *asked_by*: people who want them as their partner.
    """

    action: str = ""  # enter, agree, here, next, login or nothing
    label: str = ""
    why: str = ""
    code: str = ""
    asked_by: list[User] = field(default_factory=list)


def button(tournament: Tournament, member: Member | None, reader: Reader, turns: int, now: datetime) -> Button:
    """The main button of the page."""
    if member is not None and member.agreed and member.entry.state != Entry.State.OUT:
        return _of_partners(tournament, member) or _of_member(member, turns)
    if member is not None and not member.agreed and tournament.is_open and formats.of(tournament).has_teams:
        return Button("agree", _("Play on board %(n)d") % {"n": member.entry.board or 1})
    if member is not None and not member.agreed and tournament.is_open:
        return replace(button(tournament, None, reader, turns, now), asked_by=queries.asked_by(tournament, reader))
    if not entering.takes_entries(tournament):
        return Button()
    if entering.is_full(tournament):
        return Button(why=_("This tournament is full."))
    label = _("I’m in") if tournament.is_evening else _("Enter")
    if not reader.is_authenticated and tournament.takes_newcomers:
        return Button("enter", label)
    if not reader.is_authenticated or (reader.is_guest and not tournament.takes_guests):
        return Button("login", _("Create an account to enter"))
    assert isinstance(reader, User)
    try:
        if member is None or entering.to_come_back(tournament, reader) is None:
            entering.may_enter(tournament, reader, now)
    except Refused as refused:
        return Button(why=refused.message, code=refused.code)
    return Button("enter", label)


def _of_partners(tournament: Tournament, member: Member) -> Button | None:
    """While the other one hasn't agreed yet."""
    is_pair = tournament.is_open and tournament.kind.seating.has_fixed_partners
    partner = queries.partner_of(member) if is_pair else None
    if partner is None or partner.player is None or partner.agreed:
        return None
    return Button(why=_("We asked %(name)s to be your partner. Wait for their answer.") % {"name": partner.player.name})


def _of_member(member: Member, turns: int) -> Button:
    if member.entry.state == Entry.State.ABSENT:
        return Button("here", _("I’m here"))
    if member.entry.state == Entry.State.PAUSED:
        return Button("here", _("Continue"))
    if turns:
        return Button("next", ngettext("Play: %(n)d game waits", "Play: %(n)d games wait", turns) % {"n": turns})
    return Button()


def enter_facts(tournament: Tournament) -> list[str]:
    """What the button to enter says below its label: game, clock, and games at once. The page adds the last day."""
    facts = [game_name(tournament.variant), phrases.time_rule(tournament.kind.control)]
    return facts if tournament.is_evening else [*facts, words.games_at_once(tournament)]

"""The preview of a shared link (Open Graph): title, sentence, and the address of the picture.

The address contains the language and a hash of what the picture shows (its edition), so it can be cached forever. A
preview needs no query, because pages have all it takes.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

import rulebook
from accounts.models import User
from common.numbers import whole
from games.models import Game
from games.shown.invitations import invites
from games.shown.table_view import TableView
from rulebook.models import SavedRules
from rulebook.names import game_name
from sharing import subjects
from standings.years.looking_back import YearSums
from tournaments import words
from tournaments.models import Tournament
from tournaments.queries import OnPodium

MOST_PLACES = 99_999  # deals of a game, moves of a deal
EDITION = 2  # of all pictures: increase it when their looks change


@dataclass(frozen=True, slots=True)
class Shared:
    """The preview of a page. *key*: of its picture in the database; *people*: the ids of those it names."""

    title: str
    description: str
    url: str
    picture: str
    edition: str
    key: str
    people: tuple[int, ...]


def of_invitation(game: Game) -> Shared:
    title, clock = invites(game), subjects.clock_words(game)
    return _shared(
        title,
        f"{clock}. {_('No account needed.')}",
        game.get_absolute_url(),
        "game_picture",
        (game.public_id,),
        edition(title, game.variant, clock),
        (game.creator_id,),
    )


def of_game(game: Game, view: TableView, place: tuple[int, int] | None = None) -> Shared:
    """A game that has begun. *place*: the deal and ply of a replay. *view* may be any viewer's."""
    name = game_name(game.variant)
    title = f"{name}: {subjects.players(view)}"
    names = [seat.name for seat in view.seats]
    people = [seat.player_id for seat in game.seats.all()]
    if place is not None:
        number = _round_number(view, place[0])
        where = _("Round %(n)d") % {"n": number} if number else name
        sentence = _("%(where)s: replay it move by move, with every hand open.") % {"where": where}
        return _shared(
            title,
            sentence,
            f"{game.get_absolute_url()}?deal={place[0]}&ply={place[1]}",
            "replay_picture",
            (game.public_id, *place),
            edition(*names, *place),
            people,
        )
    if result := subjects.result(view):
        title, sentence = f"{name}: {result}", f"{subjects.scores(view)}."
    else:
        number = view.round.round if view.round else 1
        where = _("Round %(n)d") % {"n": number}
        sentence = _("%(where)s. %(scores)s. Watch the game as it is played.") % {
            "where": where,
            "scores": subjects.scores(view),
        }
    picture_edition = edition(view.version, view.status, *names)
    return _shared(title, sentence, game.get_absolute_url(), "game_picture", (game.public_id,), picture_edition, people)


def of_clip(game: Game, view: TableView, kind: str) -> Shared:
    """The clip of a finished game, as a file of this kind: "webp" or "gif"."""
    still, args = of_game(game, view), (game.public_id, kind)
    link = game.get_absolute_url()
    return _shared(still.title, still.description, link, "clip_picture", args, still.edition, still.people)


def of_person(person: User, now: datetime) -> Shared:
    """The picture changes every day, because only the person's page knows their ratings."""
    sentence = _("%(name)s plays dominoes by correspondence.") % {"name": person.name}
    path = reverse("person", args=[person.username])
    picture_edition = edition(
        person.pk, person.name, now.date()
    )  # the key, because somebody else may take a name that is free again
    return _shared(person.name, sentence, path, "person_picture", (person.username,), picture_edition, (person.pk,))


def of_rules(saved: SavedRules) -> Shared:
    about = {"name": saved.owner.name, "game": game_name(saved.variant)}
    sentence = _("House rules by %(name)s for %(game)s.") % about
    if saved.seats in saved.possible_seats:
        sentence = f"{sentence} {rulebook.three_sentences(saved.ruleset)[0]}"
    picture_edition = edition(saved.name, saved.owner.name)
    path = saved.get_absolute_url()
    return _shared(saved.name, sentence, path, "rules_picture", (saved.public_id,), picture_edition, (saved.owner_id,))


def of_year(sums: YearSums) -> Shared:
    """A shared year. Words and picture name only its player: what others have fetched can't be taken back when somebody
    deletes their account or is blocked.
    """
    about = {"name": sums.player.name, "year": sums.year}
    sentence = ngettext(
        "%(n)d game of dominoes, %(percent)d %% won.", "%(n)d games of dominoes, %(percent)d %% won.", sums.total.games
    )
    months = [(month.games, month.won) for month in sums.months]
    picture_edition = edition(sums.player.name, sums.year, sums.total, sums.longest, *months)
    return _shared(
        _("%(name)s in %(year)s") % about,
        sentence % {"n": sums.total.games, "percent": sums.total.won_percent},
        reverse("year", args=[sums.public_id]),
        "year_picture",
        (sums.public_id,),
        picture_edition,
        (sums.player.pk,),
    )


def of_tournament(tournament: Tournament) -> Shared:
    """A tournament. Words and picture name nobody, so nothing has to be taken back."""
    title, facts = words.title(tournament), words.facts(tournament)
    sentence = f"{' · '.join(facts)}. {words.takes(tournament)}"
    picture_edition = edition(title, *facts, tournament.state)
    path = tournament.get_absolute_url()
    return _shared(title, sentence, path, "tournament_picture", (tournament.public_id,), picture_edition, ())


def of_podium(tournament: Tournament, podium: Sequence[OnPodium], entry: int = 0) -> Shared:
    """The first three of a tournament that has ended, and the place of an *entry*: the picture names them."""
    title = words.title(tournament)
    shown = [(each.place, each.names) for each in podium]
    people = [person.pk for each in podium for person in each.people]
    args = (tournament.public_id, entry)
    path = tournament.get_absolute_url()
    return _shared(title, "", path, "podium_picture", args, edition(title, entry, *shown), people)


def place_of(view: TableView, deal: str, ply: str) -> tuple[int, int] | None:
    """The place in a replay that an address names; None if it names none, or that deal hasn't ended."""
    number, moves = whole(deal, MOST_PLACES), whole(ply, MOST_PLACES)
    if number is None or moves is None or not is_over(view, number):
        return None
    return number, moves


def is_over(view: TableView, deal: int) -> bool:
    """Whether that deal has ended, so that everybody may see its hands."""
    last = view.deal
    if last is None or deal > last:
        return False
    return deal < last or (view.status != Game.Status.PLAYING and bool(view.round and view.round.open))


def edition(*what: object) -> str:
    """A hash of these values and of `EDITION`."""
    text = "\0".join(map(str, (EDITION, *what)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _round_number(view: TableView, deal: int) -> int | None:
    """The round on the score sheet; None for an annulled deal."""
    return next((line.round for line in view.scores if line.deal == deal), None)


def _shared(
    title: str, description: str, path: str, name: str, args: tuple[object, ...], picture_edition: str,
    people: Iterable[int | None],
) -> Shared:  # fmt: skip
    address = reverse(name, args=[get_language(), *args, picture_edition])
    site = settings.SITE_URL
    key = hashlib.sha256(address.encode()).hexdigest()
    return Shared(
        title, description, f"{site}{path}", f"{site}{address}", picture_edition, key, tuple(filter(None, people))
    )

"""Programs say to which games people may invite them, and `/programs/` lists those that do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.followers import apart_from
from accounts.models import User
from accounts.readers import Reader
from common import refusals
from common.database import tried_again
from games.models import Game
from matching import queries
from matching.models import Accepts
from matching.pools import Pace, pace_of
from people.models import Profile
from rulebook import choices
from standings.models import ALL, Rating

MOST_LISTED = 100


@tried_again
def accept(*, player: User, variants: Sequence[str], paces: Sequence[Pace], rated: bool, most: int) -> Accepts:
    """Store which invitations a program accepts. Raises `Forbidden`, `Unreadable`."""
    if player.is_guest:
        raise refusals.Forbidden("account_needed", _("You need an account to be invited by name."))
    if not player.is_program:
        raise refusals.Forbidden("not_a_program", _("Say first that a program plays for this account."))
    if not choices.catalogue().keys() >= set(variants):
        raise refusals.Unreadable("unknown_variant", _("There is no such game."))
    values = {
        "variants": [key for key in choices.catalogue() if key in variants],
        "paces": [pace.value for pace in Pace if pace in paces],
        "rated": rated,
        "most": most,
    }
    return Accepts.objects.update_or_create(player=player, defaults=values)[0]


def withdraw(player: User) -> None:
    """The program doesn't say any more what it accepts."""
    Accepts.objects.filter(player=player).delete()


def accepted_by(player: User) -> Accepts | None:
    return Accepts.objects.filter(player=player).first()


@dataclass(frozen=True, slots=True)
class Listed:
    """A program, what it accepts, and its ratings by game; `ALL` is the overall one."""

    said: Accepts
    ratings: Mapping[str, Rating]

    @property
    def program(self) -> User:
        return self.said.player

    @property
    def overall(self) -> Rating | None:
        return self.ratings.get(ALL)

    @property
    def games(self) -> list[tuple[str, Rating | None]]:
        """The games it accepts, each with its rating there."""
        return [(variant, self.ratings.get(variant)) for variant in self.said.variants]

    @property
    def clocks(self) -> list[str]:
        return [str(Pace(pace).label) for pace in self.said.paces]


def listed(reader: Reader) -> list[Listed]:
    """The programs that accept something from everybody, without those that the reader blocked or that blocked them."""
    every = Accepts.objects.filter(player__is_program=True, player__is_active=True).exclude(variants=[])
    open_to_all = every.exclude(paces=[]).exclude(
        player__profile__invites__in=[Profile.Invites.FRIENDS, Profile.Invites.NOBODY]
    )
    programs = open_to_all.exclude(player__in=apart_from(reader)).select_related("player")
    return _with_ratings(list(programs.order_by("player__nickname", "pk")[:MOST_LISTED]))


def conditions(player: User) -> Listed | None:
    """The conditions of a program, for its profile. None for people, and for programs without any."""
    if not player.is_program or (accepts := accepted_by(player)) is None or not accepts.variants or not accepts.paces:
        return None
    accepts.player = player
    [program] = _with_ratings([accepts])
    return program


def _with_ratings(rows: Sequence[Accepts]) -> list[Listed]:
    ratings: dict[int, dict[str, Rating]] = {row.player_id: {} for row in rows}
    for each in Rating.objects.filter(player__in=ratings):
        ratings[each.player_id][each.variant] = each
    return [Listed(row, ratings[row.player_id]) for row in rows]


def must_accept(game: Game, player: User) -> None:
    """Raise `Forbidden` or `NotNow` if the program doesn't accept this game, or no other one now."""
    if (accepts := accepted_by(player)) is None:
        return
    name = {"name": player.name}
    pace = pace_of(game.time_control) or Pace.USUAL
    if game.variant not in accepts.variants:
        raise refusals.Forbidden("not_accepted", _("%(name)s is a program that doesn’t play this game.") % name)
    if pace not in accepts.paces:
        raise refusals.Forbidden("not_accepted", _("%(name)s is a program that doesn’t play with this clock.") % name)
    if game.rated and not accepts.rated:
        raise refusals.Forbidden("not_accepted", _("%(name)s is a program that plays unrated games only.") % name)
    if queries.running_games(player) >= accepts.most:
        raise refusals.NotNow("program_busy", _("%(name)s is a program and has enough games now.") % name)

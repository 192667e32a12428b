"""Moderators hide, rename or close a club. They decide in the room of moderation."""

from datetime import datetime

from django.db import transaction

from clubs.actions.leaving import shut
from clubs.models import Club, News, Post
from common.database import tried_again
from notices import bulletins
from people.models import key_of
from tournaments.models import Team


@tried_again
@transaction.atomic
def moderate(club: Club, kind: str, now: datetime) -> None:
    """*kind*: `hide` it from everyone but its members, `show` it again, `rename` it to “Club 123” and delete its texts,
    or `shut` it. Repeating one changes nothing.
    """
    club = Club.objects.select_for_update(of=("self",)).get(pk=club.pk)
    if kind in {"hide", "rename"}:  # its name is in what we told people
        News.objects.filter(club=club).delete()
        bulletins.forget_club(club.public_id)
    if kind in {"hide", "show"}:
        club.hidden_at = now if kind == "hide" else None
        club.save(update_fields=["hidden_at"])
    elif kind == "rename":
        name = f"Club {club.pk}"
        club.name, club.skeleton, club.key = name, f"club/{club.pk}", key_of(name)  # no name folds to a slash
        club.former_name, club.renamed_at, club.about = "", now, ""
        club.save()
        Team.objects.filter(club=club).update(name=name)
        Post.objects.filter(club=club, removed_at=None).update(removed_at=now)
    elif kind == "shut" and not club.is_closed:
        shut(club, now)

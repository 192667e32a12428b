"""A site that has something at every address: `manage.py shell -c "from tests.live.everything import fill; fill()"`."""

import json
import secrets
import sys
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import Invite, User, new_guest
from common import queues
from family import actions as family
from games import settling
from games.models import Game
from learn.puzzles import stock
from moderation import actions as moderation
from notices import destinations, mail
from notices.models import Notice
from tests.conftest import person
from tests.costs.site import ARENA, Site
from tests.learn.test_puzzles import POSITION
from tests.live.seed import cookies
from tests.moderation.conftest import moderator
from tournaments.life import making
from tournaments.models import TITLE, Tournament, Trophy


def at_once(game: Game) -> None:
    """Settle an ended game here, not in a second thread that would lock the database."""
    queues.finish(settling.ends, game, timezone.now())


def fill() -> None:
    """Prints as JSON the addresses by name, the cookies of people of each kind, and pages for some buttons."""
    settling.soon = at_once
    site = Site()
    guest, passer_by, mo = new_guest("Zoe"), new_guest("Zack"), moderator("Mo")
    passer_by.guest_key = secrets.token_urlsafe(24)
    passer_by.save(update_fields=["guest_key"])
    granny = site.family.members.select_related("family").get(person=None)
    family.take_name(member=granny, person=passer_by, made_here=True, now=site.now)
    seat = site.running.seats.get(player=site.ben)
    seat.token = secrets.token_urlsafe(24)
    seat.save(update_fields=["token"])
    invite = Invite.objects.create(token=secrets.token_urlsafe(24), expires=site.now + timedelta(days=1))
    report = moderation.report(
        reporter=person("Fred"), subject=moderation.Subject(player=site.ben), reason="insult", now=site.now
    )
    keys = {  # that Ada's pages don't show
        "guest_link": f"/guest/{passer_by.guest_key}/",
        "family_name": f"/family/name/{passer_by.guest_key}/",
        "seat_link": f"/g/{site.running.public_id}/seat/{seat.token}/",
        "join_site": f"/join/{invite.token}/",
        "calendar": f"/calendar/{destinations.make_calendar_link(player=site.ada, now=site.now)}.ics",
        "notices_stop": mail.stop_path(site.ada, "turn"),
        "moderate": f"/moderation/{report.pk}/",
        "moderation_pair": f"/moderation/pairs/{site.ada.pk}/{site.ben.pk}/",
        "api:one_token": f"/api/v1/me/tokens/{site.ada.tokens.first().pk}/",
    }
    shown = POSITION["view"]["round"]
    hand = {"hand": [*shown["hand"], "2-1"], "hands": [len(shown["hand"]) + 1, shown["hands"][1]]}
    view = {**POSITION["view"], "round": {**shown, **hand}}
    (puzzle,) = stock.keep([{**POSITION, "view": view}], site.now)
    User.objects.update(language="")  # the pages that mails lead to follow the browser then
    names = {"ben": "W" * 30, "cleo1": "Щ" * 30, "cleo2": "😀" * 30}  # the widest ones
    for username, name in names.items():
        User.objects.filter(username=username).update(nickname=name)
    for place, (variant, name) in enumerate([("partnership", ""), ("draw", "Щ" * TITLE)], 1):
        terms = ARENA | {"variant": variant, "seats": 4, "seating": "pod", "name": name}
        cup = making.store(Tournament(entries_end=site.now, **terms), site.now)
        Tournament.objects.filter(pk=cup.pk).update(state="over", starts_at=site.now, over_at=site.now)
        for player in (site.ada, site.ben):
            Trophy.objects.create(player=player, tournament=cup, place=place, at=site.now)
    Tournament.objects.filter(pk=site.tournament.pk).update(name="Щ" * TITLE)
    # An alert about one that has just come would move what a test is about to press.
    Notice.objects.update(at=F("at") - timedelta(hours=1))
    people = {"guest": cookies(guest), "player": cookies(site.ada), "moderator": cookies(mo)}
    found = {
        "addresses": site.addresses() | keys,
        "people": {"stranger": {}} | people,
        "puzzle": f"/puzzles/{puzzle.public_id}/",  # 2-1 fits nowhere
        "finished": f"/g/{site.finished.public_id}/",
    }
    sys.stdout.write(json.dumps(found))

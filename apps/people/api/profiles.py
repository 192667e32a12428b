"""The API of search and profiles."""

from rest_framework.response import Response

from accounts import finding
from common.api.documented import endpoint
from people import queries
from people.api import shapes
from people.api.base import View


class People(View):
    @endpoint("people_find", "Find people by name", shapes.Somebody(many=True))
    def get(self, wanted: shapes.Beginning) -> Response:
        """At most eight accounts whose user name or display name starts with `q`."""
        return Response(shapes.Somebody(queries.found(wanted.q, self.player), many=True).data)


class OnePerson(View):
    @endpoint("people_view", "View a person’s profile", shapes.PersonView, 404)
    def get(self, username: str) -> Response:
        """What they show of themselves, their ratings, and how you know each other."""
        person = finding.account(username)
        return Response(shapes.PersonView(person, context={"reader": self.request.user}).data)


class Statuses(View):
    @endpoint("people_status", "See what several players do now", shapes.PersonStatus(many=True))
    def get(self, wanted: shapes.Named) -> Response:
        """By user name. Unknown names and guests are left out. `here` is what pages show you of your friends."""
        user = self.request.user
        people = list(finding.accounts().filter(username__in=wanted.names).order_by("username"))
        here = {friend.pk for friend in queries.friends_here(user)} if user.is_authenticated else set()
        playing = queries.playing(user, [person.pk for person in people])
        return Response(shapes.PersonStatus(people, many=True, context={"here": here, "playing": playing}).data)

"""The times when the caller's clocks pause: weekends, quiet hours and vacations."""

from dataclasses import asdict
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from accounts import rest_actions
from accounts.api.base import View
from accounts.followers import followers
from accounts.models import User, Vacation
from accounts.rest import weekend_ends, zone_named
from common import refusals
from common.api.documented import endpoint, nothing
from common.api.shapes import Moment, Shape


class VacationLine(Shape):
    id = serializers.IntegerField()
    starts = Moment()
    ends = Moment()


class Resting(Shape):
    """Your time zone, weekends off, quiet hours, and vacations that haven't ended."""

    time_zone = serializers.CharField(help_text="IANA name.")
    weekend = serializers.BooleanField()
    weekend_zone = serializers.CharField(
        help_text="The zone of this weekend. It differs from `time_zone` if you changed that since Friday, 10:00 UTC."
    )
    weekend_zone_until = serializers.DateField(
        allow_null=True, help_text="The Monday from which weekends follow `time_zone`; null if they already do."
    )
    quiet_from = serializers.TimeField(allow_null=True, help_text="Local time.")
    quiet_to = serializers.TimeField(allow_null=True)
    vacations = VacationLine(many=True)
    days_left = serializers.IntegerField(help_text="Vacation days left in this calendar year.")


class Booked(VacationLine):
    goes_on = serializers.ListField(
        child=serializers.CharField(), help_text="The ids of your games in play whose clocks don't pause."
    )

    def goes_on_of(self, vacation: Vacation) -> list[str]:
        return [game for follower in followers() for game in follower.not_pausing(vacation.user)]


class MyRest(View):
    writes = "account"

    @endpoint("rest_view", "Get your weekends, quiet hours and vacations", Resting)
    def get(self) -> Response:
        """Your clocks pause at these times, in your time zone."""
        return Response(rest_settings(self.player, timezone.now()))

    @endpoint("rest_set", "Set your weekends and quiet hours", Resting)
    def put(self, player: User, wanted: rest_actions.Hours) -> Response:
        """The time left in your current turns stays the same. A new time zone applies from the next weekend on, not to
        one that has started; see `weekend_zone`.
        """
        now = timezone.now()
        try:
            rest_actions.change_hours(user=player, wanted=wanted, now=now)
        except rest_actions.NotPossible as refused:
            raise _bad(str(refused)) from None
        return Response(rest_settings(User.objects.get(pk=player.pk), now))


class MyVacations(View):
    writes = "account"

    @endpoint("vacations_book", "Plan a vacation", {201: Booked})
    def post(self, wanted: rest_actions.Holiday) -> Response:
        """Your clocks pause in every game that allows it. `goes_on` lists the games that don't."""
        try:
            vacation = rest_actions.book_vacation(user=self.player, **asdict(wanted), now=timezone.now())
        except rest_actions.NotPossible as refused:
            raise _bad(str(refused)) from None
        return Response(Booked(vacation).data, status=201)


class OneVacation(View):
    writes = "account"

    @endpoint("vacations_end", "End or cancel a vacation", nothing("Your clocks run again."), 404)
    def delete(self, vacation_id: int) -> Response:
        """You get the unused days back."""
        now = timezone.now()
        if vacation_id >= 2**63 or not rest_actions.end_vacation(user=self.player, vacation_id=vacation_id, now=now):
            raise refusals.NotFound("unknown_vacation", _("You have no such vacation planned."))
        return Response(status=204)


def rest_settings(user: User, now: datetime) -> dict[str, object]:
    rest = user.rest
    since, until = rest.quiet or (None, None)
    elsewhere = rest.moved if rest.moved is not None and rest.moved[1] == weekend_ends(now) else None
    facts = {
        "time_zone": rest.time_zone,
        "weekend": rest.weekend,
        "weekend_zone": elsewhere[0] if elsewhere else rest.time_zone,
        "weekend_zone_until": elsewhere[1] if elsewhere else None,
        "quiet_from": since,
        "quiet_to": until,
        "vacations": [vacation for vacation in user.vacations.all() if vacation.ends > now],
        "days_left": rest_actions.days_left(rest, now.astimezone(zone_named(rest.time_zone)).year),
    }
    return Resting(facts).data


def _bad(sentence: str) -> refusals.Unreadable:
    return refusals.Unreadable("bad_rest", sentence)

"""The times when the caller's clocks pause: weekends, quiet hours and vacations."""

from dataclasses import asdict
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import rest_actions
from accounts.api.base import View
from accounts.followers import followers
from accounts.models import User, Vacation
from accounts.rest import weekend_ends, zone_named
from common import refusals
from common.api.documented import changes, changes_by_body, reads
from common.api.shapes import Moment, Shape
from common.wishes import shape_of


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

    @extend_schema(
        operation_id="rest_view",
        summary="Get your weekends, quiet hours and vacations",
        description="Your clocks pause at these times, in your time zone.",
        responses=reads(Resting),
    )
    def get(self, _request: Request) -> Response:
        return Response(rest_settings(self.player, timezone.now()))

    @extend_schema(
        operation_id="rest_set",
        summary="Set your weekends and quiet hours",
        description="The time left in your current turns stays the same. A new time zone applies from the next weekend "
        "on, not to one that has started; see `weekend_zone`.",
        request=shape_of(rest_actions.Hours),
        responses=changes_by_body(Resting),
    )
    def put(self, _request: Request) -> Response:
        now = timezone.now()
        try:
            rest_actions.change_hours(user=self.player, wanted=self.body(rest_actions.Hours), now=now)
        except rest_actions.NotPossible as refused:
            raise _bad(str(refused)) from None
        return Response(rest_settings(User.objects.get(pk=self.player.pk), now))


class MyVacations(View):
    writes = "account"

    @extend_schema(
        operation_id="vacations_book",
        summary="Plan a vacation",
        description="Your clocks pause in every game that allows it. `goes_on` lists the games that don't.",
        request=shape_of(rest_actions.Holiday),
        responses=changes_by_body({201: Booked}),
    )
    def post(self, _request: Request) -> Response:
        wanted = asdict(self.body(rest_actions.Holiday))
        try:
            vacation = rest_actions.book_vacation(user=self.player, **wanted, now=timezone.now())
        except rest_actions.NotPossible as refused:
            raise _bad(str(refused)) from None
        return Response(Booked(vacation).data, status=201)


class OneVacation(View):
    writes = "account"

    @extend_schema(
        operation_id="vacations_end",
        summary="End or cancel a vacation",
        description="You get the unused days back.",
        request=None,
        responses=changes({204: OpenApiResponse(description="Your clocks run again.")}, 404),
    )
    def delete(self, _request: Request, vacation_id: int) -> Response:
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

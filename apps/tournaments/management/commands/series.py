"""`manage.py series`: the calendar of tournaments."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from common.refusals import Refused
from tournaments import plans
from tournaments.life import calendar
from tournaments.models import Series


class Command(BaseCommand):
    help = "Show the series of tournaments, add those of the calendar, and switch one on or off."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("action", nargs="?", default="show", choices=["show", "load", "on", "off", "set"])
        parser.add_argument("key", nargs="?", help="the series")
        parser.add_argument("change", nargs="*", help="for set: column=value, such as most=8 or pace=brisk")

    def handle(self, *_args: Any, action: str, key: str | None, change: list[str], **_options: Any) -> None:
        if action == "load":
            for each in calendar.load(timezone.now()):
                self.stdout.write(f"added {each.key}")
        elif action != "show":
            self._change(_found(key), action, change)
        for each in Series.objects.order_by("key"):
            self.stdout.write(_line(each))

    def _change(self, series: Series, action: str, change: list[str]) -> None:
        changed = [] if action == "set" else ["active"]
        if action != "set":
            series.active = action == "on"
        for each in change:
            name, _equals, value = each.partition("=")
            field = next((field for field in Series._meta.concrete_fields if field.name == name), None)
            if field is None or name in {"id", "key", "due", "tries", "number"}:
                raise CommandError(f"A series has no column {name!r} to change.")
            setattr(series, name, field.to_python(value))
            changed.append(name)
        if "opens" in changed:
            series.due = series.opens
            changed.append("due")
        try:
            plans.check(series)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        series.save(update_fields=changed)


def _found(key: str | None) -> Series:
    series = Series.objects.filter(key=key).first()
    if series is None:
        raise CommandError(f"There is no series {key!r}.")
    return series


def _line(each: Series) -> str:
    state = f"every {each.every_days} days, next opens {each.opens:%Y-%m-%d %H:%M} UTC" if each.active else "off"
    return f"{each.key:<28}{each.format} {each.seating}, {each.variant}, {each.pace}: {state}"

"""`manage.py make_moderator ada`: Ada decides on reports from now on; `--no-more` takes that back."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError

from accounts import finding
from common import refusals
from moderation.group import GROUP


class Command(BaseCommand):
    help = "Let somebody with an account decide on reports."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--no-more", action="store_true", help="take it back")

    def handle(self, *args: Any, username: str, no_more: bool, **options: Any) -> None:
        try:
            user = finding.account(username, closed=True)
        except refusals.NotFound as refused:
            raise CommandError(refused.message) from None
        group = Group.objects.get(name=GROUP)
        if no_more:
            user.groups.remove(group)
            user.is_staff = user.is_superuser
        else:
            user.groups.add(group)
            user.is_staff = True
        user.save(update_fields=["is_staff"])
        self.stdout.write(f"{username} decides on reports {'no more' if no_more else 'at /moderation/'}.")

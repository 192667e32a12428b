"""`manage.py make_moderator ada` makes Ada a moderator; with `--no-more` she no longer is one."""

from argparse import ArgumentParser

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError

from accounts import finding
from common import refusals
from moderation.group import GROUP


class Command(BaseCommand):
    help = "Make a user a moderator, so that they can decide on reports."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--no-more", action="store_true", help="remove the user from the moderators")

    def handle(self, *args: object, username: str, no_more: bool, **options: object) -> None:
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
        self.stdout.write(f"{username} is {'no longer' if no_more else 'now'} a moderator.")

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts import finding, tokens
from accounts.models import Token
from common import refusals


class Command(BaseCommand):
    help = "Creates a token for a player's program and prints it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="made on the server")
        parser.add_argument("--scopes", nargs="+", choices=Token.Scope.values, default=["read", "play"])
        parser.add_argument("--days", type=int, help="days until it expires (default: valid until revoked)")

    def handle(
        self, *args: object, username: str, name: str, scopes: list[str], days: int | None, **options: object
    ) -> None:
        try:
            user = finding.anybody(username)
            _token, text = tokens.make(user=user, name=name, scopes=scopes, days=days, now=timezone.now())
        except refusals.NotFound as refused:
            raise CommandError(refused.message) from None
        except tokens.TooManyTokens:
            raise CommandError(f"{username} has reached the token limit. Revoke one first.") from None
        self.stdout.write(text)

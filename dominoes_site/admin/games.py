"""Games as a watcher sees them. Hosts may play in one, so no hand, deal, seed or seat key appears here."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.readers import current_user
from dominoes_site.admin.deeds import deed
from dominoes_site.admin.tables import HostTable, person_link
from games.models import Game, Seat
from moderation import actions as moderation
from moderation import queries
from moderation.models import Action
from rulebook import phrases
from rulebook.names import game_name
from rulebook.options import changes


class Games(HostTable):
    list_display = ("public_id", "game", "status", "players", "created_at", "moved_at", "annulled_at")
    list_filter = ("status",)
    lookups = ("status__exact",)
    search_fields = ("public_id",)
    search_help_text = gettext_lazy("The name in the game’s address or a player’s user name")
    actions = ("annul",)
    fields = (
        "public_id", "game", "rules", "clock", "rated", "visibility", "status", "reason", "seats", "to_move",
        "deadline", "last_moment", "created_at", "started_at", "moved_at", "finished_at", "annulled_at", "moves",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__player")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Search through indexes only."""
        if not search_term:
            return queryset, False
        games = queryset.filter(public_id=search_term)
        if not games.exists():
            person = User.objects.filter(username=search_term.lower())
            games = queryset.filter(pk__in=Seat.objects.filter(player__in=person).values("game"))
        return games, False

    def concerns(self, row: Game) -> None:
        """None: `moderation.intervene` itself refuses players of the game."""

    def view_on_site(self, game: Game) -> str:
        return game.get_absolute_url()

    @admin.display(description=gettext_lazy("Game"))
    def game(self, game: Game) -> str:
        return game_name(game.variant)

    @admin.display(description=gettext_lazy("Players"))
    def players(self, game: Game) -> str:
        return ", ".join(seat.player.name if seat.player else "-" for seat in game.seats.all())

    @admin.display(description=gettext_lazy("Rules"))
    def rules(self, game: Game) -> SafeString:
        sentences = [phrases.players(game.rules), phrases.length(game.rules)]
        sentences += [f"{change.label}: {change.here}" for change in changes(game.rules)]
        return format_html_join("", "{}<br>", [(each,) for each in sentences])

    @admin.display(description=gettext_lazy("Clock"))
    def clock(self, game: Game) -> str:
        return phrases.clock_rule(game.time_control)

    @admin.display(description=gettext_lazy("Seats"))
    def seats(self, game: Game) -> SafeString:
        rows = [
            (
                seat.number + 1,
                person_link(seat.player),
                seat.get_result_display() or (_("has left") if seat.left else ""),
            )
            for seat in game.seats.all()
        ]
        return format_html_join("", "{}. {} {}<br>", rows)

    @admin.display(description=gettext_lazy("Turn"))
    def to_move(self, game: Game) -> str:
        return next((person_link(seat.player) for seat in game.seats.all() if seat.number == game.turn), "-")

    @admin.display(description=gettext_lazy("Moves"))
    def moves(self, game: Game) -> str:
        rounds = queries.log(game.public_id) if game.started_at else []
        return render_to_string("admin/moves.html", {"rounds": rounds})

    @deed(Action.Kind.ANNUL.label, reason=True)
    def annul(self, request: HttpRequest, game: Game, reason: str) -> None:
        """End a running game without a result, or stop counting a finished one."""
        subject = moderation.Subject(game=game)
        moderation.intervene(
            moderator=current_user(request), subject=subject, kind=Action.Kind.ANNUL, note=reason, now=timezone.now()
        )

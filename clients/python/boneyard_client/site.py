"""The account of a token on a site: its games, moves and events."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar
from uuid import uuid4

import httpx

from boneyard_client.events import follow
from boneyard_client.generated import AuthenticatedClient
from boneyard_client.generated.api.games import games_create, games_join, games_move, games_view
from boneyard_client.generated.models import GameView, Join, MoveSent, NewGame, Refusal
from boneyard_client.patience import Patient

T = TypeVar("T")


class Refused(Exception):
    """The server said no. *code* is for programs and stays the same; *message* is for people."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.code, self.message, self.refusal = refusal.code, refusal.message, refusal


class Stale(Refused):
    """The game has moved on since the view: look again and choose again."""


def had(answer: T | Refusal | None) -> T:
    """The server's answer. Raises `Refused`."""
    if isinstance(answer, Refusal):
        raise Stale(answer) if answer.code == "stale" else Refused(answer)
    assert answer is not None, "this address answers with a body"
    return answer


class Boneyard:
    """`Boneyard("https://play.example", "bone_…")`. Raises `Refused`, and `httpx.HTTPError` if it gets no answer.

    For everything that has no method here, call the generated functions with `api`:
    `had(people_view.sync("ada", client=site.api))`. If the server is busy, they wait as long as it says.
    """

    def __init__(self, site: str, token: str, *, timeout: float = 30, transport: httpx.BaseTransport | None = None):
        self.site = site.rstrip("/")
        patient = Patient(transport or httpx.HTTPTransport())
        self.api = AuthenticatedClient(
            base_url=self.site,
            token=token,
            timeout=httpx.Timeout(timeout),
            raise_on_unexpected_status=True,
            httpx_args={"transport": patient},
        )

    def view(self, game: str) -> GameView:
        """The game as you may see it."""
        view: GameView = had(games_view.sync(game, client=self.api))
        return view

    def create(self, variant: str, **more: object) -> GameView:
        """Create a game: `create("draw", computers={"1": "beginner"}, options={"end": "rounds:1"})`."""
        return had(games_create.sync(client=self.api, body=NewGame.from_dict({"variant": variant, **more})))

    def join(self, game: str) -> GameView:
        """Take a free seat."""
        return had(games_join.sync(game, client=self.api, body=Join()))

    def move(self, view: GameView, move: str) -> GameView:
        """Make a move that you chose from *view*, and get the view after it. Raises `Stale` if the game has moved on.

        Its key lets us send it again if the answer is lost: the move is made once.
        """
        sent = MoveSent(move=move, version=view.version, key=uuid4().hex, view=True)
        played = had(games_move.sync(view.id, client=self.api, body=sent))
        assert isinstance(played.view, GameView)
        return played.view

    def events(self) -> Iterator[Mapping[str, Any]]:
        """The events of all your games, as docs/api.md says of `/ws/events/`. It never ends: a lost connection is
        made again, and the list of games then has what you missed.
        """
        return follow(self.api.get_httpx_client(), "/api/v1/events/")

    def follow(self, game: str) -> Iterator[Mapping[str, Any]]:
        """The messages of one game, as of `/ws/games/<id>/`: your view at once and after each change."""
        return follow(self.api.get_httpx_client(), f"/api/v1/games/{game}/events/")

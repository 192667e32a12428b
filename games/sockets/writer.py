"""Stores the moves that arrive by the sockets of this process, all waiting ones together.

Storing many moves takes little longer than storing one. While one batch is being stored, the next one gathers. No move
waits for others to arrive.
"""

import asyncio

from games import actions
from games.actions import Played, PlayersMove
from games.sockets.base import in_database
from games.sockets.open_sockets import spawn

MOST_TOGETHER = 50  # moves in one transaction


class Writer:
    def __init__(self) -> None:
        self._waiting: list[tuple[PlayersMove, asyncio.Future[Played]]] = []
        self._writing = False

    async def play(self, move: PlayersMove) -> Played:
        """Returns once the move is stored. Raises what `actions.play_move` does, and `refusals.Away`."""
        played: asyncio.Future[Played] = asyncio.get_running_loop().create_future()
        self._waiting.append((move, played))
        if not self._writing:
            self._writing = True
            spawn(self._write())
        return await played

    async def _write(self) -> None:
        try:
            while self._waiting:
                together, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                await self._write_together(together)
        finally:
            self._writing = False

    async def _write_together(self, moves: list[tuple[PlayersMove, asyncio.Future[Played]]]) -> None:
        """Store a batch. Moves that can't be stored with others are played alone, without delaying them."""
        try:
            answers = await in_database(actions.play_together, [move for move, _played in moves])
        except Exception as error:
            for _move, played in moves:
                _fail(played, error)
            return
        for (move, played), answer in zip(moves, answers, strict=True):
            if answer is None:
                spawn(_play_alone(move, played))
            elif not played.done():
                played.set_result(answer)


async def _play_alone(move: PlayersMove, played: "asyncio.Future[Played]") -> None:
    try:
        answer = await in_database(actions.play_alone, move)
    except Exception as error:
        _fail(played, error)
    else:
        if not played.done():  # the client has disconnected
            played.set_result(answer)


def _fail(played: "asyncio.Future[Played]", error: Exception) -> None:
    if not played.done():
        played.set_exception(error)


writer = Writer()

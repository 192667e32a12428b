"""No page, API answer, socket or log shows a plan to anybody else, before or after its moves."""

import random
from datetime import timedelta

import orjson
import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

import rules
from games import actions, queries
from games.models import Game
from games.positions import memory
from plans import fitting
from plans.actions import save_plan
from plans.models import PlannedMove
from tests.games.playing import legal, replay
from tests.games.test_secrets import Ear, assert_no_secret, stored
from tests.plans.planning import every_line, play_due

PATHS = ["", "plan/", "record/", "rounds/0/"]


def plan_everything(public_id: str, seat: int, player) -> None:
    """Save the longest plan: every tile on every end."""
    table = memory.current(public_id)
    if table.turn in {None, seat}:
        return
    lines = every_line(queries.find_game(public_id).rules, fitting.hand(table.running.position, seat))
    save_plan(public_id=public_id, player=player, lines=lines[:40])


def play_all_due() -> None:
    while play_due(timezone.now() + timedelta(seconds=10)):
        pass


def without_plans(ear: Ear, game: Game) -> list[str]:
    """The pages and API answers that other people read."""
    texts = ear.reads(game)
    for path in PATHS:
        answer = ear.client.get(f"/api/v1/games/{game.public_id}/{path}")
        texts.append(answer.content.decode() if path != "rounds/0/" else "{}")
    page = ear.client.get(f"/g/{game.public_id}/plan/")
    texts.append(orjson.dumps({"page": page.status_code, "lines": page.content.decode().count('name="line"')}).decode())
    assert page.content.decode().count('name="line"') == 0
    return texts


@pytest.mark.django_db(transaction=True)
async def test_other_people_learn_nothing_of_a_plan(ada, ben, cleo, game_between):
    game = await sync_to_async(game_between)(ada, ben)
    seats = await sync_to_async(lambda: list(queries.find_game(game.public_id).seats.all()))()
    others = [
        await sync_to_async(Ear)(game, seats[1]),
        await sync_to_async(Ear)(game, None, logged_in_as=cleo),
        await sync_to_async(Ear)(game, None),
    ]
    mine = await sync_to_async(Ear)(game, seats[0])
    for ear in (*others, mine):
        assert (await ear.socket.connect())[0]
    rng, planned, heard, told = random.Random(3), 0, 0, 0
    table = await sync_to_async(memory.current)(game.public_id)
    for _ in range(60):
        if table.status != Game.Status.PLAYING or planned > 8:
            break
        await sync_to_async(game.refresh_from_db)()
        await sync_to_async(plan_everything)(game.public_id, 0, ada)
        for ear in others:
            for text in await ear.hears():
                heard += 1
                assert "planned" not in text
                assert '"panel"' not in text
                if orjson.loads(text).get("view", {}).get("deal", table.running.index) == table.running.index:
                    await sync_to_async(assert_no_secret)(text, game, ear.seat)  # earlier deals are open by now
            if rng.random() < 0.2:
                for text in await sync_to_async(without_plans)(ear, game):
                    assert '"planned"' not in text
                    await sync_to_async(assert_no_secret)(text, game, ear.seat)
        told += sum('"planned"' in text for text in await mine.hears())
        if table.turn is not None:
            text = rng.choice(await sync_to_async(legal)(table))
            await sync_to_async(actions.play_move)(
                public_id=game.public_id, seat=table.turn, text=text, version=table.version
            )
            await sync_to_async(play_all_due)()
        planned = await sync_to_async(game.moves.filter(by="planned").count)()
        table = await sync_to_async(memory.current)(game.public_id)
        stored.cache_clear()
    assert planned > 3  # plans were played …
    assert told > 3  # … and Ada's board showed it
    assert heard > 20
    for ear in (*others, mine):
        await ear.socket.disconnect()


@pytest.mark.django_db
def test_replays_dont_reveal_planned_moves(ada, ben, game_between):
    game = game_between(ada, ben, options={"end": "rounds:1"})
    rng = random.Random(2)
    table = memory.current(game.public_id)
    while table.status == Game.Status.PLAYING:
        plan_everything(game.public_id, 0, ada)
        table = memory.current(game.public_id)
        actions.play_move(
            public_id=game.public_id, seat=table.turn, text=rng.choice(legal(table)), version=table.version
        )
        play_all_due()
        table = memory.current(game.public_id)
    assert game.moves.filter(by="planned").exists()
    assert not PlannedMove.objects.exists()
    for said in (
        replay(game.public_id, 0),
        rules.to_json(queries.record(game.public_id)),
        rules.to_json(queries.table(game.public_id, 1)),
    ):
        assert "planned" not in orjson.dumps(said).decode()


@pytest.mark.django_db
def test_logs_dont_contain_plans(at, people, play, later, caplog):
    caplog.set_level("DEBUG")
    save_plan(public_id=at.game.public_id, player=people[at.planner], lines=[at.misfit, at.answer])
    assert str(PlannedMove.objects.first()) == f"line 0 of seat {at.planner}"
    play(at)
    later()
    ours = [line.getMessage() for line in caplog.records if line.name.startswith(("plans", "games"))]
    assert not [line for line in ours if at.misfit.tile in line or at.answer.tile in line]

"""manage.py worker and manage.py demo."""

import re
import signal
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.models import Model
from django.test import override_settings

import rules
from accounts.models import Token, User
from dominoes_site.management.commands import demo, worker
from games import actions as games
from games.models import Game, Seat
from people.models import Friendship
from standings.models import RatingChange, Tally
from tests.api.conftest import Caller
from tests.creating import create_game
from tests.live.server import LiveServer
from tests.ops.processes import PATIENCE, until, worker_of
from tests.standings.conftest import played
from tests.standings.test_rating import books
from tournaments.models import Tournament

__all__ = ["played"]


def run(*words: str, **options: object) -> str:
    out = StringIO()
    call_command(*words, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def few_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full demo takes long."""
    few = dict(list(rules.VARIANTS.items())[:5])
    # Only for the demo: others keep tables of all variants in memory.
    monkeypatch.setattr(demo, "rules", SimpleNamespace(VARIANTS=few, ruleset=rules.ruleset))
    monkeypatch.setattr(demo, "FINISHED_EACH", 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("few_variants")
@override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
def test_the_demo_has_people_games_of_all_kinds_and_open_tables():
    said = run("demo", password="over the spinner")
    assert "ada" in said
    assert User.objects.get(username="ada").check_password("over the spinner")
    ordinary = Game.objects.filter(appointed=False)
    assert ordinary.filter(status="finished").count() == 5
    assert ordinary.filter(status="playing").count() >= 3
    assert set(Tournament.objects.values_list("state", flat=True)) == {"open", "running", "over"}
    assert Game.objects.filter(status="open", visibility="public").count() == 6
    assert Seat.objects.filter(game__status="finished", result="won").exists()
    assert {game.clock for game in ordinary.filter(status="playing")} == {"turn", "none"}

    days = ordinary.filter(status="finished").order_by("-finished_at").values_list("pk", flat=True)
    rated = RatingChange.objects.order_by("-at").values_list("game", flat=True)
    assert list(dict.fromkeys(rated)) == list(days), "rated on the days they are said to have ended"
    assert Friendship.objects.count() == 3

    held = books(), tallied()
    run("recount")
    assert (books(), tallied()) == held

    games = Game.objects.count()
    assert "already exists" in run("demo")
    assert Game.objects.count() == games


@pytest.mark.django_db(transaction=True)
def test_the_demo_of_programs_prints_tokens_and_games_that_wait_for_them(settings):
    for _again in range(2):
        said = run("demo", programs=True)
        tokens = dict(re.findall(r"^  (\w+) +(bone_\S+)$", said, re.MULTILINE))
        one, other = re.findall(rf"BONEYARD_TOKEN=(\S+) python examples/bot.py {settings.SITE_URL}", said)
        assert (tokens["ratchet"], tokens["sprocket"]) == (one, other)
        begun, offered = re.findall(r"/g/(\w+)/$", said, re.MULTILINE)
        assert Caller(token=one).view(begun)["status"] == "playing"
        assert Caller(token=other).post(f"games/{offered}/join/").json()["status"] == "playing"
        assert Caller(token=tokens["widget"]).get("me/accepts/").json()["rated"] is False
    assert User.objects.filter(is_program=True, bot_level="").count() == Token.objects.count() == 3
    assert not User.objects.get(username="widget").has_usable_password()
    User.objects.filter(username="widget").update(is_program=False)
    with pytest.raises(CommandError, match="Nothing was changed"):
        run("demo", programs=True)


def tallied() -> list[tuple[object, ...]]:
    columns = ("player", "variant", "month", "games", "won", "drawn", "points")
    return list(Tally.objects.filter(games__gt=0).order_by(*columns).values_list(*columns))


def all_rows() -> dict[tuple[type[Model], object], dict[str, object]]:
    """Every row of the database, by its table and key."""
    return {
        (each, row["pk"]): row for each in apps.get_models() for row in each._base_manager.values("pk", *columns(each))
    }


def columns(table: type[Model]) -> list[str]:
    return [field.attname for field in table._meta.concrete_fields]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("few_variants")
@override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"])
def test_the_demo_leaves_other_players_alone(game_between, played, monkeypatch):
    monkeypatch.setattr(demo, "MOST_MOVES", 30)  # chance ends no game in time
    dora, emma = (User.objects.create(username=name, nickname=name) for name in ("dora", "emma"))
    game_between(dora, emma, visibility="public")
    with_computer = create_game(creator=dora, variant="draw", visibility="public")
    games.fill_with_computers(public_id=with_computer.public_id, host=dora, level="beginner")
    played(dora, emma)
    before, people = all_rows(), {dora.pk, emma.pk, *User.objects.exclude(bot_level="").values_list("pk", flat=True)}
    run("demo", password="over the spinner")
    after = all_rows()
    assert {key: after.get(key) for key in before} == before
    for (table, pk), row in after.items():
        if (table, pk) not in before:
            named = {row[field.attname] for field in table._meta.concrete_fields if field.related_model is User}
            assert not named & people, row


@pytest.mark.django_db
def test_people_with_the_demos_user_names_keep_their_passwords():
    for username in demo.PEOPLE:
        User.objects.create(username=username, nickname="Somebody", password="theirs")
    with pytest.raises(CommandError, match="Nothing was changed"):
        run("demo", password="over the spinner")
    assert set(User.objects.values_list("password", flat=True)) == {"theirs"}


@pytest.mark.django_db
def test_the_demo_is_refused_on_a_site_with_people_of_its_names():
    User.objects.create(username="ada")
    with pytest.raises(CommandError, match="Nothing was changed"):
        run("demo")
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_single_sweep_prints_how_many_games_it_decided(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker.clock, "sweep", lambda _now, _heart: 3)
    assert "3 decided" in run("worker", once=True)


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_stops_on_a_signal(tmp_path: Path, empty_database: Path, asked: signal.Signals):
    site, log = LiveServer(tmp_path).migrate(empty_database), tmp_path / "worker.log"
    with worker_of(site, log=log, LOG_LEVEL="INFO", SWEEP_SECONDS="1") as worker:
        until(lambda: worker.poll() is not None or "Sweeping" in log.read_text(), "it does not begin")
        worker.send_signal(asked)
        assert worker.wait(PATIENCE) == 0
    assert "Stopped" in log.read_text()


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_only_a_successful_sweep_writes_a_heartbeat(tmp_path, monkeypatch):
    beat = tmp_path / "heartbeat"

    def broken(_now, _heart):
        raise OperationalError

    with monkeypatch.context() as away:
        away.setattr(worker.clock, "sweep", broken)
        with pytest.raises(OperationalError):
            run("worker", once=True, heartbeat=beat)
    assert not beat.exists()
    run("worker", once=True, heartbeat=beat)
    assert beat.exists()

"""Schemathesis sends requests that the schema allows or forbids: nothing crashes, and every answer has its documented
shape.
"""

from functools import cache

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils import timezone
from drf_spectacular.generators import EndpointEnumerator
from hypothesis import HealthCheck, Phase, settings
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from common import queues
from common.api.schema_hooks import documented
from history import studies
from tests.api.conftest import token_of
from tests.conftest import person
from tests.costs.site import ARENA
from tests.creating import create_game
from tests.games.playing import play_out
from tests.samples import some
from tournaments.entries import entering
from tournaments.life import making
from tournaments.life.steps import steps
from tournaments.models import Tournament
from tournaments.rounds.games import starts

OUTSIDE = {"/api/", "/api/{address}", "/api/v1/schema/", "/api/v1/{address}"}  # of the schema
ADDRESSES = [  # from the URLs, because collecting would spend seconds on the schema
    f"{method} {documented(path.replace('{pk}', '{id}'))}"
    for path, _, method, _ in EndpointEnumerator().get_api_endpoints()
    if path not in OUTSIDE and not path.endswith("/events/")  # streams never end (tests/games/test_event_streams.py)
]
ONE_OF_EACH = {address.partition(" ")[0]: address for address in ADDRESSES}.values()  # GET, POST, PUT …
EXAMPLES = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@cache
def schema():
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", WSGIHandler())
    schema.config.generation.update(allow_x00=False)  # refused, which JSON Schema can't express (test_moves.py)
    return schema


def test_the_schema_has_these_addresses():
    operations = [found.ok() for found in schema().get_all_operations()]
    assert sorted(each.label for each in operations if not each.path.endswith("/events/")) == sorted(ADDRESSES)


@pytest.fixture(autouse=True)
def connection_stays_open(db):
    """As in Django's test client: the end of a request doesn't end the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def headers(ada):
    return {"Authorization": f"Token {token_of(ada)}"}


@pytest.fixture
def ids(ada, ben, game_between):
    """Ids of games in every state; Schemathesis makes up the others."""
    open_table = create_game(creator=ben, variant="draw", seats=4)
    running = game_between(ada, ben)
    finished = game_between(ben, ada, options={"end": "rounds:1"})
    play_out(finished.public_id)
    return [game.public_id for game in (open_table, running, finished)]


@pytest.fixture
def study(ids, ada):
    return studies.keep_game(owner=ada, public_id=ids[2], now=timezone.now()).public_id


@pytest.fixture
def tournaments(ada, cleo):
    """Ids of a tournament that one can enter and of one that has begun, in which Ada and Cleo play."""
    there = [making.store(Tournament(**ARENA, entries_end=timezone.now()), timezone.now()) for _ in range(2)]
    for player in (ada, cleo, person("Dan")):
        entering.enter(public_id=there[1].public_id, player=player, now=timezone.now())
    for queue in (steps, starts):
        queues.drain(queue, timezone.now())
    return [each.public_id for each in there]


def read_kindly(case):
    """JSON Schema can't express these: text that is valid after stripping spaces, and an empty query parameter, which
    is ignored.
    """
    body = case.body.values() if isinstance(case.body, dict) else ()
    return any(isinstance(text, str) and text != text.strip() for text in body) or "" in (case.query or {}).values()


@pytest.mark.every_case("drawn by tests/samples.py, one of each kind among them")
@pytest.mark.parametrize("address", some(ADDRESSES, 30, always=ONE_OF_EACH))
def test_every_address_answers_as_its_schema_says(address, headers, ids, study, tournaments):
    whose = address.partition("/api/v1/")[2].partition("/")[0]
    known_ids = {"id": {"studies": [study], "tournaments": tournaments}.get(whose, ids), "username": ["ben", "cleo"],
                 "variant": ["draw"]}  # fmt: skip

    @EXAMPLES
    def answers(case):
        for name, known in known_ids.items():
            if len(thought_of := str(case.path_parameters.get(name, ""))) > 1:
                case.path_parameters[name] = (*known, thought_of)[sum(map(ord, thought_of)) % (len(known) + 1)]
        # A body can have the right shape and still be invalid: unknown options, unreadable moves.
        excluded = [positive_data_acceptance] if case.method != "GET" else []
        excluded += [negative_data_rejection] if read_kindly(case) else []
        # Schemathesis doesn't unpack compressed answers.
        case.call_and_validate(headers=headers | {"Accept-Encoding": "identity"}, excluded_checks=excluded)

    (operation,) = (found.ok() for found in schema().include(name=address).get_all_operations())
    of_address = {"operation": operation, "given_kwargs": {}, "feedback": NO_FEEDBACK}
    build_operation_test(config=schema().config, test_func=answers, **of_address)()

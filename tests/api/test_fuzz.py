"""Schemathesis sends requests that the schema allows or forbids: nothing crashes, and every answer has its documented
shape.
"""

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from common import queues
from history import studies
from tests.api.conftest import token_of
from tests.conftest import person
from tests.costs.site import ARENA
from tests.creating import create_game
from tests.games.playing import play_out
from tests.samples import some
from tournaments import entering, making
from tournaments.models import Tournament
from tournaments.running import steps
from tournaments.starting import starts

schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
schema.config.generation.update(allow_x00=False)  # refused, which JSON Schema can't express (test_moves.py)
ADDRESSES = [
    operation.ok().label
    for operation in schema.get_all_operations()
    if not operation.ok().path.endswith("/events/")  # streams never end (tests/games/test_event_streams.py)
]
ONE_OF_EACH = {address.partition(" ")[0]: address for address in ADDRESSES}.values()  # GET, POST, PUT …
asked = schema.include(name=some(ADDRESSES, 30, always=ONE_OF_EACH))
EXAMPLES = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


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


@asked.parametrize()
@EXAMPLES
def test_every_address_answers_as_its_schema_says(case, headers, ids, study, tournaments):
    known_ids = {"public_id": ids, "username": ["ben", "cleo"], "variant": ["draw"], "study": [study],
                 "tournament": tournaments}  # fmt: skip
    for name, known in known_ids.items():
        if len(thought_of := str(case.path_parameters.get(name, ""))) > 1:
            case.path_parameters[name] = (*known, thought_of)[sum(map(ord, thought_of)) % (len(known) + 1)]
    # A body can have the right shape and still be invalid: unknown options, unreadable moves.
    excluded = [positive_data_acceptance] if case.method != "GET" else []
    excluded += [negative_data_rejection] if read_kindly(case) else []
    headers = headers | {"Accept-Encoding": "identity"}  # Schemathesis doesn't unpack compressed answers
    case.call_and_validate(headers=headers, excluded_checks=excluded)

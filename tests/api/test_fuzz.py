"""Schemathesis reads the schema and asks for everything it allows, and for what it doesn't: no crash, no answer of
another shape than it says."""

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings

from games import actions
from history import studies
from tests.api.conftest import token_of
from tests.games.playing import play_out
from tests.samples import some

PATHS = SchemaGenerator().get_schema(request=None, public=True)["paths"]
ADDRESSES = [f"{method.upper()} {path}" for path, methods in PATHS.items() for method in methods]
ONE_OF_EACH = {address.partition(" ")[0]: address for address in ADDRESSES}.values()  # GET, POST, PUT …
EXAMPLES = settings(
    max_examples=10,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def schema(django_db_setup, django_db_blocker):
    """Schemathesis costs seconds, so it comes with the first test, not with each process that collects."""
    import schemathesis

    with django_db_blocker.unblock():
        read = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())
    read.config.generation.update(allow_x00=False)  # refused, which JSON Schema has no word for (test_moves.py)
    return read


@pytest.fixture(scope="module")
def operations(schema):
    return {operation.label: operation for operation in (found.ok() for found in schema.get_all_operations())}


@pytest.fixture(autouse=True)
def connection_stays_open(db):
    """As Django's own test client has it: the end of a request doesn't end the test's transaction."""
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
    """Games in every state; the rest of the ids are whatever Schemathesis thinks of."""
    open_table = actions.create_game(creator=ben, variant="draw", seats=4)
    running = game_between(ada, ben)
    finished = game_between(ben, ada, options={"end": "rounds:1"})
    play_out(finished.public_id)
    return [game.public_id for game in (open_table, running, finished)]


@pytest.fixture
def study(ids, ada):
    return studies.keep_game(owner=ada, public_id=ids[2], now=timezone.now()).public_id


def test_every_address_of_the_schema_is_asked(operations):
    assert set(ADDRESSES) == set(operations)


def read_kindly(case):
    """Whether it has what JSON Schema has no words for: text that fits once spaces around it are cut off, and a word of
    a query that is left empty, which asks for nothing.
    """
    body = case.body.values() if isinstance(case.body, dict) else ()
    return any(isinstance(text, str) and text != text.strip() for text in body) or "" in (case.query or {}).values()


@pytest.mark.parametrize("address", some(ADDRESSES, 30, always=ONE_OF_EACH))
def test_every_address_keeps_its_word(address, operations, schema, headers, ids, study, cleo):
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test
    from schemathesis.python._constants.orchestrator import make_constants_value_source
    from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

    whose = headers | {"Accept-Encoding": "identity"}  # it doesn't unpack what it asks for packed
    known = {"public_id": ids, "username": ["ben", "cleo"], "variant": ["draw"], "study": [study]}

    @EXAMPLES
    def keeps_its_word(case):
        for name, values in known.items():
            if len(thought_of := str(case.path_parameters.get(name, ""))) > 1:
                case.path_parameters[name] = (*values, thought_of)[sum(map(ord, thought_of)) % (len(values) + 1)]
        # A body can be of the right shape and still say nothing: junk options, junk moves.
        excluded = [positive_data_acceptance] if case.method != "GET" else []
        excluded += [negative_data_rejection] if read_kindly(case) else []
        case.call_and_validate(headers=whose, excluded_checks=excluded)

    # As its plugin for pytest does, with the edges of what the schema allows among the cases.
    ask = build_operation_test(
        config=schema.config,
        operation=operations[address],
        test_func=keeps_its_word,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(schema)),
    )
    ask()

"""The dashboard and the alerts of deploy/monitoring ask for metrics that the site has."""

import json
import re
from collections.abc import Iterator

import pytest
import yaml
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from common.processes import heartbeat
from tests.live.server import ROOT

pytestmark = pytest.mark.django_db

MONITORING = ROOT / "deploy" / "monitoring"
RULES = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"][0]["rules"]
TESTS = yaml.safe_load((MONITORING / "alerts_test.yml").read_text())["tests"]
PANELS = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
QUERIES = {rule["alert"]: rule["expr"] for rule in RULES} | {
    f"{panel['title']} {target['refId']}": target["expr"] for panel in PANELS for target in panel["targets"]
}
OF_PROMETHEUS = {"up"}  # it makes this one itself
ENDINGS = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "info": ("_info",), "gauge": ("",)}
LABELS_OF_PROMETHEUS = {"job", "instance", "le"}


@pytest.fixture
def shown(settings) -> str:
    """The page /metrics after a backup and a request."""
    settings.AT_HOME = True
    heartbeat.backed_up()
    Client().get("/healthz")
    return Client().get("/metrics").content.decode()


def names(query: str) -> set[str]:
    """The metrics of a query."""
    bare = re.sub(r"\{[^}]*\}|\b(by|on|without) \([^)]*\)|\[\w+\]", "", query)
    return set(re.findall(r"\b[a-z_]+\b(?! *\()", bare)) - {"and", "or", "unless"}


def matched(query: str) -> Iterator[tuple[str, str]]:
    """Each label that a query looks for, with its metric."""
    for metric, labels in re.findall(r"\b([a-z_]+)\{([^}]*)\}", query):
        yield from ((metric, label) for label in re.findall(r"(\w+)[=!]", labels))


def test_queries_are_read_as_prometheus_does():
    assert names('sum by (le) (rate(one_bucket{a="b"}[5m])) / max(two) > 0.5 and three < 2 * 864e2') == {
        "one_bucket", "two", "three",
    }  # fmt: skip
    assert list(matched('rate(one{a=~"b", c!="d"}[5m])')) == [("one", "a"), ("one", "c")]


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES.keys())
def test_every_metric_exists(shown, query):
    families = list(text_string_to_metric_families(shown))
    there = {family.name + ending for family in families for ending in ENDINGS[family.type]}
    assert names(query)
    assert names(query) <= there | OF_PROMETHEUS


def test_every_label_exists(shown):
    labels = {
        "boneyard_requests_total": {"view", "method", "status"}, "boneyard_queue_age_seconds": {"queue"},
        "boneyard_notices_total": {"channel", "outcome"}, "boneyard_disk_free_bytes": {"disk"},
    }  # fmt: skip
    asked = {(name, label) for query in QUERIES.values() for name, label in matched(query)}
    for name, label in asked:
        assert label in labels.get(name, set()) | LABELS_OF_PROMETHEUS, (name, label)
    assert 'boneyard_disk_free_bytes{disk="temporary"}' in shown
    assert re.search(r'^boneyard_queue_age_seconds\{queue="computers"\}', shown, re.MULTILINE)


def test_the_alerts_of_the_hosts_guide_are_there():
    """What hosts must hear of, whatever else changes."""
    assert {rule["alert"].removeprefix("Boneyard") for rule in RULES} >= {
        "WorkerGone", "ProcessDeaf", "TurnsOverdue", "QueueGrows", "Errors", "DiskFull", "DeliveriesFail", "BackupLate",
    }  # fmt: skip


def test_every_alert_fires_on_made_up_numbers_and_says_what_to_do():
    fires = {re.findall(r'alertname="(\w+)"', str(test["promql_expr_test"]))[0] for test in TESTS[:-1]}
    assert {rule["alert"] for rule in RULES} == fires
    for rule in RULES:
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert {"summary", "action"} == set(rule["annotations"])
    assert TESTS[-1]["name"] == "a healthy site"
    assert TESTS[-1]["promql_expr_test"][0]["exp_samples"] == []


def test_a_backup_has_an_age_only_once_there_is_one(settings):
    settings.AT_HOME = True
    assert "boneyard_backup_age_seconds" not in Client().get("/metrics").content.decode()
    heartbeat.backed_up()
    assert re.search(r"^boneyard_backup_age_seconds \d", Client().get("/metrics").content.decode(), re.MULTILINE)


def test_panels_do_not_overlap():
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in PANELS)

"""Errors sent to Sentry: nothing private leaves the machine, and a missing package is explained."""

import json
import subprocess
import sys
from types import ModuleType

import pytest
from django.core.exceptions import ImproperlyConfigured

from dominoes_site import sentry
from tests.live.server import ROOT

DSN = "https://key@sentry.example/1"
PRIVATE = (
    "6-6", "zoe@example.org", "bone_AbCdEf0123456789", "k3jx9a2qpm", "203.0.113.9", "Zoe", "s3cret-cookie", "seat/tok",
)  # fmt: skip


def full_event():
    """Everything that the package could collect, with something private in each place."""
    frame = {
        "filename": "games/commit.py", "function": "commit", "lineno": 7, "in_app": True, "context_line": "raise X",
        "vars": {"hand": ["6-6"], "token": "bone_AbCdEf0123456789"},
    }  # fmt: skip
    failed = {"type": "IntegrityError", "module": "django.db", "value": "Key (email)=(zoe@example.org)",
              "mechanism": {"data": {"game": "k3jx9a2qpm"}}, "stacktrace": {"frames": [frame]}}  # fmt: skip
    return {
        "event_id": "1", "level": "error", "logger": "django.request", "transaction": "/g/{public_id}/seat/{token}/",
        "exception": {"values": [failed]}, "threads": {"values": [{"stacktrace": {"frames": [frame]}}]},
        "logentry": {"message": "In %s", "params": ["k3jx9a2qpm"], "formatted": "In k3jx9a2qpm"}, "message": "6-6",
        "request": {
            "url": "https://bones.example/g/k3jx9a2qpm/seat/tok/", "query_string": "email=zoe@example.org",
            "cookies": {"sessionid": "s3cret-cookie"}, "headers": {"Authorization": "bone_AbCdEf0123456789"},
            "data": {"move": "6-6"}, "env": {"REMOTE_ADDR": "203.0.113.9"},
        },
        "user": {"id": 1, "username": "Zoe", "ip_address": "203.0.113.9"}, "extra": {"sys.argv": ["--password", "Zoe"]},
        "breadcrumbs": {"values": [{"message": "SELECT Zoe"}]}, "tags": {"player": "Zoe"}, "server_name": "Zoe",
        "contexts": {"of a new version": {"hand": "6-6"}}, "spans": ["Zoe"],
    }  # fmt: skip


def test_an_event_says_where_and_what_kind_and_nothing_private():
    text = json.dumps(full_event())
    assert all(each in text for each in PRIVATE)
    sent = sentry.clean(full_event())
    text = json.dumps(sent)
    assert not [each for each in PRIVATE if each in text]
    (failed,) = sent["exception"]["values"]
    assert failed["type"] == "IntegrityError"
    assert failed["stacktrace"]["frames"] == [
        {"filename": "games/commit.py", "function": "commit", "lineno": 7, "in_app": True, "context_line": "raise X"}
    ]
    assert sent["transaction"] == "/g/{public_id}/seat/{token}/"
    assert set(sent["tags"]) == {"request_id"}


def test_a_line_of_the_log_goes_without_its_arguments():
    event = full_event()
    del event["exception"]
    assert sentry.clean(event)["logentry"] == {"message": "In %s"}


def test_the_package_is_told_to_collect_nothing_private(monkeypatch):
    asked = {}
    fake = ModuleType("sentry_sdk")
    fake.init = lambda **terms: asked.update(terms)
    monkeypatch.setitem(sys.modules, "sentry_sdk", fake)
    sentry.start(DSN, release="0.3.0", site="bones.example")
    assert (asked["dsn"], asked["release"], asked["environment"]) == (DSN, "0.3.0", "bones.example")
    assert asked["send_default_pii"] is asked["include_local_variables"] is False
    assert asked["max_request_body_size"] == "never"
    assert asked["max_breadcrumbs"] == 0
    assert asked["before_send"] is sentry.clean
    assert asked["before_send_transaction"]({"spans": []}, {}) is None


def test_a_wrong_address_is_explained(monkeypatch):
    def init(**_terms):
        raise ValueError("Missing public key")

    fake = ModuleType("sentry_sdk")
    fake.init = init
    monkeypatch.setitem(sys.modules, "sentry_sdk", fake)
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN isn't the address of a Sentry project: Missing public"):
        sentry.start("nonsense", release="0.3.0", site="bones.example")


def test_without_the_package_the_start_says_what_to_install():
    """Python without site-packages of its own: an import hook hides the package, should a host have it."""
    code = (
        "import sys; sys.modules['sentry_sdk'] = None; import django; from django.conf import settings; django.setup()"
    )
    env = {"DJANGO_SETTINGS_MODULE": "dominoes_site.settings", "SECRET_KEY": "of-a-test", "SENTRY_DSN": DSN}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'sentry-sdk>=2'" in done.stderr.splitlines()[-1]
